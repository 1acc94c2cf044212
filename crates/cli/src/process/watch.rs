//! What a person at the terminal sees while a command works: one line with what it does, how far it is and what it found, once that
//! takes longer than a second. In a pipe or a log there is none.

use explore::Progress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle, TermLike};
use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Columns of a terminal that only the parent of this process sees, and on which no line may wrap.
const COLUMNS: u16 = 79;

/// What is over before needs no line.
const PATIENCE: Duration = Duration::from_secs(1);
/// Between two lines of progress.
const INTERVAL: Duration = Duration::from_millis(200);

/// The line that is there, for whoever prints: both are on one terminal.
static LINE: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// The line of a command, as long as this lives.
pub struct Status {
    bar: Option<ProgressBar>,
}

impl Status {
    /// `doing` is said until somebody knows more. Without a terminal nothing is ever shown.
    pub fn begin(terminal: bool, doing: &str) -> Status {
        if !terminal {
            return Status { bar: None };
        }
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        let style = ProgressStyle::with_template("{elapsed:>4}  {wide_msg}").expect("a template of ours");
        bar.set_style(style);
        bar.set_message(doing.to_string());
        set_line(Some(bar.clone()));
        let late = bar.clone();
        // Also while one call takes long: who works cannot see to the clock.
        std::thread::spawn(move || {
            std::thread::sleep(PATIENCE);
            if !late.is_finished() {
                late.set_draw_target(target());
                late.enable_steady_tick(INTERVAL);
            }
        });
        Status { bar: Some(bar) }
    }

    /// Nothing more is shown.
    pub fn end(&self) {
        if let Some(bar) = &self.bar
            && !bar.is_finished()
        {
            set_line(None);
            bar.finish_and_clear();
        }
    }

    pub fn tell(&self, what: impl FnOnce() -> String) {
        if let Some(bar) = &self.bar {
            bar.set_message(what());
        }
    }

    /// What an explorer calls now and then, with words before the figures.
    pub fn exploring(&self, before: String) -> impl FnMut(Progress) + use<> {
        let (bar, mut last) = (self.bar.clone(), None);
        move |progress| {
            if let Some(bar) = &bar
                && is_due(&mut last)
            {
                bar.set_message(format!("{before}{}", report::progress(progress)));
            }
        }
    }
}

/// The engine's words go to the terminal by way of its parent.
fn target() -> ProgressDrawTarget {
    match io::stderr().is_terminal() {
        true => ProgressDrawTarget::stderr(),
        false => ProgressDrawTarget::term_like(Box::<ByParent>::default()),
    }
}

/// A terminal behind a pipe, which gets each drawing at once.
#[derive(Debug, Default)]
struct ByParent {
    drawing: Mutex<String>,
}

impl ByParent {
    fn draw(&self, text: &str) -> io::Result<()> {
        self.drawing.lock().map(|mut drawing| drawing.push_str(text)).map_err(|_| io::Error::other("a panic"))
    }
}

impl TermLike for ByParent {
    fn width(&self) -> u16 {
        COLUMNS
    }

    fn move_cursor_up(&self, n: usize) -> io::Result<()> {
        if n == 0 { Ok(()) } else { self.draw(&format!("\x1b[{n}A")) }
    }

    fn move_cursor_down(&self, n: usize) -> io::Result<()> {
        if n == 0 { Ok(()) } else { self.draw(&format!("\x1b[{n}B")) }
    }

    fn move_cursor_right(&self, n: usize) -> io::Result<()> {
        if n == 0 { Ok(()) } else { self.draw(&format!("\x1b[{n}C")) }
    }

    fn move_cursor_left(&self, n: usize) -> io::Result<()> {
        if n == 0 { Ok(()) } else { self.draw(&format!("\x1b[{n}D")) }
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        self.draw(text)?;
        self.draw("\n")
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        self.draw(text)
    }

    fn clear_line(&self) -> io::Result<()> {
        self.draw("\r\x1b[2K")
    }

    fn flush(&self) -> io::Result<()> {
        let drawing = self.drawing.lock().map(|mut drawing| std::mem::take(&mut *drawing)).unwrap_or_default();
        // A terminal that is gone needs no progress.
        let _ = io::stderr().write_all(drawing.as_bytes());
        Ok(())
    }
}

impl Drop for Status {
    fn drop(&mut self) {
        self.end();
    }
}

/// Prints while no line is in the way; it comes back.
pub fn aside<T>(print: impl FnOnce() -> T) -> T {
    let line = LINE.lock().map(|line| line.clone()).unwrap_or_default();
    match line {
        Some(bar) => bar.suspend(print),
        None => print(),
    }
}

fn set_line(bar: Option<ProgressBar>) {
    if let Ok(mut line) = LINE.lock() {
        *line = bar;
    }
}

/// At most once in an interval.
pub fn is_due(last: &mut Option<Instant>) -> bool {
    let due = last.is_none_or(|last| last.elapsed() >= INTERVAL);
    if due {
        *last = Some(Instant::now());
    }
    due
}
