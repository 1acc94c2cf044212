//! A worker process, as it sees itself: its parent is at standard input.

use crate::link::{self, Transport};
use crate::pool::WORKER;
use crate::process::{exit_now, take_standard_input};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io;
use std::os::unix::net::UnixStream;
use std::sync::Arc;

/// Exit code of a worker that is not needed any more.
pub const DONE: i32 = 0;

/// The parent of this process.
#[derive(Clone)]
pub struct Boss {
    link: Arc<dyn Transport>,
}

impl Boss {
    /// Nobody if this process is no worker.
    pub fn connect() -> io::Result<Option<Boss>> {
        if std::env::var_os(WORKER).is_none() {
            return Ok(None);
        }
        Ok(Some(Boss { link: Arc::new(UnixStream::from(take_standard_input()?)) }))
    }

    /// Waits for the next order; `None` when nobody is left to work for.
    pub fn hear<M: DeserializeOwned>(&self) -> Option<M> {
        link::hear(&*self.link)
    }

    pub fn tell(&self, message: &impl Serialize) {
        if link::tell(&*self.link, message).is_err() {
            // Nobody is left to work for.
            exit_now(DONE);
        }
    }
}
