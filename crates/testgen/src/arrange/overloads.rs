//! Where a test must say which of several methods of one name it means.

use crate::arrange::{Arranger, Given};
use bytecode::{ClassName, Prim, Type, access};
use machine::{ClassId, MethodId};
use replay::InputValue;

impl Arranger<'_, '_> {
    /// The arguments of a call, those that another method would take as well as what their parameters are declared with.
    pub(crate) fn told_apart(&mut self, method: MethodId, given: Vec<Given>) -> Vec<Given> {
        let own = self.machine.world.classes[method].parameters.clone();
        let mut told = vec![false; given.len()];
        for rival in self.rivals(method) {
            let fits = given.iter().zip(&rival).all(|(given, kind)| self.fits(method, given, kind));
            for at in (0..given.len()).filter(|_| fits) {
                told[at] |= rival[at] != own[at]
                    && (given[at].is_null() || self.seen_as(&given[at]).is_some_and(|seen| !is_of(&seen, &own[at])));
            }
        }
        let all = given.into_iter().zip(own).zip(told);
        all.map(|((given, kind), told)| if told { Given::As(Box::new(given), kind) } else { given }).collect()
    }

    /// What other methods of that name take, as many as this one.
    fn rivals(&self, method: MethodId) -> Vec<Vec<Type>> {
        let classes = &self.machine.world.classes;
        let m = &classes[method];
        let c = &classes[m.class];
        let holders: Vec<ClassId> = match &*m.name {
            "<init>" => vec![m.class],
            _ => c.chain.iter().chain(&c.all_interfaces).copied().collect(),
        };
        let others = holders.iter().flat_map(|&class| &classes[class].methods).map(|&other| &classes[other]);
        let hidden = access::PRIVATE | access::SYNTHETIC;
        let seen = others.filter(|other| other.name == m.name && other.access & hidden == 0);
        let seen = seen.map(|other| &other.parameters);
        seen.filter(|types| types.len() == m.parameters.len() && **types != m.parameters).cloned().collect()
    }

    fn fits(&mut self, method: MethodId, given: &Given, kind: &Type) -> bool {
        let name = match (given, kind) {
            (_, Type::Ref(_)) if given.is_null() => return true,
            (_, Type::Prim(prim)) => return self.seen_as(given).is_none() && is_number(given, *prim),
            (_, Type::Ref(name)) => name.clone(),
        };
        let Some(seen) = self.seen_as(given) else { return false };
        let world = &mut self.machine.world;
        let loader = world.classes[world.classes[method].class].loader;
        match (world.load(loader, &seen), world.load(loader, &name)) {
            (Ok(Some(seen)), Ok(Some(declared))) => world.classes.is_subclass(seen, declared),
            _ => false,
        }
    }

    /// The class of which the compiler sees an object.
    fn seen_as(&self, given: &Given) -> Option<ClassName> {
        Some(match given {
            Given::Object(at) => self.objects[*at].class.clone(),
            Given::Class(_) => "java/lang/Class".into(),
            Given::Constant { class, .. } => class.clone(),
            Given::As(_, Type::Ref(name)) => name.clone(),
            Given::Plain(InputValue::Text(_)) => "java/lang/String".into(),
            Given::Plain(InputValue::Array { class, .. }) => class.internal(),
            Given::Plain(InputValue::Boxed(number)) => format!("java/lang/{}", number.box_name()).into(),
            Given::Plain(_) | Given::As(_, Type::Prim(_)) => return None,
        })
    }
}

fn is_of(class: &ClassName, kind: &Type) -> bool {
    matches!(kind, Type::Ref(name) if name == class)
}

/// Numbers become wider ones; only truth values are something else.
fn is_number(given: &Given, prim: Prim) -> bool {
    matches!(given, Given::Plain(InputValue::Boolean(_))) == (prim == Prim::Boolean)
}
