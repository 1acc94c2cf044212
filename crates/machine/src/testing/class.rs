//! Writing the class files of a bench (JVMS 4.1). Their version is one whose verifier infers types, so that code needs no stack maps.

use super::assembler::assemble;
use bytecode::access;
use bytecode::writer::{BRANCHING_MAJOR, PoolWriter};

/// Enough for every method of a test.
const MAX_STACK: u16 = 8;
const MAX_LOCALS: u16 = 8;

/// A class under construction.
pub struct TestClass {
    name: String,
    pool: PoolWriter,
    /// Access flags up to the interfaces.
    header: Vec<u16>,
    fields: Members,
    methods: Members,
}

/// Entries of a table, one after the other.
#[derive(Default)]
struct Members {
    count: u16,
    bytes: Vec<u8>,
}

impl TestClass {
    /// A public class that extends Object.
    pub fn new(name: &str) -> TestClass {
        TestClass::extending(name, "java/lang/Object")
    }

    pub fn extending(name: &str, superclass: &str) -> TestClass {
        TestClass::with_header(name, access::PUBLIC | access::SUPER, Some(superclass))
    }

    pub(super) fn interface(name: &str) -> TestClass {
        TestClass::with_header(name, access::PUBLIC | access::INTERFACE | access::ABSTRACT, Some("java/lang/Object"))
    }

    /// java.lang.Object, the one class without a superclass.
    pub(super) fn object() -> TestClass {
        TestClass::with_header("java/lang/Object", access::PUBLIC | access::SUPER, None)
    }

    fn with_header(name: &str, access: u16, superclass: Option<&str>) -> TestClass {
        let mut pool = PoolWriter::new();
        let (this, superclass) = (pool.class(name), superclass.map_or(0, |superclass| pool.class(superclass)));
        let header = vec![access, this, superclass, 0];
        TestClass { name: name.into(), pool, header, fields: Members::default(), methods: Members::default() }
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub fn field(mut self, name: &str, descriptor: &str) -> TestClass {
        self.fields.add(&mut self.pool, access::PUBLIC, name, descriptor, None);
        self
    }

    pub fn static_field(mut self, name: &str, descriptor: &str) -> TestClass {
        self.fields.add(&mut self.pool, access::PUBLIC | access::STATIC, name, descriptor, None);
        self
    }

    /// A public static method, from assembly (`assembler.rs`).
    pub fn method(mut self, name: &str, descriptor: &str, code: &str) -> TestClass {
        let code = assemble(&mut self.pool, code);
        self.methods.add(&mut self.pool, access::PUBLIC | access::STATIC, name, descriptor, Some(&code));
        self
    }

    pub(super) fn finish(self) -> Vec<u8> {
        let mut bytes = 0xCAFE_BABE_u32.to_be_bytes().to_vec();
        bytes.extend(u32::from(BRANCHING_MAJOR).to_be_bytes());
        bytes.extend(self.pool.finish().expect("the pool of a test is small"));
        bytes.extend(self.header.iter().flat_map(|part| part.to_be_bytes()));
        for members in [self.fields, self.methods] {
            bytes.extend(members.count.to_be_bytes());
            bytes.extend(members.bytes);
        }
        // No attributes.
        bytes.extend([0, 0]);
        bytes
    }
}

impl Members {
    fn add(&mut self, pool: &mut PoolWriter, access: u16, name: &str, descriptor: &str, code: Option<&[u8]>) {
        self.count += 1;
        let parts = [access, pool.utf8(name), pool.utf8(descriptor), u16::from(code.is_some())];
        self.bytes.extend(parts.iter().flat_map(|part| part.to_be_bytes()));
        let Some(code) = code else { return };
        self.bytes.extend(pool.utf8("Code").to_be_bytes());
        self.bytes.extend((code.len() as u32 + 12).to_be_bytes());
        self.bytes.extend([MAX_STACK, MAX_LOCALS].iter().flat_map(|part| part.to_be_bytes()));
        self.bytes.extend((code.len() as u32).to_be_bytes());
        self.bytes.extend(code);
        // Neither handlers nor attributes.
        self.bytes.extend([0; 4]);
    }
}
