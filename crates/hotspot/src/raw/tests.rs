//! Tests that need a VM. There is one per process, and it belongs to one thread: they take turns there.

use super::calls::{JavaArg, ReturnValue};
use super::create::JvmOptions;
use super::jvm::Jvm;
use super::member::Scope;
use super::reference::{Handle, Seen, Thrown};
use crate::jdk::Jdk;
use bytecode::shadow_class::{UPCALL_CLASS, UPCALL_DESCRIPTOR, UPCALL_METHOD};
use bytecode::{ClassName, Prim};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, OnceLock};

type Job = Box<dyn FnOnce(&Jvm) + Send>;

const STACK_BYTES: usize = 64 << 20;

/// Runs a test on the thread of the VM, and fails if it does.
fn on_engine(test: impl FnOnce(&Jvm) + Send + 'static) {
    static ENGINE: OnceLock<Mutex<Sender<Job>>> = OnceLock::new();
    let engine = ENGINE.get_or_init(|| {
        let (sender, receiver) = channel::<Job>();
        let engine = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(move || {
            let environment = |name: &str| std::env::var(name).ok();
            let jdk = Jdk::find(None, environment("JAVA_HOME").as_deref(), environment("PATH").as_deref());
            let options = JvmOptions { jdk_home: jdk.expect("a JDK").home, ..JvmOptions::default() };
            let jvm = Jvm::create(&options).expect("a VM");
            receiver.into_iter().for_each(|job| job(&jvm));
        });
        engine.expect("a thread");
        Mutex::new(sender)
    });
    let (sender, receiver) = channel();
    let job: Job = Box::new(move |jvm| {
        let outcome = catch_unwind(AssertUnwindSafe(|| test(jvm)));
        sender.send(outcome).expect("the test waits");
    });
    engine.lock().expect("nobody panics with it").send(job).expect("the engine waits for jobs");
    receiver.recv().expect("the engine answers").unwrap_or_else(|payload| resume_unwind(payload));
}

fn text(jvm: &Jvm, text: &str) -> Handle {
    let units: Vec<u16> = text.encode_utf16().collect();
    match jvm.intern(&units) {
        Ok(Seen::New(handle)) => handle,
        _ => panic!("a string without a tag"),
    }
}

/// Calls `jacana.Upcall.call` in HotSpot, as a method `name` without parameters of a shadow class does.
fn upcall(jvm: &Jvm, name: &str) -> Result<ReturnValue, Thrown> {
    let Ok(Seen::New(class)) = jvm.load_class(&ClassName::from(UPCALL_CLASS).dotted(), None) else {
        panic!("defined when the VM was created");
    };
    let method = jvm.method(&jvm.class(&class), UPCALL_METHOD, UPCALL_DESCRIPTOR, Scope::Static)?;
    let texts = [text(jvm, name), text(jvm, "()V")].map(|text| JavaArg::Ref(Some(text)));
    let [name, descriptor] = texts;
    let arguments = [JavaArg::Ref(Some(class)), name, descriptor, JavaArg::Ref(None), JavaArg::Ref(None)];
    // SAFETY: a class, two strings, and null twice, as the descriptor says.
    unsafe { jvm.call(None, &method, &arguments) }
}

/// The message of the panic that a call into the VM ends with.
fn panic_of(call: impl FnOnce()) -> String {
    let payload = catch_unwind(AssertUnwindSafe(call)).expect_err("a panic");
    match payload.downcast::<String>() {
        Ok(text) => *text,
        Err(payload) => payload.downcast::<&str>().map_or_else(|_| "no text".into(), |text| (*text).into()),
    }
}

#[test]
fn a_panic_in_an_upcall_goes_on_behind_hotspot_and_gives_back_what_was_lent() {
    on_engine(|jvm| {
        let mut answered = Vec::new();
        jvm.answering(
            &mut |request| {
                answered.push(request.name.clone());
                Ok(None)
            },
            |jvm| {
                let inner = || {
                    let _ = jvm.answering(&mut |request| panic!("in the middle of {}", request.name), |jvm| {
                        upcall(jvm, "first")
                    });
                };
                assert_eq!(panic_of(inner), "in the middle of first");
                assert!(!jvm.env.is_exception_pending());
                assert!(matches!(upcall(jvm, "second"), Ok(ReturnValue::Ref(Seen::Null))));
            },
        );
        assert_eq!(answered, ["second"]);
        assert_eq!(panic_of(|| drop(upcall(jvm, "third"))), "third()V runs in HotSpot, but not during a call of ours");
    });
}

#[test]
fn an_answerer_is_not_entered_while_it_answers() {
    on_engine(|jvm| {
        let mut entered = 0;
        let nested = || {
            let _ = jvm.answering(
                &mut |_| {
                    entered += 1;
                    let _ = upcall(jvm, "nested");
                    Ok(None)
                },
                |jvm| upcall(jvm, "outer"),
            );
        };
        assert_eq!(panic_of(nested), "nested()V runs in HotSpot, but not during a call of ours");
        assert_eq!(entered, 1);
    });
}

#[test]
fn an_answerer_lends_again_for_its_own_calls() {
    on_engine(|jvm| {
        let mut order = Vec::new();
        let answer = jvm.answering(
            &mut |request| {
                order.push(request.name.clone());
                let inner = &mut |request: &super::UpcallRequest| {
                    order.push(request.name.clone());
                    Ok(None)
                };
                assert!(jvm.answering(inner, |jvm| upcall(jvm, "inner")).is_ok());
                Ok(None)
            },
            |jvm| upcall(jvm, "outer"),
        );
        assert!(answer.is_ok());
        assert_eq!(order, ["outer", "inner"]);
    });
}

#[test]
fn an_object_lives_as_long_as_a_handle_of_it() {
    on_engine(|jvm| {
        let Ok(array) = jvm.new_prim_array(Prim::Int, 4) else { panic!("room for an array") };
        let clone = array.clone();
        let weak = array.weaken();
        jvm.collect_garbage();
        let array = weak.strengthen().expect("the clone keeps it");
        drop(clone);
        jvm.prim_array(array.clone(), Prim::Int).write_ints(&[1, 2, 3, 4]);
        let weak = array.weaken();
        jvm.collect_garbage();
        assert!(weak.strengthen().is_none());
    });
}

#[test]
fn kinds_are_checked_before_the_vm_is_asked() {
    on_engine(|jvm| {
        let Ok(array) = jvm.new_prim_array(Prim::Int, 4) else { panic!("room for an array") };
        assert_eq!(panic_of(|| drop(jvm.prim_array(array.clone(), Prim::Byte))), "an array of Byte expected");
        let ints = jvm.prim_array(array.clone(), Prim::Int);
        assert_eq!(panic_of(|| ints.read_ints(&mut [0; 5])), "array access outside its bounds");
        assert!(panic_of(|| ints.read_bytes(&mut [0; 4])).contains("the element type of an array"));
        assert_eq!(panic_of(|| drop(jvm.class(&array))), "a class expected");
        let string = text(jvm, "text");
        let Seen::New(class) = jvm.object_class(&string) else { panic!("no tag") };
        let Ok(hash) = jvm.field(&jvm.class(&class), "hash", "I", Scope::Instance) else { panic!("String.hash") };
        assert_eq!(panic_of(|| drop(jvm.get(&array, &hash))), "a field of another class than the object's");
    });
}
