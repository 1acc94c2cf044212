//! Values of options: durations and sizes with units, counts, percentages, words of a list. What is wrong is said as the end of a
//! sentence that begins with the name of the option.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use jiff::SignedDuration;
use std::time::Duration;

/// `90`, `1.5`, `90s`, `2m`, `1h 30m`: a bare number is one of seconds.
pub fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || format!("needs a positive duration such as 90, 90s or 2m, not `{text}`");
    let seconds = match text.parse::<f64>() {
        Ok(seconds) => seconds,
        Err(_) => text.parse::<SignedDuration>().map_err(|_| wrong())?.as_secs_f64(),
    };
    match Duration::try_from_secs_f64(seconds) {
        Ok(duration) if !duration.is_zero() => Ok(duration),
        _ => Err(wrong()),
    }
}

/// The same, where 0 means that no clock is looked at.
pub fn duration_or_none(text: &str) -> Result<Timed, String> {
    if matches!(text, "0" | "0s") { Ok(Timed::ByCount) } else { duration(text).map(Timed::For) }
}

/// Whether work ends by a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timed {
    For(Duration),
    ByCount,
}

/// Units of sizes, by the letter behind the number.
const UNITS: [(char, u32); 3] = [('K', 10), ('M', 20), ('G', 30)];

/// `3072`, `512M`, `2G`, `1.5g`: bytes; a bare number is one of megabytes.
pub fn size(text: &str) -> Result<u64, String> {
    let wrong = || format!("needs a positive size such as 3072, 512M or 2G, not `{text}`");
    let upper = text.to_ascii_uppercase();
    let plain = upper.strip_suffix("IB").or_else(|| upper.strip_suffix('B')).unwrap_or(&upper);
    let unit = UNITS.iter().find(|(letter, _)| plain.ends_with(*letter));
    let (number, shift) = match unit {
        Some((letter, shift)) => (plain.trim_end_matches(*letter), *shift),
        None if plain.len() == upper.len() => (plain, 20),
        None => return Err(wrong()),
    };
    let bytes = number.parse::<f64>().map_err(|_| wrong())? * f64::from(1u32 << shift);
    if bytes >= 1.0 && bytes < u64::MAX as f64 { Ok(bytes as u64) } else { Err(wrong()) }
}

pub fn count(text: &str) -> Result<u32, String> {
    match text.parse() {
        Ok(count @ 1..) => Ok(count),
        _ => Err(format!("needs a positive number, not `{text}`")),
    }
}

pub fn number(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("needs a number, not `{text}`"))
}

pub fn large_count(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(count @ 1..) => Ok(count),
        _ => Err(format!("needs a positive number, not `{text}`")),
    }
}

pub fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("needs a number from 0 on, not `{text}`"))
}

pub fn percent(text: &str) -> Result<f64, String> {
    match text.trim_end_matches('%').parse::<f64>() {
        Ok(percent) if (0.0..=100.0).contains(&percent) => Ok(percent),
        _ => Err(format!("needs a number up to 100, not `{text}`")),
    }
}

/// `name=value`
pub fn definition(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').unwrap_or((text, ""));
    Ok((name.into(), value.into()))
}

/// One of the things that have these names.
pub fn named<T: Copy + Send + Sync + 'static>(
    names: &[(&'static str, T)],
) -> impl TypedValueParser<Value = T> + use<T> {
    let known = names.to_vec();
    PossibleValuesParser::new(names.iter().map(|(name, _)| *name)).map(move |word| {
        known.iter().find(|(name, _)| *name == word).map(|(_, thing)| *thing).expect("a possible value")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations() {
        let millis = |text: &str| duration(text).map(|duration| duration.as_millis());
        assert_eq!(millis("90"), Ok(90_000));
        assert_eq!(millis("0.5"), Ok(500));
        assert_eq!(millis("90s"), Ok(90_000));
        assert_eq!(millis("2m"), Ok(120_000));
        assert_eq!(millis("1h30m"), Ok(5_400_000));
        assert_eq!(millis("250ms"), Ok(250));
        for wrong in ["", "0", "-3", "soon", "3 apples", "nan", "inf", "1e30"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
        assert_eq!(duration_or_none("0"), Ok(Timed::ByCount));
        assert_eq!(duration_or_none("1m"), Ok(Timed::For(Duration::from_secs(60))));
    }

    #[test]
    fn sizes() {
        assert_eq!(size("1"), Ok(1 << 20));
        assert_eq!(size("2G"), Ok(2 << 30));
        assert_eq!(size("512m"), Ok(512 << 20));
        assert_eq!(size("1.5G"), Ok(3 << 29));
        assert_eq!(size("64KiB"), Ok(64 << 10));
        assert_eq!(size("2GB"), Ok(2 << 30));
        for wrong in ["", "G", "0", "-1G", "2T", "7B", "many"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn percentages_and_counts() {
        assert_eq!(percent("25%"), Ok(25.0));
        assert!(percent("101").is_err());
        assert_eq!(count("7"), Ok(7));
        assert!(count("0").is_err() && count("-1").is_err());
        assert_eq!(definition("a=b=c"), Ok(("a".into(), "b=c".into())));
    }
}
