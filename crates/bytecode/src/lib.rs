//! Class files and where they come from: directories, jars and the JDK's `lib/modules`.
//! Knows bytes and the class-file format only; linking and execution live in `machine`.

mod annotated;
pub mod classfile;
pub mod code;
pub mod coverage;
mod decision;
pub mod decode;
pub mod descriptor;
mod flow;
mod format;
mod generic;
pub mod insn;
pub mod jimage;
mod libraries;
mod modified_utf8;
pub mod mutate;
mod names;
mod parse;
mod pattern;
pub mod probe;
mod reader;
pub mod shadow_class;
mod slots;
pub mod source;
pub mod synth;
pub mod verify;
pub mod writer;

pub use annotated::{Annotated, AnnotatedMethod, annotated};
pub use classfile::{
    Annotation, Bootstrap, ClassFile, ClassFileError, CodeInfo, Constant, FieldInfo, HandlerInfo, LocalVariable,
    MemberRef, MethodInfo, Pool, access,
};
pub use code::{Code, Coverage, Handler, Loop, Marks, Meet};
pub use decision::{Decision, Decisions, Onward, Vector, decisions};
pub use decode::decode;
pub use descriptor::{MethodDescriptor, Type, parse_type};
pub use flow::Flow;
pub use format::check_format;
pub use generic::{Argument, ClassSignature, Generic, MethodSignature, TypeVariable};
pub use insn::{Insn, Prim, Switch};
pub use jimage::Image;
pub use libraries::{NativeLibrary, libraries};
pub use modified_utf8::encode_units;
pub use names::{ClassName, DottedName};
pub use pattern::Patterns;
pub use shadow_class::{shadow_class, shadow_class_keeping, upcall_class};
pub use slots::slots;
pub use source::{ClassPath, Manifest, SearchPath, SourceError, manifest, write_jar};
