//! How two processes of ours talk: messages by serde and postcard over a transport that carries frames. Pipes and sockets today; a
//! queue would be one more transport.

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io::{self, Read, Write};
use std::os::unix::net::UnixStream;

/// Carries frames in both directions, each whole or not at all.
pub trait Transport: Send + Sync + 'static {
    /// Frames of two threads do not mix.
    fn send(&self, frame: &[u8]) -> io::Result<()>;

    /// Waits for the next frame; `None` when the other side is gone.
    fn receive(&self) -> Option<Vec<u8>>;
}

/// A length and the bytes, in one write.
impl Transport for UnixStream {
    fn send(&self, frame: &[u8]) -> io::Result<()> {
        let length = u32::try_from(frame.len()).map_err(|_| io::Error::other("a message of more than 4 GB"))?;
        let mut whole = Vec::with_capacity(frame.len() + 4);
        whole.extend_from_slice(&length.to_le_bytes());
        whole.extend_from_slice(frame);
        let mut stream = self;
        stream.write_all(&whole)
    }

    fn receive(&self) -> Option<Vec<u8>> {
        let mut stream = self;
        let mut length = [0; 4];
        stream.read_exact(&mut length).ok()?;
        let length = u32::from_le_bytes(length);
        let mut frame = Vec::new();
        let read = stream.take(length.into()).read_to_end(&mut frame).ok()?;
        (read == length as usize).then_some(frame)
    }
}

pub fn tell(to: &dyn Transport, message: &impl Serialize) -> io::Result<()> {
    to.send(&postcard::to_stdvec(message).map_err(io::Error::other)?)
}

/// The next message; `None` when the other side is gone, or says what nobody understands.
pub fn hear<M: DeserializeOwned>(from: &dyn Transport) -> Option<M> {
    postcard::from_bytes(&from.receive()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    enum Message {
        Empty,
        Text(String),
        Bytes { number: u64, bytes: Vec<u8> },
    }

    #[test]
    fn messages_arrive_one_by_one() {
        let messages = [
            Message::Empty,
            Message::Text("größe".into()),
            Message::Bytes { number: u64::MAX, bytes: vec![7; 100_000] },
        ];
        let (here, there) = UnixStream::pair().expect("a pair of sockets");
        let heard = std::thread::spawn(move || {
            let all: Vec<Message> = std::iter::from_fn(|| hear(&there)).collect();
            all
        });
        for message in &messages {
            tell(&here, message).expect("the other side is there");
        }
        drop(here);
        assert_eq!(heard.join().expect("no panic"), messages);
    }

    #[test]
    fn a_frame_that_is_cut_short_is_none() {
        let (here, there) = UnixStream::pair().expect("a pair of sockets");
        (&here).write_all(&[9, 0, 0, 0, 1, 2]).expect("the other side is there");
        drop(here);
        assert_eq!(there.receive(), None);
    }

    #[test]
    fn what_nobody_understands_is_none() {
        let (here, there) = UnixStream::pair().expect("a pair of sockets");
        here.send(&[200, 1, 2]).expect("the other side is there");
        assert_eq!(hear::<Message>(&there), None);
    }
}
