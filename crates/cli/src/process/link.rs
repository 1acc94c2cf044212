//! What coordinator and workers say to each other over a socket: a kind, a length, a body.

use std::io::{self, Read, Write};
use std::os::unix::net::UnixStream;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// To a worker: explore below this prefix.
    Explore,
    /// To a worker: give away what you can spare.
    Give,
    /// To a worker: the run is over, whatever is left.
    Stop,
    /// To a worker: print the report of the whole run.
    Report,
    /// To a worker: nothing is left to do.
    Quit,
    /// Of a worker: nothing to do, with its part of the run.
    Idle,
    /// Of a worker: a prefix for somebody else.
    Gift,
    /// Of a worker: a property is violated on this path.
    Found,
    /// Of a worker: how far it is.
    Progress,
}

const KINDS: [Kind; 9] = [
    Kind::Explore,
    Kind::Give,
    Kind::Stop,
    Kind::Report,
    Kind::Quit,
    Kind::Idle,
    Kind::Gift,
    Kind::Found,
    Kind::Progress,
];

/// In one write, so that messages of two threads do not mix.
pub fn send(mut stream: &UnixStream, kind: Kind, body: &[u8]) -> io::Result<()> {
    let mut message = Vec::with_capacity(body.len() + 5);
    message.push(kind as u8);
    message.extend_from_slice(&(body.len() as u32).to_le_bytes());
    message.extend_from_slice(body);
    stream.write_all(&message)
}

/// `None` when the other side is gone, or says what nobody understands.
pub fn receive(mut stream: &UnixStream) -> Option<(Kind, Vec<u8>)> {
    let mut head = [0; 5];
    stream.read_exact(&mut head).ok()?;
    let kind = *KINDS.get(head[0] as usize)?;
    let length = u32::from_le_bytes([head[1], head[2], head[3], head[4]]);
    let mut body = Vec::new();
    let read = stream.take(length.into()).read_to_end(&mut body).ok()?;
    (read == length as usize).then_some((kind, body))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_arrive_one_by_one() {
        let (here, there) = UnixStream::pair().expect("a pair of sockets");
        for kind in KINDS {
            send(&here, kind, &[kind as u8; 3]).expect("the other side is there");
        }
        drop(here);
        for kind in KINDS {
            assert_eq!(receive(&there), Some((kind, vec![kind as u8; 3])));
        }
        assert_eq!(receive(&there), None);
    }
}
