//! A witness as comments of a script, one line for each input that occurs: `; hint SYMBOL BITS`, an array as its default
//! and `INDEX:BITS` for the rest. All numbers are hexadecimal.

use super::input_symbol;
use crate::{ArrayConst, Const, FastMap, Input, Sort, Term, Terms, Witness};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::rc::Rc;

pub fn write(terms: &Terms, conjuncts: &[Term], witness: &Witness) -> String {
    let inputs: BTreeSet<Input> = conjuncts.iter().flat_map(|&term| terms.inputs_of(term).to_vec()).collect();
    let mut text = String::new();
    for input in inputs {
        let symbol = input_symbol(terms, terms.input_term(input));
        let _ = match witness.get(input) {
            None => Ok(()),
            Some(Const::Array(array)) => {
                let entries: String = array.entries().map(|(index, bits)| format!(" {index:x}:{bits:x}")).collect();
                writeln!(text, "; hint {symbol} {:x}{entries}", array.default_bits())
            }
            Some(scalar) => writeln!(text, "; hint {symbol} {:x}", scalar.bits()),
        };
    }
    text
}

/// What the comments of a script say about the inputs known by their symbols; lines that cannot be read say nothing.
pub fn read(terms: &Terms, symbols: &FastMap<String, Term>, script: &str) -> Witness {
    script.lines().filter_map(|line| assignment(terms, symbols, line.strip_prefix("; hint ")?)).collect()
}

fn assignment(terms: &Terms, symbols: &FastMap<String, Term>, line: &str) -> Option<(Input, Const)> {
    let (symbol, values) = line.split_at(line.rfind('|')? + 1);
    let term = *symbols.get(symbol)?;
    let mut values = values.split_whitespace();
    let first = u64::from_str_radix(values.next()?, 16).ok()?;
    let value = match terms.sort(term) {
        Sort::Array(element) => {
            let mut array = ArrayConst::new(element, first);
            for entry in values {
                let (index, bits) = entry.split_once(':')?;
                array.set(u32::from_str_radix(index, 16).ok()?, u64::from_str_radix(bits, 16).ok()?);
            }
            Const::Array(Rc::new(array))
        }
        sort => Const::scalar(sort, first),
    };
    Some((terms.as_input(term)?, value))
}
