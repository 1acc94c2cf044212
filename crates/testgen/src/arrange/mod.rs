//! How a test brings about the objects of a path: constructors and factories with their arguments, each under the witness.

mod overloads;
pub mod sharper;
pub mod simpler;
#[cfg(test)]
mod tests;

use bytecode::{ClassName, Generic, Type};
use machine::heap::Body;
use machine::path::AskedKind;
use machine::path::Use;
use machine::shapes::{Contents, Maker, Member, Settled, Symbolic};
use machine::{ClassId, Machine, MethodId, ObjectId, State, Value};
use replay::InputValue;
use replay::heap::before::{is_of_objects, number};
use std::collections::BTreeMap;
use term::Term;

/// Units of a text that a test may have.
const LONGEST: u64 = 2000;

/// What is given to a method, in its order: the receiver first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Arrangement {
    pub arguments: Vec<(String, Given)>,
    /// In an order in which they can be made.
    pub objects: Vec<Object>,
    /// Every object is given as what the parameter is declared with, without type arguments: the compiler refuses it otherwise.
    pub casts: bool,
    pub types: VariableTypes,
}

/// What the variables of a test are declared with, where that has type arguments. Candidates are tried without.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct VariableTypes {
    /// By the positions of the objects.
    pub objects: BTreeMap<usize, Generic>,
    pub result: Option<Generic>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Given {
    /// A number, a text, a box, an array of those, or null.
    Plain(InputValue),
    /// By position.
    Object(usize),
    /// Descriptor of what a Class stands for.
    Class(String),
    /// Of an enum.
    Constant { class: ClassName, name: String },
    /// As an object of that type: the compiler would take another method of the same name otherwise.
    As(Box<Given>, Type),
}

impl Given {
    pub fn is_null(&self) -> bool {
        match self {
            Given::Plain(value) => *value == InputValue::Null,
            Given::As(given, _) => given.is_null(),
            Given::Object(_) | Given::Class(_) | Given::Constant { .. } => false,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Object {
    pub class: ClassName,
    pub made: Made,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Made {
    /// By a constructor, or by a method: the class that has it and its name; of an object, or inside of one (`outer.new Inner()`), if there is one.
    Call {
        of: Option<Given>,
        method: Option<(ClassName, String)>,
        types: Vec<Type>,
        arguments: Vec<Given>,
        /// Whether the method says less than the class of the object.
        is_cast: bool,
        steps: Vec<Step>,
    },
    Elements(Vec<Given>),
    /// An array of numbers that is given more than once.
    Value(InputValue),
    /// By a method of Class: descriptors of the class and of the parameters; constructors have no name.
    Member {
        of: String,
        got_by: &'static str,
        name: Option<String>,
        parameters: Vec<String>,
    },
    /// By an anonymous class that extends or implements this one.
    Anonymous {
        is_interface: bool,
        types: Vec<Type>,
        arguments: Vec<Given>,
        methods: Vec<Answering>,
    },
}

/// A method of an anonymous class.
#[derive(Clone, Debug, PartialEq)]
pub struct Answering {
    pub is_public: bool,
    pub name: String,
    pub parameters: Vec<Type>,
    /// What it answers, if anything.
    pub answer: Option<(Type, Given)>,
}

impl Answering {
    /// Whether it does nothing, and answers nothing that anybody would notice.
    pub fn is_nothing(&self) -> bool {
        let Some((_, given)) = &self.answer else { return true };
        let Given::Plain(value) = given else { return false };
        match value {
            InputValue::Null | InputValue::Boolean(false) => true,
            InputValue::Byte(0) | InputValue::Short(0) | InputValue::Char(0) => true,
            InputValue::Int(0) | InputValue::Long(0) => true,
            InputValue::Float(number) => number.to_bits() == 0,
            InputValue::Double(number) => number.to_bits() == 0,
            _ => false,
        }
    }
}

/// A method that is called on an object before the test.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    pub method: String,
    pub types: Vec<Type>,
    pub arguments: Vec<Given>,
}

/// Objects inside of objects that are made up for what nobody looked at.
const DEFAULT_DEPTH: u32 = 2;

/// `None` if there is an object that cannot be made.
/// `types` are those of the parameters; a receiver comes before them.
pub fn arrangement(machine: &mut Machine, state: &State, types: &[Type]) -> Option<Arrangement> {
    let mut maker = Arranger::new(machine, state);
    let mut all = Vec::new();
    let given = state.path.shapes.arguments.clone();
    let before = given.len().checked_sub(types.len())?;
    for (at, (_, value)) in given.iter().enumerate() {
        let kind = at.checked_sub(before).map(|at| &types[at]);
        all.push(maker.given(*value, kind)?);
    }
    if let Some(tested) = maker.machine.world.atlas.making.tested {
        let told = maker.told_apart(tested, all.split_off(before));
        all.extend(told);
    }
    let arguments = given.iter().map(|(name, _)| name.to_string()).zip(all).collect();
    Some(Arrangement { arguments, objects: maker.objects, ..Arrangement::default() })
}

pub(crate) struct Arranger<'a, 'm> {
    pub(crate) machine: &'a mut Machine<'m>,
    state: &'a State,
    pub(crate) objects: Vec<Object>,
    known: Vec<(ObjectId, usize)>,
    texts: Vec<(ObjectId, Vec<u16>)>,
    /// Whose arguments are being arranged.
    doing: Vec<Symbolic>,
}

impl<'a, 'm> Arranger<'a, 'm> {
    pub(crate) fn new(machine: &'a mut Machine<'m>, state: &'a State) -> Arranger<'a, 'm> {
        Arranger { machine, state, objects: Vec::new(), known: Vec::new(), texts: Vec::new(), doing: Vec::new() }
    }
}

impl Arranger<'_, '_> {
    fn given(&mut self, value: Value, kind: Option<&Type>) -> Option<Given> {
        if let Some(term) = value.term().filter(|&term| self.machine.is_reference(term)) {
            return self.reference(term);
        }
        let prim = match (kind, value) {
            (Some(Type::Prim(prim)), _) => *prim,
            (_, Value::Long(_)) => bytecode::Prim::Long,
            (_, Value::Float(_)) => bytecode::Prim::Float,
            (_, Value::Double(_)) => bytecode::Prim::Double,
            _ => bytecode::Prim::Int,
        };
        Some(Given::Plain(number(self.machine, self.state, prim, value)))
    }

    fn reference(&mut self, term: Term) -> Option<Given> {
        match self.machine.settled(self.state, term) {
            Settled::Open | Settled::Null => Some(Given::Plain(InputValue::Null)),
            Settled::SomeObject(_) => {
                let class = self.machine.likely_class(self.state, term)?;
                if class == self.machine.world.class
                    && let Some(of) = self.machine.likely_constant(self.state, term)
                {
                    return Some(Given::Class(self.machine.world.descriptor(of)));
                }
                self.default_object(class, DEFAULT_DEPTH)
            }
            Settled::Object(id) => {
                if self.state.path.shapes.number_of(id).is_none() {
                    return self.constant(term, id);
                }
                let number = self.state.path.shapes.numbers_of(id).find(|number| !self.doing.contains(number))?;
                self.doing.push(number);
                let object = self.object(id, number);
                self.doing.pop();
                object
            }
        }
    }

    fn object(&mut self, id: ObjectId, number: Symbolic) -> Option<Given> {
        if let Some(&(_, at)) = self.known.iter().find(|(known, _)| *known == id) {
            return Some(Given::Object(at));
        }
        let object = self.state.path.shapes.object(number).clone();
        let class = self.machine.world.classes[object.class].name.clone();
        let made = match &object.contents {
            Contents::Made(recipe) if recipe.member.is_some() => self.member(recipe.member.as_ref()?),
            Contents::Made(recipe) => {
                let needs_object = self.machine.needs_object(recipe.maker);
                let (before, values) = recipe.arguments.split_at(usize::from(needs_object));
                let other = match before.first() {
                    Some(&other) => Some(self.given(other, None)?),
                    None => None,
                };
                let arguments = self.all_given(recipe.maker, values)?;
                if let Some(&of) = self.machine.world.tests.implemented.get(&object.class) {
                    let given = self.anonymous(object.class, of, recipe.maker, arguments);
                    let Given::Object(at) = given else { return None };
                    self.known.push((id, at));
                    return Some(given);
                }
                let mut steps = Vec::new();
                for (step, values) in &recipe.steps {
                    let arguments = self.all_given(*step, values)?;
                    let method = self.machine.world.classes[*step].name.to_string();
                    steps.push(Step { method, types: self.types(*step), arguments });
                }
                let (class, call) = self.call((recipe.maker, recipe.cast), other, arguments, steps);
                return Some(self.add(Some(id), class, call));
            }
            Contents::Input(asked) => match asked.kind {
                AskedKind::Array(array) if is_of_objects(self.machine, self.state, array) => {
                    let length = self.machine.world.terms.input_term(asked.input);
                    let length =
                        self.machine.world.terms.eval(length, self.state.path.witness(Use::Report)).bits() as u32;
                    let known = self.machine.first_references(self.state, number);
                    let mut elements = Vec::new();
                    for at in 0..length {
                        elements.push(match known.get(&at) {
                            Some(&term) => self.reference(term)?,
                            None => Given::Plain(InputValue::Null),
                        });
                    }
                    Made::Elements(elements)
                }
                AskedKind::Text(text) if replay::text_length(self.machine, self.state, text) > LONGEST => return None,
                _ => {
                    let value = replay::input_value(self.machine, self.state, asked);
                    return Some(self.value(id, value));
                }
            },
            Contents::Fields(_) => return None,
        };
        Some(self.add(Some(id), class, made))
    }

    /// What has a literal: a variable of its own only where it matters which object it is.
    fn value(&mut self, id: ObjectId, value: InputValue) -> Given {
        match value {
            InputValue::Array { ref class, .. } if self.state.path.shapes.references_to(id) > 1 => {
                self.add(Some(id), class.internal(), Made::Value(value))
            }
            InputValue::Text(ref units) => {
                let different = &self.state.path.shapes.different_texts;
                let differs = |other: ObjectId| different.contains(&[id, other]) || different.contains(&[other, id]);
                let is_copy = self.texts.iter().any(|(other, known)| known == units && differs(*other));
                self.texts.push((id, units.clone()));
                if !is_copy {
                    return Given::Plain(value);
                }
                let text: ClassName = "java/lang/String".into();
                let types = vec![Type::Ref(text.clone())];
                let arguments = vec![Given::Plain(value)];
                let (of, method, steps) = (None, None, Vec::new());
                self.add(Some(id), text, Made::Call { of, method, types, arguments, is_cast: false, steps })
            }
            value => Given::Plain(value),
        }
    }

    pub(crate) fn member(&self, member: &Member) -> Made {
        let world = &self.machine.world;
        Made::Member {
            of: world.descriptor(member.of),
            got_by: member.got_by,
            name: Some(member.name.to_string()).filter(|name| name != "<init>"),
            parameters: member.parameters.iter().map(|&class| world.descriptor(class)).collect(),
        }
    }

    /// The last arguments are the answers of its methods.
    pub(crate) fn anonymous(
        &mut self,
        class: ClassId,
        of: ClassId,
        maker: MethodId,
        mut arguments: Vec<Given>,
    ) -> Given {
        let world = &self.machine.world;
        let mut types = world.classes[maker].parameters.clone();
        let without_code = world.without_code(of);
        let count = without_code.iter().filter(|method| !method.descriptor.ends_with(")V")).count();
        let passed = types.len() - count;
        let mut answers = types.split_off(passed).into_iter().zip(arguments.split_off(passed));
        let mut methods = Vec::new();
        for method in &without_code {
            let declared = world.classes[class].declared_method(&method.name, &method.descriptor);
            let Some(declared) = declared.map(|method| &world.classes[method]) else { continue };
            let (parameters, result) =
                world.types_in(of, method).unwrap_or_else(|| (declared.parameters.clone(), declared.result.clone()));
            let answer = declared.result.as_ref().and_then(|_| answers.next());
            methods.push(Answering {
                is_public: declared.access & bytecode::access::PUBLIC != 0,
                name: method.name.clone(),
                parameters,
                answer: answer.zip(result).map(|((_, given), result)| (result, given)),
            });
        }
        let (class, is_interface) = (world.classes[of].name.clone(), world.classes[of].is_interface());
        self.add(None, class, Made::Anonymous { is_interface, types, arguments, methods })
    }

    fn all_given(&mut self, method: MethodId, values: &[Value]) -> Option<Vec<Given>> {
        let types = self.types(method);
        let given: Option<Vec<Given>> =
            values.iter().zip(&types).map(|(&value, kind)| self.given(value, Some(kind))).collect();
        Some(self.told_apart(method, given?))
    }

    pub(crate) fn types(&self, method: MethodId) -> Vec<Type> {
        self.machine.world.classes[method].parameters.clone()
    }

    pub(crate) fn add(&mut self, id: Option<ObjectId>, class: ClassName, made: Made) -> Given {
        self.objects.push(Object { class, made });
        let at = self.objects.len() - 1;
        self.known.extend(id.map(|id| (id, at)));
        Given::Object(at)
    }

    /// The class that it has in the test, too. The object around an inner class is its constructor's first argument.
    pub(crate) fn call(
        &self,
        (maker, cast): (MethodId, Option<ClassId>),
        other: Option<Given>,
        mut arguments: Vec<Given>,
        steps: Vec<Step>,
    ) -> (ClassName, Made) {
        let (class, method) = self.maker_name(maker);
        let class = cast.map_or(class, |cast| self.machine.world.classes[cast].name.clone());
        let mut types = self.types(maker);
        let inner = method.is_none() && self.machine.outer_of(self.machine.world.classes[maker].class).is_some();
        let of = match inner {
            true => {
                types.remove(0);
                Some(arguments.remove(0))
            }
            false => other,
        };
        (class, Made::Call { of, method, types, arguments, is_cast: cast.is_some(), steps })
    }

    /// The class that its text says, and the method if it is no constructor.
    pub(crate) fn maker_name(&self, maker: MethodId) -> (ClassName, Option<(ClassName, String)>) {
        let method = &self.machine.world.classes[maker];
        let holder = self.machine.world.classes[method.class].name.clone();
        match &method.result {
            Some(Type::Ref(class)) if &*method.name != "<init>" => {
                (class.clone(), Some((holder, method.name.to_string())))
            }
            _ => (holder, None),
        }
    }

    /// Any object of the class: nobody looked into it.
    fn default_object(&mut self, class: ClassId, depth: u32) -> Option<Given> {
        let c = &self.machine.world.classes[class];
        if let Some(prim) = bytecode::Prim::from_wrapper(&c.name) {
            let value = number(self.machine, self.state, prim, zero(prim));
            return Some(Given::Plain(InputValue::Boxed(Box::new(value))));
        }
        if &*c.name == "java/lang/String" {
            return Some(Given::Plain(InputValue::Text(Vec::new())));
        }
        if class == self.machine.world.class {
            return Some(Given::Class("Ljava/lang/Object;".into()));
        }
        if self.machine.world.is_array(class) {
            let name = c.name.clone();
            return Some(self.add(None, name, Made::Elements(Vec::new())));
        }
        if c.access & bytecode::access::ENUM != 0 {
            let c = &self.machine.world.classes[self.machine.enum_of(class)];
            let field = c.fields.iter().find(|field| field.access & bytecode::access::ENUM != 0)?;
            return Some(Given::Constant { class: c.name.clone(), name: field.name.to_string() });
        }
        if let Some(member) = self.machine.members(class).first() {
            let (name, made) = (self.machine.world.classes[class].name.clone(), self.member(member));
            return Some(self.add(None, name, made));
        }
        let maker = match self.machine.simplest(class)? {
            Maker::Method(maker) => maker,
            Maker::Constant(holder, slot) => {
                let holder = &self.machine.world.classes[holder];
                let field = holder.fields.iter().find(|field| field.is_static() && field.slot == slot)?;
                return Some(Given::Constant { class: holder.name.clone(), name: field.name.to_string() });
            }
        };
        let types = self.machine.world.classes[maker].parameters.clone();
        let other = match self.machine.needs_object(maker) {
            true => Some(self.default_object(self.machine.world.classes[maker].class, depth.checked_sub(1)?)?),
            false => None,
        };
        let mut arguments = Vec::new();
        for kind in &types {
            arguments.push(match kind {
                Type::Prim(prim) => Given::Plain(number(self.machine, self.state, *prim, zero(*prim))),
                Type::Ref(name) => self.default_reference(maker, name, depth),
            });
        }
        if let Some(&of) = self.machine.world.tests.implemented.get(&class) {
            return Some(self.anonymous(class, of, maker, arguments));
        }
        let cast = self.machine.cast_of(maker, class);
        let arguments = self.told_apart(maker, arguments);
        let (class, call) = self.call((maker, cast), other, arguments, Vec::new());
        Some(self.add(None, class, call))
    }

    fn default_reference(&mut self, maker: MethodId, name: &ClassName, depth: u32) -> Given {
        let loader = self.machine.world.classes[self.machine.world.classes[maker].class].loader;
        let class = self.machine.world.load(loader, name).ok().flatten().filter(|_| depth > 0);
        let class = class.map(|class| self.machine.easiest_class(class));
        let made = class.and_then(|class| self.default_object(class, depth - 1));
        made.unwrap_or(Given::Plain(InputValue::Null))
    }

    /// A static field that has the object.
    fn constant(&mut self, term: Term, id: ObjectId) -> Option<Given> {
        if self.machine.class_of(self.state, id) == self.machine.world.class {
            let class = self.machine.class_of_mirror(id).ok()?;
            return Some(Given::Class(self.machine.world.descriptor(class)));
        }
        let declared = self.machine.world.atlas.reference(term)?.class;
        let own = self.machine.class_of(self.state, id);
        let left = self.machine.left_classes(self.state, term);
        let classes = &self.machine.world.classes;
        let holders = [declared].into_iter().chain(left.iter().flat_map(|left| left.iter().copied()));
        for class in holders.chain(classes[own].chain.iter().rev().copied()).map(|class| &classes[class]) {
            let Body::Fields(values) = &self.state.heap.get(class.statics).body else { continue };
            let holds = |field: &&machine::program::Field| {
                field.is_static() && values[field.slot as usize].same(Value::Ref(id))
            };
            if let Some(field) = class.fields.iter().find(holds) {
                return Some(Given::Constant { class: class.name.clone(), name: field.name.to_string() });
            }
        }
        None
    }
}

fn zero(prim: bytecode::Prim) -> Value {
    match prim {
        bytecode::Prim::Long => Value::Long(0),
        bytecode::Prim::Float => Value::Float(0.0),
        bytecode::Prim::Double => Value::Double(0.0),
        _ => Value::Int(0),
    }
}
