//! The JDK's `lib/modules` file (jdk.internal.jimage): a perfect hash from `/module/path` to resources.
//! Only header and index are read up front; each resource is one positioned read.

use crate::names::ClassName;
use crate::source::SourceError;
use std::cell::RefCell;
use std::collections::HashMap;
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::rc::Rc;

const MAGIC: u32 = 0xCAFE_DADA;
const HEADER_BYTES: usize = 28;
/// Seed and multiplier of the hash (ImageStringsReader.HASH_MULTIPLIER).
const HASH_MULTIPLIER: u32 = 0x0100_0193;

/// The module of a class, and its bytes.
pub type ModuleClass = (Rc<str>, Vec<u8>);

#[derive(Debug)]
pub struct Image {
    path: PathBuf,
    file: File,
    /// Bytes of the file, against which sizes in the index are checked.
    length: u64,
    /// Where resources start.
    index_end: u64,
    redirect: Vec<i32>,
    /// Offsets into `locations`, by slot of the hash.
    offsets: Vec<u32>,
    locations: Vec<u8>,
    strings: Vec<u8>,
    modules: RefCell<HashMap<Box<str>, Option<Rc<str>>>>,
}

/// Attributes of one resource (jdk.internal.jimage.ImageLocation).
#[derive(Default)]
struct Location {
    module: usize,
    parent: usize,
    base: usize,
    extension: usize,
    offset: u64,
    compressed: u64,
    uncompressed: u64,
}

impl Image {
    pub fn open(path: &Path) -> Result<Image, SourceError> {
        let io = |error| SourceError::io(path, error);
        let file = File::open(path).map_err(io)?;
        let length = file.metadata().map_err(io)?.len();
        let mut header = [0; HEADER_BYTES];
        file.read_exact_at(&mut header, 0).map_err(io)?;
        let [magic, version, _flags, _resources, slots, locations_size, strings_size] = words(&header)[..] else {
            return Err(SourceError::corrupt(path, "short header"));
        };
        if magic != MAGIC {
            return Err(SourceError::corrupt(path, "no 0xCAFEDADA magic"));
        }
        if version >> 16 != 1 {
            return Err(SourceError::corrupt(path, "unknown jimage version"));
        }
        let table_size = u64::from(slots) * 4;
        let index_end = HEADER_BYTES as u64 + table_size * 2 + u64::from(locations_size) + u64::from(strings_size);
        if slots == 0 || index_end > length {
            return Err(SourceError::corrupt(path, "truncated index"));
        }
        let mut index = vec![0; index_end as usize - HEADER_BYTES];
        file.read_exact_at(&mut index, HEADER_BYTES as u64).map_err(io)?;
        let (redirect, rest) = index.split_at(table_size as usize);
        let (offsets, rest) = rest.split_at(table_size as usize);
        let (locations, strings) = rest.split_at(locations_size as usize);
        Ok(Image {
            path: path.to_owned(),
            file,
            length,
            index_end,
            redirect: words(redirect).into_iter().map(|word| word as i32).collect(),
            offsets: words(offsets),
            locations: locations.to_vec(),
            strings: strings.to_vec(),
            modules: RefCell::default(),
        })
    }

    pub fn class(&self, name: &ClassName) -> Result<Option<ModuleClass>, SourceError> {
        let Some((package, _)) = name.rsplit_once('/') else {
            return Ok(None);
        };
        let Some(module) = self.module_of(package)? else {
            return Ok(None);
        };
        let bytes = self.resource(&module, &format!("{name}.class"))?;
        Ok(bytes.map(|bytes| (module, bytes)))
    }

    pub fn resource(&self, module: &str, path: &str) -> Result<Option<Vec<u8>>, SourceError> {
        match self.locate(&format!("/{module}/{path}"))? {
            Some(location) => self.read(&location).map(Some),
            None => Ok(None),
        }
    }

    /// The module that has classes or resources in a package, named with slashes.
    pub fn module_of(&self, package: &str) -> Result<Option<Rc<str>>, SourceError> {
        if let Some(module) = self.modules.borrow().get(package) {
            return Ok(module.clone());
        }
        let module = match self.locate(&format!("/packages/{}", package.replace('/', ".")))? {
            Some(location) => self.package_owner(&self.read(&location)?)?,
            None => None,
        };
        self.modules.borrow_mut().insert(package.into(), module.clone());
        Ok(module)
    }

    /// Full names of all resources: `/module/path`, and `/modules/...` or `/packages/...` bookkeeping.
    pub fn names(&self) -> impl Iterator<Item = Result<String, SourceError>> {
        self.offsets.iter().map(|&offset| self.full_name(&self.location(offset)?))
    }

    /// Of the modules that share a package name, at most one has content in it: pairs (is empty, module name).
    fn package_owner(&self, content: &[u8]) -> Result<Option<Rc<str>>, SourceError> {
        for pair in words(content).chunks_exact(2) {
            if pair[0] == 0 {
                return self.string(pair[1] as usize).map(|name| Some(name.into()));
            }
        }
        Ok(None)
    }

    fn locate(&self, name: &str) -> Result<Option<Location>, SourceError> {
        let slots = self.redirect.len();
        let slot = match self.redirect[hash(name, HASH_MULTIPLIER) as usize % slots] {
            0 => return Ok(None),
            seed @ 1.. => hash(name, seed as u32) as usize % slots,
            direct => !direct as usize,
        };
        let Some(&offset) = self.offsets.get(slot) else {
            return Err(self.corrupt("bad redirect table"));
        };
        let location = self.location(offset)?;
        let found = self.full_name(&location)? == name;
        Ok(found.then_some(location))
    }

    /// Attributes are a byte (kind, length - 1) and a big-endian value, up to kind 0.
    fn location(&self, offset: u32) -> Result<Location, SourceError> {
        let mut location = Location::default();
        let mut rest = self.locations.get(offset as usize..).unwrap_or_default();
        while let [tag, tail @ ..] = rest {
            let (kind, length) = (tag >> 3, usize::from(tag & 7) + 1);
            if kind == 0 {
                return Ok(location);
            }
            let Some((value, tail)) = tail.split_at_checked(length) else {
                break;
            };
            rest = tail;
            let value = value.iter().fold(0, |value, &byte| value << 8 | u64::from(byte));
            match kind {
                1 => location.module = value as usize,
                2 => location.parent = value as usize,
                3 => location.base = value as usize,
                4 => location.extension = value as usize,
                5 => location.offset = value,
                6 => location.compressed = value,
                7 => location.uncompressed = value,
                _ => {}
            }
        }
        Err(self.corrupt("bad location attributes"))
    }

    fn full_name(&self, location: &Location) -> Result<String, SourceError> {
        let mut name = String::new();
        for (before, string, after) in [
            ("/", location.module, "/"),
            ("", location.parent, "/"),
            ("", location.base, ""),
            (".", location.extension, ""),
        ] {
            let text = self.string(string)?;
            if !text.is_empty() {
                name.extend([before, text, after]);
            }
        }
        Ok(name)
    }

    fn string(&self, offset: usize) -> Result<&str, SourceError> {
        let tail = self.strings.get(offset..).unwrap_or_default();
        let Some(length) = tail.iter().position(|&byte| byte == 0) else {
            return Err(self.corrupt("bad string offset"));
        };
        std::str::from_utf8(&tail[..length]).map_err(|_| self.corrupt("a name is not UTF-8"))
    }

    fn read(&self, location: &Location) -> Result<Vec<u8>, SourceError> {
        if location.compressed != 0 {
            return Err(self.corrupt("compressed resources (jlink --compress) are not supported"));
        }
        let start = self.index_end.saturating_add(location.offset);
        if start.saturating_add(location.uncompressed) > self.length {
            return Err(self.corrupt("a resource reaches past the end"));
        }
        let mut bytes = vec![0; location.uncompressed as usize];
        let read = self.file.read_exact_at(&mut bytes, start);
        read.map_err(|error| SourceError::io(&self.path, error))?;
        Ok(bytes)
    }

    fn corrupt(&self, what: &str) -> SourceError {
        SourceError::corrupt(&self.path, what)
    }
}

/// Images are written in the byte order of their platform.
fn words(bytes: &[u8]) -> Vec<u32> {
    let word = |chunk: &[u8]| u32::from_ne_bytes([chunk[0], chunk[1], chunk[2], chunk[3]]);
    bytes.chunks_exact(4).map(word).collect()
}

fn hash(name: &str, seed: u32) -> u32 {
    let step = |hash: u32, byte| hash.wrapping_mul(HASH_MULTIPLIER) ^ u32::from(byte);
    name.bytes().fold(seed, step) & 0x7fff_ffff
}
