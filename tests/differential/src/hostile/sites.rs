//! Where in a class file what lies (JVMS 4): the places that are worth damaging.

use std::ops::Range;

#[derive(Debug, Default)]
pub struct Sites {
    /// Tags of pool entries.
    pub tags: Vec<usize>,
    /// Two-byte indices into the pool.
    pub indices: Vec<usize>,
    /// Contents of names, descriptors and texts.
    pub texts: Vec<Range<usize>>,
    pub flags: Vec<usize>,
    /// Two-byte counts, and max_stack and max_locals.
    pub counts: Vec<usize>,
    /// Four-byte lengths of attributes and code.
    pub lengths: Vec<usize>,
    pub code: Vec<Range<usize>>,
    pub stack_maps: Vec<Range<usize>>,
    pub handlers: Vec<Range<usize>>,
    /// Fields, methods and attributes, with the place of their count.
    pub members: Vec<(usize, Range<usize>)>,
    pub pool_count: u16,
}

/// The sites of an undamaged class file.
pub fn sites(bytes: &[u8]) -> Sites {
    let mut walk = Walk { bytes, at: 8, sites: Sites::default(), names: Vec::new() };
    walk.pool();
    walk.sites.flags.push(walk.at);
    walk.skip(2);
    walk.index();
    walk.index();
    for _ in 0..walk.count() {
        walk.index();
    }
    for _ in 0..2 {
        let count_at = walk.at;
        for _ in 0..walk.count() {
            let start = walk.at;
            walk.sites.flags.push(walk.at);
            walk.skip(2);
            walk.index();
            walk.index();
            walk.attributes();
            let range = start..walk.at;
            walk.sites.members.push((count_at, range));
        }
    }
    walk.attributes();
    assert_eq!(walk.at, bytes.len(), "a whole class file");
    walk.sites
}

struct Walk<'a> {
    bytes: &'a [u8],
    at: usize,
    sites: Sites,
    /// Utf8 entries by index.
    names: Vec<Range<usize>>,
}

impl Walk<'_> {
    fn skip(&mut self, length: usize) {
        self.at += length;
    }

    fn u16(&mut self) -> u16 {
        let value = u16::from_be_bytes([self.bytes[self.at], self.bytes[self.at + 1]]);
        self.at += 2;
        value
    }

    fn u32(&mut self) -> usize {
        usize::from(self.u16()) << 16 | usize::from(self.u16())
    }

    fn index(&mut self) -> u16 {
        self.sites.indices.push(self.at);
        self.u16()
    }

    fn count(&mut self) -> u16 {
        self.sites.counts.push(self.at);
        self.u16()
    }

    fn pool(&mut self) {
        let count = self.count();
        self.sites.pool_count = count;
        self.names = vec![0..0; count.into()];
        let mut entry = 1;
        while entry < usize::from(count) {
            self.sites.tags.push(self.at);
            let tag = self.bytes[self.at];
            self.skip(1);
            match tag {
                1 => {
                    let length = self.u16();
                    let range = self.at..self.at + usize::from(length);
                    self.names[entry] = range.clone();
                    self.skip(length.into());
                    self.sites.texts.push(range);
                }
                3 | 4 => self.skip(4),
                5 | 6 => {
                    self.skip(8);
                    entry += 1;
                }
                7 | 8 | 16 | 19 | 20 => {
                    self.index();
                }
                15 => {
                    self.skip(1);
                    self.index();
                }
                _ => {
                    self.index();
                    self.index();
                }
            }
            entry += 1;
        }
    }

    fn attributes(&mut self) {
        let count_at = self.at;
        for _ in 0..self.count() {
            let start = self.at;
            let name = self.index();
            self.sites.lengths.push(self.at);
            let length = self.u32();
            let end = self.at + length;
            match &self.bytes[self.names[usize::from(name)].clone()] {
                b"Code" => self.code(),
                b"StackMapTable" => self.sites.stack_maps.push(self.at..end),
                b"Exceptions"
                | b"BootstrapMethods"
                | b"InnerClasses"
                | b"NestMembers"
                | b"NestHost"
                | b"Record"
                | b"PermittedSubclasses"
                | b"ConstantValue"
                | b"Signature"
                | b"SourceFile" => {
                    self.sites.indices.extend((self.at..end).step_by(2));
                }
                _ => {}
            }
            self.at = end;
            self.sites.members.push((count_at, start..end));
        }
    }

    fn code(&mut self) {
        self.count();
        self.count();
        self.sites.lengths.push(self.at);
        let length = self.u32();
        self.sites.code.push(self.at..self.at + length);
        self.skip(length);
        let rows = self.count();
        if rows > 0 {
            self.sites.handlers.push(self.at..self.at + usize::from(rows) * 8);
        }
        self.skip(usize::from(rows) * 8);
        self.attributes();
    }
}
