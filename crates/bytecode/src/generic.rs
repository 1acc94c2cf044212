//! Generic signatures (JVMS 4.7.9.1), as far as they say which classes a `Class<T>` may stand for, and what type variables of supertypes are in a class.

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

/// A supertype, and its type arguments: descriptors without type arguments of their own, or names of variables (`TT;`).
pub type Parameterized = (String, Vec<String>);

/// Of the signature of a class.
pub fn supertypes(signature: &str) -> Vec<Parameterized> {
    let mut found = Vec::new();
    let mut rest = behind_variables(signature).unwrap_or_default();
    while let Some((kind, behind)) = field(rest) {
        let Some(inside) = kind.strip_prefix('L').and_then(|kind| kind.strip_suffix(';')) else { break };
        rest = behind;
        // A class inside of one with type arguments of its own is another one.
        if inside.contains(">.") {
            continue;
        }
        let (name, arguments) = inside.split_once('<').unwrap_or((inside, ""));
        found.push((name.to_string(), arguments_of(arguments.strip_suffix('>').unwrap_or_default())));
    }
    found
}

/// One after the other; a bound of a wildcard counts.
fn arguments_of(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        if let Some(behind) = rest.strip_prefix('*') {
            found.push("Ljava/lang/Object;".into());
            rest = behind;
            continue;
        }
        let Some((kind, behind)) = field(rest.trim_start_matches(['+', '-'])) else { break };
        found.push(erased(kind));
        rest = behind;
    }
    found
}

fn erased(kind: &str) -> String {
    match kind.split_once('<') {
        Some(_) if kind.contains(">.") => "Ljava/lang/Object;".into(),
        Some((name, _)) => format!("{name};"),
        None => kind.into(),
    }
}

/// Names of the type variables that the signature of a class declares.
pub fn type_variables(signature: &str) -> Vec<String> {
    let end = behind_variables(signature).map_or(0, |rest| signature.len() - rest.len());
    let mut rest = signature[..end].strip_prefix('<').unwrap_or_default();
    let mut found = Vec::new();
    while let Some((name, behind)) = rest.split_once(':') {
        found.push(name.to_string());
        rest = behind;
        while let Some((_, behind)) = field(rest.trim_start_matches(':')).filter(|_| !rest.starts_with('>')) {
            rest = behind;
            if !rest.starts_with(':') {
                break;
            }
        }
        if rest.starts_with('>') {
            break;
        }
    }
    found
}

/// For each parameter of a method, and the result behind them: the name of the type variable that it is.
pub fn method_variables(signature: &str) -> Vec<Option<String>> {
    let Some(mut rest) = behind_variables(signature).and_then(|rest| rest.strip_prefix('(')) else { return Vec::new() };
    let mut found = Vec::new();
    let variable = |kind: &str| kind.strip_prefix('T').map(|name| name.trim_end_matches(';').to_string());
    while let Some((kind, behind)) = field(rest).filter(|_| !rest.starts_with(')')) {
        found.push(variable(kind));
        rest = behind;
    }
    found.push(rest.strip_prefix(')').and_then(field).and_then(|(kind, _)| variable(kind)));
    found
}

/// What follows the declaration of type variables.
fn behind_variables(signature: &str) -> Option<&str> {
    if !signature.starts_with('<') {
        return Some(signature);
    }
    let mut depth = 0;
    let end = signature.find(|letter| {
        depth += i32::from(letter == '<') - i32::from(letter == '>');
        depth == 0
    });
    signature.get(end? + 1..)
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
    text.split_at_checked(end)
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

    #[test]
    fn arguments_of_supertypes() {
        let list = "<E:Ljava/lang/Object;>Ljava/lang/Object;Ljava/lang/Comparable<Lorg/Partial;>;Ljava/util/Map<TE;Ljava/util/List<TE;>;>;";
        let all = supertypes(list);
        assert_eq!(all[1], ("java/lang/Comparable".into(), vec!["Lorg/Partial;".into()]));
        assert_eq!(all[2], ("java/util/Map".into(), vec!["TE;".into(), "Ljava/util/List;".into()]));
        assert_eq!(type_variables(list), ["E"]);
        assert_eq!(type_variables("<K::Ljava/lang/Runnable;V:Ljava/lang/Enum<TV;>;>Ljava/lang/Object;"), ["K", "V"]);
        assert!(type_variables("Ljava/lang/Object;").is_empty());
        assert_eq!(method_variables("(TT;I)TU;"), [Some("T".into()), None, Some("U".into())]);
        assert_eq!(method_variables("(Ljava/util/List<TT;>;)V"), [None, None]);
    }
}
