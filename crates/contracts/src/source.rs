//! Java sources by the grammar of tree-sitter: classes, their members, and the JML comments that belong to each.

mod body;

pub use body::{Body, Loop, LoopKind, StatementKind};

use crate::annotation;
use crate::spec::{self, Fault, Spec};
use crate::token::{Token, tokens};
use tree_sitter::{Node, Parser};

/// A source file.
pub struct SourceFile {
    /// As the user is told.
    pub name: String,
    pub text: String,
    pub classes: Vec<Class>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClassKind {
    Class,
    Interface,
    Enum,
    Record,
}

#[derive(Debug)]
pub struct Class {
    /// Binary name: `a.b.Outer$Inner`.
    pub name: String,
    pub simple: String,
    pub kind: ClassKind,
    /// `<E extends Comparable<E>>`, or nothing.
    pub type_parameters: String,
    /// The names alone.
    pub type_names: Vec<String>,
    /// Whether its objects have an object of the class around.
    pub inner: bool,
    /// Simple names of what it extends and implements.
    pub supers: Vec<String>,
    pub fields: Vec<Field>,
    pub methods: Vec<Method>,
    pub invariants: Vec<spec::Condition>,
    pub faults: Vec<Fault>,
    /// Where its body ends, before the bracket.
    pub end: usize,
    /// An enum without anything behind its constants.
    pub needs_semicolon: bool,
}

#[derive(Debug)]
pub struct Field {
    pub name: String,
    pub is_static: bool,
    /// Where that is said.
    pub non_null: Option<usize>,
}

#[derive(Debug)]
pub struct Method {
    /// Its name; `<init>` for constructors.
    pub name: String,
    pub at: usize,
    pub is_static: bool,
    pub type_parameters: String,
    /// As written; nothing for constructors.
    pub result: String,
    pub parameters: Vec<Parameter>,
    pub throws: Vec<String>,
    /// Whether it says what objects of its class are like.
    pub is_invariant: bool,
    /// Behind the bracket that opens its body.
    pub body: Option<usize>,
    /// What is said inside of it.
    pub inside: Body,
    pub spec: Spec,
}

#[derive(Debug)]
pub struct Parameter {
    /// With dots for the last one of many.
    pub kind: String,
    pub name: String,
    pub non_null: Option<usize>,
}

impl SourceFile {
    pub fn parse(name: &str, text: &str) -> SourceFile {
        let mut parser = Parser::new();
        parser.set_language(&tree_sitter_java::LANGUAGE.into()).expect("the grammar fits its library");
        let tree = parser.parse(text, None).expect("no time limit");
        let mut walk = Walk { text, package: String::new(), classes: Vec::new() };
        let root = tree.root_node();
        for node in children(root) {
            if node.kind() == "package_declaration" {
                let named = children(node).into_iter().find(|node| node.kind().ends_with("identifier"));
                walk.package = named.map(|node| format!("{}.", &text[node.byte_range()])).unwrap_or_default();
            }
        }
        walk.members(root, None);
        SourceFile { name: name.into(), text: text.into(), classes: walk.classes }
    }

    /// The line of a place, from 1.
    pub fn line(&self, at: usize) -> u32 {
        let before = &self.text.as_bytes()[..at.min(self.text.len())];
        1 + before.iter().filter(|&&byte| byte == b'\n').count() as u32
    }
}

pub(crate) fn children(node: Node) -> Vec<Node> {
    let mut cursor = node.walk();
    node.children(&mut cursor).collect()
}

pub(crate) struct Walk<'s> {
    pub(crate) text: &'s str,
    package: String,
    classes: Vec<Class>,
}

impl<'s> Walk<'s> {
    pub(crate) fn text(&self, node: Node) -> &'s str {
        &self.text[node.byte_range()]
    }

    /// The members of a body, of class `of` if it is one.
    fn members(&mut self, body: Node, of: Option<usize>) {
        let mut waiting: Vec<Token> = Vec::new();
        for node in children(body) {
            match node.kind() {
                "line_comment" | "block_comment" => waiting.extend(jml(self.text(node), node.start_byte())),
                "method_declaration" | "constructor_declaration" | "compact_constructor_declaration" => {
                    let spec = self.attached(&mut waiting, node);
                    self.method(node, of, spec);
                }
                "field_declaration" | "constant_declaration" => {
                    let spec = self.attached(&mut waiting, node);
                    self.field(node, of, spec);
                }
                "class_declaration" | "interface_declaration" | "enum_declaration" | "record_declaration" => {
                    let spec = self.attached(&mut waiting, node);
                    self.class(node, of, spec);
                }
                "enum_body_declarations" => self.members(node, of),
                "static_initializer" | "block" => self.inside(node, of),
                _ => {}
            }
        }
        self.orphans(spec::parse(&waiting), of);
    }

    /// What comments before a member and in its head say.
    fn attached(&mut self, waiting: &mut Vec<Token>, member: Node) -> Spec {
        let mut tokens = std::mem::take(waiting);
        for node in children(member) {
            match node.kind() {
                "line_comment" | "block_comment" => tokens.extend(jml(self.text(node), node.start_byte())),
                "modifiers" => {
                    for inside in children(node) {
                        match inside.kind() {
                            "line_comment" | "block_comment" => {
                                tokens.extend(jml(self.text(inside), inside.start_byte()));
                            }
                            "annotation" => tokens.extend(self.annotation(inside)),
                            _ => {}
                        }
                    }
                }
                _ => {}
            }
        }
        spec::parse(&tokens)
    }

    /// The clauses of an annotation of our API.
    fn annotation(&self, node: Node) -> Vec<Token> {
        let name = node.child_by_field_name("name").map(|name| self.text(name)).unwrap_or_default();
        let Some(clause) = annotation::clause(name) else { return Vec::new() };
        let (mut found, mut waiting) = (Vec::new(), vec![node]);
        while let Some(node) = waiting.pop() {
            if node.kind() == "string_literal" {
                found.push(node);
            } else {
                waiting.extend(children(node));
            }
        }
        found.sort_by_key(|node| node.start_byte());
        found.into_iter().flat_map(|node| annotation::read(clause, self.text(node), node.start_byte())).collect()
    }

    /// Contracts that no method follows.
    fn orphans(&mut self, spec: Spec, of: Option<usize>) {
        let Some(class) = of.map(|of| &mut self.classes[of]) else { return };
        let cases = spec.cases.iter().map(|case| Fault::new(case.at, "a contract that no method follows"));
        class.faults.extend(cases);
        class.faults.extend(spec.faults);
        class.faults.extend(spec.class_faults);
        class.invariants.extend(spec.invariants);
    }

    fn class(&mut self, node: Node, outer: Option<usize>, spec: Spec) {
        let Some(name) = node.child_by_field_name("name") else { return };
        let simple = self.text(name).to_string();
        let kind = match node.kind() {
            "interface_declaration" => ClassKind::Interface,
            "enum_declaration" => ClassKind::Enum,
            "record_declaration" => ClassKind::Record,
            _ => ClassKind::Class,
        };
        let around = outer.map(|outer| (self.classes[outer].name.clone(), self.classes[outer].kind));
        let full = match &around {
            Some((outer, _)) => format!("{outer}${simple}"),
            None => format!("{}{simple}", self.package),
        };
        let in_class = matches!(around, Some((_, kind)) if kind != ClassKind::Interface);
        let inner = in_class && kind == ClassKind::Class && !self.has_modifier(node, "static");
        let (type_parameters, type_names) = self.type_parameters(node);
        let Some(body) = node.child_by_field_name("body") else { return };
        let needs_semicolon =
            kind == ClassKind::Enum && !children(body).iter().any(|node| node.kind() == "enum_body_declarations");
        let supers = ["superclass", "super_interfaces", "extends_interfaces"];
        let supers = children(node).into_iter().filter(|node| supers.contains(&node.kind()));
        let supers = supers.flat_map(|node| self.type_list(node)).collect();
        self.classes.push(Class {
            name: full,
            simple,
            kind,
            type_parameters,
            type_names,
            inner,
            supers,
            fields: Vec::new(),
            methods: Vec::new(),
            invariants: Vec::new(),
            faults: Vec::new(),
            end: body.end_byte() - 1,
            needs_semicolon,
        });
        let at = self.classes.len() - 1;
        if kind == ClassKind::Record
            && let Some(parameters) = node.child_by_field_name("parameters")
        {
            for parameter in self.parameters(parameters) {
                let Parameter { name, non_null, .. } = parameter;
                self.classes[at].fields.push(Field { name, is_static: false, non_null });
            }
        }
        self.orphans(spec, Some(at));
        self.members(body, Some(at));
    }

    /// Simple names of the types that a clause lists.
    fn type_list(&self, node: Node) -> Vec<String> {
        let mut found = Vec::new();
        for child in children(node) {
            match child.kind() {
                "type_list" => found.extend(self.type_list(child)),
                "type_identifier" | "scoped_type_identifier" | "generic_type" => {
                    found.push(simple_type(self.text(child)))
                }
                _ => {}
            }
        }
        found
    }

    fn has_modifier(&self, node: Node, modifier: &str) -> bool {
        let modifiers = children(node).into_iter().filter(|node| node.kind() == "modifiers");
        modifiers.flat_map(children).any(|node| self.text(node) == modifier)
    }

    fn type_parameters(&self, node: Node) -> (String, Vec<String>) {
        let Some(node) = children(node).into_iter().find(|node| node.kind() == "type_parameters") else {
            return (String::new(), Vec::new());
        };
        let each = children(node).into_iter().filter(|node| node.kind() == "type_parameter");
        let names = each.filter_map(|node| children(node).into_iter().find(|node| node.kind().ends_with("identifier")));
        (one_line(self.text(node)), names.map(|node| self.text(node).to_string()).collect())
    }

    fn field(&mut self, node: Node, of: Option<usize>, mut spec: Spec) {
        let is_static =
            self.has_modifier(node, "static") || of.is_some_and(|of| self.classes[of].kind == ClassKind::Interface);
        let non_null = spec.non_null.take();
        for declared in children(node).into_iter().filter(|node| node.kind() == "variable_declarator") {
            let Some(name) = declared.child_by_field_name("name") else { continue };
            let name = self.text(name).to_string();
            if let Some(of) = of {
                self.classes[of].fields.push(Field { name, is_static, non_null });
            }
        }
        self.orphans(spec, of);
        self.inside(node, of);
    }

    fn method(&mut self, node: Node, of: Option<usize>, mut spec: Spec) {
        let Some(of) = of else { return };
        let is_constructor = node.kind() != "method_declaration";
        let name = node.child_by_field_name("name").map(|node| self.text(node).to_string()).unwrap_or_default();
        let parameters = match node.child_by_field_name("parameters") {
            Some(parameters) => self.parameters(parameters),
            None => Vec::new(),
        };
        if node.kind() == "compact_constructor_declaration" && spec.has_contract() {
            spec.faults
                .push(Fault::new(node.start_byte(), "a contract of a compact constructor: write its parameters"));
        }
        let dimensions = node.child_by_field_name("dimensions").map(|node| self.text(node)).unwrap_or_default();
        let result = match node.child_by_field_name("type") {
            Some(kind) if !is_constructor => format!("{}{dimensions}", one_line(self.text(kind))),
            _ => String::new(),
        };
        let throws = children(node).into_iter().find(|node| node.kind() == "throws");
        let throws = throws.map(children).unwrap_or_default();
        let throws = throws.into_iter().filter(|node| node.is_named() && !node.kind().ends_with("comment"));
        let throws = throws.map(|node| one_line(self.text(node))).collect();
        let (type_parameters, _) = self.type_parameters(node);
        let mut inside = Body::default();
        if let Some(body) = node.child_by_field_name("body") {
            inside = self.body(body, &mut spec.faults);
            self.local_classes(body, of);
        }
        let class = &mut self.classes[of];
        class.invariants.append(&mut spec.invariants);
        class.faults.append(&mut spec.class_faults);
        let is_static = self.has_modifier(node, "static");
        let named = ["repOK", "invariant"].contains(&name.as_str());
        let marked = ["@Invariant", "@jacana.Invariant"].iter().any(|marker| self.has_modifier(node, marker));
        let is_invariant = (named || marked) && !is_static && parameters.is_empty() && result == "boolean";
        self.classes[of].methods.push(Method {
            name: if is_constructor { "<init>".into() } else { name },
            at: node.start_byte(),
            is_static,
            type_parameters,
            result,
            parameters,
            throws,
            is_invariant,
            body: node.child_by_field_name("body").map(|body| body.start_byte() + 1),
            inside,
            spec,
        });
    }

    fn parameters(&self, node: Node) -> Vec<Parameter> {
        let (mut found, mut waiting) = (Vec::new(), Vec::new());
        for child in children(node) {
            match child.kind() {
                "line_comment" | "block_comment" => waiting.extend(jml(self.text(child), child.start_byte())),
                "formal_parameter" | "spread_parameter" => {
                    for inside in children(child) {
                        let inside = if inside.kind() == "modifiers" { children(inside) } else { vec![inside] };
                        for comment in inside.into_iter().filter(|node| node.kind().ends_with("comment")) {
                            waiting.extend(jml(self.text(comment), comment.start_byte()));
                        }
                    }
                    let spec = spec::parse(&std::mem::take(&mut waiting));
                    let declared = children(child).into_iter().find(|node| node.kind() == "variable_declarator");
                    let named = declared.unwrap_or(child).child_by_field_name("name");
                    let name = named.map(|node| self.text(node).to_string()).unwrap_or_default();
                    let kinds = children(child).into_iter().filter(|node| {
                        node.is_named() && (node.kind().ends_with("type") || node.kind().ends_with("type_identifier"))
                    });
                    let mut kind = kinds.map(|node| one_line(self.text(node))).next().unwrap_or_default();
                    if let Some(dimensions) = child.child_by_field_name("dimensions") {
                        kind += self.text(dimensions);
                    }
                    if child.kind() == "spread_parameter" {
                        kind += "...";
                    }
                    found.push(Parameter { kind, name, non_null: spec.non_null });
                }
                _ => {}
            }
        }
        found
    }

    /// Comments in code outside of methods.
    fn inside(&mut self, node: Node, of: Option<usize>) {
        let mut faults = Vec::new();
        statements(self.text, node, &mut faults);
        // What stands in the head of a member was read as its own.
        if let (Some(of), "static_initializer" | "block") = (of, node.kind()) {
            self.classes[of].faults.append(&mut faults);
        }
    }

    /// Contracts of classes in methods are told, not read.
    fn local_classes(&mut self, body: Node, of: usize) {
        let mut waiting = vec![body];
        while let Some(node) = waiting.pop() {
            if node.kind() == "class_body" {
                let mut faults = Vec::new();
                statements(self.text, node, &mut faults);
                let told =
                    faults.into_iter().map(|fault| Fault::new(fault.at, "a contract in a class inside of a method"));
                self.classes[of].faults.extend(told);
            } else {
                waiting.extend(children(node));
            }
        }
    }
}

/// JML inside of code where none of it is understood.
pub(crate) fn statements(text: &str, node: Node, faults: &mut Vec<Fault>) {
    for child in children(node) {
        if child.kind().ends_with("comment") {
            let found = jml(&text[child.byte_range()], child.start_byte());
            if let Some(first) = found.first() {
                let what = format!("`{}` inside of a body is not of the subset of JML that is understood", first.text);
                faults.push(Fault::new(first.at, what));
            }
        } else {
            statements(text, child, faults);
        }
    }
}

/// The tokens of a comment that is JML. Signs that only frame it become blanks, so places stay.
pub(crate) fn jml(comment: &str, at: usize) -> Vec<Token> {
    let mut bytes = comment.as_bytes().to_vec();
    if comment.starts_with("//@") {
        bytes[..3].fill(b' ');
    } else if comment.starts_with("/*@") {
        let end = bytes.len() - 2;
        bytes[..3].fill(b' ');
        bytes[end..].fill(b' ');
        let mut last = end;
        while last > 0 && bytes[last - 1] == b'@' {
            last -= 1;
            bytes[last] = b' ';
        }
        let mut starts = true;
        for byte in &mut bytes {
            match *byte {
                b'\n' => starts = true,
                b'@' if starts => *byte = b' ',
                b' ' | b'\t' | b'\r' => {}
                _ => starts = false,
            }
        }
    } else {
        return Vec::new();
    }
    match String::from_utf8(bytes) {
        Ok(text) => tokens(&text, at),
        Err(_) => Vec::new(),
    }
}

/// The name without package, class around and type arguments.
pub fn simple_type(text: &str) -> String {
    let plain = text.split('<').next().unwrap_or(text).trim();
    plain.rsplit('.').next().unwrap_or(plain).trim().to_string()
}

fn one_line(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(start) = rest.find("/*") {
        plain += &rest[..start];
        rest = rest[start..].find("*/").map_or("", |end| &rest[start + end + 2..]);
    }
    plain += rest;
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}
