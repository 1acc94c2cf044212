//! Reads back the scripts that this module writes, for the replay of logged queries. It knows no other SMT-LIB:
//! references come back as 32-bit vectors, which is what they are in a script.

use crate::{Element, FastMap, Function, Sort, Term, Terms};

/// What stands where something else was expected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unreadable(pub String);

type Read<T> = Result<T, Unreadable>;

enum Expression<'a> {
    Word(&'a str),
    List(Vec<Expression<'a>>),
}

/// The conjuncts of a script, in a pool whose inputs are known by their symbols: scripts of one run share them.
pub fn conjuncts(terms: &mut Terms, symbols: &mut FastMap<String, Term>, script: &str) -> Read<Vec<Term>> {
    let mut reader = Reader { terms, symbols, defined: FastMap::default(), ties: 0 };
    let mut conjuncts = Vec::new();
    for command in commands(script)? {
        let Expression::List(parts) = command else { return Err(unreadable("a word between commands")) };
        if let Some(conjunct) = reader.command(&parts)? {
            conjuncts.push(conjunct);
        }
    }
    Ok(conjuncts)
}

struct Reader<'a> {
    terms: &'a mut Terms,
    symbols: &'a mut FastMap<String, Term>,
    defined: FastMap<String, Term>,
    /// Claims to come that only tie a bit pattern to its float.
    ties: u8,
}

impl Reader<'_> {
    fn command(&mut self, parts: &[Expression]) -> Read<Option<Term>> {
        use Expression::{List, Word};
        match parts {
            [Word("declare-const"), Word(name), sort] => self.declare(name, sort)?,
            // The helpers of the prelude have parameters; what they mean is known.
            [Word("define-fun"), Word(name), List(parameters), _, body] if parameters.is_empty() => {
                let term = self.term(body)?;
                self.defined.insert((*name).into(), term);
            }
            // What ties a pattern to its float says nothing more about a `to_bits`.
            [Word("assert"), _] if self.ties > 0 => self.ties -= 1,
            [Word("assert"), claim] => return Ok(Some(self.term(claim)?)),
            [Word("define-fun" | "declare-fun" | "set-logic" | "set-info" | "check-sat"), ..] => {}
            _ => return Err(unreadable("a command")),
        }
        Ok(None)
    }

    /// An input, or the bit pattern of the float that was defined before it.
    fn declare(&mut self, name: &str, sort: &Expression) -> Read<()> {
        if let Some(float) = name.strip_prefix("bits").and_then(|number| self.defined.get(&format!("float{number}"))) {
            let bits = self.terms.to_bits(*float);
            self.defined.insert(name.into(), bits);
            self.ties = 2;
        } else if !self.symbols.contains_key(name) {
            let sort = sort_of(sort)?;
            let input = self.terms.input(name, sort);
            self.symbols.insert(name.into(), input);
        }
        Ok(())
    }

    fn term(&mut self, expression: &Expression) -> Read<Term> {
        match expression {
            Expression::Word(word) => self.word(word),
            Expression::List(parts) => match parts.as_slice() {
                [Expression::Word(name), arguments @ ..] => self.application(name, arguments),
                [Expression::List(head), arguments @ ..] => self.indexed(head, arguments),
                [] => Err(unreadable("()")),
            },
        }
    }

    fn word(&mut self, word: &str) -> Read<Term> {
        if let Some(&term) = self.defined.get(word).or_else(|| self.symbols.get(word)) {
            return Ok(term);
        }
        if let Some((width, bits)) = literal(word) {
            return Ok(self.terms.bv(width, bits));
        }
        match word {
            "true" => Ok(Terms::TRUE),
            "false" => Ok(Terms::FALSE),
            _ => Err(unreadable(word)),
        }
    }

    fn application(&mut self, name: &str, arguments: &[Expression]) -> Read<Term> {
        let arguments = match arguments {
            [Expression::Word("RNE"), rest @ ..] => rest,
            all => all,
        };
        let args = arguments.iter().map(|argument| self.term(argument)).collect::<Read<Vec<Term>>>()?;
        let terms = &mut *self.terms;
        if let Some(rest) = name.strip_prefix("java.to_int") {
            let width = rest.split('_').next().and_then(|width| width.parse().ok());
            return match (width, args.as_slice()) {
                (Some(width), &[a]) => Ok(terms.to_int(a, width)),
                _ => Err(unreadable(name)),
            };
        }
        if let Some(name) = name.strip_prefix("java.")
            && let Some(function) = Function::ALL.into_iter().find(|function| function.name() == name)
        {
            return Ok(terms.math(function, &args));
        }
        Ok(match (name, args.as_slice()) {
            ("not", &[a]) => terms.not(a),
            ("and", &[a, b]) => terms.and(a, b),
            ("=", &[a, b]) => terms.eq(a, b),
            ("ite", &[c, a, b]) => terms.ite(c, a, b),
            ("bvadd", &[a, b]) => terms.add(a, b),
            ("bvsub", &[a, b]) => terms.sub(a, b),
            ("bvmul", &[a, b]) => terms.mul(a, b),
            ("bvneg", &[a]) => terms.neg(a),
            ("bvsdiv", &[a, b]) => terms.sdiv(a, b),
            ("bvsrem", &[a, b]) => terms.srem(a, b),
            ("bvudiv", &[a, b]) => terms.udiv(a, b),
            ("bvurem", &[a, b]) => terms.urem(a, b),
            ("bvand", &[a, b]) => terms.bv_and(a, b),
            ("bvor", &[a, b]) => terms.bv_or(a, b),
            ("bvxor", &[a, b]) => terms.bv_xor(a, b),
            ("bvnot", &[a]) => terms.bv_not(a),
            ("bvshl", &[a, b]) => terms.shl(a, b),
            ("bvlshr", &[a, b]) => terms.lshr(a, b),
            ("bvashr", &[a, b]) => terms.ashr(a, b),
            ("bvslt", &[a, b]) => terms.slt(a, b),
            ("bvult", &[a, b]) => terms.ult(a, b),
            ("concat", &[a, b]) => terms.concat(a, b),
            ("fp.add", &[a, b]) => terms.fadd(a, b),
            ("fp.sub", &[a, b]) => terms.fsub(a, b),
            ("fp.mul", &[a, b]) => terms.fmul(a, b),
            ("fp.div", &[a, b]) => terms.fdiv(a, b),
            ("java.rem32" | "java.rem64", &[a, b]) => terms.frem(a, b),
            ("fp.sqrt", &[a]) => terms.fsqrt(a),
            ("fp.neg", &[a]) => terms.fneg(a),
            ("fp.abs", &[a]) => terms.fabs(a),
            ("fp.lt", &[a, b]) => terms.flt(a, b),
            ("fp.leq", &[a, b]) => terms.fle(a, b),
            ("fp.eq", &[a, b]) => terms.feq(a, b),
            ("fp.isNaN", &[a]) => terms.is_nan(a),
            ("select", &[a, i]) => terms.select(a, i),
            ("store", &[a, i, v]) => terms.store(a, i, v),
            _ => return Err(unreadable(name)),
        })
    }

    /// `((_ name numbers) arguments)` and `((as const sort) value)`.
    fn indexed(&mut self, head: &[Expression], arguments: &[Expression]) -> Read<Term> {
        use Expression::Word;
        if let [Word("as"), Word("const"), sort] = head {
            let (Sort::Array(element), [value]) = (sort_of(sort)?, arguments) else {
                return Err(unreadable("as const"));
            };
            let value = self.term(value)?;
            return Ok(self.terms.const_array(element, value));
        }
        let [Word("_"), Word(name), numbers @ ..] = head else { return Err(unreadable("a head")) };
        let numbers = numbers.iter().map(number).collect::<Read<Vec<u8>>>()?;
        let last = arguments.last().ok_or_else(|| unreadable(name))?;
        let rounded = arguments.len() == 2;
        let a = self.term(last)?;
        let of = self.terms.sort(a);
        Ok(match (*name, numbers.as_slice()) {
            ("extract", &[hi, lo]) => self.terms.extract(hi, lo, a),
            ("sign_extend", &[by]) => self.terms.sext(of.width() + by, a),
            ("zero_extend", &[by]) => self.terms.zext(of.width() + by, a),
            ("to_fp", _) if !rounded => self.terms.from_bits(a),
            ("to_fp", &[exponent, _]) => {
                let sort = if exponent == 8 { Sort::Float32 } else { Sort::Float64 };
                if of.is_float() { self.terms.to_float(a, sort) } else { self.terms.from_int(a, sort) }
            }
            _ => return Err(unreadable(name)),
        })
    }
}

fn sort_of(expression: &Expression) -> Read<Sort> {
    use Expression::{List, Word};
    match expression {
        Word("Bool") => Ok(Sort::Bool),
        Word("Float32") => Ok(Sort::Float32),
        Word("Float64") => Ok(Sort::Float64),
        List(parts) => match parts.as_slice() {
            [Word("_"), Word("BitVec"), width] => Ok(Sort::Bv(number(width)?)),
            [Word("Array"), _, element] => Ok(Sort::Array(match sort_of(element)? {
                Sort::Bv(width) => Element::Bv(width),
                Sort::Float32 => Element::Float32,
                Sort::Float64 => Element::Float64,
                _ => return Err(unreadable("an element sort")),
            })),
            _ => Err(unreadable("a sort")),
        },
        Word(word) => Err(unreadable(word)),
    }
}

fn number(expression: &Expression) -> Read<u8> {
    match expression {
        Expression::Word(word) => word.parse().map_err(|_| unreadable(word)),
        Expression::List(_) => Err(unreadable("a list for a number")),
    }
}

/// Width and value of `#x...` or `#b...`.
fn literal(word: &str) -> Option<(u8, u64)> {
    let (digits, radix, bits) = match word.strip_prefix("#x") {
        Some(digits) => (digits, 16, 4),
        None => (word.strip_prefix("#b")?, 2, 1),
    };
    Some(((digits.len() * bits) as u8, u64::from_str_radix(digits, radix).ok()?))
}

fn unreadable(what: &str) -> Unreadable {
    Unreadable(what.into())
}

/// Comments are skipped; `|quoted symbols|` may contain anything.
fn commands(script: &str) -> Read<Vec<Expression<'_>>> {
    let mut open: Vec<Vec<Expression>> = vec![Vec::new()];
    let mut rest = script;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '|' => 2 + rest[1..].find('|').ok_or_else(|| unreadable("an open |"))?,
            ';' => rest.find('\n').unwrap_or(rest.len()),
            '(' | ')' => 1,
            c if c.is_whitespace() => c.len_utf8(),
            _ => rest.find(|c: char| c.is_whitespace() || c == '(' || c == ')').unwrap_or(rest.len()),
        };
        let (token, after) = rest.split_at(length);
        rest = after;
        match first {
            '(' => open.push(Vec::new()),
            ')' => {
                let list = open.pop().expect("never empty");
                let around = open.last_mut().ok_or_else(|| unreadable(")"))?;
                around.push(Expression::List(list));
            }
            ';' => {}
            c if c.is_whitespace() => {}
            _ => open.last_mut().expect("never empty").push(Expression::Word(token)),
        }
    }
    match (open.pop(), open.is_empty()) {
        (Some(commands), true) => Ok(commands),
        _ => Err(unreadable("an open parenthesis")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smtlib::{hint, script};
    use crate::testing::Sample;

    /// What is read means what was written: under any witness, which travels as hints, it has the same value.
    #[test]
    fn scripts_and_hints_come_back() {
        let mut read = 0;
        for seed in 0..3000 {
            let mut sample = Sample::new(seed, 20);
            let made: Vec<Term> = sample.made.iter().map(|made| made.0).collect();
            let conditions: Vec<Term> =
                made.into_iter().filter(|&term| sample.terms.sort(term) == Sort::Bool).collect();
            let witness = sample.witness();
            let mut text = script(&sample.terms, &conditions);
            text.push_str(&hint::write(&sample.terms, &conditions, &witness));
            let (mut terms, mut symbols) = (Terms::new(), FastMap::default());
            let back =
                conjuncts(&mut terms, &mut symbols, &text).unwrap_or_else(|e| panic!("seed {seed}: {e:?}\n{text}"));
            let hints = hint::read(&terms, &symbols, &text);
            assert_eq!(back.len(), conditions.len(), "seed {seed}");
            for (&condition, &again) in conditions.iter().zip(&back) {
                let (wanted, got) = (sample.terms.holds(condition, &witness), terms.holds(again, &hints));
                assert_eq!(wanted, got, "seed {seed}: {}\n{text}", sample.terms.show(condition));
                read += 1;
            }
        }
        assert!(read > 10_000, "{read}");
    }

    #[test]
    fn other_text_is_refused() {
        for text in ["(assert (bvfoo #x0 #x1))", "(assert x)", "(assert true", "(push 1)", "word", ")"] {
            assert!(conjuncts(&mut Terms::new(), &mut FastMap::default(), text).is_err(), "{text}");
        }
    }
}
