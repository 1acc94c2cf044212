//! "Did you mean": names that are close to one that does not exist.

/// At most this many are shown.
const SHOWN: usize = 3;

/// The nearest of the candidates, as the end of an error message; empty if none is near.
pub fn did_you_mean<'a>(wanted: &str, candidates: impl Iterator<Item = &'a str>) -> String {
    let allowed = (wanted.chars().count() / 3).max(2);
    let mut near: Vec<(usize, &str)> = candidates
        .map(|candidate| (distance(&wanted.to_lowercase(), &candidate.to_lowercase()), candidate))
        .filter(|&(distance, _)| distance <= allowed)
        .collect();
    near.sort_unstable();
    near.dedup();
    near.truncate(SHOWN);
    let names: Vec<String> = near.iter().map(|(_, name)| format!("`{name}`")).collect();
    if names.is_empty() { String::new() } else { format!("; did you mean {}?", names.join(" or ")) }
}

/// The number of characters to insert, delete, replace or exchange with their neighbour.
fn distance(from: &str, to: &str) -> usize {
    let (from, to): (Vec<char>, Vec<char>) = (from.chars().collect(), to.chars().collect());
    let mut rows: Vec<Vec<usize>> = vec![(0..=to.len()).collect()];
    for i in 1..=from.len() {
        let mut row = vec![i];
        for j in 1..=to.len() {
            let replaced = rows[i - 1][j - 1] + usize::from(from[i - 1] != to[j - 1]);
            let mut least = replaced.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[from.len()][to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("lenght", "length"), 1);
        assert_eq!(distance("kitten", "sitting"), 3);
    }

    #[test]
    fn the_nearest_come_first() {
        let names = ["parse", "sparse", "length", "pars"];
        assert_eq!(did_you_mean("parsed", names.into_iter()), "; did you mean `parse` or `pars` or `sparse`?");
        assert_eq!(did_you_mean("x", ["something"].into_iter()), "");
    }
}
