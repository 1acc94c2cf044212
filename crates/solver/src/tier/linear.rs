//! Linear inequalities over rational numbers, by the simplex method with Bland's rule: each row is a slack that is a sum of the others;
//! one below its bound changes places with one that can raise it. If none can, the row contradicts the bounds of the others.

use std::cmp::Ordering;

/// Exchanges before it gives up.
const MOST_PIVOTS: u32 = 400;

/// A fraction in lowest terms, the denominator positive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ratio {
    over: i128,
    under: i128,
}

impl Ratio {
    const ZERO: Ratio = Ratio { over: 0, under: 1 };

    fn whole(over: i128) -> Ratio {
        Ratio { over, under: 1 }
    }

    fn reduced(over: i128, under: i128) -> Ratio {
        let divisor = greatest_divisor(over, under);
        let sign = under.signum();
        Ratio { over: sign * over / divisor, under: sign * under / divisor }
    }

    fn is_zero(self) -> bool {
        self.over == 0
    }

    /// `None` if the numbers get too large.
    fn add(self, other: Ratio) -> Option<Ratio> {
        let over = self.over.checked_mul(other.under)?.checked_add(other.over.checked_mul(self.under)?)?;
        Some(Ratio::reduced(over, self.under.checked_mul(other.under)?))
    }

    fn negative(self) -> Ratio {
        Ratio { over: -self.over, under: self.under }
    }

    fn times(self, other: Ratio) -> Option<Ratio> {
        Some(Ratio::reduced(self.over.checked_mul(other.over)?, self.under.checked_mul(other.under)?))
    }

    /// One divided by it, which is not zero.
    fn inverse(self) -> Ratio {
        Ratio { over: self.over.signum() * self.under, under: self.over.abs() }
    }

    fn compare(self, other: Ratio) -> Option<Ordering> {
        Some(self.over.checked_mul(other.under)?.cmp(&other.over.checked_mul(self.under)?))
    }
}

fn greatest_divisor(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.max(1)
}

/// Inequalities `factors * variables >= bound`; the variables may be anything.
pub struct System {
    columns: usize,
    rows: Vec<(Vec<(usize, i128)>, i128)>,
}

impl System {
    pub fn new(columns: usize) -> System {
        System { columns, rows: Vec::new() }
    }

    pub fn at_least(&mut self, factors: Vec<(usize, i128)>, bound: i128) {
        self.rows.push((factors, bound));
    }

    /// False also if it was too much work, which is counted in numbers that were computed.
    pub fn is_contradictory(&self, work: &mut u64) -> bool {
        Table::new(self).contradiction(work).unwrap_or(false)
    }
}

/// Variables count from zero, the slacks of the rows behind them.
struct Table {
    /// Basic ones are sums of the others: factors by column.
    rows: Vec<Vec<Ratio>>,
    basic: Vec<usize>,
    others: Vec<usize>,
    /// Of slacks; variables have none.
    bounds: Vec<Option<Ratio>>,
    values: Vec<Ratio>,
}

impl Table {
    fn new(system: &System) -> Table {
        let columns = system.columns;
        let mut table = Table {
            rows: Vec::new(),
            basic: Vec::new(),
            others: (0..columns).collect(),
            bounds: vec![None; columns],
            values: vec![Ratio::ZERO; columns + system.rows.len()],
        };
        for (factors, bound) in &system.rows {
            let mut row = vec![Ratio::ZERO; columns];
            for &(column, factor) in factors {
                row[column] = Ratio::whole(factor);
            }
            table.basic.push(columns + table.rows.len());
            table.rows.push(row);
            table.bounds.push(Some(Ratio::whole(*bound)));
        }
        table
    }

    /// `None` if that is too much work.
    fn contradiction(&mut self, work: &mut u64) -> Option<bool> {
        for _ in 0..MOST_PIVOTS {
            let Some(low) = self.lowest()? else { return Some(false) };
            // The first one that raises it: a variable, or a slack that can rise or has room to fall.
            let mut entering: Option<usize> = None;
            for column in 0..self.others.len() {
                let (other, factor) = (self.others[column], self.rows[low][column]);
                if factor.is_zero() {
                    continue;
                }
                let can = match self.bounds[other] {
                    None => true,
                    Some(_) if factor.over > 0 => true,
                    Some(bound) => self.values[other].compare(bound)? == Ordering::Greater,
                };
                if can && entering.is_none_or(|best| self.others[best] > other) {
                    entering = Some(column);
                }
            }
            let Some(column) = entering else { return Some(true) };
            *work += (self.rows.len() * self.others.len()) as u64;
            self.exchange(low, column)?;
        }
        None
    }

    /// The row of the first basic one that is below its bound.
    fn lowest(&self) -> Option<Option<usize>> {
        let mut found: Option<usize> = None;
        for (row, &basic) in self.basic.iter().enumerate() {
            let Some(bound) = self.bounds[basic] else { continue };
            if self.values[basic].compare(bound)? == Ordering::Less && found.is_none_or(|best| self.basic[best] > basic)
            {
                found = Some(row);
            }
        }
        Some(found)
    }

    /// The basic one of the row gets its bound and leaves; the one of the column takes its place.
    fn exchange(&mut self, low: usize, column: usize) -> Option<()> {
        let (leaving, entering) = (self.basic[low], self.others[column]);
        let bound = self.bounds[leaving].expect("it is below its bound");
        let factor = self.rows[low][column].inverse();
        let step = bound.add(self.values[leaving].negative())?.times(factor)?;
        self.values[leaving] = bound;
        self.values[entering] = self.values[entering].add(step)?;
        for row in 0..self.rows.len() {
            if row != low {
                let basic = self.basic[row];
                let change = self.rows[row][column].times(step)?;
                self.values[basic] = self.values[basic].add(change)?;
            }
        }
        // leaving = ... + f * entering  =>  entering = leaving / f - ...
        let mut new: Vec<Ratio> = Vec::with_capacity(self.others.len());
        for at in 0..self.others.len() {
            new.push(match at == column {
                true => factor,
                false => self.rows[low][at].times(factor)?.negative(),
            });
        }
        for row in 0..self.rows.len() {
            let by = self.rows[row][column];
            if row == low || by.is_zero() {
                continue;
            }
            for (at, &of_new) in new.iter().enumerate() {
                let added = of_new.times(by)?;
                self.rows[row][at] = if at == column { added } else { self.rows[row][at].add(added)? };
            }
        }
        self.rows[low] = new;
        self.basic[low] = entering;
        self.others[column] = leaving;
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contradictory(columns: usize, rows: &[(&[i128], i128)]) -> bool {
        let mut system = System::new(columns);
        for (factors, bound) in rows {
            system.at_least(factors.iter().copied().enumerate().collect(), *bound);
        }
        system.is_contradictory(&mut 0)
    }

    #[test]
    fn sums_that_cannot_be() {
        // x >= 1, y >= 1, x + y <= 1
        assert!(contradictory(2, &[(&[1, 0], 1), (&[0, 1], 1), (&[-1, -1], -1)]));
        assert!(!contradictory(2, &[(&[1, 0], 1), (&[0, 1], 1), (&[-1, -1], -2)]));
        // x >= y + 1, y >= z + 1, z >= x
        assert!(contradictory(3, &[(&[1, -1, 0], 1), (&[0, 1, -1], 1), (&[-1, 0, 1], 0)]));
        assert!(!contradictory(1, &[(&[1], -5), (&[-1], -5)]));
        assert!(contradictory(1, &[(&[0], 1)]));
    }
}
