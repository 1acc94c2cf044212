//! SARIF of scans, judged by others: a validator with the schema and the rules of code scanning, and a viewer that lists the findings. Both
//! are fetched below the target folder.

use differential::json::Json;
use differential::scan::ScannedProject;
use differential::tools::workspace;
use std::env;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Shown;

const VALIDATOR: &str = "@microsoft/sarif-multitool-linux@5.7.0";
const VIEWER: &str = "sarif-tools==3.0.5";
/// Has the rules of the standard, and those that GitHub's code scanning adds.
const RULES: &str = "Sarif;Ghas";
/// Without a home page on the network there is no address to tell.
const ACCEPTED: [&str; 1] = ["SARIF2005"];

pub fn figures(_: &[&str]) -> Shown {
    let mut shown = Shown { lines: Vec::new(), enough: true };
    let tools = match fetched() {
        Ok(tools) => tools,
        Err(why) => return Shown { lines: vec![format!("no validator or viewer: {why}")], enough: false },
    };
    for (name, shop) in
        [("examples/shop", ScannedProject::shop()), ("a project of hostile texts", ScannedProject::hostile())]
    {
        let file = shop.scratch.path().join("out.sarif");
        let (_, report) = shop.scan(&["--sarif", &file.display().to_string()]);
        let findings = report["findings"].as_array().map_or(0, Vec::len);
        let broken = faults(&tools, &file);
        let listed = listed(&tools, &file);
        shown.enough &= broken.is_empty() && findings > 0 && listed == findings;
        let verdict = if broken.is_empty() { "valid by schema and rules" } else { "INVALID" };
        shown.lines.push(format!("{name}: {findings} findings, {verdict}, the viewer lists {listed}"));
        shown.lines.extend(broken.into_iter().map(|fault| format!("  {fault}")));
    }
    shown
}

struct Fetched {
    validator: PathBuf,
    viewer: PathBuf,
}

fn fetched() -> Result<Fetched, String> {
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from);
    let folder = workspace().join(target).join("sarif");
    let validator = folder.join("package/Sarif.Multitool");
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    if !validator.is_file() {
        succeed(Command::new("npm").args(["pack", "--silent", VALIDATOR]).current_dir(&folder))?;
        let packed = "tar -xzf *sarif-multitool*.tgz && rm *.tgz";
        succeed(Command::new("sh").args(["-c", packed]).current_dir(&folder))?;
        let executable = fs::Permissions::from_mode(0o755);
        fs::set_permissions(&validator, executable).map_err(|error| error.to_string())?;
    }
    let viewer = folder.join("venv/bin/sarif");
    if !viewer.is_file() {
        succeed(Command::new("python3").args(["-m", "venv", "venv"]).current_dir(&folder))?;
        let mut pip = Command::new(folder.join("venv/bin/python"));
        succeed(pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", VIEWER]))?;
    }
    Ok(Fetched { validator, viewer })
}

fn succeed(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    if output.status.success() { Ok(text(&output.stdout)) } else { Err(text(&output.stderr)) }
}

/// What the validator has to say.
fn faults(tools: &Fetched, file: &Path) -> Vec<String> {
    let verdict = file.with_extension("verdict");
    let mut validate = Command::new(&tools.validator);
    // Libraries for the texts of other languages are not everywhere.
    validate.env("DOTNET_SYSTEM_GLOBALIZATION_INVARIANT", "1").arg("validate").arg(file);
    validate.args(["--rule-kind", RULES, "--output"]).arg(&verdict);
    let said = match succeed(&mut validate) {
        Ok(said) => said,
        Err(why) => return vec![why],
    };
    let Ok(text) = fs::read_to_string(&verdict) else { return vec![said] };
    let document = Json::parse(text.trim_start_matches('\u{feff}'));
    let results = document["runs"].list()[0]["results"].list();
    let broken = results.iter().map(|result| result["ruleId"].text()).filter(|rule| !ACCEPTED.contains(rule));
    broken.map(|rule| said.lines().find(|line| line.contains(rule)).unwrap_or(rule).to_string()).collect()
}

/// How many findings the viewer has in its table.
fn listed(tools: &Fetched, file: &Path) -> usize {
    let table = file.with_extension("csv");
    let mut list = Command::new(&tools.viewer);
    list.arg("csv").arg(file).arg("--output").arg(&table);
    if let Err(why) = succeed(&mut list) {
        eprintln!("{why}");
        return 0;
    }
    let rows = fs::read_to_string(&table).unwrap_or_default();
    rows.lines().filter(|line| line.starts_with("Jacana,")).count()
}
