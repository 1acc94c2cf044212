//! Which top-level module of a crate names which others: by tokens, so that comments and texts do not count and the contents of
//! macros do. Code for tests counts as well. A name that the root imports stands for the module that it comes from; what
//! the root itself defines belongs to no module.

use std::collections::BTreeMap;
use std::str::FromStr;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use super::{Crate, Graph, Source, UNSAFE_CRATE};

/// The files of a C library's bindings, the one other place with `unsafe` code.
const UNSAFE_BINDINGS: (&str, &str) = ("solver", "backend/z3/");

pub fn module_graph(found: &Crate) -> Graph {
    let mut graph = Graph::default();
    let modules = found.modules();
    let imported = imports(found);
    modules.iter().for_each(|module| graph.node(module));
    for source in &found.sources {
        let Some(module) = source.module() else { continue };
        let mut names = Names { found: Vec::new() };
        names.scan(&tokens(source), &mut module_path(&source.path));
        for name in names.found {
            let targets: Vec<&str> = match name.as_str() {
                "*" => imported.values().map(String::as_str).collect(),
                name if modules.contains(&name) => vec![name],
                name => imported.get(name).map(String::as_str).into_iter().collect(),
            };
            for target in targets.into_iter().filter(|target| *target != module) {
                graph.edge(module, target, &format!("{} names {name}", source.path));
            }
        }
    }
    graph
}

/// Files outside of the crate for it that have the word `unsafe`, or switch off its lint.
pub fn unsafe_files(crates: &[Crate]) -> Vec<String> {
    let mut files = Vec::new();
    for found in crates.iter().filter(|found| found.name != UNSAFE_CRATE) {
        let checked = found.sources.iter().filter(|source| {
            let (binding, folder) = UNSAFE_BINDINGS;
            found.name != binding || !source.path.starts_with(folder)
        });
        let unsafe_ones = checked.filter(|source| says_unsafe(&tokens(source)));
        files.extend(unsafe_ones.map(|source| format!("{}: {} has unsafe code", found.name, source.path)));
    }
    files
}

fn says_unsafe(tokens: &[TokenTree]) -> bool {
    tokens.iter().any(|token| match token {
        TokenTree::Ident(name) => name == "unsafe" || name == "unsafe_code",
        TokenTree::Group(group) => says_unsafe(&contents(group)),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

fn tokens(source: &Source) -> Vec<TokenTree> {
    let stream = TokenStream::from_str(&source.text);
    stream.unwrap_or_else(|error| panic!("{} is no Rust: {error}", source.path)).into_iter().collect()
}

fn contents(group: &proc_macro2::Group) -> Vec<TokenTree> {
    group.stream().into_iter().collect()
}

/// `a/b.rs` and `a/b/mod.rs` are `a::b`.
fn module_path(path: &str) -> Vec<String> {
    let parts = path.trim_end_matches(".rs").split('/').filter(|part| *part != "mod");
    parts.map(str::to_string).collect()
}

/// Names that the root of the crate takes from its modules, each with its module.
fn imports(found: &Crate) -> BTreeMap<String, String> {
    let mut imported = BTreeMap::new();
    let modules = found.modules();
    for root in found.sources.iter().filter(|source| source.module().is_none()) {
        let tokens = tokens(root);
        for (at, _) in tokens.iter().enumerate().filter(|(_, token)| is_word(token, "use")) {
            let mut leaves = Vec::new();
            use_leaves(&tokens[at + 1..], &mut Vec::new(), &mut leaves);
            for path in leaves {
                let path: Vec<&String> = path.iter().filter(|part| *part != "crate" && *part != "self").collect();
                let [module, .., name] = path.as_slice() else { continue };
                if modules.contains(&module.as_str()) {
                    assert!(
                        *name != "*",
                        "{}: the root takes all names of {module}, which hides where they come from",
                        found.name
                    );
                    imported.insert(name.to_string(), module.to_string());
                }
            }
        }
    }
    imported
}

/// The paths of a `use` up to its end; a renamed one ends in its new name.
fn use_leaves(tokens: &[TokenTree], prefix: &mut Vec<String>, leaves: &mut Vec<Vec<String>>) {
    let depth = prefix.len();
    let mut pending = false;
    let mut renamed = false;
    for token in tokens {
        match token {
            TokenTree::Ident(name) if name == "as" => renamed = true,
            TokenTree::Ident(name) => {
                if renamed {
                    prefix.pop();
                }
                prefix.push(name.to_string());
                (pending, renamed) = (true, false);
            }
            TokenTree::Punct(mark) if mark.as_char() == '*' => {
                prefix.push("*".into());
                pending = true;
            }
            TokenTree::Punct(mark) if mark.as_char() == ':' => {}
            TokenTree::Punct(mark) => {
                if pending {
                    leaves.push(prefix.clone());
                }
                prefix.truncate(depth);
                pending = false;
                if mark.as_char() == ';' {
                    return;
                }
            }
            TokenTree::Group(group) => {
                use_leaves(&contents(group), prefix, leaves);
                pending = false;
            }
            TokenTree::Literal(_) => return,
        }
    }
    if pending {
        leaves.push(prefix.clone());
    }
    prefix.truncate(depth);
}

fn is_word(token: &TokenTree, word: &str) -> bool {
    matches!(token, TokenTree::Ident(name) if name == word)
}

/// `::` at the beginning.
fn is_path_mark(tokens: &[TokenTree]) -> bool {
    let colon = |token: Option<&TokenTree>| matches!(token, Some(TokenTree::Punct(mark)) if mark.as_char() == ':');
    colon(tokens.first()) && colon(tokens.get(1))
}

/// Names that code looks up in the root of its crate; `*` is all that the root imports.
struct Names {
    found: Vec<String>,
}

impl Names {
    /// `here` is the path of the module that the tokens are in.
    fn scan(&mut self, tokens: &[TokenTree], here: &mut Vec<String>) {
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            match (token, tokens.get(at + 1), tokens.get(at + 2)) {
                (_, Some(TokenTree::Ident(name)), Some(TokenTree::Group(body)))
                    if is_word(token, "mod") && body.delimiter() == Delimiter::Brace =>
                {
                    here.push(name.to_string());
                    self.scan(&contents(body), here);
                    here.pop();
                    at += 3;
                }
                (TokenTree::Ident(word), _, _) if word == "crate" || word == "super" => {
                    self.path(&tokens[at..], here.len());
                    at += 1;
                    // What follows belongs to this path: `super::super::name` is one.
                    while is_path_mark(&tokens[at..]) && tokens.get(at + 2).is_some_and(|next| is_word(next, "super")) {
                        at += 3;
                    }
                }
                (TokenTree::Group(group), _, _) => {
                    self.scan(&contents(group), here);
                    at += 1;
                }
                _ => at += 1,
            }
        }
    }

    /// A path or a group of them, looked up in a module of that depth; 0 is the root.
    fn path(&mut self, tokens: &[TokenTree], depth: usize) {
        match tokens.first() {
            Some(TokenTree::Ident(word)) if word == "crate" && is_path_mark(&tokens[1..]) => self.path(&tokens[3..], 0),
            Some(TokenTree::Ident(word)) if word == "super" && is_path_mark(&tokens[1..]) => {
                self.path(&tokens[3..], depth.saturating_sub(1));
            }
            Some(TokenTree::Ident(name)) if depth == 0 && name != "crate" && name != "super" => {
                self.found.push(name.to_string());
            }
            Some(TokenTree::Punct(mark)) if depth == 0 && mark.as_char() == '*' => self.found.push("*".into()),
            Some(TokenTree::Group(group)) => {
                let parts = contents(group);
                let parts = parts.split(|token| matches!(token, TokenTree::Punct(mark) if mark.as_char() == ','));
                parts.filter(|part| !part.is_empty()).for_each(|part| self.path(part, depth));
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn planted(files: &[(&str, &str)]) -> Crate {
        let source = |(path, text): &(&str, &str)| Source { path: path.to_string(), text: text.to_string() };
        Crate { name: "planted".into(), sources: files.iter().map(source).collect(), ..Crate::default() }
    }

    fn edges(files: &[(&str, &str)]) -> Vec<String> {
        module_graph(&planted(files)).edges().map(|(from, to)| format!("{from} {to}")).collect()
    }

    #[test]
    fn a_planted_cycle_is_reported() {
        let files = [
            ("lib.rs", "mod a; mod b; mod c;"),
            ("a.rs", "use crate::b::B;"),
            ("b/deep.rs", "fn f() { crate::c::call() }"),
            ("c.rs", "use crate::{a::A, Root};"),
        ];
        let graph = module_graph(&planted(&files));
        assert_eq!(graph.cycles(), [["a", "b", "c"]]);
        assert!(graph.told_cycles()[0].contains("b -> c: b/deep.rs names c"));
    }

    #[test]
    fn names_of_the_root_are_those_of_their_modules() {
        let root = "pub use a::{Apple, inner::{Pear as Fruit}}; use b::Bean; mod a; mod b; mod c; struct Own;";
        assert_eq!(edges(&[("lib.rs", root), ("a.rs", ""), ("b.rs", "use crate::{Apple, Own};")]), ["b a"]);
        assert_eq!(edges(&[("lib.rs", root), ("a.rs", ""), ("b.rs", "type T = crate::Fruit;")]), ["b a"]);
        assert_eq!(edges(&[("lib.rs", root), ("b.rs", ""), ("c.rs", "use super::Bean;")]), ["c b"]);
        assert_eq!(edges(&[("lib.rs", root), ("a.rs", ""), ("b.rs", ""), ("c.rs", "use super::*;")]), ["c a", "c b"]);
    }

    #[test]
    fn super_counts_where_it_leaves_the_folder() {
        let with = |path: &str, text: &str| edges(&[("lib.rs", ""), ("a.rs", ""), ("b.rs", ""), (path, text)]);
        assert_eq!(with("b/deep.rs", "use super::a::X;"), [""; 0]);
        assert_eq!(with("b/deep.rs", "use super::super::a::X;"), ["b a"]);
        assert_eq!(with("b/mod.rs", "use super::{a::X, b::Y};"), ["b a"]);
        assert_eq!(with("b/mod.rs", "mod tests { use super::*; use super::a; }"), [""; 0]);
        assert_eq!(with("b/mod.rs", "mod tests { use super::super::a; }"), ["b a"]);
        assert_eq!(with("b/deep.rs", "use super::{super::a, c};"), ["b a"]);
    }

    #[test]
    fn comments_and_texts_do_not_count_but_macros_do() {
        let with = |text: &str| edges(&[("lib.rs", ""), ("a.rs", ""), ("b.rs", text)]);
        assert_eq!(
            with("// crate::a\n/* crate::a */ /// crate::a\nconst T: &str = \"crate::a\"; pub(crate) fn f() {}"),
            [""; 0]
        );
        assert_eq!(with("macro_rules! m { () => { $crate::a::f() } }"), ["b a"]);
        assert_eq!(with("fn f() { print!(\"{}\", crate::a::X) }"), ["b a"]);
    }

    #[test]
    fn unsafe_code_is_found_wherever_it_hides() {
        let with =
            |name: &str, text: &str| unsafe_files(&[Crate { name: name.into(), ..planted(&[("lib.rs", text)]) }]);
        assert_eq!(with("term", "fn f() { g!(unsafe { h() }) }"), ["term: lib.rs has unsafe code"]);
        assert_eq!(with("term", "#![allow(unsafe_code)]"), ["term: lib.rs has unsafe code"]);
        assert_eq!(with("term", "// unsafe\nconst T: &str = \"unsafe\";"), [""; 0]);
        assert_eq!(with("hotspot", "unsafe fn f() {}"), [""; 0]);
    }
}
