//! Writing a whole class file (JVMS 4.1) without attributes but Code, Signature and BootstrapMethods.

use super::code::CodeWriter;
use super::pool::PoolWriter;
use crate::classfile::{ClassFileError, access, malformed};
use crate::descriptor::MethodDescriptor;

#[derive(Debug)]
pub struct ClassWriter {
    pub pool: PoolWriter,
    major: u16,
    /// Access flags up to the interfaces.
    header: Vec<u8>,
    fields: Members,
    methods: Members,
    bootstraps: Members,
    signature: Option<String>,
}

/// Entries of a table, one after the other.
#[derive(Debug, Default)]
struct Members {
    count: usize,
    bytes: Vec<u8>,
}

impl ClassWriter {
    /// A class that extends Object.
    pub fn new<S: AsRef<str>>(
        major: u16,
        access: u16,
        name: &str,
        interfaces: &[S],
    ) -> Result<ClassWriter, ClassFileError> {
        ClassWriter::extending(major, access, name, "java/lang/Object", interfaces)
    }

    pub fn extending<S: AsRef<str>>(
        major: u16,
        access: u16,
        name: &str,
        superclass: &str,
        interfaces: &[S],
    ) -> Result<ClassWriter, ClassFileError> {
        let Ok(count) = u16::try_from(interfaces.len()) else {
            return malformed("too many interfaces to write");
        };
        let mut pool = PoolWriter::new();
        let mut header = Vec::new();
        header.extend(access.to_be_bytes());
        header.extend(pool.class(name).to_be_bytes());
        header.extend(pool.class(superclass).to_be_bytes());
        header.extend(count.to_be_bytes());
        for interface in interfaces {
            header.extend(pool.class(interface.as_ref()).to_be_bytes());
        }
        Ok(ClassWriter {
            pool,
            major,
            header,
            fields: Members::default(),
            methods: Members::default(),
            bootstraps: Members::default(),
            signature: None,
        })
    }

    pub fn field(&mut self, access: u16, name: &str, descriptor: &str) {
        self.fields.add(&mut self.pool, access, name, descriptor, &[]);
    }

    /// The type parameters of the class (JVMS 4.7.9.1).
    pub fn signature(&mut self, signature: &str) {
        self.signature = Some(signature.into());
    }

    pub fn native_method(&mut self, access: u16, name: &str, descriptor: &str) {
        self.methods.add(&mut self.pool, access | access::NATIVE, name, descriptor, &[]);
    }

    pub fn abstract_method(&mut self, access: u16, name: &str, descriptor: &str, signature: Option<&str>) {
        let attributes: Vec<Vec<u8>> = signature.iter().map(|s| signature_attribute(&mut self.pool, s)).collect();
        self.methods.add(&mut self.pool, access | access::ABSTRACT, name, descriptor, &attributes);
    }

    pub fn method(
        &mut self,
        access: u16,
        name: &str,
        descriptor: &str,
        body: impl FnOnce(&mut CodeWriter) -> Result<(), ClassFileError>,
    ) -> Result<(), ClassFileError> {
        self.generic_method(access, name, descriptor, None, body)
    }

    /// A method whose signature may have type variables (JVMS 4.7.9.1).
    pub fn generic_method(
        &mut self,
        access: u16,
        name: &str,
        descriptor: &str,
        signature: Option<&str>,
        body: impl FnOnce(&mut CodeWriter) -> Result<(), ClassFileError>,
    ) -> Result<(), ClassFileError> {
        let receiver = if access & access::STATIC == 0 { 1 } else { 0 };
        let locals = MethodDescriptor::parse(descriptor)?.argument_slots() + receiver;
        let mut code = CodeWriter::new(&mut self.pool, locals);
        body(&mut code)?;
        let mut attributes = vec![code.finish()?];
        attributes.extend(signature.iter().map(|s| signature_attribute(&mut self.pool, s)));
        self.methods.add(&mut self.pool, access, name, descriptor, &attributes);
        Ok(())
    }

    /// Adds a bootstrap method (JVMS 4.7.23): entries of its handle and of its static arguments. Answers its index.
    pub fn bootstrap(&mut self, method: u16, arguments: &[u16]) -> u16 {
        let index = self.bootstraps.count as u16;
        self.bootstraps.count += 1;
        let count = arguments.len() as u16;
        for part in [method, count].iter().chain(arguments) {
            self.bootstraps.bytes.extend(part.to_be_bytes());
        }
        index
    }

    pub fn finish(mut self) -> Result<Vec<u8>, ClassFileError> {
        let attributes = self.attributes();
        let mut bytes = 0xCAFE_BABE_u32.to_be_bytes().to_vec();
        bytes.extend(u32::from(self.major).to_be_bytes());
        bytes.extend(self.pool.finish()?);
        bytes.extend(self.header);
        for members in [self.fields, self.methods] {
            let Ok(count) = u16::try_from(members.count) else {
                return malformed("too many members to write");
            };
            bytes.extend(count.to_be_bytes());
            bytes.extend(members.bytes);
        }
        bytes.extend(attributes);
        Ok(bytes)
    }

    fn attributes(&mut self) -> Vec<u8> {
        let mut attributes = Vec::new();
        if let Some(signature) = &self.signature {
            attributes.push(signature_attribute(&mut self.pool, signature));
        }
        if self.bootstraps.count > 0 {
            let mut bytes = self.pool.utf8("BootstrapMethods").to_be_bytes().to_vec();
            bytes.extend((self.bootstraps.bytes.len() as u32 + 2).to_be_bytes());
            bytes.extend((self.bootstraps.count as u16).to_be_bytes());
            bytes.extend(&self.bootstraps.bytes);
            attributes.push(bytes);
        }
        let mut bytes = (attributes.len() as u16).to_be_bytes().to_vec();
        bytes.extend(attributes.concat());
        bytes
    }
}

fn signature_attribute(pool: &mut PoolWriter, signature: &str) -> Vec<u8> {
    let mut attribute = pool.utf8("Signature").to_be_bytes().to_vec();
    attribute.extend(2_u32.to_be_bytes());
    attribute.extend(pool.utf8(signature).to_be_bytes());
    attribute
}

impl Members {
    fn add(&mut self, pool: &mut PoolWriter, access: u16, name: &str, descriptor: &str, attributes: &[Vec<u8>]) {
        self.count += 1;
        self.bytes.extend(access.to_be_bytes());
        self.bytes.extend(pool.utf8(name).to_be_bytes());
        self.bytes.extend(pool.utf8(descriptor).to_be_bytes());
        self.bytes.extend((attributes.len() as u16).to_be_bytes());
        self.bytes.extend(attributes.concat());
    }
}
