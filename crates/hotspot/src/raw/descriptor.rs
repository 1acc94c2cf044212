//! Which file an open descriptor of the process means: natives know files by their numbers.

use machine::follow::Descriptor;

/// The file, and where the descriptor stands in it; nothing for a number that is no descriptor or cannot be sought in.
pub(crate) fn descriptor(number: i32) -> Option<Descriptor> {
    // SAFETY: a zeroed stat is valid, and the kernel fills it; a number that is no descriptor is answered by an error.
    let (stat, position) = unsafe {
        let mut stat: libc::stat = std::mem::zeroed();
        if libc::fstat(number, &mut stat) != 0 {
            return None;
        }
        (stat, libc::lseek(number, 0, libc::SEEK_CUR))
    };
    let position = u64::try_from(position).ok()?;
    Some(Descriptor { device: stat.st_dev, inode: stat.st_ino, position })
}
