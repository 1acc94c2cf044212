//! What lies behind reasons that one word covers: as fine as the advice that a user can be given differs. The words of a reason say
//! more, but are for people only.

use serde::{Deserialize, Serialize};

/// What is not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Absent {
    /// A class that the program or its objects need.
    Class,
    /// A method or a field of a class that is there: another version of it was compiled against.
    Member,
    /// A native library, or a function in one.
    Library,
    /// The class file is there, and no JVM would take it; or it cannot be read.
    ClassFile,
    /// Something of the JDK that every supported JDK has.
    Jdk,
    /// Nothing could be executed at all.
    Start,
}

/// Who decides what the program goes on with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Decider {
    /// The order in which threads take turns.
    Threads,
    StandardInput,
    /// Code that runs when the JVM ends.
    ShutdownHook,
    /// When the garbage collector clears references and runs finalizers.
    Collector,
    /// Environment variables, properties, files, clocks, the current folder.
    Machine,
    /// Generators of random numbers that are no inputs, and the order of tables that the JDK shuffles.
    Random,
    /// Identity hash codes.
    Identity,
    /// How much stack and memory there is.
    Exhaustion,
    /// The program changed the world outside, as the user allowed.
    Effect,
    /// A native method of which nothing is known but that it keeps state of its own.
    Native,
}

/// What is not as exact as in a JVM.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Inexact {
    /// Symbolic text became longer than is looked at, or code was interested in how it is kept.
    Text,
    /// What looks like a violation may rest on an input that Java does not have.
    Focus,
    /// Native code was given one of many values.
    Native,
    /// A call inside of another one that cannot fork went one way of several.
    Nested,
    /// Whether two references are the same object, or its identity hash code.
    Identity,
    /// The stack trace of an exception that a model throws.
    Trace,
    /// Classes and members by names that are inputs.
    Reflection,
    /// Fields of an input hold what perhaps no constructor leaves there.
    Contents,
}

/// What the path would have done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Deed {
    /// Write files, open sockets, start processes.
    Io,
    /// Load or call native code that is not the JDK's.
    Native,
    /// Leave the heap in a clone of a state, which nothing permits.
    Heap,
}

/// What the engine cannot execute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Gap {
    /// An object of this class as an input.
    Input,
    /// A method of an API for inputs.
    Api,
    /// Bytecode, foreign calls, classes without bytes.
    Code,
    /// Access to memory past the objects of Java.
    Memory,
    /// A symbolic reference or size where code needs one object.
    Choice,
    /// Native code that waits for other threads.
    Threads,
}

/// Why a contract decides nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Flaw {
    /// It is not understood, or asks for what there is not.
    Clause,
    /// What an assumed contract requires is broken, and nobody can see it.
    Broken,
    /// Nothing satisfies what it assumes.
    Unsatisfiable,
}
