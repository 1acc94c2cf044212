//! `\old`: the value is taken before the call and kept; that it cannot be taken matters only where it is asked for.

use super::{Bound, CONTRACT, Translated, Translator};
use crate::spec::Fault;
use crate::token::{Kind, Token, closing, find};

impl Translator {
    pub(super) fn old(&mut self, at: usize, tokens: &[Token]) -> Translated {
        if self.olds.is_none() {
            return Err(Fault::new(at, "`\\old` where there is no state before"));
        }
        if find(tokens, |token| token.is(",")).is_some() {
            return Err(Fault::new(at, "`\\old` with a label is not of the subset of JML that is understood"));
        }
        if tokens.iter().any(|token| token.is("\\result")) {
            return Err(Fault::new(at, "`\\result` inside of `\\old`"));
        }
        let keys: Vec<Bound> = self.bound.iter().filter(|bound| mentions(tokens, &bound.written)).cloned().collect();
        if keys.is_empty() {
            let value = self.before(tokens)?;
            let name = self.keep(&format!("() -> {value}"));
            return Ok(format!("{name}.get()"));
        }
        match self.element(tokens)? {
            Some(translated) => Ok(translated),
            None => self.table(at, tokens, &keys),
        }
    }

    /// In the state before there is no older one.
    fn before(&mut self, tokens: &[Token]) -> Translated {
        let (olds, result) = (self.olds.take(), self.result.take());
        std::mem::swap(&mut self.renamed, &mut self.renamed_before);
        let value = self.with_strength(None, |this| this.expression(tokens));
        std::mem::swap(&mut self.renamed, &mut self.renamed_before);
        (self.olds, self.result) = (olds, result);
        value
    }

    /// Declares a value that is kept from before the call.
    fn keep(&mut self, function: &str) -> String {
        let declaration = |number| format!("final var jacana$old{number} = {CONTRACT}.old({function});");
        let olds = self.olds.as_ref().expect("asked for before");
        let known = olds.iter().position(|known| {
            let number = known.strip_prefix("final var jacana$old").and_then(|rest| rest.split(' ').next());
            number.is_some_and(|number| *known == declaration(number.to_string()))
        });
        if let Some(known) = known {
            let name = olds[known].strip_prefix("final var ").and_then(|rest| rest.split(' ').next());
            return name.unwrap_or_default().to_string();
        }
        let number = self.fresh_number();
        self.olds.get_or_insert_default().push(declaration(number.to_string()));
        format!("jacana$old{number}")
    }

    /// `\old(a[i])` under a quantifier over `i`: the array is copied, and all places are known.
    fn element(&mut self, tokens: &[Token]) -> Result<Option<String>, Fault> {
        let Some(open) = tokens.iter().position(|token| token.is("[")) else { return Ok(None) };
        let (array, mut rest) = tokens.split_at(open);
        let is_path = array.iter().all(|token| token.kind == Kind::Word || token.is("."));
        if array.is_empty() || !is_path || self.bound.iter().any(|bound| mentions(array, &bound.written)) {
            return Ok(None);
        }
        let mut places = String::new();
        while let Some(first) = rest.first() {
            let close = Some(0).filter(|_| first.is("[")).and_then(|open| closing(rest, open));
            let Some(close) = close else { return Ok(None) };
            let place = &rest[1..close];
            if !(0..place.len()).all(|at| self.is_fixed(place, at)) {
                return Ok(None);
            }
            places += &format!("[{}]", self.before(place)?);
            rest = &rest[close + 1..];
        }
        let array = self.before(array)?;
        let name = self.keep(&format!("() -> {CONTRACT}.copy({array})"));
        Ok(Some(format!("{name}.get(){places}")))
    }

    /// Whether a word of an index is the same in both states: variables of quantifiers, parameters, and lengths of those.
    fn is_fixed(&self, place: &[Token], at: usize) -> bool {
        let is = |at: usize, text: &str| place.get(at).is_some_and(|token| token.is(text));
        let token = &place[at];
        match token.kind {
            Kind::Word if at > 0 && is(at - 1, ".") => is(at, "length"),
            Kind::Word if self.bound.iter().any(|bound| bound.written == token.text) => true,
            Kind::Word => self.parameters.contains(&token.text) && (!is(at + 1, ".") || is(at + 2, "length")),
            Kind::Literal => true,
            Kind::Symbol => ["+", "-", "*", "(", ")", "."].contains(&token.text.as_str()),
            Kind::Backslash => false,
        }
    }

    /// A value for each that the variables take in the state before.
    fn table(&mut self, at: usize, tokens: &[Token], keys: &[Bound]) -> Translated {
        if keys.len() > 2 || keys.iter().any(|key| key.kind != "int") {
            return Err(Fault::new(at, "`\\old` that depends on more than two variables, or on others than int"));
        }
        let value = self.before(tokens)?;
        let parameters: Vec<String> = keys.iter().map(|key| format!("int {}", key.generated)).collect();
        let name = self.keep(&format!("({}) -> {value}", parameters.join(", ")));
        let arguments: Vec<&str> = keys.iter().map(|key| key.generated.as_str()).collect();
        let arguments = arguments.join(", ");
        let mut fill = format!("{name}.keep({arguments})");
        for bound in self.bound.iter().rev() {
            let Some((before, after)) = &bound.loops else {
                return Err(Fault::new(at, "`\\old` under a quantifier whose range needs the state after"));
            };
            fill = format!("{before}{fill}{after}");
        }
        let fill = format!("{CONTRACT}.quietly(() -> {fill});");
        let olds = self.olds.get_or_insert_default();
        if !olds.contains(&fill) {
            olds.push(fill);
        }
        Ok(format!("{name}.get({arguments})"))
    }
}

/// Does the name occur, but for members of that name?
pub(super) fn mentions(tokens: &[Token], name: &str) -> bool {
    let is_name = |at: usize| tokens[at].kind == Kind::Word && tokens[at].text == name;
    (0..tokens.len()).any(|at| is_name(at) && (at == 0 || !tokens[at - 1].is(".")))
}
