//! A method is explored as if nobody had called anything before: static fields have the values that initialisers gave them. That is
//! an assumption where code that was executed reads one that may have been changed since.

use crate::program::{ClassId, Classes, Field, Loader};
use crate::world::World;
use bytecode::{Constant, Insn, access};
use std::collections::{BTreeSet, HashMap};

/// Fields that are named at most.
const NAMED: usize = 3;

/// What final fields often hold of the JDK's, to change it.
const CHANGED: [&str; 8] = [
    "java/util/Collection",
    "java/util/Map",
    "java/util/BitSet",
    "java/util/concurrent/atomic/AtomicInteger",
    "java/util/concurrent/atomic/AtomicLong",
    "java/util/concurrent/atomic/AtomicBoolean",
    "java/util/concurrent/atomic/AtomicReference",
    "java/lang/AbstractStringBuilder",
];

impl World {
    /// The assumption, if there is one.
    pub(super) fn first_call(&self) -> Option<String> {
        if self.options.input_names.is_empty() {
            return None;
        }
        let read = Accesses::of(&self.classes).that_may_differ();
        let named: Vec<&str> = read.iter().take(NAMED).map(String::as_str).collect();
        let more = match read.len() - named.len() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        (!named.is_empty()).then(|| format!("static fields are as initialisers left them: {}{more}", named.join(", ")))
    }
}

/// What the program does with static fields outside of initialisers.
struct Accesses<'w> {
    classes: &'w Classes,
    /// What was executed.
    read: Vec<&'w Field>,
    /// Executed or not: classes and names.
    written: BTreeSet<(&'w str, &'w str)>,
    /// Kinds of elements that are stored in some array.
    stored: BTreeSet<char>,
}

impl<'w> Accesses<'w> {
    fn of(classes: &'w Classes) -> Accesses<'w> {
        let all = || (0..classes.len() as u32).map(ClassId).filter(|&class| !classes[class].is_jdk());
        let holders: HashMap<u32, ClassId> = all().map(|class| (classes[class].statics.0, class)).collect();
        let field = |holder: u32, slot| holders.get(&holder).map(|&class| classes.static_at(class, slot));
        let mut accesses = Accesses { classes, read: Vec::new(), written: BTreeSet::new(), stored: BTreeSet::new() };
        for class in all().filter(|&class| !classes[class].synthetic) {
            let methods = classes[class].methods.iter().map(|&method| &classes[method]);
            let codes = methods.filter(|method| &*method.name != "<clinit>").filter_map(|method| method.code.get());
            for insn in codes.flat_map(|code| code.insns.iter().map(|insn| insn.get())) {
                match insn {
                    Insn::GetStaticQuick { slot, holder } | Insn::GetStatic2Quick { slot, holder } => {
                        accesses.read.extend(field(holder, slot));
                    }
                    Insn::PutStaticQuick { slot, holder } | Insn::PutStatic2Quick { slot, holder } => {
                        let written = field(holder, slot);
                        accesses.written.extend(written.map(|field| (&*classes[field.class].name, &*field.name)));
                    }
                    Insn::PutStatic(index) => {
                        let pool = classes[class].file.as_ref().map(|file| &file.pool.entries);
                        if let Some(Constant::Field(member)) = pool.and_then(|pool| pool.get(usize::from(index))) {
                            accesses.written.insert((&*member.class, &*member.name));
                        }
                    }
                    _ => accesses.stored.extend(stored(insn)),
                }
            }
        }
        accesses
    }

    fn that_may_differ(&self) -> BTreeSet<String> {
        let fields = self.read.iter().filter(|field| self.may_differ(field));
        fields.map(|field| format!("{}.{}", self.classes[field.class].dotted(), field.name)).collect()
    }

    /// Whether a call before may have left something else in it, or in what it refers to.
    fn may_differ(&self, field: &Field) -> bool {
        if field.access & access::FINAL == 0 {
            let key = (&*self.classes[field.class].name, &*field.name);
            return field.access & access::PRIVATE == 0 || self.written.contains(&key);
        }
        if field.descriptor.starts_with('[') {
            let kind = field.descriptor.trim_start_matches('[').chars().next().unwrap_or('L');
            let has_rows = field.descriptor.starts_with("[[");
            let kind = if kind == 'Z' { 'B' } else { kind };
            return self.stored.contains(&kind) || has_rows && self.stored.contains(&'L');
        }
        let Some(name) = field.descriptor.strip_prefix('L').and_then(|name| name.strip_suffix(';')) else {
            return false;
        };
        let mut all = (0..self.classes.len() as u32).map(ClassId);
        let Some(declared) = all.clone().find(|&class| *self.classes[class].name == *name) else { return false };
        let is_below = |class, of| self.classes.is_subclass(class, of);
        let mut changed = CHANGED.iter().filter_map(|&name| self.classes.find(Loader::Jdk, &name.into()));
        changed.any(|changed| is_below(declared, changed) || is_below(changed, declared))
            || all.any(|class| is_below(class, declared) && self.is_changed(class))
    }

    /// Whether objects of a class of the program have fields that are not final.
    fn is_changed(&self, class: ClassId) -> bool {
        let fields = self.classes[class].layout.iter();
        !self.classes[class].synthetic
            && fields.into_iter().any(|&(owner, at)| {
                let field = &self.classes[owner].fields[usize::from(at)];
                !self.classes[owner].is_jdk() && field.access & access::FINAL == 0
            })
    }
}

/// The kind of element that an instruction stores in an array, as in descriptors; bytes are booleans, too.
fn stored(insn: Insn) -> Option<char> {
    Some(match insn {
        Insn::Iastore => 'I',
        Insn::Lastore => 'J',
        Insn::Fastore => 'F',
        Insn::Dastore => 'D',
        Insn::Aastore => 'L',
        Insn::Bastore => 'B',
        Insn::Castore => 'C',
        Insn::Sastore => 'S',
        _ => return None,
    })
}
