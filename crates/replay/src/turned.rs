//! A candidate with a schedule on a fresh `java`, whose threads an agent makes take turns.

use crate::agent::Agent;
use crate::jvm::{Answer, Candidate, Replay, judge_any_thread};
use crate::turns::{Schedule, Turns, TurnsEnd};
use bytecode::DottedName;
use sandbox::Writes;
use std::fs;
use std::path::{Path, PathBuf};

const AGENT: Agent<7> = Agent {
    name: "turns",
    premain: "jacana.probe.TurnsAgent",
    sources: [
        ("Turns.java", include_str!("../java/turns/Turns.java")),
        ("Turn.java", include_str!("../java/turns/Turn.java")),
        ("Schedule.java", include_str!("../java/turns/Schedule.java")),
        ("Site.java", include_str!("../java/turns/Site.java")),
        ("Natives.java", include_str!("../java/turns/Natives.java")),
        ("Watcher.java", include_str!("../java/turns/Watcher.java")),
        ("TurnsAgent.java", include_str!("../java/turns/TurnsAgent.java")),
    ],
};

/// What the agent says, and its exit codes (`Watcher.java`).
const DIVERGED: &str = "jacana: turns diverged: ";
const NEEDS: &str = "jacana: turns need ";
const DEADLOCK: (i32, &str) = (93, "jacana: deadlock confirmed");
const RACE: (i32, &str) = (94, "jacana: race confirmed");

/// Further classes of threads with a `run` of their own are seen one after the other.
const MOST_ATTEMPTS: usize = 16;

/// What a java needs to follow a schedule once more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnFiles {
    /// The jar of the agent.
    pub agent: Vec<u8>,
    /// What the agent reads: the steps, and the classes with its calls.
    pub orders: Vec<u8>,
}

impl Replay {
    /// Those of the schedule that was followed last.
    pub fn turn_files(&self) -> Option<TurnFiles> {
        let agent = fs::read(self.agent_jar()).ok()?;
        let orders = fs::read(self.orders_file()).ok()?;
        Some(TurnFiles { agent, orders })
    }

    fn agent_jar(&self) -> PathBuf {
        self.folder.join(format!("{}.jar", AGENT.name))
    }

    fn orders_file(&self) -> PathBuf {
        self.folder.join("turns")
    }

    pub(crate) fn run_in_turns(&self, candidate: &Candidate, turns: &Turns) -> Answer {
        match self.attempt_turns(candidate, turns) {
            Ok(answer) => answer,
            Err(why) => Answer::Refused(why),
        }
    }

    fn attempt_turns(&self, candidate: &Candidate, turns: &Turns) -> Result<Answer, String> {
        if !candidate.patches.is_empty() {
            return Err("random numbers and schedules together cannot be replayed".into());
        }
        self.prepare(candidate)?;
        let jar = self.turns_agent()?;
        let jdk = self.java.parent().and_then(Path::parent).unwrap_or(Path::new("/"));
        let mut schedule = Schedule::new(turns, &self.class_path_of(candidate), jdk)?;
        let orders = self.orders_file();
        for _ in 0..MOST_ATTEMPTS {
            self.free.write(&orders, schedule.orders()?).map_err(|error| error.to_string())?;
            let mut command = self.start_of(candidate);
            // Compiled code has methods of Unsafe and VarHandle of its own, past the agent.
            command.arg("-Xint").arg(format!("-javaagent:{}={}", jar.display(), orders.display()));
            let (said, code) = self.finish_with_code(self.with_main(command, candidate), Writes::Nothing)?;
            let Some(needed) = said.lines().find_map(|line| line.strip_prefix(NEEDS)) else {
                return Ok(judge(&said, code, candidate, turns));
            };
            if !schedule.begins_with(DottedName::new(needed).internal()) {
                return Err(format!("java has another class file of {needed}"));
            }
        }
        Err("threads of too many classes were started".into())
    }

    /// The jar, made when it is needed for the first time.
    fn turns_agent(&self) -> Result<PathBuf, String> {
        let jar = self.agent_jar();
        if jar.exists() { Ok(jar) } else { AGENT.make(&self.free, &self.folder, &self.java) }
    }
}

fn judge(said: &str, code: Option<i32>, candidate: &Candidate, turns: &Turns) -> Answer {
    if let Some(why) = said.lines().find_map(|line| line.strip_prefix(DIVERGED)) {
        return Answer::Refused(format!("the threads did not follow the schedule: {why}"));
    }
    let (wanted, head) = match turns.end {
        TurnsEnd::Exception => return judge_any_thread(said, &candidate.expected),
        TurnsEnd::Deadlock => DEADLOCK,
        TurnsEnd::Race(_) => RACE,
    };
    let mut behind = said.lines().skip_while(|line| *line != head).skip(1).peekable();
    match code == Some(wanted) && behind.peek().is_some() {
        true => Answer::Confirmed(behind.map(String::from).collect()),
        false => Answer::Refused("the program ended on the JVM".into()),
    }
}
