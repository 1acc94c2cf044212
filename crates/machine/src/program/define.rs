//! A class becomes part of the program: its layout, its table of virtual methods (JVMS 5.4.5), its interfaces.

use super::class::{Binding, ClassKind, Definition, Field, Kind, Method};
use super::classes::Classes;
use super::ids::{ClassId, Loader, MethodId};
use bytecode::{ClassFile, MethodDescriptor, access};
use std::cell::{Cell, OnceCell};
use std::collections::HashMap;

impl Classes {
    /// Links a class: layout, vtable, interface closure. Supers are linked already.
    pub fn define(&mut self, definition: Definition) -> Result<ClassId, bytecode::ClassFileError> {
        let Definition { file, loader, module, superclass, interfaces, statics, name, hidden, synthetic } = definition;
        let id = self.push_bare(&name, ClassKind::Instance);
        let (layout, fields, static_count) = self.lay_out(id, superclass, &file);
        let mut chain = superclass.map_or(Vec::new(), |s| self[s].chain.clone());
        chain.push(id);
        let mut all_interfaces = superclass.map_or(Vec::new(), |s| self[s].all_interfaces.clone());
        for &interface in &interfaces {
            all_interfaces.push(interface);
            all_interfaces.extend_from_slice(&self[interface].all_interfaces);
        }
        all_interfaces.sort();
        all_interfaces.dedup();

        let mut methods = Vec::new();
        let mut methods_by_name = HashMap::new();
        for (index, info) in file.methods.iter().enumerate() {
            let descriptor = MethodDescriptor::parse(&info.descriptor)?;
            let receiver = (info.access & access::STATIC == 0) as u16;
            let method = MethodId(self.methods.len() as u32);
            methods.push(method);
            methods_by_name.insert((info.name.clone(), info.descriptor.clone()), method);
            self.methods.push(Method {
                id: method,
                class: id,
                name: info.name.clone(),
                descriptor: info.descriptor.clone(),
                access: info.access,
                index: index as u16,
                argument_slots: receiver + descriptor.argument_slots() as u16,
                parameters: descriptor.parameters,
                result: descriptor.result,
                vtable_index: Cell::new(None),
                binding: Cell::new(Binding::Undecided),
                fast: Cell::new(false),
                code: OnceCell::new(),
                assigned: OnceCell::new(),
                decisions: OnceCell::new(),
                caller_sensitive: info.caller_sensitive,
                hidden: info.hidden,
            });
        }
        let vtable = self.build_vtable(&name, loader, superclass, &methods, file.access);
        let blank = layout.iter().map(|&(class, at)| self.layout_field(id, &fields, class, at).kind.zero()).collect();

        let class = &mut self.classes[id.0 as usize];
        class.access = file.access;
        class.loader = loader;
        class.module = module;
        class.superclass = superclass;
        class.interfaces = interfaces;
        class.chain = chain;
        class.all_interfaces = all_interfaces;
        class.fields = fields;
        class.layout = layout;
        class.blank = blank;
        class.static_count = static_count;
        class.methods = methods;
        class.methods_by_name = methods_by_name;
        class.vtable = vtable;
        class.statics = statics;
        class.hidden = hidden;
        class.synthetic = synthetic;
        class.file = Some(file);
        if !hidden {
            self.names.insert((loader, name), id);
        }
        Ok(id)
    }

    fn layout_field<'a>(&'a self, own: ClassId, fields: &'a [Field], class: ClassId, at: u16) -> &'a Field {
        if class == own { &fields[at as usize] } else { &self[class].fields[at as usize] }
    }

    /// Instance fields get slots after those of the superclass; statics count on their own.
    fn lay_out(
        &self,
        id: ClassId,
        superclass: Option<ClassId>,
        file: &ClassFile,
    ) -> (Vec<(ClassId, u16)>, Vec<Field>, u16) {
        let mut layout = superclass.map_or(Vec::new(), |s| self[s].layout.clone());
        let mut static_count = 0;
        let mut fields = Vec::with_capacity(file.fields.len());
        for (at, info) in file.fields.iter().enumerate() {
            let slot = if info.access & access::STATIC != 0 {
                static_count += 1;
                static_count - 1
            } else {
                layout.push((id, at as u16));
                layout.len() as u16 - 1
            };
            fields.push(Field {
                name: info.name.clone(),
                descriptor: info.descriptor.clone(),
                access: info.access,
                kind: Kind::of(&info.descriptor),
                class: id,
                slot,
                constant: info.constant,
            });
        }
        (layout, fields, static_count)
    }

    /// JVMS 5.4.5: a method takes over the entry of what it overrides, else gets a new one.
    fn build_vtable(
        &self,
        name: &str,
        loader: Loader,
        superclass: Option<ClassId>,
        methods: &[MethodId],
        class_access: u16,
    ) -> Vec<MethodId> {
        let mut vtable = superclass.map_or(Vec::new(), |s| self[s].vtable.clone());
        if class_access & access::INTERFACE != 0 {
            return vtable;
        }
        let package = name.rsplit_once('/').map_or("", |(package, _)| package);
        for &id in methods {
            let method = &self[id];
            if !method.is_virtual() {
                continue;
            }
            let key = (method.name.clone(), method.descriptor.clone());
            let mut ancestor = superclass;
            let mut own_entry = None;
            while let Some(class) = ancestor {
                if let Some(overridden) = self[class].declared(&key)
                    && let Some(entry) = self[overridden].vtable_index.get()
                    && self.overrides(package, loader, overridden)
                {
                    vtable[entry as usize] = id;
                    own_entry = own_entry.or(Some(entry));
                }
                ancestor = self[class].superclass;
            }
            let entry = own_entry.unwrap_or_else(|| {
                vtable.push(id);
                vtable.len() as u32 - 1
            });
            method.vtable_index.set(Some(entry));
        }
        vtable
    }

    fn overrides(&self, package: &str, loader: Loader, overridden: MethodId) -> bool {
        let method = &self[overridden];
        if method.access & (access::PUBLIC | access::PROTECTED) != 0 {
            return true;
        }
        self[method.class].loader == loader && self[method.class].package() == package
    }
}
