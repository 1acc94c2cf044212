//! Array contents at element size in shared chunks: cloning shares everything, a write copies one chunk at most.

use std::rc::Rc;

const CHUNK: usize = 4096;

#[derive(Clone, Debug)]
pub struct Elements<T> {
    len: u32,
    store: Store<T>,
}

#[derive(Clone, Debug)]
enum Store<T> {
    One(Rc<[T]>),
    Many(Rc<[Rc<[T]>]>),
}

impl<T: Copy + PartialEq> Elements<T> {
    pub fn filled(len: usize, with: T) -> Elements<T> {
        let store = if len <= CHUNK {
            Store::One(std::iter::repeat_n(with, len).collect())
        } else {
            let full: Rc<[T]> = std::iter::repeat_n(with, CHUNK).collect();
            let rest = len % CHUNK;
            let mut chunks = vec![full; len / CHUNK];
            if rest > 0 {
                chunks.push(std::iter::repeat_n(with, rest).collect());
            }
            Store::Many(chunks.into())
        };
        Elements { len: len as u32, store }
    }

    pub fn from_slice(values: &[T]) -> Elements<T> {
        let store = if values.len() <= CHUNK {
            Store::One(values.into())
        } else {
            Store::Many(values.chunks(CHUNK).map(Rc::from).collect())
        };
        Elements { len: values.len() as u32, store }
    }

    #[inline]
    pub fn len(&self) -> usize {
        self.len as usize
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Has the very same storage.
    pub fn shares(&self, other: &Elements<T>) -> bool {
        match (&self.store, &other.store) {
            (Store::One(a), Store::One(b)) => Rc::ptr_eq(a, b),
            (Store::Many(a), Store::Many(b)) => Rc::ptr_eq(a, b),
            (Store::One(_), Store::Many(_)) | (Store::Many(_), Store::One(_)) => false,
        }
    }

    /// `None` outside the bounds.
    #[inline]
    pub fn get(&self, index: usize) -> Option<T> {
        match &self.store {
            Store::One(all) => all.get(index).copied(),
            Store::Many(chunks) => chunks.get(index / CHUNK)?.get(index % CHUNK).copied(),
        }
    }

    /// False outside the bounds.
    #[inline]
    pub fn set(&mut self, index: usize, value: T) -> bool {
        let place = match &mut self.store {
            Store::One(all) => Rc::make_mut(all).get_mut(index),
            Store::Many(chunks) => match Rc::make_mut(chunks).get_mut(index / CHUNK) {
                Some(chunk) => Rc::make_mut(chunk).get_mut(index % CHUNK),
                None => None,
            },
        };
        match place {
            Some(place) => {
                *place = value;
                true
            }
            None => false,
        }
    }

    /// The runs of consecutive elements that make up `start..start + len`; the range must be inside.
    fn runs(&self, start: usize, len: usize) -> impl Iterator<Item = &[T]> {
        let mut at = start;
        let end = start + len;
        std::iter::from_fn(move || {
            if at >= end {
                return None;
            }
            let run = match &self.store {
                Store::One(all) => &all[at..end],
                Store::Many(chunks) => {
                    let chunk = &chunks[at / CHUNK];
                    let from = at % CHUNK;
                    &chunk[from..chunk.len().min(from + end - at)]
                }
            };
            at += run.len();
            Some(run)
        })
    }

    pub fn read(&self, start: usize, len: usize) -> Vec<T> {
        let mut out = Vec::with_capacity(len);
        self.runs(start, len).for_each(|run| out.extend_from_slice(run));
        out
    }

    pub fn to_vec(&self) -> Vec<T> {
        self.read(0, self.len())
    }

    pub fn iter(&self) -> impl Iterator<Item = T> + '_ {
        self.runs(0, self.len()).flatten().copied()
    }

    /// The places at which two arrays of one length differ. What they share is not looked at.
    pub fn different(&self, other: &Elements<T>, same: impl Fn(T, T) -> bool) -> Vec<usize> {
        let compare = |a: &Rc<[T]>, b: &Rc<[T]>, start: usize| -> Vec<usize> {
            if Rc::ptr_eq(a, b) {
                return Vec::new();
            }
            (0..a.len()).filter(|&at| !same(a[at], b[at])).map(|at| start + at).collect()
        };
        match (&self.store, &other.store) {
            (Store::One(a), Store::One(b)) => compare(a, b, 0),
            (Store::Many(a), Store::Many(b)) => {
                let chunks = a.iter().zip(b.iter()).enumerate();
                chunks.flat_map(|(at, (a, b))| compare(a, b, at * CHUNK)).collect()
            }
            _ => panic!("arrays of one length"),
        }
    }

    /// The range must be inside.
    pub fn write(&mut self, start: usize, values: &[T]) {
        match &mut self.store {
            Store::One(all) => Rc::make_mut(all)[start..start + values.len()].copy_from_slice(values),
            Store::Many(chunks) => {
                let chunks = Rc::make_mut(chunks);
                let mut at = start;
                let mut rest = values;
                while !rest.is_empty() {
                    let chunk = Rc::make_mut(&mut chunks[at / CHUNK]);
                    let from = at % CHUNK;
                    let n = rest.len().min(chunk.len() - from);
                    chunk[from..from + n].copy_from_slice(&rest[..n]);
                    rest = &rest[n..];
                    at += n;
                }
            }
        }
    }

    /// Overlap-safe copy inside one array (JLS System.arraycopy).
    pub fn copy_within(&mut self, from: usize, to: usize, len: usize) {
        match &mut self.store {
            Store::One(all) => Rc::make_mut(all).copy_within(from..from + len, to),
            Store::Many(_) => {
                let values = self.read(from, len);
                self.write(to, &values);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clone_does_not_see_writes() {
        for len in [10, CHUNK, CHUNK + 1, 3 * CHUNK + 17] {
            let mut a = Elements::filled(len, 0i32);
            let b = a.clone();
            a.write(len / 2, &[1, 2, 3][..3.min(len - len / 2)]);
            assert!(a.set(len - 1, 9));
            assert!(!a.set(len, 9));
            assert_eq!(b.to_vec(), vec![0; len]);
            assert_eq!(a.get(len / 2), Some(1));
            assert_eq!(a.get(len), None);
        }
    }

    #[test]
    fn copies_across_chunk_borders() {
        let values: Vec<i32> = (0..10_000).collect();
        let mut a = Elements::from_slice(&values);
        a.copy_within(100, 4000, 5000);
        let mut expected = values.clone();
        expected.copy_within(100..5100, 4000);
        assert_eq!(a.to_vec(), expected);
    }
}
