//! java.security.AccessController: there is no security manager, so every context is null.

use super::{Call, LibraryModel, Ret, model, nothing};
use crate::program::ObjectId;
use crate::state::State;
use crate::world::{Machine, Res};

const CLASS: &str = "java/security/AccessController";

pub const MODELS: &[LibraryModel] = &[
    model(CLASS, "getStackAccessControlContext", "", no_context),
    model(CLASS, "getInheritedAccessControlContext", "", no_context),
    model(CLASS, "getProtectionDomain", "(Ljava/lang/Class;)Ljava/security/ProtectionDomain;", no_context),
    model(CLASS, "ensureMaterializedForStackWalk", "", nothing),
];

fn no_context(_: &mut Machine, _: &mut State, _: &Call) -> Res<Ret> {
    Ret::reference(ObjectId::NULL)
}
