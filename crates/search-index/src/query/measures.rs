//! Query terms of measures: a number with its unit matches every spelling of it.

use heuan_lao_text::{Kind, Token, as_section, units_beginning};

use super::{QueryTerm, TermMatcher, TermSpan, match_weight};
use crate::index_terms::code_key;

/// The term of a measure. Like a number, a measure alone never satisfies a query that has words.
pub(super) fn measure(slot: &TermSpan, whole: &Token, unitless: &[Token], is_last: bool) -> QueryTerm {
    let mut unit = QueryTerm {
        weight: 1.0,
        naming: 1.0,
        alternatives: vec![],
        typed: None,
        is_beginning: false,
        is_number: true,
    };
    offer(&mut unit, 1.0, &whole.text);
    if let Some(section) = as_section(&whole.text) {
        offer(&mut unit, match_weight::SECTION, &section);
    }
    for same in unitless.iter().filter(|it| (it.start, it.end) == (whole.start, whole.end)) {
        unit.offer(match_weight::NO_UNIT, TermMatcher::Keys(vec![code_key(&same.text)]));
    }
    if let [number, .., last] = &slot.parts[..]
        && is_last
        && last.word.kind == Kind::Latin
    {
        for longer in units_beginning(&number.word.text, &last.surface) {
            offer(&mut unit, match_weight::UNFINISHED, &longer);
        }
    }
    unit
}

/// Adds to the sides of a size such as `4'x8'` the products that name the size without units.
pub(super) fn add_sizes(unitless: &[Token], slots: &[&TermSpan], units: &mut [QueryTerm]) {
    for same in unitless {
        let from = slots.iter().position(|it| it.bytes().0 == same.start);
        let to = slots.iter().position(|it| it.end() == same.end);
        if let (Some(from), Some(to)) = (from, to)
            && from < to
        {
            let what = TermMatcher::Keys(vec![code_key(&same.text)]);
            units[from..=to].iter_mut().for_each(|it| it.offer(match_weight::NO_UNIT, what.clone()));
        }
    }
}

fn offer(unit: &mut QueryTerm, match_weight: f32, text: &str) {
    unit.offer(match_weight, TermMatcher::Word(text.to_owned()));
    unit.offer(match_weight, TermMatcher::Keys(vec![code_key(text)]));
}
