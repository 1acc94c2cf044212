//! Execution of bytecode (JVMS 6): the run loop, the instructions, calls, exceptions, and classes on their way to use.
//! An instruction changes nothing before it asks or waits: whoever answers has it executed again.

pub mod classes;
pub mod coverage;
pub mod flow;
pub mod helpful;
pub mod indy;
pub mod insn;
pub mod invoke;
pub mod method_handles;
pub mod permit;
pub mod run;
pub mod sprint;
pub mod strings;
pub mod throw;
