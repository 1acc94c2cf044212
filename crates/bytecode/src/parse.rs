//! The class-file parser (JVMS 4). Trusts nothing: every read is checked and no count in the file decides an
//! allocation, so hostile input costs memory in proportion to its own size and ends in an error.

mod pool;

use crate::classfile::{
    Annotation, Bootstrap, ClassFile, ClassFileError, CodeInfo, Constant, FieldInfo, HandlerInfo, LocalVariable,
    MethodInfo, Nested, Pool, malformed,
};
use crate::names::ClassName;
use crate::reader::Reader;
use std::rc::Rc;

pub(crate) use pool::tag;

const MAGIC: u32 = 0xCAFE_BABE;

impl ClassFile {
    pub fn parse(bytes: Rc<[u8]>) -> Result<ClassFile, ClassFileError> {
        let mut reader = Reader::new(&bytes);
        if reader.u32() != Ok(MAGIC) {
            return Err(ClassFileError::NotAClassFile);
        }
        let _minor = reader.u16()?;
        let major = reader.u16()?;
        let pool = pool::parse(&mut reader)?;
        let after_pool = reader.at();
        let access = reader.u16()?;
        let name = pool.class(reader.u16()?)?.clone();
        let super_name = optional_class(&pool, reader.u16()?)?;
        let interfaces = list(&mut reader, |reader| Ok(pool.class(reader.u16()?)?.clone()))?;
        let fields = list(&mut reader, |reader| field(reader, &pool))?;
        let methods = list(&mut reader, |reader| method(reader, &pool))?;
        let mut class = ClassFile {
            major,
            access,
            name,
            super_name,
            interfaces,
            fields,
            methods,
            pool,
            bytes: bytes.clone(),
            after_pool,
            ..ClassFile::default()
        };
        class_attributes(&mut reader, &mut class)?;
        if !reader.is_empty() {
            return malformed("extra bytes at the end");
        }
        check_bootstraps(&class)?;
        Ok(class)
    }
}

fn optional_class(pool: &Pool, index: u16) -> Result<Option<ClassName>, ClassFileError> {
    if index == 0 {
        return Ok(None);
    }
    pool.class(index).cloned().map(Some)
}

/// A u2 count and that many items.
fn list<T>(
    reader: &mut Reader,
    mut item: impl FnMut(&mut Reader) -> Result<T, ClassFileError>,
) -> Result<Vec<T>, ClassFileError> {
    let mut items = Vec::new();
    for _ in 0..reader.u16()? {
        items.push(item(reader)?);
    }
    Ok(items)
}

/// Calls `each` with the name of every attribute and a reader of its content.
fn attributes(
    reader: &mut Reader,
    pool: &Pool,
    mut each: impl FnMut(&str, Reader) -> Result<(), ClassFileError>,
) -> Result<(), ClassFileError> {
    for _ in 0..reader.u16()? {
        let name = pool.utf8(reader.u16()?)?;
        let length = reader.u32()?;
        each(name, reader.sub(length as usize)?)?;
    }
    Ok(())
}

fn class_attributes(reader: &mut Reader, class: &mut ClassFile) -> Result<(), ClassFileError> {
    let ClassFile { pool, bootstraps, source_file, signature, nest_host, nested, annotations: found, .. } = class;
    attributes(reader, pool, |name, mut content| {
        match name {
            "BootstrapMethods" => *bootstraps = list(&mut content, bootstrap)?,
            "Signature" => *signature = pool.utf8(content.u16()?).ok().cloned(),
            "SourceFile" => *source_file = Some(pool.utf8(content.u16()?)?.clone()),
            "NestHost" => *nest_host = Some(pool.class(content.u16()?)?.clone()),
            "InnerClasses" => *nested = list(&mut content, |reader| nested_class(reader, pool))?,
            // HotSpot ignores malformed annotations too: what was read before counts.
            "RuntimeVisibleAnnotations" => {
                let _ = annotations(&mut content, pool, found, |_| {});
            }
            _ => {}
        }
        Ok(())
    })
}

fn nested_class(reader: &mut Reader, pool: &Pool) -> Result<Nested, ClassFileError> {
    let class = pool.class(reader.u16()?)?.clone();
    let outer = match reader.u16()? {
        0 => None,
        index => Some(pool.class(index)?.clone()),
    };
    // Its simple name.
    reader.u16()?;
    Ok(Nested { class, outer, access: reader.u16()? })
}

fn bootstrap(reader: &mut Reader) -> Result<Bootstrap, ClassFileError> {
    Ok(Bootstrap { method: reader.u16()?, arguments: list(reader, |reader| reader.u16())? })
}

fn field(reader: &mut Reader, pool: &Pool) -> Result<FieldInfo, ClassFileError> {
    let access = reader.u16()?;
    let name = pool.utf8(reader.u16()?)?.clone();
    let descriptor = pool.utf8(reader.u16()?)?.clone();
    let mut constant = None;
    attributes(reader, pool, |attribute, mut content| {
        if attribute == "ConstantValue" {
            constant = Some(constant_value(pool, content.u16()?)?);
        }
        Ok(())
    })?;
    Ok(FieldInfo { access, name, descriptor, constant })
}

fn constant_value(pool: &Pool, index: u16) -> Result<u16, ClassFileError> {
    match pool.get(index) {
        Some(
            Constant::Integer(_) | Constant::Float(_) | Constant::Long(_) | Constant::Double(_) | Constant::String(_),
        ) => Ok(index),
        _ => pool.wrong(index, "constant value"),
    }
}

fn method(reader: &mut Reader, pool: &Pool) -> Result<MethodInfo, ClassFileError> {
    let access = reader.u16()?;
    let name = pool.utf8(reader.u16()?)?.clone();
    let descriptor = pool.utf8(reader.u16()?)?.clone();
    let mut method = MethodInfo {
        access,
        name,
        descriptor,
        code: None,
        signature: None,
        exceptions: Vec::new(),
        caller_sensitive: false,
        hidden: false,
        annotations: Vec::new(),
    };
    attributes(reader, pool, |attribute, mut content| {
        match attribute {
            "Code" => method.code = Some(code(&mut content, pool)?),
            "Signature" => method.signature = pool.utf8(content.u16()?).ok().cloned(),
            "Exceptions" => method.exceptions = list(&mut content, |content| Ok(pool.class(content.u16()?)?.clone()))?,
            "RuntimeVisibleAnnotations" => {
                let MethodInfo { annotations: found, hidden, caller_sensitive, .. } = &mut method;
                let _ = annotations(&mut content, pool, found, |name| match name {
                    "Ljava/lang/invoke/LambdaForm$Hidden;" | "Ljdk/internal/vm/annotation/Hidden;" => *hidden = true,
                    name => *caller_sensitive |= name.ends_with("CallerSensitive;"),
                });
            }
            _ => {}
        }
        Ok(())
    })?;
    Ok(method)
}

fn code(reader: &mut Reader, pool: &Pool) -> Result<CodeInfo, ClassFileError> {
    let max_stack = reader.u16()?;
    let max_locals = reader.u16()?;
    let length = reader.u32()?;
    // JVMS 4.7.3
    if length == 0 || length > 0xffff {
        return malformed(format!("code length {length}"));
    }
    let bytes = reader.range(length as usize)?;
    let handlers = list(reader, |reader| {
        Ok(HandlerInfo { start: reader.u16()?, end: reader.u16()?, handler: reader.u16()?, catch: reader.u16()? })
    })?;
    let mut lines = Vec::new();
    let mut variables = Vec::new();
    let mut stack_map = None;
    attributes(reader, pool, |attribute, mut content| {
        match attribute {
            // JVMS 4.7.12: several tables of one method together describe it, in any order.
            "LineNumberTable" => {
                lines.extend(list(&mut content, |row| Ok((row.u16()?, row.u16()?)))?);
            }
            "LocalVariableTable" => {
                variables.extend(list(&mut content, |row| local_variable(row, pool))?);
            }
            "StackMapTable" => stack_map = Some(content.rest()),
            _ => {}
        }
        Ok(())
    })?;
    lines.sort_by_key(|&(start, _)| start);
    Ok(CodeInfo { max_stack, max_locals, bytes, handlers, lines, variables, stack_map })
}

fn local_variable(row: &mut Reader, pool: &Pool) -> Result<LocalVariable, ClassFileError> {
    Ok(LocalVariable {
        start: row.u16()?,
        length: row.u16()?,
        name: pool.utf8(row.u16()?)?.clone(),
        descriptor: pool.utf8(row.u16()?)?.clone(),
        index: row.u16()?,
    })
}

/// The package of our own annotations.
const OURS: &str = "Ljacana/";

/// Those of our own are kept; `each` is told the descriptors of all.
fn annotations(
    reader: &mut Reader,
    pool: &Pool,
    found: &mut Vec<Annotation>,
    mut each: impl FnMut(&str),
) -> Result<(), ClassFileError> {
    for _ in 0..reader.u16()? {
        let name = &**pool.utf8(reader.u16()?)?;
        each(name);
        let mut texts = Vec::new();
        elements(reader, |name, text| {
            if let (Ok(name), Ok(text)) = (pool.utf8(name), pool.utf8(text)) {
                texts.push((name.clone(), text.clone()));
            }
        })?;
        if name.starts_with(OURS) && name.ends_with(';') {
            found.push(Annotation { name: name[1..name.len() - 1].into(), texts });
        }
    }
    Ok(())
}

/// Calls `text` with the pool indices of each name and text among the name-value pairs of an annotation (JVMS 4.7.16.1), also those in
/// lists, not those of annotations within. Values nest without bound, hence no recursion.
fn elements(reader: &mut Reader, mut text: impl FnMut(u16, u16)) -> Result<(), ClassFileError> {
    struct Open {
        left: u16,
        /// The elements have names of their own.
        named: bool,
        /// The element of the outermost annotation to which all this belongs.
        element: Option<u16>,
    }
    let mut stack = vec![Open { left: reader.u16()?, named: true, element: None }];
    while let Some(top) = stack.last_mut() {
        if top.left == 0 {
            stack.pop();
            continue;
        }
        top.left -= 1;
        let name = if top.named { Some(reader.u16()?) } else { None };
        let element = match (top.element, name) {
            (None, name) => name,
            (Some(element), None) => Some(element),
            (Some(_), Some(_)) => None,
        };
        match reader.u8()? {
            b's' => {
                let value = reader.u16()?;
                if let Some(element) = element {
                    text(element, value);
                }
            }
            b'B' | b'C' | b'D' | b'F' | b'I' | b'J' | b'S' | b'Z' | b'c' => {
                reader.u16()?;
            }
            b'e' => {
                reader.u32()?;
            }
            b'@' => {
                reader.u16()?;
                stack.push(Open { left: reader.u16()?, named: true, element: Some(0) });
            }
            b'[' => stack.push(Open { left: reader.u16()?, named: false, element }),
            tag => return malformed(format!("annotation element tag {tag}")),
        }
    }
    Ok(())
}

fn check_bootstraps(class: &ClassFile) -> Result<(), ClassFileError> {
    for constant in &class.pool.entries {
        let (Constant::Dynamic { bootstrap, .. } | Constant::InvokeDynamic { bootstrap, .. }) = constant else {
            continue;
        };
        if usize::from(*bootstrap) >= class.bootstraps.len() {
            return malformed(format!("no bootstrap method {bootstrap}"));
        }
    }
    for bootstrap in &class.bootstraps {
        if !matches!(class.pool.get(bootstrap.method), Some(Constant::MethodHandle { .. })) {
            return class.pool.wrong(bootstrap.method, "MethodHandle");
        }
        if let Some(&argument) = bootstrap.arguments.iter().find(|&&argument| !class.pool.is_loadable(argument)) {
            return class.pool.wrong(argument, "loadable constant");
        }
    }
    Ok(())
}
