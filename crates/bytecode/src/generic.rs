//! Generic signatures (JVMS 4.7.9.1) of classes and methods.

use std::fmt;

/// A type as a signature says it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Generic {
    /// Letter of a primitive type.
    Prim(char),
    /// Internal name and type arguments; of a class inside of others those of the class itself.
    Class(String, Vec<Argument>),
    Variable(String),
    Array(Box<Generic>),
}

/// A type argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    Exactly(Generic),
    /// `? extends`
    Extends(Generic),
    /// `? super`
    Super(Generic),
    /// `?`
    Any,
}

/// A type variable and its first bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeVariable {
    pub name: String,
    pub bound: Generic,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassSignature {
    pub variables: Vec<TypeVariable>,
    /// The superclass and the interfaces.
    pub above: Vec<Generic>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MethodSignature {
    pub variables: Vec<TypeVariable>,
    pub parameters: Vec<Generic>,
    pub result: Option<Generic>,
}

impl Argument {
    /// What it is, or is bounded by.
    pub fn bound(&self) -> Option<&Generic> {
        match self {
            Argument::Exactly(kind) | Argument::Extends(kind) | Argument::Super(kind) => Some(kind),
            Argument::Any => None,
        }
    }

    /// The same with what some of its variables stand for.
    pub fn with(&self, stands_for: &impl Fn(&str) -> Option<Argument>) -> Argument {
        match self {
            Argument::Exactly(Generic::Variable(name)) => stands_for(name).unwrap_or_else(|| self.clone()),
            Argument::Exactly(kind) => Argument::Exactly(kind.with(stands_for)),
            Argument::Extends(kind) => Argument::Extends(kind.with(stands_for)),
            Argument::Super(kind) => Argument::Super(kind.with(stands_for)),
            Argument::Any => Argument::Any,
        }
    }
}

impl Generic {
    /// The same with what some of its variables stand for.
    pub fn with(&self, stands_for: &impl Fn(&str) -> Option<Argument>) -> Generic {
        match self {
            Generic::Prim(letter) => Generic::Prim(*letter),
            Generic::Class(name, arguments) => {
                Generic::Class(name.clone(), arguments.iter().map(|argument| argument.with(stands_for)).collect())
            }
            Generic::Variable(name) => {
                let argument = stands_for(name);
                argument.as_ref().and_then(Argument::bound).cloned().unwrap_or_else(|| self.clone())
            }
            Generic::Array(component) => Generic::Array(Box::new(component.with(stands_for))),
        }
    }
}

/// A descriptor: without type arguments, of a variable `Object`.
impl fmt::Display for Generic {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Generic::Prim(letter) => write!(out, "{letter}"),
            Generic::Class(name, _) => write!(out, "L{name};"),
            Generic::Variable(_) => write!(out, "Ljava/lang/Object;"),
            Generic::Array(component) => write!(out, "[{component}"),
        }
    }
}

impl ClassSignature {
    pub fn parse(text: &str) -> Option<ClassSignature> {
        let mut reader = Reader { rest: text };
        let variables = reader.variables()?;
        let mut above = Vec::new();
        while !reader.rest.is_empty() {
            above.push(reader.generic()?);
        }
        Some(ClassSignature { variables, above })
    }

    pub fn position(&self, variable: &str) -> Option<usize> {
        self.variables.iter().position(|known| known.name == variable)
    }
}

impl MethodSignature {
    pub fn parse(text: &str) -> Option<MethodSignature> {
        let mut reader = Reader { rest: text };
        let variables = reader.variables()?;
        reader.take('(').then_some(())?;
        let mut parameters = Vec::new();
        while !reader.take(')') {
            parameters.push(reader.generic()?);
        }
        let result = if reader.take('V') { None } else { Some(reader.generic()?) };
        Some(MethodSignature { variables, parameters, result })
    }

    /// The internal name of the class that a `Class` given for a parameter must be or extend, if there is a bound.
    pub fn class_bound(&self, parameter: usize) -> Option<&str> {
        let Generic::Class(name, arguments) = self.parameters.get(parameter)? else { return None };
        let [Argument::Exactly(bound) | Argument::Extends(bound)] = arguments.as_slice() else { return None };
        if name != "java/lang/Class" {
            return None;
        }
        let mut bound = bound;
        // Variables may be bounded by variables.
        for _ in 0..=self.variables.len() {
            let Generic::Variable(name) = bound else { break };
            bound = &self.variables.iter().find(|variable| variable.name == *name)?.bound;
        }
        match bound {
            Generic::Class(name, _) if name != "java/lang/Object" => Some(name),
            _ => None,
        }
    }
}

struct Reader<'t> {
    rest: &'t str,
}

impl<'t> Reader<'t> {
    fn take(&mut self, letter: char) -> bool {
        let behind = self.rest.strip_prefix(letter);
        self.rest = behind.unwrap_or(self.rest);
        behind.is_some()
    }

    fn letter(&mut self) -> Option<char> {
        let letter = self.rest.chars().next()?;
        self.rest = &self.rest[letter.len_utf8()..];
        Some(letter)
    }

    fn name(&mut self, ends: &[char]) -> Option<&'t str> {
        let (name, rest) = self.rest.split_at_checked(self.rest.find(ends)?)?;
        self.rest = rest;
        Some(name)
    }

    fn variables(&mut self) -> Option<Vec<TypeVariable>> {
        let mut found = Vec::new();
        if !self.take('<') {
            return Some(found);
        }
        while !self.take('>') {
            let name = self.name(&[':'])?.to_string();
            let mut bounds = Vec::new();
            while self.take(':') {
                // The bound by a class may be missing before those by interfaces.
                if !self.rest.starts_with(':') {
                    bounds.push(self.generic()?);
                }
            }
            found.push(TypeVariable { name, bound: bounds.into_iter().next()? });
        }
        Some(found)
    }

    fn generic(&mut self) -> Option<Generic> {
        Some(match self.letter()? {
            '[' => Generic::Array(Box::new(self.generic()?)),
            'T' => {
                let name = self.name(&[';'])?.to_string();
                self.take(';');
                Generic::Variable(name)
            }
            'L' => {
                let mut name = self.name(&[';', '<', '.'])?.to_string();
                let mut arguments = Vec::new();
                loop {
                    match self.letter()? {
                        ';' => break,
                        '<' => arguments = self.arguments()?,
                        '.' => {
                            name = format!("{name}${}", self.name(&[';', '<', '.'])?);
                            arguments.clear();
                        }
                        _ => return None,
                    }
                }
                Generic::Class(name, arguments)
            }
            letter if "ZBCSIJFD".contains(letter) => Generic::Prim(letter),
            _ => return None,
        })
    }

    fn arguments(&mut self) -> Option<Vec<Argument>> {
        let mut found = Vec::new();
        while !self.take('>') {
            found.push(if self.take('*') {
                Argument::Any
            } else if self.take('+') {
                Argument::Extends(self.generic()?)
            } else if self.take('-') {
                Argument::Super(self.generic()?)
            } else {
                Argument::Exactly(self.generic()?)
            });
        }
        Some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(signature: &str) -> Vec<String> {
        let Some(method) = MethodSignature::parse(signature) else { return vec!["none".into()] };
        (0..method.parameters.len()).map(|at| method.class_bound(at).unwrap_or_default().to_string()).collect()
    }

    fn class(name: &str) -> Generic {
        Generic::Class(name.into(), Vec::new())
    }

    #[test]
    fn bounds_of_class_arguments() {
        let list = "<E:Ljava/lang/Enum<TE;>;>(Ljava/lang/Class<TE;>;I)Ljava/util/List<TE;>;";
        assert_eq!(bounds(list), ["java/lang/Enum", ""]);
        assert_eq!(bounds("<T:Ljava/lang/Object;>(Ljava/lang/String;Ljava/lang/Class<TT;>;)TT;"), ["", ""]);
        assert_eq!(bounds("(Ljava/lang/Class<+Ljava/lang/Number;>;[Ljava/lang/Class<*>;)V"), ["java/lang/Number", ""]);
        assert_eq!(bounds("<A::Ljava/lang/Runnable;B:TA;>(Ljava/lang/Class<TB;>;)V"), ["java/lang/Runnable"]);
        assert_eq!(bounds("(Ljava/lang/Class<-Ljava/lang/Number;>;Ljava/lang/Class<*>;)V"), ["", ""]);
        assert_eq!(bounds("(I)V^TX;"), [""]);
        for broken in ["<E:(", "", "(", "(Q)V", "(Lé", "(La<", "()"] {
            assert_eq!(bounds(broken), ["none"], "{broken}");
        }
    }

    #[test]
    fn classes_and_what_is_above_them() {
        let list = "<E:Ljava/lang/Object;>Ljava/lang/Object;Ljava/lang/Comparable<Lorg/Partial;>;Ljava/util/Map<TE;[Ljava/util/List<+TE;>;>;";
        let read = ClassSignature::parse(list).expect("a signature");
        assert_eq!(
            read.above[1],
            Generic::Class("java/lang/Comparable".into(), vec![Argument::Exactly(class("org/Partial"))])
        );
        assert_eq!(read.position("E"), Some(0));
        let with = read.above[2].with(&|name| (name == "E").then(|| Argument::Exactly(class("A"))));
        let Generic::Class(_, arguments) = &with else { panic!("a class: {with:?}") };
        assert_eq!(arguments[0], Argument::Exactly(class("A")));
        let Argument::Exactly(Generic::Array(lists)) = &arguments[1] else { panic!("an array: {arguments:?}") };
        assert_eq!(**lists, Generic::Class("java/util/List".into(), vec![Argument::Extends(class("A"))]));
        assert_eq!(Generic::Array(lists.clone()).to_string(), "[Ljava/util/List;");
        let two = ClassSignature::parse("<K::Ljava/lang/Runnable;V:Ljava/lang/Enum<TV;>;>Ljava/lang/Object;");
        assert_eq!(two.expect("a signature").position("V"), Some(1));
    }

    #[test]
    fn parts_of_methods() {
        let read = MethodSignature::parse("(TT;ILa/Outer<TK;>.Inner<TV;>;)V").expect("a signature");
        let variable = |name: &str| Generic::Variable(name.into());
        let inner = Generic::Class("a/Outer$Inner".into(), vec![Argument::Exactly(variable("V"))]);
        assert_eq!(read.parameters, [variable("T"), Generic::Prim('I'), inner]);
        assert_eq!(read.result, None);
    }
}
