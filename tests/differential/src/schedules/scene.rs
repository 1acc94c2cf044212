//! Random programs with threads, locks, queues, maps and pools, none of which can get stuck, as text: an instance of the class is called once,
//! and answers the outcome. Plain variables are accessed under one lock only.

use std::fmt::Write;

use crate::random::Dice;

/// What a thread does once: `K`, `V` and `W` become small numbers.
const DEEDS: &[&str] = &[
    "log = log * 31 + x;",
    "x = V;",
    "x++;",
    "y = x + V;",
    "log = log * 31 + y;",
    "log = log * 31 + count.getAndIncrement();",
    "count.compareAndSet(K, V);",
    "log = log * 31 + count.updateAndGet(old -> old * 2 + K);",
    "synchronized (this) { log = log * 31 + plain; plain = V; }",
    "synchronized (this) { plain += V; }",
    "synchronized (this) { plain += V; } Pause.here(); synchronized (this) { log = log * 31 + plain; }",
    "lock.lock(); try { locked = locked * 2 + V; } finally { lock.unlock(); }",
    "if (lock.tryLock()) { try { locked += V; } finally { lock.unlock(); } } else { log = log * 31 + 7; }",
    "log = log * 31 + number(map.putIfAbsent(K, V));",
    "log = log * 31 + number(map.get(K));",
    "map.merge(K, V, Integer::sum);",
    "log = log * 31 + number(map.remove(K));",
    "log = log * 31 + (map.replace(K, V, W) ? 1 : 0);",
    "queue.add(V);",
    "log = log * 31 + number(queue.poll());",
    "blocking.add(V);",
    "log = log * 31 + number(blocking.poll());",
    "list.add(V);",
    "for (int element : list) { log = log * 31 + element; }",
    "log = log * 31 + (permits.tryAcquire() ? 1 : 0);",
    "permits.release();",
    "log = log * 31 + (reference.compareAndSet(null, \"V\") ? 1 : 0);",
    "log = log * 31 + (reference.get() == null ? 0 : 1);",
    "log = log * 31 + array.addAndGet(K, V);",
    "array.set(K, V);",
];

/// Kinds of deeds in one program, so that threads meet.
const KINDS: usize = 3;
/// Deeds of all threads.
const MOST: usize = 6;

/// One in so many programs has its threads from a pool.
const POOLED: usize = 10;

const FIELDS: &str = "    volatile int x;
    volatile int y;
    int plain;
    int locked;
    boolean ready;
    final AtomicInteger count = new AtomicInteger();
    final ReentrantLock lock = new ReentrantLock();
    final ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
    final ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>();
    final LinkedBlockingQueue<Integer> blocking = new LinkedBlockingQueue<>();
    final CopyOnWriteArrayList<Integer> list = new CopyOnWriteArrayList<>();
    final Semaphore permits = new Semaphore(1);
    final CountDownLatch latch = new CountDownLatch(1);
    final AtomicReference<String> reference = new AtomicReference<>();
    final AtomicIntegerArray array = new AtomicIntegerArray(3);

    static int number(Integer value) {
        return value == null ? 0 : value;
    }
";

/// How a thread that waits is let go by the last one.
const WAITS: &[[&str; 2]] = &[
    ["synchronized (this) { while (!ready) { wait(); } }", "synchronized (this) { ready = true; notifyAll(); }"],
    ["latch.await();", "latch.countDown();"],
    ["log = log * 31 + blocking.take();", "blocking.add(V);"],
    ["permits.acquire(2);", "permits.release();"],
];

/// Deeds by which a wait could be in vain.
const TAKING: &[&str] = &["blocking.poll", "permits.tryAcquire"];

/// The source of a program; the same for the same seed.
pub fn source(name: &str, seed: u64) -> String {
    let mut dice = Dice::new(seed);
    let threads = 2 + usize::from(dice.one_in(3));
    let waits = dice.one_in(3).then(|| *dice.pick(WAITS));
    let is_fit = |deed: &&&str| waits.is_none() || !TAKING.iter().any(|taking| deed.contains(taking));
    let fit: Vec<&str> = DEEDS.iter().filter(is_fit).copied().collect();
    let kinds: Vec<&str> = (0..KINDS).map(|_| *dice.pick(&fit)).collect();
    let mut text = "import java.util.concurrent.*;\nimport java.util.concurrent.atomic.*;\n".to_string();
    text.push_str("import java.util.concurrent.locks.*;\n\n");
    let _ = writeln!(text, "public class {name} implements Callable<Integer> {{\n{FIELDS}");
    for thread in 0..threads {
        let _ =
            writeln!(text, "    int run{thread}() throws Exception {{\n        int log = 1;\n        Pause.begin();");
        let count = 1 + dice.below(MOST / threads);
        let mut deeds: Vec<String> = (0..count).map(|_| filled(&mut dice, &kinds)).collect();
        if let Some([wait, signal]) = waits {
            let is_last = thread == threads - 1;
            // One thread waits, for another one would take what it waits for.
            match thread {
                0 => deeds.insert(dice.below(count), wait.to_string()),
                _ if is_last => deeds.push(signal.replace('V', "5")),
                _ => {}
            }
        }
        for deed in deeds {
            let _ = writeln!(text, "        {deed}\n        Pause.here();");
        }
        text.push_str("        return log;\n    }\n\n");
    }
    text.push_str("    public Integer call() throws Exception {\n        Pause.here();\n        int code = 1;\n");
    if dice.one_in(POOLED) {
        text.push_str(&pooled(threads));
    } else {
        text.push_str(&started(threads));
    }
    text.push_str(
        "        int[] ends = {x, y, plain, locked, count.get(), array.get(0), array.get(1), array.get(2), permits.availablePermits()};
        for (int end : ends) {
            code = code * 1000003 + end;
        }
        for (int key = 0; key < 3; key++) {
            code = code * 1000003 + number(map.get(key));
        }
        for (Object[] items : new Object[][] {queue.toArray(), blocking.toArray(), list.toArray()}) {
            for (Object item : items) {
                code = code * 1000003 + (Integer) item;
            }
            code = code * 1000003 + items.length;
        }
        return code & Integer.MAX_VALUE;
    }

",
    );
    let _ = writeln!(
        text,
        "    public static void main(String[] args) throws Exception {{\n        System.exit(new {name}().call());\n    }}\n}}"
    );
    text
}

fn filled(dice: &mut Dice, kinds: &[&str]) -> String {
    let mut deed = dice.pick(kinds).to_string();
    for letter in ["K", "V", "W"] {
        let at = |number: usize| ["0", "1", "2", "3"][number];
        let number = if letter == "K" { dice.below(3) } else { 1 + dice.below(3) };
        // Numbers stand alone or in quotes; the letters are in no name.
        deed = deed.replace(letter, at(number));
    }
    deed
}

fn started(threads: usize) -> String {
    let mut text = format!("        int[] logs = new int[{threads}];\n");
    for at in 0..threads {
        let _ = writeln!(
            text,
            "        Thread t{at} = new Thread(() -> {{\n            try {{\n                logs[{at}] = run{at}();\n            }} catch (Exception e) {{\n                throw new IllegalStateException(e);\n            }}\n        }});"
        );
    }
    (0..threads).for_each(|at| _ = writeln!(text, "        t{at}.start();"));
    (0..threads)
        .for_each(|at| _ = writeln!(text, "        t{at}.join();\n        code = code * 1000003 + logs[{at}];"));
    text
}

fn pooled(threads: usize) -> String {
    let mut text = format!("        ExecutorService pool = Executors.newFixedThreadPool({threads});\n");
    (0..threads).for_each(|at| _ = writeln!(text, "        Future<Integer> f{at} = pool.submit(this::run{at});"));
    (0..threads).for_each(|at| _ = writeln!(text, "        code = code * 1000003 + f{at}.get();"));
    text.push_str("        pool.shutdown();\n");
    text
}
