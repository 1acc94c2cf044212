//! Texts of the scanned program made safe to show: they may hold anything, also what steers a terminal or turns a line around.

/// Escapes control characters and marks of writing direction the way Java writes them. The result is a single line.
pub(crate) fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' => shown += "\\n",
            '\r' => shown += "\\r",
            '\t' => shown += "\\t",
            c if is_steering(c) => shown += &escaped(c),
            c => shown.push(c),
        }
    }
    shown
}

/// `\u001b`
pub(crate) fn escaped(c: char) -> String {
    format!("\\u{:04x}", u32::from(c))
}

/// Characters that change how the text around them is shown.
fn is_steering(c: char) -> bool {
    c.is_control() || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// At most `limit` characters, with the full length behind a text that was cut.
pub(crate) fn shortened(text: &str, limit: usize) -> String {
    match text.char_indices().nth(limit) {
        None => text.to_string(),
        Some((end, _)) => format!("{}... ({} characters)", &text[..end], text.chars().count()),
    }
}

/// `1 class`, `3 classes`
pub(crate) fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_steers_the_terminal() {
        assert_eq!(visible("a\u{1b}[31m\nb\u{202e}c\u{7f}"), "a\\u001b[31m\\nb\\u202ec\\u007f");
        assert_eq!(visible("Größe 漢字"), "Größe 漢字");
    }

    #[test]
    fn cut_texts_tell_their_length() {
        assert_eq!(shortened("äöü", 3), "äöü");
        assert_eq!(shortened("äöüß", 3), "äöü... (4 characters)");
    }
}
