//! Tests of a method that differ in values alone become one parameterized test: the values are its parameters, and each test is a row. What a row of
//! `@CsvSource` cannot hold exactly stays a test of its own.

use super::helpers::Body;
use super::locals::{is_telling, unused, word};
use super::names::Names;
use super::values::{EXPECTED, Place, Token, Value, tokens};
use super::{NEEDLESS, Tested, TestedKind, UnitTest, harmless};
use crate::condition::capitalised;
use crate::java::quoted;
use bytecode::DottedName;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Fewer tests are read as easily one by one.
const LEAST_ROWS: usize = 3;
/// Values in a row that a reader can tell apart.
const MOST_COLUMNS: usize = 4;
/// Letters of a row.
const LONGEST_ROW: usize = 90;
/// Between what makes the objects and the call.
const SPLIT: char = '\u{2}';
/// From these words on, the name of a test is about its own values.
const OWN: [&str; 2] = ["When", "With"];
/// What a name cannot end with.
const DANGLING: [&str; 3] = ["Returns", "And", "Is"];

const TEST: &str = "org.junit.jupiter.params.ParameterizedTest";
const SOURCE: &str = "org.junit.jupiter.params.provider.CsvSource";

/// A parameterized test.
struct Table {
    parameters: Vec<(&'static str, String)>,
    /// With letters for the parameters where the framework shows a row.
    shown: String,
    rows: Vec<String>,
    body: Body,
}

/// Says of each test whether it becomes a row, and of which test. Those that may not are left alone.
pub fn assign(package: &str, all: &[Tested], tests: &mut [&mut UnitTest], is_row: impl Fn(usize) -> bool) {
    let mut names = Names::new(package, true);
    let bodies: Vec<Body> = tests.iter().map(|test| super::body(&mut names, &all[test.tested], test)).collect();
    let mut groups: BTreeMap<(usize, String), Vec<usize>> = BTreeMap::new();
    for at in (0..tests.len()).filter(|&at| is_row(at) && tests[at].comment.is_none()) {
        let key = form(&tokens(&uniform(&joined(&bodies[at]))));
        groups.entry((tests[at].tested, format!("{:?}{key}", bodies[at].declares))).or_default().push(at);
    }
    let mut groups: Vec<Vec<usize>> = groups.into_values().collect();
    groups.sort();
    let mut used: BTreeSet<String> = tests.iter().map(|test| test.name.clone()).collect();
    for group in groups {
        let of: Vec<(&UnitTest, &Body)> = group.iter().map(|&at| (&*tests[at], &bodies[at])).collect();
        if table(&all[tests[group[0]].tested], &of).is_none() {
            continue;
        }
        let shared: Vec<&str> = group.iter().map(|&at| tests[at].name.as_str()).collect();
        let shared = shared_name(&shared);
        // The names of its rows are free.
        group.iter().for_each(|&at| _ = used.remove(&tests[at].name));
        let name = unused(&shared, &mut used);
        group.iter().for_each(|&at| tests[at].table = Some(name.clone()));
    }
}

/// The method for tests that are rows of one; `None` if they are not alike.
pub fn method(names: &mut Names, name: &str, tested: &Tested, tests: &[(&UnitTest, &Body)]) -> Option<(Body, String)> {
    let Table { parameters, shown, rows, body } = table(tested, tests)?;
    let [test, source] = [TEST, SOURCE].map(|class| names.class(&DottedName::new(class)));
    let mut head = format!("    @{test}(name = {})\n    @{source}({{\n", quoted(&shown));
    for (at, (row, (test, _))) in rows.iter().zip(tests).enumerate() {
        let comma = if at + 1 < rows.len() { "," } else { "" };
        let note = test.display.as_ref().and_then(|display| Some(display.split_once(": ")?.1));
        let note = note.map(|note| format!("  // {}", harmless(note))).unwrap_or_default();
        let _ = writeln!(head, "        {}{comma}{note}", quoted(row));
    }
    let list: Vec<String> = parameters.iter().map(|(kind, name)| format!("{kind} {name}")).collect();
    let _ = writeln!(head, "    }})\n    void {name}({}){} {{", list.join(", "), body.declares.text());
    Some((body, head))
}

fn joined(body: &Body) -> String {
    format!("{}{SPLIT}{}", body.given, body.rest)
}

/// Assertions on truth values and null as comparisons with an expected value.
fn uniform(text: &str) -> String {
    let line = |line: &str| {
        for (name, value) in [("assertTrue", "true"), ("assertFalse", "false"), ("assertNull", "(String) null")] {
            let head = format!("        {name}(");
            if let Some(rest) = line.strip_prefix(&head) {
                return format!("        assertEquals({value}, {rest}");
            }
        }
        line.to_string()
    };
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

/// The same for texts that differ in values alone.
fn form(tokens: &[Token]) -> String {
    let shown = tokens.iter().map(|token| match token {
        Token::Text(text) => text.replace(NEEDLESS, ""),
        Token::Value(value) => format!("\u{3}{}\u{3}", value.kind.java()),
    });
    shown.collect()
}

fn values(tokens: &[Token]) -> Vec<&Value> {
    tokens.iter().filter_map(|token| if let Token::Value(value) = token { Some(value) } else { None }).collect()
}

/// A parameter: which values of the text it stands for.
struct Column {
    places: Vec<usize>,
    is_quoted: bool,
}

fn table(tested: &Tested, tests: &[(&UnitTest, &Body)]) -> Option<Table> {
    if tests.len() < LEAST_ROWS {
        return None;
    }
    let plain: Vec<String> = tests.iter().map(|(_, body)| joined(body)).collect();
    let read = |texts: &[String]| -> Option<Vec<Vec<Token>>> {
        let all: Vec<Vec<Token>> = texts.iter().map(|text| tokens(text)).collect();
        let first = form(&all[0]);
        all.iter().all(|tokens| form(tokens) == first).then_some(all)
    };
    // As they are if that is enough.
    let all = read(&plain).or_else(|| read(&plain.iter().map(|text| uniform(text)).collect::<Vec<_>>()))?;
    let rows: Vec<Vec<&Value>> = all.iter().map(|tokens| values(tokens)).collect();
    let columns = columns(&rows);
    if columns.is_empty() || columns.len() > MOST_COLUMNS {
        return None;
    }
    let texts: Vec<String> = rows.iter().map(|row| row_text(row, &columns)).collect();
    let is_told = texts.iter().collect::<BTreeSet<_>>().len() == texts.len();
    // A single empty value would be no row at all.
    if !is_told || texts.iter().any(|text| text.is_empty() || text.len() > LONGEST_ROW) {
        return None;
    }
    let names = parameter_names(tested, tests[0].0, &rows[0], &columns, &plain[0]);
    let (given, rest) = written(&all[0], &columns, &names);
    let parameters =
        columns.iter().zip(&names).map(|(column, name)| (rows[0][column.places[0]].kind.java(), name.clone()));
    let (shown, declares) = (shown(tested, &rows[0], &columns, &names), tests[0].1.declares);
    let body = Body { given, rest, declares, parameters: names.clone() };
    Some(Table { parameters: parameters.collect(), shown, rows: texts, body })
}

/// Values that differ; those that are the same in every row are one parameter.
fn columns(rows: &[Vec<&Value>]) -> Vec<Column> {
    let mut columns: Vec<Column> = Vec::new();
    let column_of = |at: usize| rows.iter().map(move |row| (row[at].kind, row[at].text.as_ref()));
    for at in 0..rows[0].len() {
        if column_of(at).all(|value| Some(value) == column_of(at).next()) {
            continue;
        }
        match columns.iter_mut().find(|column| column_of(column.places[0]).eq(column_of(at))) {
            Some(column) => column.places.push(at),
            None => {
                let is_quoted = rows.iter().any(|row| row[at].needs_quotes());
                columns.push(Column { places: vec![at], is_quoted });
            }
        }
    }
    columns
}

fn row_text(row: &[&Value], columns: &[Column]) -> String {
    let values = columns.iter().map(|column| match &row[column.places[0]].text {
        None => String::new(),
        Some(text) if column.is_quoted => format!("'{}'", text.replace('\'', "''")),
        Some(text) => text.clone(),
    });
    values.collect::<Vec<_>>().join(", ").trim_end().to_string()
}

/// The text of the first test with parameters for its values, in its two parts.
fn written(tokens: &[Token], columns: &[Column], names: &[String]) -> (String, String) {
    let mut text = String::new();
    let mut at = 0..;
    for token in tokens {
        match token {
            Token::Text(part) => text += part,
            Token::Value(value) => {
                let at = at.next().expect("there is no end");
                let column = columns.iter().position(|column| column.places.contains(&at));
                text += column.map_or(&value.java, |column| &names[column]);
            }
        }
    }
    let (given, rest) = text.split_once(SPLIT).unwrap_or(("", &text));
    (given.to_string(), rest.to_string())
}

/// After the parameters of the method, after what is asked, or after their kinds.
fn parameter_names(tested: &Tested, test: &UnitTest, row: &[&Value], columns: &[Column], text: &str) -> Vec<String> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let mut used: BTreeSet<String> = text.split(|c| !is_part(c)).map(String::from).collect();
    used.extend(["result", "thrown"].map(String::from));
    let wanted = |column: &Column| {
        let of_call = column.places.iter().find_map(|&at| {
            let argument = argument_of(tested, &row[at].place)?;
            let name = &test.arrangement.arguments.get(argument)?.0;
            is_telling(name).then(|| name.clone())
        });
        let asked = || column.places.iter().find_map(|&at| row[at].place.asked());
        let set = || column.places.iter().find_map(|&at| row[at].place.set());
        of_call.or_else(asked).or_else(set).unwrap_or_else(|| row[column.places[0]].kind.word().to_string())
    };
    let name = |column: &Column| {
        let wanted = wanted(column);
        // What is set and what is asked may be called alike.
        let is_expected = column.places.iter().all(|&at| row[at].place.callee == "assertEquals");
        let is_taken = used.contains(&wanted) && is_expected && wanted != EXPECTED;
        unused(&if is_taken { format!("{EXPECTED}{}", capitalised(&wanted)) } else { wanted }, &mut used)
    };
    columns.iter().map(name).collect()
}

/// Which argument of the method under test a value is.
fn argument_of(tested: &Tested, place: &Place) -> Option<usize> {
    let (callee, skipped) = match tested.kind {
        TestedKind::Constructor => (tested.class.dotted().simple().rsplit('$').next()?.to_string(), 0),
        TestedKind::Static => (tested.name.clone(), 0),
        TestedKind::Instance => (tested.name.clone(), 1),
    };
    (place.is_acting && place.method() == callee).then_some(place.argument + skipped)
}

/// `isLeap({0}) is {1}` where the parameters are arguments and an answer, `cents={0}, price={1}` elsewhere.
fn shown(tested: &Tested, row: &[&Value], columns: &[Column], names: &[String]) -> String {
    let is_argument = |column: &Column| column.places.iter().any(|&at| argument_of(tested, &row[at].place).is_some());
    let is_answer = |column: &Column| column.places.iter().all(|&at| row[at].place.is_answer());
    let (arguments, rest): (Vec<usize>, Vec<usize>) = (0..columns.len()).partition(|&at| is_argument(&columns[at]));
    let call = match tested.kind {
        TestedKind::Constructor => format!("new {}", word_of(tested)),
        TestedKind::Static | TestedKind::Instance => tested.name.clone(),
    };
    let list: Vec<String> = arguments.iter().map(|at| format!("{{{at}}}")).collect();
    let is_whole = arguments.len() == tested.types.len() && !arguments.is_empty();
    match rest.as_slice() {
        [] if is_whole => format!("{call}({})", list.join(", ")),
        [answer] if is_whole && is_answer(&columns[*answer]) => format!("{call}({}) is {{{answer}}}", list.join(", ")),
        _ => names.iter().enumerate().map(|(at, name)| format!("{name}={{{at}}}")).collect::<Vec<_>>().join(", "),
    }
}

fn word_of(tested: &Tested) -> String {
    tested.class.dotted().simple().replace('$', ".")
}

/// The words that all names begin with, without those about single values.
fn shared_name(names: &[&str]) -> String {
    let words: Vec<Vec<&str>> = names.iter().map(|name| words(name)).collect();
    let is_shared = |at: &usize| words.iter().all(|other| other.get(*at) == words[0].get(*at));
    let count = (0..words[0].len()).take_while(is_shared).count();
    let mut shared: Vec<&str> = words[0][..count].iter().copied().take_while(|word| !OWN.contains(word)).collect();
    while shared.len() > 1 && shared.last().is_some_and(|last| DANGLING.contains(last)) {
        shared.pop();
    }
    if shared.is_empty() { word(names[0]) } else { shared.concat() }
}

/// `["pay", "Throws", "When"]`
fn words(name: &str) -> Vec<&str> {
    let starts = name.char_indices().filter(|(at, c)| *at == 0 || c.is_uppercase()).map(|(at, _)| at);
    let starts: Vec<usize> = starts.collect();
    let ends = starts.iter().skip(1).copied().chain([name.len()]);
    starts.iter().zip(ends).map(|(&from, to)| &name[from..to]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arrange::Arrangement;
    use crate::junit::{Declares, TestOutcome};
    use bytecode::{Prim, Type};

    fn tested() -> Tested {
        let types = vec![Type::Prim(Prim::Int)];
        let (name, result) = ("isLeap".to_string(), Some(Type::Prim(Prim::Boolean)));
        Tested { class: "Year".into(), name, types, result, kind: TestedKind::Static }
    }

    /// Of tests with these bodies.
    fn rows(bodies: &[&str]) -> Option<(String, Vec<String>, String)> {
        let test = UnitTest {
            name: "isLeap".into(),
            display: None,
            declares: Declares::Nothing,
            comment: None,
            tested: 0,
            arrangement: Arrangement::default(),
            outcome: TestOutcome::Returned(Vec::new()),
            table: None,
        };
        let tests: Vec<UnitTest> = bodies.iter().map(|_| test.clone()).collect();
        let body = |text: &&str| Body {
            given: String::new(),
            rest: text.to_string(),
            declares: Declares::Nothing,
            parameters: Vec::new(),
        };
        let bodies: Vec<Body> = bodies.iter().map(body).collect();
        let table = table(&tested(), &tests.iter().zip(&bodies).collect::<Vec<_>>())?;
        Some((table.shown, table.rows, table.body.rest))
    }

    fn leap(year: &str, said: &str) -> String {
        format!("        boolean result = Year.isLeap({year});\n\n        {said}\n")
    }

    #[test]
    fn truth_values_are_expected_ones() {
        let texts = [
            leap("2000", "assertTrue(result);"),
            leap("1900", "assertFalse(result);"),
            leap("4", "assertTrue(result);"),
        ];
        let (shown, rows, body) = rows(&texts.each_ref().map(String::as_str)).expect("a table");
        assert_eq!(shown, "isLeap({0}) is {1}");
        assert_eq!(rows, ["2000, true", "1900, false", "4, true"]);
        assert_eq!(body, leap("number", "assertEquals(expected, result);"));
    }

    #[test]
    fn what_is_the_same_in_all_rows_stays() {
        let texts = ["1", "2", "3"].map(|year| leap(year, "assertFalse(result);"));
        let (shown, _, body) = rows(&texts.each_ref().map(String::as_str)).expect("a table");
        assert_eq!((shown.as_str(), body), ("isLeap({0})", leap("number", "assertFalse(result);")));
    }

    #[test]
    fn what_a_row_cannot_hold_is_no_row() {
        let texts = |values: [&str; 3]| values.map(|value| format!("        C.f({value});\n"));
        let rows = |values| rows(&texts(values).each_ref().map(String::as_str)).map(|(_, rows, _)| rows);
        assert_eq!(rows(["\"a\"", "\"it's\"", "\"\""]).expect("a table"), ["'a'", "'it''s'", "''"]);
        assert_eq!(rows(["1.5", "-0.0", "Double.NaN"]).expect("a table"), ["1.5", "-0.0", "NaN"]);
        assert_eq!(rows(["\"a\"", "\"b\"", "\"\\n\""]), None);
        assert_eq!(rows(["1", "2", "3L"]), None);
        // Nothing but null is an empty line.
        assert_eq!(rows(["\"a\"", "\"b\"", "(String) null"]), None);
    }

    #[test]
    fn names_are_what_the_rows_share() {
        assert_eq!(shared_name(&["isLeapReturnsTrueWhenYearIs4", "isLeapReturnsFalse"]), "isLeap");
        assert_eq!(shared_name(&["payThrowsRangeWhenPriceIsZero", "payThrowsRangeWith7"]), "payThrowsRange");
    }
}
