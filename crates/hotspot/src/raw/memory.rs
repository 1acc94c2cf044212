//! Off-heap memory: what `Unsafe.allocateMemory` hands out, at real addresses that natives can use.
//! Invariant: a wild address is answered by an error, never by a crash.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::os::fd::AsRawFd;

/// Fits into any pipe.
const PIECE: usize = 4096;

/// The blocks allocated here. Other mapped memory (a native's own buffers) can be read and written too.
#[derive(Default)]
pub(crate) struct Memory {
    blocks: BTreeMap<u64, u64>,
    /// Made when it is needed.
    pipe: Option<Pipe>,
}

/// No readable or writable memory there, or no block to free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BadAddress(u64);

impl fmt::Display for BadAddress {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "no memory at address {:#x}", self.0)
    }
}

impl std::error::Error for BadAddress {}

impl Memory {
    /// Zeroed, so that runs are repeatable. `None` when the system has no more.
    pub(crate) fn allocate(&mut self, len: u64) -> Option<u64> {
        let size = usize::try_from(len.max(1)).ok()?;
        // SAFETY: calloc takes any two numbers.
        let address = unsafe { libc::calloc(size, 1) } as u64;
        if address == 0 {
            return None;
        }
        self.blocks.insert(address, len);
        Some(address)
    }

    pub(crate) fn free(&mut self, address: u64) -> Result<(), BadAddress> {
        self.blocks.remove(&address).ok_or(BadAddress(address))?;
        // SAFETY: the address came from calloc and was not freed before, since it was in `blocks`.
        unsafe { libc::free(address as *mut libc::c_void) };
        Ok(())
    }

    /// The length of a live block that starts here.
    pub(crate) fn block_len(&self, address: u64) -> Option<u64> {
        self.blocks.get(&address).copied()
    }

    pub(crate) fn read(&mut self, address: u64, into: &mut [u8]) -> Result<(), BadAddress> {
        if self.owns(address, into.len()) {
            // SAFETY: the range lies in a live block, which calloc has initialised, and `into` is memory of Rust, so elsewhere.
            unsafe { std::ptr::copy_nonoverlapping(address as *const u8, into.as_mut_ptr(), into.len()) };
            return Ok(());
        }
        self.through_pipe(|pipe| pipe.read(address, into)).map_err(|_| BadAddress(address))
    }

    /// Writes inside of a block that was allocated here.
    pub(crate) fn write(&mut self, address: u64, bytes: &[u8]) -> Result<(), BadAddress> {
        if !self.owns(address, bytes.len()) {
            return Err(BadAddress(address));
        }
        // SAFETY: the range lies in a live block, of which Rust code has addresses only, no references.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), address as *mut u8, bytes.len()) };
        Ok(())
    }

    /// Writes anywhere.
    ///
    /// # Safety
    /// Outside of our blocks the memory must belong to native code: Rust code must not hold anything there.
    pub(crate) unsafe fn write_foreign(&mut self, address: u64, bytes: &[u8]) -> Result<(), BadAddress> {
        // SAFETY: as the caller says.
        let foreign = |pipe: &mut Pipe| unsafe { pipe.write(address, bytes) };
        self.write(address, bytes).or_else(|_| self.through_pipe(foreign)).map_err(|_| BadAddress(address))
    }

    /// What was left in a pipe by a copy that failed must not be read by the next one.
    fn through_pipe(&mut self, copy: impl FnOnce(&mut Pipe) -> io::Result<()>) -> io::Result<()> {
        let mut pipe = self.pipe.take().map_or_else(Pipe::new, Ok)?;
        copy(&mut pipe)?;
        self.pipe = Some(pipe);
        Ok(())
    }

    fn owns(&self, address: u64, len: usize) -> bool {
        let block = self.blocks.range(..=address).next_back();
        block.is_some_and(|(start, size)| address - start <= *size && len as u64 <= size - (address - start))
    }
}

/// Where the kernel copies to and from, which answers EFAULT where a plain copy would crash. A confined process may not call
/// `process_vm_readv` and its like, which reach others, too.
struct Pipe {
    reader: PipeReader,
    writer: PipeWriter,
}

impl Pipe {
    fn new() -> io::Result<Pipe> {
        let (reader, writer) = io::pipe()?;
        Ok(Pipe { reader, writer })
    }

    fn read(&mut self, address: u64, into: &mut [u8]) -> io::Result<()> {
        for (at, piece) in into.chunks_mut(PIECE).enumerate() {
            let source = address.wrapping_add((at * PIECE) as u64) as *const libc::c_void;
            // SAFETY: the kernel checks that there is memory, and only reads it.
            let copied = unsafe { libc::write(self.writer.as_raw_fd(), source, piece.len()) };
            let copied = usize::try_from(copied).map_err(|_| io::Error::last_os_error())?;
            self.reader.read_exact(&mut piece[..copied])?;
            if copied < piece.len() {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
        Ok(())
    }

    /// # Safety
    /// Rust code must not hold anything at this address.
    unsafe fn write(&mut self, address: u64, bytes: &[u8]) -> io::Result<()> {
        for (at, piece) in bytes.chunks(PIECE).enumerate() {
            self.writer.write_all(piece)?;
            let target = address.wrapping_add((at * PIECE) as u64) as *mut libc::c_void;
            // SAFETY: the kernel checks that there is memory; the caller says that it is none of Rust's.
            let copied = unsafe { libc::read(self.reader.as_raw_fd(), target, piece.len()) };
            if copied != piece.len() as libc::ssize_t {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_reads_back_what_was_written() {
        let mut memory = Memory::default();
        let address = memory.allocate(16).unwrap();
        memory.write(address + 4, b"jacana").unwrap();
        let mut bytes = [1; 16];
        memory.read(address, &mut bytes).unwrap();
        assert_eq!(&bytes, b"\0\0\0\0jacana\0\0\0\0\0\0");
        assert_eq!(memory.block_len(address), Some(16));
        memory.free(address).unwrap();
        assert_eq!(memory.free(address), Err(BadAddress(address)));
    }

    #[test]
    fn foreign_memory_is_read_and_wild_addresses_are_refused() {
        let mut memory = Memory::default();
        let foreign = *b"foreign";
        let mut bytes = [0; 7];
        memory.read(foreign.as_ptr() as u64, &mut bytes).unwrap();
        assert_eq!(bytes, foreign);
        assert_eq!(memory.read(8, &mut bytes), Err(BadAddress(8)));
        assert_eq!(memory.write(8, &bytes), Err(BadAddress(8)));
        // SAFETY: nothing lies at this address.
        assert_eq!(unsafe { memory.write_foreign(8, &bytes) }, Err(BadAddress(8)));
        let mut own = vec![0_u8; 2 * PIECE + 1];
        let (target, wanted) = (own.as_mut_ptr() as u64, vec![7; 2 * PIECE + 1]);
        // SAFETY: a buffer of this test, which does not look at it meanwhile.
        unsafe { memory.write_foreign(target, &wanted) }.unwrap();
        assert_eq!(std::hint::black_box(own), wanted);
    }
}
