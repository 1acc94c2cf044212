//! The heap that a checked method finds and the one that it leaves: as data, as text, built again on a JVM, and judged there.

pub mod after;
pub mod before;
mod broken;
pub mod cases;
mod judge;
mod replay;
mod show;
pub(crate) mod stubs;
mod violation;

pub use after::post_heap;
pub use before::{
    HeapContents, HeapField, HeapObject, HeapValue, MOST_ELEMENTS, PreHeap, longest_array, pre_heap, shape,
};
pub use broken::{BROKEN, broken_clause};
pub use judge::HeapReferee;
pub(crate) use judge::invariant;
pub use replay::{HELPER, Happened, HeapCall, describe, value_word};
pub use show::show_heap;
pub use violation::{HeapViolation, Judged};
