//! Writing a whole class file (JVMS 4.1) without attributes but Code and BootstrapMethods.

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
        let Ok(count) = u16::try_from(interfaces.len()) else {
            return malformed("too many interfaces to write");
        };
        let mut pool = PoolWriter::new();
        let mut header = Vec::new();
        header.extend(access.to_be_bytes());
        header.extend(pool.class(name).to_be_bytes());
        header.extend(pool.class("java/lang/Object").to_be_bytes());
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
        })
    }

    pub fn field(&mut self, access: u16, name: &str, descriptor: &str) {
        self.fields.add(&mut self.pool, access, name, descriptor, None);
    }

    pub fn native_method(&mut self, access: u16, name: &str, descriptor: &str) {
        self.methods.add(&mut self.pool, access | access::NATIVE, name, descriptor, None);
    }

    pub fn method(
        &mut self,
        access: u16,
        name: &str,
        descriptor: &str,
        body: impl FnOnce(&mut CodeWriter) -> Result<(), ClassFileError>,
    ) -> Result<(), ClassFileError> {
        let receiver = if access & access::STATIC == 0 { 1 } else { 0 };
        let locals = MethodDescriptor::parse(descriptor)?.argument_slots() + receiver;
        let mut code = CodeWriter::new(&mut self.pool, locals);
        body(&mut code)?;
        let code = code.finish()?;
        self.methods.add(&mut self.pool, access, name, descriptor, Some(&code));
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
        if self.bootstraps.count == 0 {
            return vec![0, 0];
        }
        let mut bytes = vec![0, 1];
        bytes.extend(self.pool.utf8("BootstrapMethods").to_be_bytes());
        bytes.extend((self.bootstraps.bytes.len() as u32 + 2).to_be_bytes());
        bytes.extend((self.bootstraps.count as u16).to_be_bytes());
        bytes.extend(&self.bootstraps.bytes);
        bytes
    }
}

impl Members {
    fn add(&mut self, pool: &mut PoolWriter, access: u16, name: &str, descriptor: &str, attribute: Option<&[u8]>) {
        self.count += 1;
        self.bytes.extend(access.to_be_bytes());
        self.bytes.extend(pool.utf8(name).to_be_bytes());
        self.bytes.extend(pool.utf8(descriptor).to_be_bytes());
        self.bytes.extend(u16::from(attribute.is_some()).to_be_bytes());
        self.bytes.extend(attribute.unwrap_or_default());
    }
}
