//! What there is to say about one method of a check, and the files that were asked for.

use super::options::Check;
use anyhow::Result;
use explore::check::worse;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::path::Path;

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Part {
    pub text: String,
    pub code: i32,
    pub cases: String,
    pub states: String,
    #[serde(with = "as_text")]
    pub json: Value,
    /// For the page of `--html`.
    pub pictures: String,
}

/// Writes the files that were asked for. Answers the exit code.
pub fn finish(check: &Check, parts: &[Part], write: &dyn Fn(&Path, &str) -> Result<()>) -> Result<i32> {
    let all = |of: fn(&Part) -> &str| parts.iter().map(of).collect::<String>();
    for (file, contents) in [(&check.cases, all(|part| &part.cases)), (&check.states, all(|part| &part.states))] {
        if let Some(file) = file {
            write(file, &contents)?;
        }
    }
    if let Some(file) = &check.json {
        let methods: Vec<Value> = parts.iter().map(|part| part.json.clone()).collect();
        write(file, &report::check_json(&methods))?;
    }
    if let Some(file) = &check.html {
        let methods: Vec<&str> =
            parts.iter().map(|part| part.pictures.as_str()).filter(|data| !data.is_empty()).collect();
        let jdk = parts.first().and_then(|part| part.json["jdk"].as_str()).unwrap_or_default();
        write(file, &report::pictures_html(jdk, &methods))?;
    }
    Ok(parts.iter().fold(0, |worst, part| worse(worst, part.code)))
}

/// JSON describes itself, which postcard does not understand: it travels as text.
mod as_text {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use serde_json::Value;

    pub fn serialize<S: Serializer>(value: &Value, serializer: S) -> Result<S::Ok, S::Error> {
        value.to_string().serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Value, D::Error> {
        serde_json::from_str(&String::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}
