//! What attacks aim at, all of it the test's own: files for each deed, processes, sockets; and what changed of it.

use std::collections::BTreeMap;
use std::fs::{self, File, FileTimes};
use std::net::{TcpListener, UdpSocket};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::os::unix::net::{SocketAddr, UnixDatagram, UnixListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, SystemTime};

use super::{ORDINARY, User};
use crate::Scratch;

/// Folders of `attack.c`, each with a file `victim`.
const FOLDERS: [&str; 30] = [
    "create",
    "overwrite",
    "truncate",
    "unlink",
    "rename",
    "renameat2",
    "mkdir",
    "rmdir",
    "symlink",
    "link",
    "fifo",
    "device",
    "chmod",
    "fchmodat",
    "fchmodat2",
    "fchmod",
    "chown",
    "utimensat",
    "setxattr",
    "setxattrat",
    "mount",
    "fork",
    "clone",
    "thread",
    "handler",
    "descriptors",
    "links",
    "owner",
    "shm",
    "typed",
];

/// Those of `Attack.java`.
const JAVA_FOLDERS: [&str; 18] = [
    "create",
    "write",
    "random",
    "channel",
    "delete",
    "unlink",
    "move",
    "rename",
    "mkdir",
    "symlink",
    "link",
    "time",
    "mode",
    "readonly",
    "copy",
    "process",
    "exec",
    "temporary",
];

/// Processes that wait to be harmed, by the deed.
const PROCESSES: [&str; 14] = [
    "kill",
    "tkill",
    "tgkill",
    "rt_sigqueueinfo",
    "rt_tgsigqueueinfo",
    "pidfd",
    "owner",
    "setpriority",
    "prlimit",
    "sched_setscheduler",
    "sched_setaffinity",
    "ptrace",
    "oom_score_adj",
    "handle",
];

/// Files, processes and threads, sockets, memory of the system, descriptors and terminals, links.
pub const NATIVE_DEEDS: usize = 22 + 17 + 6 + 4 + 2 + 1;

/// Of what the system keeps by numbers.
const KEY: &str = "8047306"; // 0x7acaca

pub struct Range {
    scratch: Scratch,
    /// In the names of what has no folder.
    number: u32,
    processes: Vec<(&'static str, Child)>,
    tcp: TcpListener,
    udp: UdpSocket,
    stream: UnixListener,
    datagram: UnixDatagram,
    hidden: UnixListener,
}

/// What there is to see, by its name.
pub type View = BTreeMap<String, String>;

impl Range {
    pub fn new(user: User) -> Range {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = std::process::id() * 100 + NEXT.fetch_add(1, Ordering::Relaxed);
        let scratch = Scratch::new("range");
        let root = scratch.path().join("root");
        let java = JAVA_FOLDERS.iter().map(|deed| format!("java-{deed}"));
        for deed in FOLDERS.iter().map(|deed| deed.to_string()).chain(java) {
            scratch.write(&format!("root/{deed}/victim"), "still here");
        }
        fs::create_dir(root.join("rmdir/empty")).expect("scratch folder");
        for name in ["results", "inputs", "heap", "errors", "rules", "statements", "outcomes", "cases", "chosen"] {
            scratch.write(&format!("root/links/{name}"), "still here");
        }
        scratch.write("root/descriptors/canary", "");
        let tcp = TcpListener::bind("127.0.0.1:0").expect("a port");
        let udp = UdpSocket::bind("127.0.0.1:0").expect("a port");
        let stream = UnixListener::bind(root.join("stream")).expect("a short path");
        let datagram = UnixDatagram::bind(root.join("datagram")).expect("a short path");
        let name = format!("jacana-canary-{number}");
        let hidden = SocketAddr::from_abstract_name(name).and_then(|at| UnixListener::bind_addr(&at)).expect("a name");
        for done in [
            tcp.set_nonblocking(true),
            udp.set_nonblocking(true),
            stream.set_nonblocking(true),
            datagram.set_nonblocking(true),
            hidden.set_nonblocking(true),
        ] {
            done.expect("a socket of ours");
        }
        let processes: Vec<(&str, Child)> = PROCESSES.iter().map(|&deed| (deed, waiting(user))).collect();
        let mut numbers: String = processes.iter().map(|(deed, child)| format!("{deed} {}\n", child.id())).collect();
        let port = |address: std::net::SocketAddr| address.port();
        numbers += &format!("tcp {}\n", port(tcp.local_addr().expect("bound")));
        numbers += &format!("udp {}\n", port(udp.local_addr().expect("bound")));
        numbers += &format!("abstract {number}\n");
        scratch.write("root/numbers", numbers);
        scratch.write("root/loaded", "x");
        scratch.write("root/unread", "x");
        scratch.write("root/aims/aim", "");
        if user == User::Ordinary {
            give(&root);
        }
        let now = SystemTime::now();
        let later = now + Duration::from_secs(3600);
        for name in ["loaded", "unread"] {
            let file = File::options().write(true).open(root.join(name)).expect("just written");
            // A file that was written after it was read gets a new time of access with every look.
            file.set_times(FileTimes::new().set_accessed(now).set_modified(later)).expect("a file of ours");
        }
        Range { scratch, number, processes, tcp, udp, stream, datagram, hidden }
    }

    pub fn root(&self) -> PathBuf {
        self.scratch.path().join("root")
    }

    /// A file with the command that starts the attack, out of its reach.
    pub fn script(&self, line: &str) -> PathBuf {
        self.scratch.write("script", line)
    }

    pub fn was_loaded(&self) -> bool {
        let accessed =
            |name: &str| fs::metadata(self.root().join(name)).and_then(|file| file.accessed()).expect("still there");
        // Whoever reads everything, as a campaign does with its class path, reads both.
        accessed("loaded") > accessed("unread") + Duration::from_millis(50)
    }

    pub fn look(&self) -> View {
        let mut view = View::new();
        look_below(&self.root(), &mut view);
        for (deed, child) in &self.processes {
            view.insert(format!("process {deed}"), state_of(child.id()));
        }
        for table in ["/proc/sysvipc/shm", "/proc/sysvipc/sem", "/proc/sysvipc/msg"] {
            let lines = fs::read_to_string(table).unwrap_or_default();
            let ours = lines.lines().filter(|line| line.split_whitespace().next() == Some(KEY)).count();
            view.insert(table.into(), ours.to_string());
        }
        let keys = fs::read_to_string("/proc/keys").unwrap_or_default();
        view.insert("key".into(), keys.matches(&format!("jacana_canary_{}", self.number)).count().to_string());
        let mounts = fs::read_to_string("/proc/mounts").unwrap_or_default();
        view.insert("mount".into(), mounts.matches("jacana-range").count().to_string());
        view.insert("/dev/shm".into(), Path::new("/dev/shm/jacana-canary").exists().to_string());
        view
    }

    /// What is no longer as it was, and who called.
    pub fn changes(&self, before: &View) -> Vec<String> {
        let after = self.look();
        let names = before.keys().chain(after.keys().filter(|name| !before.contains_key(*name)));
        let mut changes: Vec<String> = names
            .filter(|name| before.get(*name) != after.get(*name))
            .map(|name| format!("{name}: {:?} became {:?}", before.get(name), after.get(name)))
            .collect();
        let mut letter = [0];
        let called = [
            ("tcp", self.tcp.accept().is_ok()),
            ("udp", self.udp.recv(&mut letter).is_ok()),
            ("stream", self.stream.accept().is_ok()),
            ("datagram", self.datagram.recv(&mut letter).is_ok()),
            ("abstract", self.hidden.accept().is_ok()),
        ];
        changes.extend(called.iter().filter(|(_, called)| *called).map(|(name, _)| format!("{name}: somebody called")));
        changes
    }
}

impl Drop for Range {
    fn drop(&mut self) {
        for (_, child) in &mut self.processes {
            let _ = child.kill();
            let _ = child.wait();
        }
        let _ = fs::remove_file("/dev/shm/jacana-canary");
        // Where a deed had an effect: not for the next one to find.
        for kind in ["-M", "-S", "-Q"] {
            let _ = Command::new("ipcrm").args([kind, "0x7acaca"]).stdout(Stdio::null()).stderr(Stdio::null()).status();
        }
        let _ = Command::new("umount").arg(self.root().join("mount")).stderr(Stdio::null()).status();
    }
}

fn waiting(user: User) -> Child {
    let mut command = match user {
        User::Caller => Command::new("sleep"),
        User::Ordinary => {
            let mut command = Command::new("setpriv");
            command.arg(format!("--reuid={ORDINARY}")).arg(format!("--regid={ORDINARY}"));
            command.args(["--clear-groups", "--", "sleep"]);
            command
        }
    };
    command.arg("900").stdin(Stdio::null()).stdout(Stdio::null()).spawn().expect("sleep starts")
}

/// What others could change of a process.
fn state_of(process: u32) -> String {
    let read = |name: &str| fs::read_to_string(format!("/proc/{process}/{name}")).unwrap_or_default();
    let status = read("status");
    let kept = ["State:", "TracerPid:", "Cpus_allowed:"];
    let is_alive = !status.contains("State:\tZ");
    let lines: Vec<&str> = status.lines().filter(|line| kept[1..].iter().any(|key| line.starts_with(key))).collect();
    let stat = read("stat");
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    // Niceness and policy: 19 and 41 of all fields, of which two stand before.
    let scheduling = (fields.get(16), fields.get(38));
    let limits = read("limits");
    let files = limits.lines().find(|line| line.starts_with("Max open files"));
    format!("{is_alive} {lines:?} {scheduling:?} {files:?} {:?}", read("oom_score_adj"))
}

fn look_below(folder: &Path, view: &mut View) {
    for entry in fs::read_dir(folder).expect("targets can be read").flatten() {
        let (path, file) = (entry.path(), entry.metadata().expect("targets can be read"));
        if ["out", "aim", "loaded", "unread"].iter().any(|name| path.ends_with(name)) {
            continue;
        }
        let changed = if file.is_dir() { 0 } else { file.ctime() * 1_000_000_000 + file.ctime_nsec() };
        let contents = if file.is_file() { fs::read(&path).unwrap_or_default() } else { Vec::new() };
        let about = format!(
            "{:?} mode {:o} {}:{} links {} changed {changed} {}",
            file.file_type(),
            file.permissions().mode(),
            file.uid(),
            file.gid(),
            if file.is_dir() { 0 } else { file.nlink() },
            String::from_utf8_lossy(&contents)
        );
        view.insert(path.display().to_string(), about);
        if file.is_dir() {
            look_below(&path, view);
        }
    }
}

/// All of it belongs to an ordinary user from now on.
fn give(path: &Path) {
    chown(path, Some(ORDINARY), Some(ORDINARY)).expect("the test runs as root");
    if path.is_dir() {
        fs::read_dir(path).expect("targets can be read").flatten().for_each(|entry| give(&entry.path()));
    }
}

/// Names and texts of all files below a folder.
pub fn files_below(folder: &Path) -> Vec<(String, String)> {
    let mut files = Vec::new();
    for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            files.extend(files_below(&path));
        } else {
            let text = String::from_utf8_lossy(&fs::read(&path).unwrap_or_default()).into_owned();
            files.push((path.display().to_string(), text));
        }
    }
    files
}
