//! "Did you mean": names that are close to one that does not exist.

use strsim::osa_distance;

/// At most this many are shown.
const SHOWN: usize = 3;

/// The nearest of the candidates, as the end of an error message; empty if none is near.
pub fn did_you_mean<'a>(wanted: &str, candidates: impl Iterator<Item = &'a str>) -> String {
    let allowed = (wanted.chars().count() / 3).max(2);
    let mut near: Vec<(usize, &str)> = candidates
        .filter(|&candidate| candidate != wanted)
        .map(|candidate| (osa_distance(&wanted.to_lowercase(), &candidate.to_lowercase()), candidate))
        .filter(|&(distance, _)| distance <= allowed)
        .collect();
    near.sort_unstable();
    near.dedup();
    near.truncate(SHOWN);
    let names: Vec<String> = near.iter().map(|(_, name)| format!("`{name}`")).collect();
    if names.is_empty() { String::new() } else { format!("; did you mean {}?", names.join(" or ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_come_first() {
        let names = ["parse", "sparse", "length", "pars"];
        assert_eq!(did_you_mean("parsed", names.into_iter()), "; did you mean `parse` or `pars` or `sparse`?");
        assert_eq!(did_you_mean("x", ["something"].into_iter()), "");
        assert_eq!(did_you_mean("same", ["same"].into_iter()), "");
    }
}
