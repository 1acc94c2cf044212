//! What a quantifier must not get wrong, by where it stands: a proof takes one index for all in a condition that is demanded, and
//! remembers one that is assumed as a fact about all.

use super::{Translated, Translator, two_sides};
use crate::spec::Fault;
use crate::token::{Token, closing, find, split};

/// The side on which an answer for arrays of any length must be right. Negation exchanges the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// If the condition is false, some path finds it so.
    Demanded,
    /// If the condition is true, some path finds it so.
    Assumed,
}

impl Strength {
    fn negated(self) -> Strength {
        match self {
            Strength::Demanded => Strength::Assumed,
            Strength::Assumed => Strength::Demanded,
        }
    }
}

impl Translator {
    /// A condition that is demanded or assumed.
    pub fn condition(&mut self, tokens: &[Token], strength: Strength) -> Translated {
        self.with_strength(Some(strength), |this| this.expression(tokens))
    }

    pub(super) fn with_strength<T>(
        &mut self,
        strength: Option<Strength>,
        translate: impl FnOnce(&mut Translator) -> T,
    ) -> T {
        let outer = std::mem::replace(&mut self.strength, strength);
        let translated = translate(self);
        self.strength = outer;
        translated
    }

    /// What implies, which counts as negated, and what is implied.
    pub(super) fn implication(
        &mut self,
        tokens: &[Token],
        at: usize,
        condition: &[Token],
        then: &[Token],
    ) -> Result<(String, String), Fault> {
        two_sides(tokens, at)?;
        let negated = self.strength.map(Strength::negated);
        let condition = self.with_strength(negated, |this| this.expression(condition))?;
        Ok((condition, self.expression(then)?))
    }

    /// Parts that are joined by `||` and `&&`. Inside of any other operator a quantifier must be right on both sides.
    pub(super) fn junctions(&mut self, tokens: &[Token]) -> Translated {
        for operator in ["||", "&&"] {
            if find(tokens, |token| token.is(operator)).is_some() {
                let parts = split(tokens, operator).into_iter().map(|part| self.junctions(part));
                return Ok(parts.collect::<Result<Vec<String>, Fault>>()?.join(&format!(" {operator} ")));
            }
        }
        let negations = tokens.iter().take_while(|token| token.is("!")).count();
        let is_group = tokens.get(negations).is_some_and(|token| token.is("("))
            && closing(tokens, negations) == Some(tokens.len() - 1);
        let strength = match (is_group, self.strength) {
            (true, Some(strength)) if negations % 2 == 1 => Some(strength.negated()),
            (true, strength) => strength,
            (false, _) => None,
        };
        self.with_strength(strength, |this| this.plain(tokens))
    }
}
