//! `cargo xtask picture`: draws docs/images/bug.svg for README.md: a bug in the source of an example, and what
//! `jacana verify` prints about it now.

use std::fmt::Write;
use std::fs;
use std::process::ExitCode;

use differential::tools::{Tools, workspace};

const EXAMPLE: &str = "examples/Buckets.java";
const PICTURE: &str = "docs/images/bug.svg";
/// The lines of the example that the picture shows, from and to, counted from 1.
const SHOWN_LINES: (usize, usize) = (11, 18);

const LINE_HEIGHT: usize = 20;
const CHARACTER_WIDTH: f64 = 8.43;
const MARGIN: usize = 20;
const TITLE_HEIGHT: usize = 34;

/// A line of a panel and the style class that it is drawn with.
struct Drawn {
    text: String,
    class: &'static str,
}

/// A window with a title.
struct Panel {
    title: &'static str,
    lines: Vec<Drawn>,
}

pub fn picture() -> ExitCode {
    let command = format!("$ jacana verify {EXAMPLE}");
    let output = Tools::find().jacana().current_dir(workspace()).args(["verify", EXAMPLE]).output();
    let output = output.expect("jacana starts");
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut session = vec![Drawn { text: command, class: "command" }];
    session.extend(printed.lines().map(|line| Drawn { text: line.to_string(), class: class_of(line) }));

    let source = fs::read_to_string(workspace().join(EXAMPLE)).expect("the example is there");
    let panels = [
        Panel { title: EXAMPLE, lines: excerpt(&source, crash_line(&printed)) },
        Panel { title: "terminal", lines: session },
    ];
    fs::write(workspace().join(PICTURE), svg(&panels)).expect("docs/images is writable");
    println!("{PICTURE}");
    ExitCode::SUCCESS
}

/// How a line of the report is coloured.
fn class_of(line: &str) -> &'static str {
    if line.starts_with("VERDICT: TRUE") {
        "good"
    } else if line.starts_with("VERDICT: FALSE") || line.contains("Exception: ") || line.contains("is violated") {
        "bad"
    } else if line.starts_with("  input ") {
        "input"
    } else {
        "plain"
    }
}

/// The line of the example that the first frame of the stack trace names.
fn crash_line(printed: &str) -> usize {
    let frame = printed.lines().find(|line| line.starts_with("    at ")).expect("a violation with its stack trace");
    let line = frame.rsplit(':').next().and_then(|rest| rest.trim_end_matches(')').parse().ok());
    line.expect("a frame names its line")
}

fn excerpt(source: &str, crash: usize) -> Vec<Drawn> {
    let (from, to) = SHOWN_LINES;
    let shown = source.lines().enumerate().skip(from - 1).take(to + 1 - from);
    let drawn = shown.map(|(at, line)| {
        let number = at + 1;
        Drawn { text: format!("{number:4}  {line}"), class: if number == crash { "bad" } else { "plain" } }
    });
    drawn.collect()
}

fn svg(panels: &[Panel]) -> String {
    let columns = panels.iter().flat_map(|panel| &panel.lines).map(|line| line.text.chars().count()).max().unwrap_or(0);
    let width = (columns as f64 * CHARACTER_WIDTH).ceil() as usize + 4 * MARGIN;
    let height = panels.iter().map(|panel| panel_height(panel) + MARGIN).sum::<usize>() + MARGIN;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n{STYLE}"
    );
    let mut top = MARGIN;
    for panel in panels {
        draw(&mut out, panel, top, width - 2 * MARGIN);
        top += panel_height(panel) + MARGIN;
    }
    out.push_str("</svg>\n");
    out
}

const STYLE: &str = "<style>
text { font: 14px ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace; white-space: pre; fill: #d8dee9 }
.title { fill: #8b95a7 } .command { font-weight: bold; fill: #ffffff } .bad { fill: #ff7b72 } .good { fill: #7ee787 } .input { fill: #f2cc60 }
.window { fill: #161b22; stroke: #30363d } .bar { stroke: #30363d }
</style>
";

fn panel_height(panel: &Panel) -> usize {
    TITLE_HEIGHT + panel.lines.len() * LINE_HEIGHT + MARGIN
}

fn draw(out: &mut String, panel: &Panel, top: usize, width: usize) {
    let height = panel_height(panel);
    let left = 2 * MARGIN;
    let bar = top + TITLE_HEIGHT - 6;
    let right = MARGIN + width;
    let title = top + 19;
    let _ = writeln!(
        out,
        "<rect class=\"window\" x=\"{MARGIN}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" rx=\"8\"/>"
    );
    let _ = writeln!(out, "<text class=\"title\" x=\"{left}\" y=\"{title}\">{}</text>", escaped(panel.title));
    let _ = writeln!(out, "<line class=\"bar\" x1=\"{MARGIN}\" y1=\"{bar}\" x2=\"{right}\" y2=\"{bar}\"/>");
    for (at, line) in panel.lines.iter().enumerate() {
        let y = top + TITLE_HEIGHT + (at + 1) * LINE_HEIGHT - 4;
        let text = escaped(&line.text);
        let _ =
            writeln!(out, "<text class=\"{}\" x=\"{left}\" y=\"{y}\" xml:space=\"preserve\">{text}</text>", line.class);
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
