//! Reports of a finished run, one file per format. Pure: the caller reads the world and writes the files.

mod campaign;
mod check;
mod compared;
mod hint;
mod inputs;
mod json;
mod junit;
mod page;
mod profile;
mod progress;
pub mod scan;
mod schedule;
mod source;
mod stand_in;
mod text;
mod trace;
mod verified;
mod visible;
mod witness;

use bytecode::DottedName;
use explore::Verification;
use std::time::Duration;

pub use campaign::{tested_html, tested_json, tested_sum, tested_table, tested_text};
pub use check::{PicturedCase, check_json, checked_json, checked_text, pictured_method, pictures_html};
pub use compared::{ComparedModel, ComparisonOutcome, compared_html};
pub use hint::{Asked, Command, Topic};
pub use inputs::reached_text;
pub use json::json;
pub use junit::{junit, junit_files};
pub use profile::{profile_html, profile_text};
pub use progress::progress;
pub use text::{Figures, Shown, text};
pub use trace::{
    Explored, SidesTaken, constraint_json, constraint_smtlib, explored_html, imprecision_json, imprecision_text,
    parts_text, same_path_verdict, search_summary, trace_summary,
};
pub use verified::verified_html;
pub use witness::{Origin, witness};

/// A method that was explored on all arguments.
#[derive(Clone, Debug)]
pub struct Method {
    pub class: DottedName,
    pub name: String,
    /// In source form.
    pub types: Vec<String>,
    /// How code of the same package calls it, up to the arguments; `None` if it cannot.
    pub call: Option<String>,
}

impl Method {
    /// `pkg.Class.method(int,String[])`
    pub fn signature(&self) -> String {
        format!("{}.{}({})", self.class, self.name, self.types.join(","))
    }
}

/// A finished `jacana verify`.
#[derive(Clone, Debug)]
pub struct Run {
    pub main_class: DottedName,
    pub arguments: Vec<String>,
    /// What was explored instead of main.
    pub method: Option<Method>,
    /// Internal names of the classes that the program asked for its inputs.
    pub apis: Vec<&'static str>,
    /// Version of the JDK.
    pub jdk: String,
    /// From the start of the engine, compilation included.
    pub time: Duration,
    pub peak_bytes: u64,
    /// What kept the program from changing the world.
    pub defence: String,
    /// What the user allowed, for hints.
    pub asked: Asked,
    pub verification: Verification,
}

impl Run {
    /// Why no test can call what was explored.
    fn uncallable(&self) -> Option<&'static str> {
        match &self.method {
            Some(Method { call: None, .. }) => Some("the method cannot be called from outside of its class"),
            Some(_) | None => None,
        }
    }
}
