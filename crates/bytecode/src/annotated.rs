//! The names of all annotations of a class, its methods and their parameters, also of those that no JVM shows a program: rules on null are written with
//! them. Read from the bytes on demand, since nothing else asks for it; what is malformed ends the reading.

use crate::classfile::ClassFile;
use std::rc::Rc;

/// Simple names: `Nullable` of whichever package.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Annotated {
    pub class: Vec<String>,
    /// In the order of the class file.
    pub methods: Vec<AnnotatedMethod>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AnnotatedMethod {
    pub method: Vec<String>,
    /// By parameter, as far as there are annotations.
    pub parameters: Vec<Vec<String>>,
}

/// Annotations in annotations.
const DEEPEST: u32 = 20;
/// JVMS 4.7.20.1: the type of a formal parameter.
const FORMAL_PARAMETER: u8 = 0x16;

pub fn annotated(file: &ClassFile) -> Annotated {
    let mut found = Annotated::default();
    let mut reader = Reader { file, bytes: &file.bytes, at: file.after_pool };
    let _ = reader.class(&mut found);
    found
}

struct Reader<'a> {
    file: &'a ClassFile,
    bytes: &'a Rc<[u8]>,
    at: usize,
}

impl Reader<'_> {
    fn u1(&mut self) -> Option<u8> {
        let byte = *self.bytes.get(self.at)?;
        self.at += 1;
        Some(byte)
    }

    fn u2(&mut self) -> Option<u16> {
        Some(u16::from(self.u1()?) << 8 | u16::from(self.u1()?))
    }

    fn u4(&mut self) -> Option<usize> {
        Some(usize::from(self.u2()?) << 16 | usize::from(self.u2()?))
    }

    fn class(&mut self, found: &mut Annotated) -> Option<()> {
        self.at += 6;
        let interfaces = usize::from(self.u2()?);
        self.at += 2 * interfaces;
        for _ in 0..self.u2()? {
            self.at += 6;
            self.attributes(&mut AnnotatedMethod::default())?;
        }
        for _ in 0..self.u2()? {
            self.at += 6;
            let mut method = AnnotatedMethod::default();
            self.attributes(&mut method)?;
            found.methods.push(method);
        }
        let mut class = AnnotatedMethod::default();
        self.attributes(&mut class)?;
        found.class = class.method;
        Some(())
    }

    fn attributes(&mut self, found: &mut AnnotatedMethod) -> Option<()> {
        for _ in 0..self.u2()? {
            let name = self.u2()?;
            let name = self.file.pool.utf8(name).ok()?.clone();
            let end = self.u4()?;
            let end = self.at.checked_add(end)?;
            match &*name {
                "RuntimeVisibleAnnotations" | "RuntimeInvisibleAnnotations" => {
                    for _ in 0..self.u2()? {
                        let name = self.annotation(DEEPEST)?;
                        found.method.push(name);
                    }
                }
                "RuntimeVisibleParameterAnnotations" | "RuntimeInvisibleParameterAnnotations" => {
                    for parameter in 0..usize::from(self.u1()?) {
                        for _ in 0..self.u2()? {
                            let name = self.annotation(DEEPEST)?;
                            add(found, parameter, name);
                        }
                    }
                }
                "RuntimeVisibleTypeAnnotations" | "RuntimeInvisibleTypeAnnotations" => {
                    for _ in 0..self.u2()? {
                        let parameter = self.target()?;
                        let steps = usize::from(self.u1()?);
                        self.at += 2 * steps;
                        let name = self.annotation(DEEPEST)?;
                        if let Some(parameter) = parameter.filter(|_| steps == 0) {
                            add(found, parameter.into(), name);
                        }
                    }
                }
                _ => {}
            }
            self.at = end;
        }
        Some(())
    }

    /// The parameter whose type is meant, if it is one (JVMS 4.7.20.1).
    fn target(&mut self) -> Option<Option<u8>> {
        let kind = self.u1()?;
        if kind == FORMAL_PARAMETER {
            return Some(Some(self.u1()?));
        }
        match kind {
            0x00 | 0x01 => self.at += 1,
            0x10 | 0x11 | 0x12 | 0x17 | 0x42..=0x46 => self.at += 2,
            0x13..=0x15 => {}
            0x40 | 0x41 => {
                let rows = usize::from(self.u2()?);
                self.at += 6 * rows;
            }
            0x47..=0x4b => self.at += 3,
            _ => return None,
        }
        Some(None)
    }

    /// Its simple name.
    fn annotation(&mut self, depth: u32) -> Option<String> {
        let name = self.u2()?;
        let name = self.file.pool.utf8(name).ok()?.clone();
        for _ in 0..self.u2()? {
            self.at += 2;
            self.element(depth.checked_sub(1)?)?;
        }
        Some(name.trim_end_matches(';').rsplit(['/', '$']).next().unwrap_or_default().to_string())
    }

    fn element(&mut self, depth: u32) -> Option<()> {
        match self.u1()? {
            b'e' => self.at += 4,
            b'@' => _ = self.annotation(depth)?,
            b'[' => {
                for _ in 0..self.u2()? {
                    self.element(depth.checked_sub(1)?)?;
                }
            }
            _ => self.at += 2,
        }
        Some(())
    }
}

fn add(found: &mut AnnotatedMethod, parameter: usize, name: String) {
    if found.parameters.len() <= parameter {
        found.parameters.resize(parameter + 1, Vec::new());
    }
    found.parameters[parameter].push(name);
}
