//! What a followed run tells: its path constraint, and where unseen code changed symbolic data.

mod constraint;
mod imprecision;
mod page;
mod parts;
mod search;

pub use constraint::{constraint_json, constraint_smtlib};
pub use imprecision::{imprecision_json, imprecision_text, trace_summary};
pub use page::{Explored, SidesTaken, explored_html};
pub use parts::parts_text;
pub use search::{same_path_verdict, search_summary};
