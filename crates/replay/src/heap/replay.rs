//! Replay of a check: the heap is described, one fresh `java` builds it, calls the method and says what happened.

use super::before::{HeapContents, HeapObject, HeapValue, PreHeap};
use crate::files::give_class;
use crate::input::InputValue;
use crate::javac::javac_generated;
use crate::jvm::Replay;
use bytecode::{DottedName, SearchPath};
use sandbox::Writes;
use std::path::{Path, PathBuf};

/// The source of the class that builds heaps and calls methods on them.
pub const HELPER: &str = include_str!("../../java/HeapReplay.java");

const HELPER_CLASS: &str = bytecode::synth::inputs::HEAP;

/// A call on the heap.
#[derive(Clone, Debug)]
pub struct HeapCall {
    pub class: DottedName,
    pub name: String,
    pub descriptor: String,
    pub receiver: Option<HeapValue>,
    /// The object that a constructor makes.
    pub makes: Option<usize>,
    pub arguments: Vec<HeapValue>,
}

/// What a call did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Happened {
    Returned(String),
    Threw {
        class: DottedName,
        /// The first frame of user code.
        frame: String,
    },
}

impl Replay {
    /// What the calls do, one after the other, on a JVM with this heap.
    pub fn run_heap(&self, heap: &PreHeap, calls: &[HeapCall]) -> Result<Vec<Happened>, String> {
        self.prepare_inputs(&[])?;
        let helper = self.compile_helper()?;
        let (orders, results) = (self.heap_file(), self.free.work.join("results"));
        for (name, bytes) in &heap.stubs {
            give_class(&self.free, &self.folder, &name.internal(), bytes).map_err(told)?;
        }
        self.free.write(&orders, describe(heap, calls)).map_err(told)?;
        // Of an earlier replay.
        let _ = std::fs::remove_file(&results);
        let mut command = self.java_command();
        let class_path: SearchPath = self.whole_class_path().iter().chain([helper.as_path()]).collect();
        command.arg("-cp").arg(class_path.to_string()).arg(HELPER_CLASS).arg(&orders).arg(&results);
        let said = self.finish(command, Writes::Work)?;
        let happened = read(&results).ok_or_else(|| format!("the replay did not start: {}", first_line(&said)))?;
        let (invalid, calls): (Vec<&str>, Vec<&str>) = happened.lines().partition(|line| line.starts_with("invalid "));
        match invalid.first() {
            // A constructor that throws makes nothing to call.
            Some(why) if !calls.iter().any(|line| line.starts_with("threw ")) => {
                Err(format!("the heap could not be built: {why}"))
            }
            _ => calls.into_iter().map(outcome).collect(),
        }
    }

    pub(crate) fn helper_folder(&self) -> PathBuf {
        self.free.work.join("helper")
    }

    /// The folder of the class that builds heaps, compiled when the first one is needed.
    pub(crate) fn compile_helper(&self) -> Result<PathBuf, String> {
        let folder = self.helper_folder();
        if folder.join(format!("{HELPER_CLASS}.class")).exists() {
            return Ok(folder);
        }
        let source = self.folder.join(format!("{HELPER_CLASS}.java"));
        self.free.write(&source, HELPER).map_err(told)?;
        let jdk = self.java.parent().and_then(Path::parent).unwrap_or(Path::new("/"));
        javac_generated(&self.free, &[source], jdk, &SearchPath::default(), &folder).map_err(|why| why.to_string())?;
        Ok(folder)
    }
}

fn told(error: std::io::Error) -> String {
    error.to_string()
}

fn read(file: &Path) -> Option<String> {
    std::fs::read_to_string(file).ok()
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or("it said nothing")
}

fn outcome(line: &str) -> Result<Happened, String> {
    match line.split_once(' ').unwrap_or((line, "")) {
        ("returned", value) => Ok(Happened::Returned(value.into())),
        ("threw", rest) => {
            let (class, frame) = rest.split_once(' ').unwrap_or((rest, "-"));
            Ok(Happened::Threw { class: DottedName::new(class), frame: frame.into() })
        }
        _ => Err(format!("the replay said `{line}`")),
    }
}

/// The orders that build the heap and call the methods.
pub fn describe(heap: &PreHeap, calls: &[HeapCall]) -> String {
    let made = calls.iter().filter_map(|call| call.makes).max().map_or(0, |most| most + 1);
    let mut orders = Orders { text: String::new(), next: heap.objects.len().max(made) };
    for (at, object) in heap.objects.iter().enumerate() {
        orders.make(at, object);
    }
    for (at, object) in heap.objects.iter().enumerate() {
        orders.fill(at, object);
    }
    for field in &heap.globals {
        orders.say(&format!("static {} {} {}", field.class, field.name, value_word(&field.value)));
    }
    for (kind, value) in &heap.answers {
        orders.say(&format!("answer {} {}", kind.replace('/', "."), value_word(value)));
    }
    for call in calls {
        let receiver = call.receiver.as_ref().map_or("-".to_string(), value_word);
        let arguments: Vec<String> = call.arguments.iter().map(value_word).collect();
        let (class, name, descriptor) = (&call.class, &call.name, call.descriptor.replace('/', "."));
        let arguments = arguments.join(" ");
        orders.say(&match call.makes {
            Some(id) if name == "<init>" => format!("make {id} {class} {descriptor} {arguments}"),
            Some(id) => format!("made {id} {class} {name} {descriptor} {arguments}"),
            None => format!("call {class} {name} {descriptor} {receiver} {arguments}"),
        });
    }
    orders.text
}

struct Orders {
    text: String,
    /// The next id for objects that are elements of others.
    next: usize,
}

impl Orders {
    fn say(&mut self, order: &str) {
        self.text += order.trim_end();
        self.text.push('\n');
    }

    fn make(&mut self, id: usize, object: &HeapObject) {
        match &object.contents {
            HeapContents::Fields(_) if object.class.starts_with('[') => {
                self.say(&format!("array {id} {} 0", &object.class[1..]));
            }
            HeapContents::Fields(_) => self.say(&format!("new {id} {}", object.class)),
            HeapContents::Elements(elements) => {
                self.say(&format!("array {id} {} {}", &object.class[1..], elements.len()));
            }
            HeapContents::Input(value) => self.make_input(id, value),
            HeapContents::Constant(name) => self.say(&format!("enum {id} {} {name}", object.class)),
        }
    }

    fn make_input(&mut self, id: usize, value: &InputValue) {
        match value {
            InputValue::Text(units) => {
                let text: String = units.iter().map(|unit| format!("\\u{unit:04x}")).collect();
                self.say(&format!("string {id} \"{text}\""));
            }
            InputValue::Boxed(number) => self.say(&format!("box {id} {} {}", box_class(number), plain_word(number))),
            InputValue::Array { class, elements } => {
                self.say(&format!("array {id} {} {}", &class[1..], elements.len()));
                for (at, element) in elements.iter().enumerate() {
                    let word = self.element_word(element);
                    self.say(&format!("element {id} {at} {word}"));
                }
            }
            other => unreachable!("no object of its own: {other:?}"),
        }
    }

    /// Objects in an array are made on the way.
    fn element_word(&mut self, element: &InputValue) -> String {
        match element {
            InputValue::Text(_) | InputValue::Boxed(_) | InputValue::Array { .. } => {
                let id = self.next;
                self.next += 1;
                self.make_input(id, element);
                format!("@{id}")
            }
            plain => plain_word(plain),
        }
    }

    fn fill(&mut self, id: usize, object: &HeapObject) {
        match &object.contents {
            HeapContents::Fields(fields) => {
                for field in fields {
                    self.say(&format!("field {id} {} {} {}", field.class, field.name, value_word(&field.value)));
                }
            }
            HeapContents::Elements(elements) => {
                for (at, value) in elements.iter().enumerate() {
                    self.say(&format!("element {id} {at} {}", value_word(value)));
                }
            }
            HeapContents::Input(_) | HeapContents::Constant(_) => {}
        }
    }
}

fn box_class(number: &InputValue) -> &'static str {
    match number {
        InputValue::Boolean(_) => "java.lang.Boolean",
        InputValue::Byte(_) => "java.lang.Byte",
        InputValue::Short(_) => "java.lang.Short",
        InputValue::Char(_) => "java.lang.Character",
        InputValue::Int(_) => "java.lang.Integer",
        InputValue::Long(_) => "java.lang.Long",
        InputValue::Float(_) => "java.lang.Float",
        InputValue::Double(_) => "java.lang.Double",
        other => unreachable!("no number: {other:?}"),
    }
}

pub fn value_word(value: &HeapValue) -> String {
    match value {
        HeapValue::Object(at) => format!("@{at}"),
        HeapValue::Plain(value) | HeapValue::Free(value) => plain_word(value),
        HeapValue::Open => "null".into(),
    }
}

fn plain_word(value: &InputValue) -> String {
    if let Some(digits) = value.whole() {
        return digits;
    }
    match value {
        InputValue::Float(number) => format!("#{:x}", number.to_bits()),
        InputValue::Double(number) => format!("#{:x}", number.to_bits()),
        InputValue::Null => "null".into(),
        other => unreachable!("an object of its own: {other:?}"),
    }
}
