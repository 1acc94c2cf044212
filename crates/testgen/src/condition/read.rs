//! From the instructions before a jump to the expressions that it looks at. Only what javac makes of one expression without a choice in it is read.

use super::{Condition, Expr, Relation, ValueKind};
use bytecode::{ClassFile, Code, Constant, Flow, Insn, MemberRef, MethodDescriptor, MethodInfo, Type, decode, slots};

/// Instructions of an expression that people would read.
const LONGEST: u32 = 40;

/// What holds if the jump is taken.
pub fn jump(file: &ClassFile, method: &MethodInfo, at: u32) -> Option<Condition> {
    let code = decode(file, method).ok()?;
    let mut operands = operands(file, method, &code, at)?;
    let jump = code.insns.get(at as usize)?.get();
    let (relation, is_pair) = match jump {
        Insn::Ifeq(_) => (Relation::Equal, false),
        Insn::Ifne(_) => (Relation::Different, false),
        Insn::Iflt(_) => (Relation::Less, false),
        Insn::Ifge(_) => (Relation::AtLeast, false),
        Insn::Ifgt(_) => (Relation::More, false),
        Insn::Ifle(_) => (Relation::AtMost, false),
        Insn::IfIcmpeq(_) | Insn::IfAcmpeq(_) => (Relation::Equal, true),
        Insn::IfIcmpne(_) | Insn::IfAcmpne(_) => (Relation::Different, true),
        Insn::IfIcmplt(_) => (Relation::Less, true),
        Insn::IfIcmpge(_) => (Relation::AtLeast, true),
        Insn::IfIcmpgt(_) => (Relation::More, true),
        Insn::IfIcmple(_) => (Relation::AtMost, true),
        Insn::IfNull(_) | Insn::IfNonNull(_) => {
            let relation = if matches!(jump, Insn::IfNull(_)) { Relation::Equal } else { Relation::Different };
            return Some(Condition::Relation(operands.pop()?, relation, Expr::Null));
        }
        _ => return None,
    };
    let last = operands.pop()?;
    if is_pair {
        let first = operands.pop()?;
        // A constant comes second, as people say it.
        return Some(match first {
            Expr::Int(_) if !matches!(last, Expr::Int(_)) => Condition::Relation(last, relation.mirrored(), first),
            _ => Condition::Relation(first, relation, last),
        });
    }
    Some(match last {
        Expr::Compared(one, other) => Condition::Relation(*one, relation, *other),
        truth if truth.kind() == ValueKind::Boolean && matches!(relation, Relation::Equal | Relation::Different) => {
            Condition::Truth(truth, relation == Relation::Different)
        }
        number => Condition::Relation(number, relation, Expr::Int(0)),
    })
}

/// What holds if a switch goes to the instruction; nothing for its default, and where several keys go the same way.
pub fn switched(file: &ClassFile, method: &MethodInfo, at: u32, target: u32) -> Option<Condition> {
    let code = decode(file, method).ok()?;
    let Insn::Switch(table) = code.insns.get(at as usize)?.get() else { return None };
    let switch = &code.switches[table as usize];
    if switch.default() == target {
        return None;
    }
    let mut keys = switch.cases().into_iter().filter(|&key| switch.target(key) == target);
    let (key, None) = (keys.next()?, keys.next()) else { return None };
    let of = operands(file, method, &code, at)?.pop()?;
    let is_hidden = matches!(&of, Expr::Call { name, .. } if name == "hashCode")
        || matches!(&of, Expr::Element(array, _, _) if matches!(&**array, Expr::Field { name, .. } if name.contains('$')));
    (!is_hidden).then(|| Condition::Relation(of, Relation::Equal, Expr::Int(key.into())))
}

/// What an instruction finds on the stack, if all of it is computed in a row before it.
fn operands(file: &ClassFile, method: &MethodInfo, code: &Code, at: u32) -> Option<Vec<Expr>> {
    let insn = |pc: u32| code.insns.get(pc as usize).map(|insn| insn.get());
    let (mut wanted, _) = slots(file, insn(at)?)?;
    let mut start = at;
    while wanted > 0 {
        start = start.checked_sub(1)?;
        let before = insn(start)?;
        if before.flow() != Flow::Next || at - start > LONGEST {
            return None;
        }
        let (pops, pushes) = slots(file, before)?;
        wanted = wanted.checked_sub(pushes)? + pops;
    }
    // Values meet where something jumps into the row.
    let jumps_in = |pc: u32, insn: Insn| match insn.flow() {
        Flow::Branch(target) | Flow::Jump(target) | Flow::Jsr(target) => target > start && target <= at && pc != at,
        _ => false,
    };
    if code.insns.iter().enumerate().any(|(pc, insn)| jumps_in(pc as u32, insn.get())) {
        return None;
    }
    let mut reader = Reader { file, method, code, stack: Vec::new() };
    (start..at).try_for_each(|pc| reader.step(pc, insn(pc)?))?;
    Some(reader.stack)
}

struct Reader<'a> {
    file: &'a ClassFile,
    method: &'a MethodInfo,
    code: &'a Code,
    stack: Vec<Expr>,
}

impl Reader<'_> {
    fn step(&mut self, pc: u32, insn: Insn) -> Option<()> {
        let pushed = match insn {
            Insn::Nop | Insn::CheckCast(_) => return Some(()),
            Insn::I2l | Insn::I2f | Insn::I2d | Insn::L2f | Insn::L2d | Insn::F2d => return Some(()),
            Insn::AconstNull => Expr::Null,
            Insn::Iconst(number) | Insn::Lconst(number) => Expr::Int(number.into()),
            Insn::Fconst(number) | Insn::Dconst(number) => Expr::Real(number.into()),
            Insn::Ldc(index) | Insn::Ldc2(index) => self.constant(index)?,
            Insn::Load(local) | Insn::Load2(local) => self.local(pc, local)?,
            Insn::Iaload | Insn::Laload | Insn::Faload | Insn::Daload | Insn::Baload | Insn::Saload => {
                self.element(ValueKind::Number)?
            }
            Insn::Caload => self.element(ValueKind::Char)?,
            Insn::Aaload => self.element(ValueKind::Object)?,
            Insn::Iadd | Insn::Ladd | Insn::Fadd | Insn::Dadd => self.infix("+")?,
            Insn::Isub | Insn::Lsub | Insn::Fsub | Insn::Dsub => self.infix("-")?,
            Insn::Imul | Insn::Lmul | Insn::Fmul | Insn::Dmul => self.infix("*")?,
            Insn::Idiv | Insn::Ldiv | Insn::Fdiv | Insn::Ddiv => self.infix("/")?,
            Insn::Irem | Insn::Lrem | Insn::Frem | Insn::Drem => self.infix("%")?,
            Insn::Iand | Insn::Land => self.infix("&")?,
            Insn::Ior | Insn::Lor => self.infix("|")?,
            Insn::Ixor | Insn::Lxor => self.infix("^")?,
            Insn::Ineg | Insn::Lneg | Insn::Fneg | Insn::Dneg => Expr::Negative(Box::new(self.stack.pop()?)),
            Insn::Lcmp | Insn::Fcmpl | Insn::Fcmpg | Insn::Dcmpl | Insn::Dcmpg => {
                let other = self.stack.pop()?;
                Expr::Compared(Box::new(self.stack.pop()?), Box::new(other))
            }
            Insn::ArrayLength => Expr::Length(Box::new(self.stack.pop()?)),
            Insn::InstanceOf(index) => {
                Expr::InstanceOf(Box::new(self.stack.pop()?), self.file.pool.class(index).ok()?.clone())
            }
            Insn::GetStatic(index) => self.field(None, index)?,
            Insn::GetField(index) => {
                let of = self.stack.pop()?;
                self.field(Some(of), index)?
            }
            Insn::InvokeVirtual(index) | Insn::InvokeInterface(index) => self.call(index, true)?,
            Insn::InvokeStatic(index) => self.call(index, false)?,
            // A method of the class itself, or of the one above it.
            Insn::InvokeSpecial(index) if &*self.file.pool.method(index).ok()?.name != "<init>" => {
                self.call(index, true)?
            }
            _ => return None,
        };
        self.stack.push(pushed);
        Some(())
    }

    fn constant(&self, index: u16) -> Option<Expr> {
        Some(match self.file.pool.get(index)? {
            Constant::Integer(number) => Expr::Int((*number).into()),
            Constant::Long(number) => Expr::Int(*number),
            Constant::Float(number) => Expr::Real((*number).into()),
            Constant::Double(number) => Expr::Real(*number),
            Constant::String(units) => Expr::Text(units.to_vec()),
            Constant::Class(class) => Expr::Class(class.clone()),
            _ => return None,
        })
    }

    /// By the name that the compiler left of it.
    fn local(&self, pc: u32, local: u16) -> Option<Expr> {
        let is_static = self.method.is_static();
        if local == 0 && !is_static {
            return Some(Expr::This);
        }
        let types = MethodDescriptor::parse(&self.method.descriptor).ok()?.parameters;
        let mut slot = u16::from(!is_static);
        let mut parameter = None;
        for kind in &types {
            if slot == local {
                parameter = Some(kind);
            }
            slot += if matches!(kind, Type::Prim(bytecode::Prim::Long | bytecode::Prim::Double)) { 2 } else { 1 };
        }
        let place = u32::from(*self.code.pcs.get(pc as usize)?);
        let variables = self.method.code.iter().flat_map(|code| &code.variables);
        let is_here = |variable: &&bytecode::LocalVariable| {
            let (start, length) = (u32::from(variable.start), u32::from(variable.length));
            variable.index == local && start <= place && place < start + length
        };
        let variable = variables.clone().find(is_here)?;
        let is_parameter = parameter.is_some() && variable.start == 0;
        Some(Expr::Local { name: variable.name.to_string(), kind: kind_of(&variable.descriptor), is_parameter })
    }

    fn element(&mut self, kind: ValueKind) -> Option<Expr> {
        let index = self.stack.pop()?;
        Some(Expr::Element(Box::new(self.stack.pop()?), Box::new(index), kind))
    }

    fn infix(&mut self, symbol: &'static str) -> Option<Expr> {
        let other = self.stack.pop()?;
        Some(Expr::Infix(Box::new(self.stack.pop()?), symbol, Box::new(other)))
    }

    fn field(&self, of: Option<Expr>, index: u16) -> Option<Expr> {
        let MemberRef { class, name, descriptor } = self.file.pool.field(index).ok()?.clone();
        Some(Expr::Field { of: of.map(Box::new), class, name: name.to_string(), kind: kind_of(&descriptor) })
    }

    fn call(&mut self, index: u16, of_object: bool) -> Option<Expr> {
        let MemberRef { class, name, descriptor } = match self.file.pool.get(index)? {
            Constant::Method(method) | Constant::InterfaceMethod(method) => method.clone(),
            _ => return None,
        };
        let types = MethodDescriptor::parse(&descriptor).ok()?;
        let arguments = self.stack.split_off(self.stack.len().checked_sub(types.parameters.len())?);
        let of = if of_object { Some(Box::new(self.stack.pop()?)) } else { None };
        let result = descriptor.split_once(')')?.1;
        if result == "V" || name.contains('$') {
            return None;
        }
        Some(Expr::Call { of, class, name: name.to_string(), arguments, kind: kind_of(result) })
    }
}

fn kind_of(descriptor: &str) -> ValueKind {
    match descriptor {
        "Z" => ValueKind::Boolean,
        "C" => ValueKind::Char,
        "B" | "S" | "I" | "J" | "F" | "D" => ValueKind::Number,
        _ => ValueKind::Object,
    }
}
