//! What stands for a method: a library model in Rust, or a method of the user's. The tables of models are above the machine, and
//! are handed to the world when it is made.

use super::machine::Machine;
use super::stop::Res;
use crate::program::{MethodId, ModelId, ObjectId, Value};
use crate::state::State;
use crate::state::frame::After;
use std::cell::Cell;

/// A call of a modelled method.
pub struct Call<'a> {
    pub method: MethodId,
    /// One value per argument, the receiver first.
    pub arguments: &'a [Value],
}

impl Call<'_> {
    pub fn reference(&self, at: usize) -> ObjectId {
        self.arguments[at].as_ref()
    }

    pub fn int(&self, at: usize) -> i32 {
        self.arguments[at].as_int()
    }

    pub fn long(&self, at: usize) -> i64 {
        self.arguments[at].as_long()
    }

    pub fn boolean(&self, at: usize) -> bool {
        self.int(at) != 0
    }
}

/// What a model answers.
pub enum Ret {
    Void,
    /// The method's own bytecode is to be run.
    Interpret,
    /// HotSpot is to run the method, as if there were no model.
    Host,
    Value(Value),
    /// Another method takes the place of this call.
    Call {
        method: MethodId,
        arguments: Vec<Value>,
        after: After,
    },
}

impl Ret {
    pub fn int(i: i32) -> Res<Ret> {
        Ok(Ret::Value(Value::Int(i)))
    }

    pub fn long(l: i64) -> Res<Ret> {
        Ok(Ret::Value(Value::Long(l)))
    }

    pub fn boolean(b: bool) -> Res<Ret> {
        Ok(Ret::Value(Value::boolean(b)))
    }

    pub fn reference(id: ObjectId) -> Res<Ret> {
        Ok(Ret::Value(Value::Ref(id)))
    }
}

/// Finds the model of a method by class, name and descriptor.
pub type Finder = fn(&str, &str, &str) -> Option<&'static LibraryModel>;

/// The models that are there, and those that some method was bound to, by their numbers.
pub struct Library {
    /// For methods of the JDK.
    of_jdk: Finder,
    /// For methods of API classes of the user's, where data is symbolic.
    of_api: Finder,
    bound: Vec<&'static LibraryModel>,
}

impl Library {
    pub fn new(of_jdk: Finder, of_api: Finder) -> Library {
        Library { of_jdk, of_api, bound: Vec::new() }
    }

    pub fn find_jdk(&self, class: &str, method: &str, descriptor: &str) -> Option<&'static LibraryModel> {
        (self.of_jdk)(class, method, descriptor)
    }

    pub fn find_api(&self, class: &str, method: &str, descriptor: &str) -> Option<&'static LibraryModel> {
        (self.of_api)(class, method, descriptor)
    }

    /// The number of a model that a method is bound to.
    pub fn number(&mut self, model: &'static LibraryModel) -> ModelId {
        let at = self.bound.iter().position(|&known| std::ptr::eq(known, model)).unwrap_or_else(|| {
            self.bound.push(model);
            self.bound.len() - 1
        });
        ModelId(at as u16)
    }

    #[inline]
    pub fn get(&self, id: ModelId) -> &'static LibraryModel {
        self.bound[id.0 as usize]
    }
}

/// A model may be run twice if it answers `Again`: it changes nothing before that.
pub type Model = fn(&mut Machine, &mut State, &Call) -> Res<Ret>;

pub struct LibraryModel {
    pub class: &'static str,
    pub method: &'static str,
    /// Empty for all overloads.
    pub descriptor: &'static str,
    pub run: Model,
    /// Takes symbolic arguments; others get them concretised.
    pub symbolic: bool,
    /// Of no use where no data is symbolic.
    pub text: bool,
    /// Looks at symbolic references itself.
    pub open: bool,
    /// Only takes note that the method is called: of no use where nothing is explored.
    pub watches: bool,
}

impl LibraryModel {
    /// Of no use where text has its real length.
    pub fn makes_text(&self) -> bool {
        let builder = matches!(self.class, "java/lang/String" | "java/lang/StringBuilder" | "java/lang/StringBuffer");
        self.text && (builder || self.method == "toString" || self.method.starts_with("parse"))
    }

    /// Does the same on a path that nobody knows to be feasible: where an exception comes from, and text that only grows.
    pub fn needs_no_witness(&self) -> bool {
        let grows = || matches!((self.method, self.descriptor.get(..3)), ("append", Some("(C)")) | ("toString", _));
        match self.class {
            "java/lang/Throwable" => matches!(self.method, "fillInStackTrace" | "printStackTrace"),
            "java/lang/StringBuilder" | "java/lang/StringBuffer" => grows(),
            _ => self.symbolic && !self.text,
        }
    }
}

pub struct UserModel {
    pub method: MethodId,
    /// How often it was called.
    pub calls: Cell<u64>,
    pub original: Original,
}

/// Where a call means the method itself, not what stands for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Original {
    /// In the class of the model.
    InItsClass,
    /// In code that checks contracts.
    InGeneratedCode,
}
