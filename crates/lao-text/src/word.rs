//! Tokens of a text: kind, folded text, range in the original and position.

use std::sync::LazyLock;

use icu_segmenter::{WordSegmenter, WordSegmenterBorrowed, options::WordBreakInvariantOptions};

use crate::{
    canon::fold_letters,
    english,
    lexicon::segment,
    mapped_char::MappedChar,
    measure::{Unit, is_unit, normal, normal_of, unitless},
    product_code::{Part, ProductCode, codes},
    script::{Script, runs},
    syllable::syllables,
};

static DICTIONARY: LazyLock<WordSegmenterBorrowed<'static>> =
    LazyLock::new(|| WordSegmenter::new_dictionary(WordBreakInvariantOptions::default()));

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Lao,
    Thai,
    Han,
    /// Latin and every other script with spaces; English words are stemmed.
    Latin,
    Number,
}

/// Role of a token among the tokens at the same position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TokenRole {
    /// A word by itself, or the smallest part of a code.
    Unit,
    /// A code of several parts: `led12w`. A number with its unit has the same form in every spelling: `1/2"`, `0.5 in`.
    Compound,
    /// Neighboring parts, also across a space: `led12`, `12w`, the `db16` of `DB 16 x 10`.
    Bigram,
    /// One side of `16x10`, or a size without its unit: written to the index, but not searched for in queries.
    Dimension,
    /// A size as it is named without a unit: searched for in queries, but not written to the index.
    Unitless,
}

/// A folded token. Tokens at one position represent the same stretch of the text (`led12w`, `led`, `12`, `w`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    pub kind: Kind,
    /// The compared form: folded and stemmed.
    pub text: String,
    /// Start byte in the original.
    pub start: u32,
    pub end: u32,
    /// Position, from 0. Tokens of one code share it.
    pub place: u32,
    pub role: TokenRole,
}

impl Token {
    pub fn is_part(&self) -> bool {
        self.role == TokenRole::Unit
    }
}

/// A stretch of folded Lao letters without the spaces in it, because spaces are optional in Lao.
#[derive(Clone, Debug)]
pub struct LaoSegment {
    pub letters: Vec<MappedChar>,
    pub chars: Vec<char>,
    /// Starts of the syllables, and then the length; see [`syllables`].
    pub syllables: Vec<usize>,
}

/// A tokenized text.
pub struct AnalyzedText {
    pub folded: Vec<MappedChar>,
    pub lao: Vec<LaoSegment>,
    pub codes: Vec<ProductCode>,
}

impl AnalyzedText {
    pub fn of(text: &str) -> Self {
        let folded = fold_letters(text);
        let codes = codes(&folded);
        let mut lao: Vec<LaoSegment> = Vec::new();
        let mut end = None;
        for (script, from, to, is_after_unit) in words_of_script(&folded, &codes) {
            if script != Script::Lao {
                continue;
            }
            let only_spaces = |from: usize| folded[from..].iter().take_while(|it| it.c == ' ').count();
            match lao.last_mut() {
                Some(run) if !is_after_unit && end.is_some_and(|end| end + only_spaces(end) == from) => {
                    run.letters.extend(&folded[from..to]);
                }
                _ => {
                    lao.push(LaoSegment {
                        letters: folded[from..to].to_vec(),
                        chars: vec![],
                        syllables: vec![],
                    });
                }
            }
            end = Some(to);
        }
        for run in &mut lao {
            run.chars = run.letters.iter().map(|it| it.c).collect();
            run.syllables = syllables(&run.chars);
        }
        Self { folded, lao, codes }
    }

    /// Returns every token, ordered by position.
    pub fn words(&self) -> Vec<Token> {
        let mut out = Vec::new();
        for run in &self.lao {
            for border in segment(&run.chars, &run.syllables).windows(2) {
                out.push(word(Kind::Lao, &run.letters[border[0]..border[1]]));
            }
        }
        for (script, from, to, _) in words_of_script(&self.folded, &self.codes) {
            match script {
                Script::Thai => by_dictionary(Kind::Thai, &self.folded[from..to], &mut out),
                Script::Han => by_dictionary(Kind::Han, &self.folded[from..to], &mut out),
                _ => {}
            }
        }
        for (at, code) in self.codes.iter().enumerate() {
            self.push_code(code, &mut out);
            if let Some(next) = self.codes.get(at + 1) {
                self.push_across(code, next, &mut out);
            }
        }
        self.push_sizes(&mut out);
        // Parts first, so that all tokens of one position are adjacent.
        out.sort_by_key(|it| (it.start, it.role));
        let (mut place, mut until) = (0, 0);
        for it in &mut out {
            if it.is_part() {
                place += u32::from(it.start >= until && until > 0);
                until = it.end;
            }
            // A token that begins at or within a part gets the part's position.
            it.place = place;
        }
        out
    }

    /// The word as typed and folded, but not stemmed.
    pub fn surface(&self, word: &Token) -> String {
        let from = self.folded.partition_point(|it| it.start < word.start);
        self.folded[from..].iter().take_while(|it| it.start < word.end).map(|it| it.c).collect()
    }

    fn push_code(&self, code: &ProductCode, out: &mut Vec<Token>) {
        for part in &code.parts {
            let kind = if part.is_number { Kind::Number } else { Kind::Latin };
            let text = if part.is_number { part.text.clone() } else { english::stem(&part.text) };
            out.push(Token { text, ..word(kind, &self.folded[part.from..part.to]) });
        }
        let is_measure = match &code.parts[..] {
            [number] => number.measured.is_some(),
            [number, unit] => number.measured.is_some_and(|(end, _)| unit.from < end),
            _ => false,
        };
        if !is_measure && code.parts.len() > 1 {
            out.push(self.joined(&code.parts, TokenRole::Compound));
        }
        if code.parts.len() > 2 {
            let pairs = code.parts.windows(2).filter(|it| it[0].measured.is_none());
            out.extend(pairs.map(|it| self.joined(it, TokenRole::Bigram)));
        }
        for (at, part) in code.parts.iter().enumerate() {
            let sides = sides(&self.folded, part);
            if let Some((end, unit)) = part.measured {
                let role = if is_measure { TokenRole::Compound } else { TokenRole::Bigram };
                self.push_measure(part, &sides, (end, unit), role, out);
            } else if part.is_number && code.parts.len() == 1 && part.text.contains(['x', '/', '.']) {
                let text = unitless_key(&part.text);
                out.push(self.token(text, TokenRole::Dimension, part.from, part.to));
            }
            let Some(first) = sides.first() else { continue };
            if let Some(before) = at.checked_sub(1).map(|at| &code.parts[at]).filter(|it| !it.is_number) {
                out.push(self.joined(&[before.clone(), first.clone()], TokenRole::Bigram));
            }
            out.extend(sides.iter().map(|it| self.joined(std::slice::from_ref(it), TokenRole::Dimension)));
        }
    }

    /// Adds the normal form of a measure, and of each of its sides.
    fn push_measure(
        &self,
        number: &Part,
        sides: &[Part],
        (end, unit): (usize, Unit),
        role: TokenRole,
        out: &mut Vec<Token>,
    ) {
        out.push(self.token(normal(&number.text, unit), role, number.from, end));
        if number.text.contains(['x', '/', '.']) {
            let text = unitless_key(&number.text);
            out.push(self.token(text, TokenRole::Unitless, number.from, end));
        }
        if let Some((last, before)) = sides.split_last() {
            out.push(self.token(normal(&last.text, unit), TokenRole::Bigram, last.from, end));
            for side in before.iter().filter(|_| !unit.counts_before()) {
                out.push(self.token(normal(&side.text, unit), TokenRole::Dimension, side.from, side.to));
            }
        }
    }

    /// Adds sizes of several sides, whether they have one unit, `4x8 ft`, or one each, `4'x8'`.
    fn push_sizes(&self, out: &mut Vec<Token>) {
        let measures: Vec<&Part> =
            self.codes.iter().flat_map(|code| &code.parts).filter(|it| it.is_number).collect();
        for size in measures.chunk_by(|_, next| next.is_linked) {
            let sizes: Vec<(&str, Unit)> =
                size.iter().filter_map(|it| Some((it.text.as_str(), it.measured?.1))).collect();
            let (Some(first), Some((end, _))) = (size.first(), size.last().and_then(|it| it.measured)) else {
                continue;
            };
            if sizes.len() < size.len() {
                continue;
            }
            if let Some(text) = normal_of(&sizes).filter(|_| size.len() > 1) {
                out.push(self.token(text, TokenRole::Bigram, first.from, end));
            }
            for text in unitless(&sizes) {
                out.push(self.token(unitless_key(&text), TokenRole::Unitless, first.from, end));
                out.push(self.token(text, TokenRole::Dimension, first.from, end));
            }
        }
    }

    /// Adds the token of letters and the number after them: `DB 16` is also `db16`.
    fn push_across(&self, code: &ProductCode, next: &ProductCode, out: &mut Vec<Token>) {
        let (Some(word), Some(number)) = (code.parts.last(), next.parts.first()) else { return };
        let is_near = next.from == code.to + 1 && self.folded[code.to].c == ' ';
        if !is_near || word.is_number || !number.is_number || is_unit(&word.text) {
            return;
        }
        out.push(self.joined(&[word.clone(), number.clone()], TokenRole::Bigram));
        if let Some(side) = sides(&self.folded, number).into_iter().next() {
            out.push(self.joined(&[word.clone(), side], TokenRole::Bigram));
        }
    }

    fn joined(&self, parts: &[Part], role: TokenRole) -> Token {
        let text = parts.iter().map(|it| it.text.as_str()).collect();
        self.token(text, role, parts[0].from, parts[parts.len() - 1].to)
    }

    fn token(&self, text: String, role: TokenRole, from: usize, to: usize) -> Token {
        Token { text, role, ..word(Kind::Number, &self.folded[from..to]) }
    }
}

/// Runs of a script without spaces, as `(script, from, to, whether a unit of measure is before it)`. A unit ends its run: the
/// color in `5 ມ ສີແດງ` is not part of the unit.
fn words_of_script(folded: &[MappedChar], codes: &[ProductCode]) -> Vec<(Script, usize, usize, bool)> {
    let ends: Vec<usize> =
        codes.iter().flat_map(|it| &it.parts).filter_map(|it| it.measured.map(|(end, _)| end)).collect();
    let mut out = Vec::new();
    for (script, mut from, to) in runs(folded) {
        if !matches!(script, Script::Lao | Script::Thai | Script::Han) {
            continue;
        }
        let spaces = folded[..from].iter().rev().take_while(|it| it.c == ' ').count();
        let mut is_after_unit = ends.binary_search(&(from - spaces)).is_ok();
        let within = ends.partition_point(|&end| end <= from)..ends.partition_point(|&end| end < to);
        for &end in &ends[within] {
            out.push((script, from, end, is_after_unit));
            (from, is_after_unit) = (end, true);
        }
        out.push((script, from, to, is_after_unit));
    }
    out
}

/// The key of a size without a unit, which a size with a unit may also mean.
fn unitless_key(text: &str) -> String {
    format!("~{text}")
}

/// The sides of a dimension; empty for any other number.
fn sides(letters: &[MappedChar], part: &Part) -> Vec<Part> {
    let texts: Vec<&str> = part.text.split('x').collect();
    if !part.is_number || texts.len() < 2 {
        return vec![];
    }
    let is_times = |at: &usize| matches!(letters[*at].c, 'x' | '*');
    let mut from = part.from;
    let mut ends: Vec<usize> = (part.from..part.to).filter(is_times).collect();
    ends.push(part.to);
    let each = texts.into_iter().zip(ends).map(|(text, end)| {
        let begin = (from..end).find(|&at| letters[at].c != ' ').unwrap_or(from);
        let to = (begin..end).rfind(|&at| letters[at].c != ' ').map_or(end, |at| at + 1);
        from = end + 1;
        Part { from: begin, to, text: text.to_owned(), ..part.clone() }
    });
    each.collect()
}

fn word(kind: Kind, letters: &[MappedChar]) -> Token {
    let (start, end) = match (letters.first(), letters.last()) {
        (Some(first), Some(last)) => (first.start, last.end),
        _ => (0, 0),
    };
    let text = letters.iter().map(|it| it.c).collect();
    Token { kind, text, start, end, place: 0, role: TokenRole::Unit }
}

fn by_dictionary(kind: Kind, letters: &[MappedChar], out: &mut Vec<Token>) {
    let text: String = letters.iter().map(|it| it.c).collect();
    let mut at = 0;
    let (mut from, mut bytes) = (0, 0);
    for border in DICTIONARY.segment_str(&text).skip(1) {
        while bytes < border {
            bytes += letters[at].c.len_utf8();
            at += 1;
        }
        out.push(word(kind, &letters[from..at]));
        from = at;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    fn shown(text: &str) -> Vec<String> {
        AnalyzedText::of(text).words().into_iter().map(|it| format!("{}@{}", it.text, it.place)).collect()
    }

    #[rstest]
    #[case("ທໍ່ PVC 1/2\"", &["ທໍ@0", "pvc@1", "pvc0.5@1", "0.5@2", "=12.7mm@2", "~0.5@2"])]
    #[case("ຫຼອດໄຟ LED 12W", &["ຫລອດໄຟ@0", "led@1", "led12@1", "12@2", "=12w@2", "w@3"])]
    #[case("DB16 x 10 rod", &["db@0", "db16x10@0", "db16@0", "16x10@1", "16@1", "10@1", "rod@2"])]
    #[case("Size 60x60", &["size@0", "size60x60@0", "size60@0", "60x60@1", "~60x60@1", "60@1", "60@1"])]
    #[case("Floor tiles", &["floor@0", "tile@1"])]
    #[case("瓷砖胶", &["瓷砖@0", "胶@1"])]
    #[case("ປັ້ມ ນໍ້າ", &["ປັມນຳ@0"])]
    fn words_have_places(#[case] text: &str, #[case] wanted: &[&str]) {
        assert_eq!(shown(text), wanted);
    }

    proptest! {
        #[test]
        fn any_text_has_tokens_within_its_bounds(text in "(\\PC|[ກ-ໝก-๛0-9a-z/x. \u{200b}瓷砖]){0,60}") {
            for word in AnalyzedText::of(&text).words() {
                prop_assert!(text.get(word.start as usize..word.end as usize).is_some_and(|it| !it.is_empty()), "{word:?}");
            }
        }
    }
}
