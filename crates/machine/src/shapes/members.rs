//! Fields, methods and constructors as arguments: a few of those that classes have which a test can name, told apart by what code asks them.

use crate::program::{ClassId, ClassKind, Method, ObjectId, Value};
use crate::reason::{Inexact, Reason};
use crate::state::State;
use crate::state::shapes::{Contents, Member, Recipe, Symbolic, SymbolicObject};
use crate::world::{End, Machine, Res, Stop};
use bytecode::{Type, access};
use std::collections::BTreeSet;
use std::rc::Rc;
use term::Term;

/// Of each kind.
const MEMBERS: usize = 8;
const SEEN: u16 = access::PUBLIC | access::PRIVATE | access::STATIC;

/// The classes of members, and how a Class answers one.
const GOT_BY: [(&str, &str, &str); 3] = [
    ("java/lang/reflect/Field", "getDeclaredField", "(Ljava/lang/String;)Ljava/lang/reflect/Field;"),
    (
        "java/lang/reflect/Method",
        "getDeclaredMethod",
        "(Ljava/lang/String;[Ljava/lang/Class;)Ljava/lang/reflect/Method;",
    ),
    ("java/lang/reflect/Constructor", "getDeclaredConstructor", "([Ljava/lang/Class;)Ljava/lang/reflect/Constructor;"),
];

impl Machine<'_> {
    /// Is it a class of members, and may they be arguments?
    pub fn is_member(&self, class: ClassId) -> bool {
        !self.world.atlas.reflection.classes.is_empty()
            && GOT_BY.iter().any(|(name, ..)| **name == *self.world.classes[class].name)
    }

    /// The classes of members that may be behind a variable of a more general class.
    pub(super) fn members_below(&mut self, declared: ClassId) -> Vec<ClassId> {
        if declared == self.world.object || self.world.atlas.reflection.classes.is_empty() {
            return Vec::new();
        }
        let classes: Vec<ClassId> = GOT_BY.iter().filter_map(|(name, ..)| self.world.jdk_class(name).ok()).collect();
        classes
            .into_iter()
            .filter(|&class| class != declared && self.world.classes.is_subclass(class, declared))
            .collect()
    }

    /// Those that are tried: of the class under test first.
    pub fn members(&mut self, kind: ClassId) -> Rc<[Member]> {
        if let Some(known) = self.world.atlas.reflection.members.get(&kind) {
            return known.clone();
        }
        let tested = self.world.atlas.making.tested.map(|method| self.world.classes[method].class);
        let holders: Vec<ClassId> =
            tested.into_iter().chain(self.world.atlas.reflection.classes.iter().copied()).collect();
        let mut found: Vec<Member> = Vec::new();
        let mut seen = BTreeSet::new();
        for of in holders {
            let is_class = matches!(self.world.classes[of].kind, ClassKind::Instance);
            for (alike, member) in if is_class && self.can_be_named(of) { self.declared(kind, of) } else { Vec::new() }
            {
                if found.len() < MEMBERS && seen.insert(alike) {
                    found.push(member);
                }
            }
        }
        let found: Rc<[Member]> = found.into();
        self.world.atlas.reflection.members.insert(kind, found.clone());
        found
    }

    /// What a class declares, with what code tells them apart by.
    fn declared(&mut self, kind: ClassId, of: ClassId) -> Vec<((u16, usize, char), Member)> {
        let kind_name = self.world.classes[kind].name.clone();
        let Some(&(_, got_by, _)) = GOT_BY.iter().find(|(name, ..)| **name == *kind_name) else { return Vec::new() };
        let class = &self.world.classes[of];
        // What is inside of the JDK may be otherwise in the next one.
        let hidden = |flags: u16| flags & access::SYNTHETIC != 0 || class.is_jdk() && flags & access::PUBLIC == 0;
        let mut found = Vec::new();
        if got_by == "getDeclaredField" {
            for field in class.fields.iter().filter(|field| !hidden(field.access)) {
                let alike = (field.access & (SEEN | access::FINAL | access::TRANSIENT), 0, sort_of(&field.descriptor));
                let member = Member { of, name: field.name.clone(), parameters: Vec::new(), got_by };
                found.push((alike, member));
            }
            return found;
        }
        let wants_constructors = got_by == "getDeclaredConstructor";
        let fits = |method: &&Method| match &*method.name {
            "<clinit>" => false,
            name => (name == "<init>") == wants_constructors && !hidden(method.access),
        };
        let methods: Vec<_> = class.methods.iter().map(|&method| &self.world.classes[method]).filter(fits).collect();
        let methods: Vec<_> = methods
            .into_iter()
            .map(|method| {
                let flags = SEEN | access::ABSTRACT | access::VARARGS;
                let result = method.descriptor.rsplit_once(')').map_or('V', |(_, result)| sort_of(result));
                let alike = (method.access & flags, method.parameters.len().min(2), result);
                (alike, method.name.clone(), method.parameters.clone())
            })
            .collect();
        for (alike, name, types) in methods {
            if let Some(parameters) = self.nameable(of, &types) {
                found.push((alike, Member { of, name, parameters, got_by }));
            }
        }
        found
    }

    /// `None` if there is one that a test cannot name.
    pub(super) fn nameable(&mut self, of: ClassId, types: &[Type]) -> Option<Vec<ClassId>> {
        let loader = self.world.classes[of].loader;
        let mut found = Vec::new();
        for kind in types {
            let class = match kind {
                Type::Prim(prim) => self.world.classes.primitive(Some(*prim)),
                Type::Ref(name) => self.world.load(loader, name).ok().flatten()?,
            };
            found.push(Some(class).filter(|&class| self.can_be_named(class))?);
        }
        Some(found)
    }

    /// Asks the Class for one of them; the instruction is executed again when it has answered.
    pub(super) fn make_member(&mut self, state: &mut State, term: Term, kind: ClassId, depth: u32) -> Stop {
        match self.choose_member(state, term, kind) {
            Ok(member) => match self.get_member(state, term, kind, depth, member) {
                Ok(stop) | Err(stop) => stop,
            },
            Err(stop) => stop,
        }
    }

    fn choose_member(&mut self, state: &mut State, term: Term, kind: ClassId) -> Res<Member> {
        let members = self.members(kind);
        let Some((last, others)) = members.split_last() else {
            return Err(End::stopped(Reason::Imprecision(
                Inexact::Reflection,
                "no class has a member that could be an argument".into(),
            )));
        };
        for (at, member) in others.iter().enumerate() {
            let name = format!("{} is not member {at} of {}", self.name_of(term), self.world.classes[kind].dotted());
            state.forgive_forks();
            if !self.choose_freely(state, &name)? {
                return Ok(member.clone());
            }
        }
        Ok(last.clone())
    }

    fn get_member(&mut self, state: &mut State, term: Term, kind: ClassId, depth: u32, member: Member) -> Res<Stop> {
        let descriptor =
            GOT_BY.iter().find(|(_, name, _)| *name == member.got_by).map_or("", |(_, _, descriptor)| descriptor);
        let class = self.world.class;
        let Some(maker) = self.world.classes[class].declared_method(member.got_by, descriptor) else {
            return Err(End::stopped(Reason::Imprecision(
                Inexact::Reflection,
                "this JDK has another java.lang.Class".into(),
            )));
        };
        let mut arguments = vec![Value::Ref(self.mirror(state, member.of)?)];
        if &*member.name != "<init>" {
            arguments.push(Value::Ref(self.new_string(state, &member.name)));
        }
        if descriptor.contains('[') {
            let mirrors: Res<Vec<ObjectId>> =
                member.parameters.iter().map(|&class| self.mirror(state, class)).collect();
            let array = self.world.array_of(class);
            arguments.push(Value::Ref(self.new_ref_array(state, array, &mirrors?)));
        }
        let number = Symbolic(state.path.shapes.objects.len() as u32);
        let recipe = Recipe { maker, arguments: Vec::new(), steps: Vec::new(), member: Some(member), cast: None };
        let contents = Contents::Made(Rc::new(recipe));
        let object = SymbolicObject { id: ObjectId::NULL, class: kind, types: Rc::new([kind]), depth, contents };
        let shapes = Rc::make_mut(&mut state.path.shapes);
        shapes.objects.push(object);
        shapes.making.insert(term, number);
        Ok(self.call_before(state, maker, arguments, number))
    }
}

/// A primitive type, an array, or an object.
fn sort_of(descriptor: &str) -> char {
    descriptor.chars().next().filter(|first| "L[V".contains(*first)).unwrap_or('P')
}
