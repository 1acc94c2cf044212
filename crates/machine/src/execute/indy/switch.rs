//! SwitchBootstraps: pattern switches choose a label without any class made for them.

use super::{Request, Site};
use crate::execute::flow::Flow;
use crate::program::{ClassId, ObjectId, Value};
use crate::state::State;
use crate::world::sites::Label;
use crate::world::{Machine, Res, Stop};
use bytecode::Constant;

impl Machine<'_> {
    /// `None` for labels and selectors that only preview features have.
    pub(super) fn link_switch(&mut self, state: &mut State, request: &Request) -> Res<Option<Site>> {
        if !request.descriptor.starts_with("(L") && !request.descriptor.starts_with("([") {
            return Ok(None);
        }
        let mut labels = Vec::new();
        let enum_switch = *request.factory.name == *"enumSwitch";
        for &index in &request.bootstrap.arguments {
            let label = match self.constant(request.class, index).cloned() {
                Some(Constant::Class(name)) => Label::Class(self.class_named(state, request.class, &name)?),
                Some(Constant::Integer(i)) => Label::Integer(i),
                Some(Constant::String(units)) if enum_switch => {
                    Label::EnumConstant(String::from_utf16_lossy(&units).into())
                }
                Some(Constant::String(units)) => Label::Text(units),
                Some(Constant::Dynamic { .. }) => match self.qualified_label(state, request.class, index)? {
                    Some(label) => label,
                    None => return Ok(None),
                },
                _ => return Ok(None),
            };
            labels.push(label);
        }
        Ok(Some(Site::Switch(labels.into())))
    }

    /// A dynamic constant that is an EnumDesc.
    fn qualified_label(&mut self, state: &mut State, from: ClassId, index: u16) -> Res<Option<Label>> {
        let object = self.boxed_loadable(state, from, index)?;
        let class = self.class_of(state, object);
        if *self.world.classes[class].name != *"java/lang/Enum$EnumDesc" {
            return Ok(None);
        }
        let name = self.ask(state, object, "constantName", "()Ljava/lang/String;")?;
        let ty = self.ask(state, object, "constantType", "()Ljava/lang/constant/ClassDesc;")?;
        let descriptor = self.ask(state, ty, "descriptorString", "()Ljava/lang/String;")?;
        Ok(Some(Label::Qualified {
            from,
            descriptor: self.string(state, descriptor)?.into(),
            name: self.string(state, name)?.into(),
        }))
    }

    /// The object that a method without parameters answers.
    fn ask(&mut self, state: &mut State, object: ObjectId, name: &str, descriptor: &str) -> Res<ObjectId> {
        let class = self.class_of(state, object);
        let method = self.find_method(state, class, name, descriptor)?;
        let answer = self.call(state, method, &[Value::Ref(object)])?;
        Ok(answer.expect("an object").as_ref())
    }

    /// typeSwitch(target, restart): -1 for null, the number of labels if none fits.
    pub(super) fn switch(&mut self, state: &mut State, labels: &[Label]) -> Res<Flow> {
        self.settle_slot(state, 1)?;
        let restart = self.concretize_int(state, state.peek(0))?;
        let target = state.peek(1).as_ref();
        let mut chosen = if target.is_null() { -1 } else { labels.len() as i32 };
        if !target.is_null() {
            for (at, label) in labels.iter().enumerate().skip(restart as usize) {
                if self.fits(state, target, label)? {
                    chosen = at as i32;
                    break;
                }
            }
        }
        state.drop_slots(2);
        state.push(Value::Int(chosen));
        Ok(Flow::Next)
    }

    fn fits(&mut self, state: &mut State, target: ObjectId, label: &Label) -> Res<bool> {
        let class = self.class_of(state, target);
        Ok(match label {
            Label::Class(of) => self.world.classes.is_subclass(class, *of),
            Label::Text(units) => class == self.world.string && self.units(state, target)? == **units,
            Label::Integer(i) => {
                matches!(self.unbox(state, target)?, Some((_, Value::Int(found))) if found == *i)
            }
            Label::EnumConstant(name) => self.is_constant(state, target, name)?,
            Label::Qualified { from, descriptor, name } => {
                self.is_enum(state, target, *from, descriptor)? && self.is_constant(state, target, name)?
            }
        })
    }

    fn is_constant(&mut self, state: &mut State, target: ObjectId, name: &str) -> Res<bool> {
        let found = self.field_named(state, target, "name")?.as_ref();
        Ok(self.string(state, found)? == *name)
    }

    /// A class that cannot be found is nobody's: the label never fits.
    fn is_enum(&mut self, state: &mut State, target: ObjectId, from: ClassId, descriptor: &str) -> Res<bool> {
        let name = descriptor.trim_start_matches('L').trim_end_matches(';');
        let class = match self.class_named(state, from, &name.into()) {
            Ok(class) => class,
            Err(Stop::Throw(_)) => return Ok(false),
            Err(stop) => return Err(stop),
        };
        let enumeration = self.jdk_class(state, "java/lang/Enum")?;
        let found = self.class_of(state, target);
        // A constant with a body is of a subclass of its enum.
        let own = self.world.classes[found].superclass == Some(class) || found == class;
        Ok(own && self.world.classes.is_subclass(found, enumeration))
    }
}
