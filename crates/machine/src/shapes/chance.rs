//! Makers whose objects are others tomorrow or elsewhere: a test that was given one would hold here and now alone.

use crate::program::MethodId;
use crate::world::Machine;
use bytecode::Type;

/// What depends on the clock, the machine, its user, or random numbers: classes, methods, and the most parameters with which they do.
const BY_CHANCE: [(&str, &str, usize); 16] = [
    ("java/util/Date", "<init>", 0),
    ("java/util/Random", "<init>", 0),
    ("java/util/SplittableRandom", "<init>", 0),
    ("java/util/Calendar", "getInstance", 2),
    ("java/util/Locale", "getDefault", 1),
    ("java/util/TimeZone", "getDefault", 0),
    ("java/util/UUID", "randomUUID", 0),
    ("java/util/concurrent/ThreadLocalRandom", "current", 0),
    ("java/nio/charset/Charset", "defaultCharset", 0),
    ("java/net/InetAddress", "getLocalHost", 0),
    ("java/lang/Thread", "currentThread", 0),
    ("java/time/ZoneId", "systemDefault", 0),
    ("java/time/Clock", "systemUTC", 0),
    ("java/time/Clock", "systemDefaultZone", 0),
    ("java/time/Clock", "system", 1),
    ("java/lang/ProcessHandle", "current", 0),
];
/// The day and time at which it is called, of whatever class in there.
const CLOCKS: &str = "java/time/";
const NOW: &str = "now";
/// It is the present day unless it is given another one.
const CALENDAR: &str = "java/util/GregorianCalendar";

impl Machine<'_> {
    pub(super) fn makes_by_chance(&self, method: MethodId) -> bool {
        let m = &self.world.classes[method];
        let (class, name, count) = (&*self.world.classes[m.class].name, &*m.name, m.parameters.len());
        let is_listed = BY_CHANCE.iter().any(|&(of, called, most)| (of, called) == (class, name) && count <= most);
        let is_now = class.starts_with(CLOCKS) && name == NOW;
        let has_no_day = class == CALENDAR && m.parameters.iter().all(|kind| matches!(kind, Type::Ref(_)));
        is_listed || is_now || has_no_day || self.has_order_by_chance(method)
    }

    /// Whether what it answers may have its elements in another order in every JVM: `Map.of` and `Set.of` with more than one.
    fn has_order_by_chance(&self, method: MethodId) -> bool {
        let m = &self.world.classes[method];
        let one = match &*self.world.classes[m.class].name {
            "java/util/Map" => 2,
            "java/util/Set" => 1,
            _ => return false,
        };
        let takes_many = |kind: &Type| matches!(kind, Type::Ref(name) if name.starts_with('['));
        &*m.name != "of" || m.parameters.len() > one || m.parameters.iter().any(takes_many)
    }
}
