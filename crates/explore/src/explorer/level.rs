//! How much is merged: the levels that a user can choose, and how far sides wait for each other.

/// What is merged, each level with all before it: the features that the literature tells apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    #[default]
    Off,
    /// Sides that meet in their method, without calls.
    Basic,
    Calls,
    /// Also if a side leaves by an exception or an assumption.
    SinglePath,
    /// Also where the sides meet only in the caller.
    Returns,
    /// All of these, but only states that agree in their positions, sizes and flags.
    Lockstep,
}

impl Level {
    pub const ALL: [Level; 6] =
        [Level::Off, Level::Basic, Level::Calls, Level::SinglePath, Level::Returns, Level::Lockstep];
    /// Those that a check has: its states differ in numbers only.
    pub const ON_HEAPS: [Level; 5] = [Level::Off, Level::Basic, Level::Calls, Level::SinglePath, Level::Returns];

    pub fn name(self) -> &'static str {
        match self {
            Level::Off => "off",
            Level::Basic => "basic",
            Level::Calls => "calls",
            Level::SinglePath => "single-path",
            Level::Returns => "returns",
            Level::Lockstep => "lockstep",
        }
    }

    /// How many times as much a query may cost as one about a single path: there are fewer of them, and each stands for many paths.
    pub fn patience(self) -> u64 {
        if self == Level::Off { 1 } else { 10 }
    }

    pub fn by_name(name: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.name() == name)
    }
}

/// How far merging goes before sides stay apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// Sides that wait for each other at one place, at most.
    pub arms: u32,
    /// Brackets inside of each other: recursion is not followed for ever.
    pub depth: u32,
}

impl Default for Room {
    fn default() -> Room {
        Room { arms: 64, depth: 24 }
    }
}
