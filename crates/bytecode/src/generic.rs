//! Generic signatures of methods (JVMS 4.7.9.1), as far as they say which classes a `Class<T>` may stand for.

use std::collections::HashMap;

/// For each parameter: the internal name of the class that a `Class` must be or extend, if its type argument has a bound.
pub fn class_bounds(signature: &str) -> Vec<Option<String>> {
    read(signature).unwrap_or_default()
}

fn read(signature: &str) -> Option<Vec<Option<String>>> {
    let mut rest = signature;
    let mut variables: HashMap<&str, &str> = HashMap::new();
    if let Some(behind) = rest.strip_prefix('<') {
        rest = behind;
        while !rest.starts_with('>') {
            let (name, bounds) = rest.split_once(':')?;
            rest = bounds;
            // The bound by a class may be missing before those by interfaces.
            let mut first = None;
            loop {
                if !rest.starts_with(':') {
                    let (bound, behind) = field(rest)?;
                    first = first.or(Some(bound));
                    rest = behind;
                }
                match rest.strip_prefix(':') {
                    Some(behind) => rest = behind,
                    None => break,
                }
            }
            variables.insert(name, first?);
        }
        rest = &rest[1..];
    }
    rest = rest.strip_prefix('(')?;
    let mut found = Vec::new();
    while !rest.starts_with(')') {
        let (parameter, behind) = field(rest)?;
        let argument = parameter.strip_prefix("Ljava/lang/Class<").and_then(|inside| inside.strip_suffix(">;"));
        found.push(argument.and_then(|argument| bound(argument.trim_start_matches('+'), &variables)));
        rest = behind;
    }
    Some(found)
}

/// `java/lang/Enum` of `Ljava/lang/Enum<TE;>;`, or of a variable with that bound.
fn bound(kind: &str, variables: &HashMap<&str, &str>) -> Option<String> {
    let mut kind = kind;
    // Variables may be bounded by variables.
    for _ in 0..=variables.len() {
        match kind.strip_prefix('T') {
            Some(name) => kind = variables.get(name.trim_end_matches(';'))?,
            None => break,
        }
    }
    let name = kind.strip_prefix('L')?.split(['<', ';']).next()?;
    (name != "java/lang/Object").then(|| name.to_string())
}

/// One type, and what is behind it.
fn field(text: &str) -> Option<(&str, &str)> {
    let start = text.len() - text.trim_start_matches('[').len();
    let end = match text[start..].chars().next()? {
        'L' | 'T' => {
            let mut depth = 0;
            let inside = text[start..].find(|letter| {
                depth += i32::from(letter == '<') - i32::from(letter == '>');
                letter == ';' && depth == 0
            });
            start + inside? + 1
        }
        _ => start + 1,
    };
    Some(text.split_at(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(signature: &str) -> Vec<String> {
        class_bounds(signature).into_iter().map(|bound| bound.unwrap_or_default()).collect()
    }

    #[test]
    fn bounds_of_class_arguments() {
        let list = "<E:Ljava/lang/Enum<TE;>;>(Ljava/lang/Class<TE;>;I)Ljava/util/List<TE;>;";
        assert_eq!(bounds(list), ["java/lang/Enum", ""]);
        assert_eq!(bounds("<T:Ljava/lang/Object;>(Ljava/lang/String;Ljava/lang/Class<TT;>;)TT;"), ["", ""]);
        assert_eq!(bounds("(Ljava/lang/Class<+Ljava/lang/Number;>;[Ljava/lang/Class<*>;)V"), ["java/lang/Number", ""]);
        assert_eq!(bounds("<A::Ljava/lang/Runnable;B:TA;>(Ljava/lang/Class<TB;>;)V"), ["java/lang/Runnable"]);
        assert_eq!(bounds("(Ljava/lang/Class<-Ljava/lang/Number;>;Ljava/lang/Class<*>;)V"), ["", ""]);
        assert!(bounds("<E:(").is_empty());
        assert!(bounds("").is_empty());
    }
}
