//! Frames of a StackMapTable (JVMS 4.7.4) for shifted code: the same types at other places.

use super::Left;
use super::insert::Layout;
use crate::reader::Reader;

const SAME: u8 = 0;
const ONE_ITEM: u8 = 64;
const ONE_ITEM_EXTENDED: u8 = 247;
const SAME_EXTENDED: u8 = 251;
const UNINITIALIZED: u8 = 8;
const OBJECT: u8 = 7;

/// How a frame differs from the one before it, apart from its place.
enum Change {
    None,
    OneItem,
    /// Fewer local variables: the tag itself says how many.
    Chop(u8),
    /// More local variables: so many.
    Append(u8),
    Full,
}

pub(super) fn shifted_frames(layout: &Layout, mut content: Reader) -> Result<Vec<u8>, Left> {
    let count = content.u16()?;
    let mut out = count.to_be_bytes().to_vec();
    let (mut old, mut new): (Option<u16>, Option<u16>) = (None, None);
    for _ in 0..count {
        let tag = content.u8()?;
        let (change, delta) = match tag {
            0..=63 => (Change::None, u16::from(tag)),
            64..=127 => (Change::OneItem, u16::from(tag - ONE_ITEM)),
            128..=246 => return Err(Left::Malformed(format!("a stack map frame of type {tag}"))),
            ONE_ITEM_EXTENDED => (Change::OneItem, content.u16()?),
            248..=250 => (Change::Chop(tag), content.u16()?),
            SAME_EXTENDED => (Change::None, content.u16()?),
            252..=254 => (Change::Append(tag - SAME_EXTENDED), content.u16()?),
            255 => (Change::Full, content.u16()?),
        };
        let at = match old {
            None => Some(delta),
            Some(before) => before.checked_add(delta).and_then(|at| at.checked_add(1)),
        };
        let at = at.ok_or(Left::Malformed("a stack map frame beyond the code".into()))?;
        let place = layout.landing(at)?;
        let delta = match new {
            None => Some(place),
            Some(before) => place.checked_sub(before).and_then(|distance| distance.checked_sub(1)),
        };
        let delta = delta.ok_or(Left::Malformed("stack map frames are not in order".into()))?;
        (old, new) = (Some(at), Some(place));
        frame(layout, &mut content, &change, delta, &mut out)?;
    }
    Ok(out)
}

fn frame(layout: &Layout, content: &mut Reader, change: &Change, delta: u16, out: &mut Vec<u8>) -> Result<(), Left> {
    let short = u8::try_from(delta).ok().filter(|&delta| delta < ONE_ITEM);
    let extended = |tag: u8, out: &mut Vec<u8>| {
        out.push(tag);
        out.extend(delta.to_be_bytes());
    };
    match (change, short) {
        (Change::None, Some(delta)) => out.push(SAME + delta),
        (Change::None, None) => extended(SAME_EXTENDED, out),
        (Change::OneItem, Some(delta)) => out.push(ONE_ITEM + delta),
        (Change::OneItem, None) => extended(ONE_ITEM_EXTENDED, out),
        (Change::Chop(tag), _) => extended(*tag, out),
        (Change::Append(more), _) => extended(SAME_EXTENDED + more, out),
        (Change::Full, _) => extended(255, out),
    }
    match change {
        Change::None | Change::Chop(_) => {}
        Change::OneItem => types(layout, content, 1, out)?,
        Change::Append(more) => types(layout, content, u16::from(*more), out)?,
        Change::Full => {
            for _ in ["locals", "stack"] {
                let count = content.u16()?;
                out.extend(count.to_be_bytes());
                types(layout, content, count, out)?;
            }
        }
    }
    Ok(())
}

fn types(layout: &Layout, content: &mut Reader, count: u16, out: &mut Vec<u8>) -> Result<(), Left> {
    for _ in 0..count {
        let tag = content.u8()?;
        out.push(tag);
        match tag {
            OBJECT => out.extend(content.take(2)?),
            // The instruction `new` itself, not what stands before it.
            UNINITIALIZED => out.extend(layout.standing(content.u16()?)?.to_be_bytes()),
            _ => {}
        }
    }
    Ok(())
}
