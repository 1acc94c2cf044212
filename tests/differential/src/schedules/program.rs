//! Random small programs with threads, on which all orders can be tried. A thread is a row of instructions; what it reads it adds to its
//! log, and the logs and variables at the end are the outcome.

use std::fmt::Write;

use crate::random::Dice;

/// Instructions of one thread, entering and leaving of locks not counted.
const MOST: usize = 6;

/// One instruction of a thread. Plain variables belong to the lock with their number and are accessed with it only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Insn {
    /// Adds a shared variable to the log.
    Read(usize),
    Write(usize, i32),
    /// Adds the old value to the log.
    Increment(usize),
    /// Adds 1 or 0 to the log.
    Swap(usize, i32, i32),
    Enter(usize),
    Leave(usize),
    ReadPlain(usize),
    WritePlain(usize, i32),
    /// Waits while the plain variable of the lock is 0.
    Await(usize),
    Notify(usize),
    NotifyAll(usize),
}

/// How a shared variable is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    Volatile,
    Atomic,
}

#[derive(Clone, Debug)]
pub struct Program {
    pub shared: Vec<Sharing>,
    pub locks: usize,
    pub threads: Vec<Vec<Insn>>,
}

/// Numbers by which a log, and an outcome, are one number.
const LOG: i32 = 31;
const OUTCOME: i32 = 1_000_003;

/// What a log is after one more value.
pub fn logged(log: i32, value: i32) -> i32 {
    log.wrapping_mul(LOG).wrapping_add(value)
}

/// The exit code for logs and variables.
pub fn code(values: &[i32]) -> i32 {
    values.iter().fold(1i32, |code, value| code.wrapping_mul(OUTCOME).wrapping_add(*value)) & i32::MAX
}

impl Program {
    pub fn draw(dice: &mut Dice) -> Program {
        let sharing = |dice: &mut Dice| if dice.one_in(3) { Sharing::Atomic } else { Sharing::Volatile };
        let shared: Vec<Sharing> = (0..1 + dice.below(2)).map(|_| sharing(dice)).collect();
        let mut program = Program { shared, locks: 1 + dice.below(2), threads: Vec::new() };
        let count = 2 + dice.below(2);
        program.threads = (0..count).map(|_| program.thread(dice)).collect();
        if dice.one_in(4) {
            program.add_waiting(dice);
        }
        program
    }

    fn thread(&self, dice: &mut Dice) -> Vec<Insn> {
        let mut insns = Vec::new();
        let budget = 1 + dice.below(MOST);
        let mut held: Vec<usize> = Vec::new();
        for _ in 0..budget {
            if !held.is_empty() && dice.one_in(3) {
                insns.extend(held.pop().map(Insn::Leave));
            }
            let lock = dice.below(self.locks);
            match dice.below(8) {
                0 | 1 => {
                    insns.push(Insn::Enter(lock));
                    held.push(lock);
                }
                2 | 3 if !held.is_empty() => insns.push(self.guarded(dice, &held)),
                _ => insns.push(self.access(dice)),
            }
        }
        insns.extend(held.into_iter().rev().map(Insn::Leave));
        insns
    }

    fn guarded(&self, dice: &mut Dice, held: &[usize]) -> Insn {
        let lock = *dice.pick(held);
        if dice.one_in(2) { Insn::ReadPlain(lock) } else { Insn::WritePlain(lock, 1 + dice.below(3) as i32) }
    }

    fn access(&self, dice: &mut Dice) -> Insn {
        let variable = dice.below(self.shared.len());
        match (self.shared[variable], dice.below(4)) {
            (Sharing::Atomic, 0) => Insn::Increment(variable),
            (Sharing::Atomic, 1) => Insn::Swap(variable, dice.below(2) as i32, 1 + dice.below(3) as i32),
            (Sharing::Atomic | Sharing::Volatile, at) if at % 2 == 0 => Insn::Read(variable),
            (Sharing::Atomic | Sharing::Volatile, _) => Insn::Write(variable, 1 + dice.below(3) as i32),
        }
    }

    /// One thread, or two, end with a wait, another one with a notify.
    fn add_waiting(&mut self, dice: &mut Dice) {
        let waiting = self.threads.len() - 1;
        for thread in &mut self.threads[..waiting] {
            thread.truncate(2);
            close(thread);
            thread.extend([Insn::Enter(0), Insn::Await(0), Insn::ReadPlain(0), Insn::Leave(0)]);
        }
        let notify = if dice.one_in(2) { Insn::Notify(0) } else { Insn::NotifyAll(0) };
        let thread = &mut self.threads[waiting];
        thread.truncate(2);
        close(thread);
        thread.extend([Insn::Enter(0), Insn::WritePlain(0, 1), notify, Insn::Leave(0)]);
    }

    pub fn java(&self, name: &str) -> String {
        let mut text = "import java.util.concurrent.atomic.AtomicInteger;\n\n".to_string();
        let _ = writeln!(text, "public class {name} {{");
        for (variable, sharing) in self.shared.iter().enumerate() {
            let _ = match sharing {
                Sharing::Volatile => writeln!(text, "    static volatile int x{variable};"),
                Sharing::Atomic => writeln!(text, "    static final AtomicInteger x{variable} = new AtomicInteger();"),
            };
        }
        for lock in 0..self.locks {
            let _ = writeln!(text, "    static final Object l{lock} = new Object();\n    static int p{lock};");
        }
        for (thread, insns) in self.threads.iter().enumerate() {
            let _ = writeln!(text, "    static int log{thread};\n\n    static void run{thread}() {{");
            let _ = writeln!(text, "        int log = 1;");
            insns.iter().for_each(|insn| _ = writeln!(text, "        {}", self.statement(*insn)));
            let _ = writeln!(text, "        log{thread} = log;\n    }}\n");
        }
        text.push_str("    public static void main(String[] args) throws Exception {\n");
        let threads = 0..self.threads.len();
        for at in threads.clone() {
            let _ = writeln!(text, "        Thread t{at} = new Thread({name}::run{at});");
        }
        threads.clone().for_each(|at| _ = writeln!(text, "        t{at}.start();"));
        threads.clone().for_each(|at| _ = writeln!(text, "        t{at}.join();"));
        text.push_str("        int code = 1;\n");
        let logs = threads.map(|at| format!("log{at}"));
        let shared = self.shared.iter().enumerate().map(|(at, sharing)| match sharing {
            Sharing::Volatile => format!("x{at}"),
            Sharing::Atomic => format!("x{at}.get()"),
        });
        for value in logs.chain(shared).chain((0..self.locks).map(|lock| format!("p{lock}"))) {
            let _ = writeln!(text, "        code = code * {OUTCOME} + {value};");
        }
        text.push_str("        System.exit(code & Integer.MAX_VALUE);\n    }\n}\n");
        text
    }

    fn statement(&self, insn: Insn) -> String {
        let log = |value: &str| format!("log = log * {LOG} + {value};");
        match insn {
            Insn::Read(x) if self.shared[x] == Sharing::Atomic => log(&format!("x{x}.get()")),
            Insn::Read(x) => log(&format!("x{x}")),
            Insn::Write(x, value) if self.shared[x] == Sharing::Atomic => format!("x{x}.set({value});"),
            Insn::Write(x, value) => format!("x{x} = {value};"),
            Insn::Increment(x) => log(&format!("x{x}.getAndIncrement()")),
            Insn::Swap(x, from, to) => log(&format!("(x{x}.compareAndSet({from}, {to}) ? 1 : 0)")),
            Insn::Enter(l) => format!("synchronized (l{l}) {{"),
            Insn::Leave(_) => "}".to_string(),
            Insn::ReadPlain(l) => log(&format!("p{l}")),
            Insn::WritePlain(l, value) => format!("p{l} = {value};"),
            Insn::Await(l) => format!(
                "while (p{l} == 0) {{ try {{ l{l}.wait(); }} catch (InterruptedException e) {{ throw new IllegalStateException(e); }} }}"
            ),
            Insn::Notify(l) => format!("l{l}.notify();"),
            Insn::NotifyAll(l) => format!("l{l}.notifyAll();"),
        }
    }
}

/// Leaves the locks that a thread that was cut off still has.
fn close(thread: &mut Vec<Insn>) {
    let mut held = Vec::new();
    for insn in thread.iter() {
        match insn {
            Insn::Enter(lock) => held.push(*lock),
            Insn::Leave(_) => _ = held.pop(),
            _ => {}
        }
    }
    thread.extend(held.into_iter().rev().map(Insn::Leave));
}
