//! Tokens of a text: kind, folded text, range in the original and position.

use std::sync::LazyLock;

use icu_segmenter::{WordSegmenter, WordSegmenterBorrowed, options::WordBreakInvariantOptions};

use crate::{
    canon::{MappedChar, fold_letters},
    english,
    lexicon::segment,
    product_code::{Part, ProductCode, codes, is_unit},
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
    /// A code of several parts: `led12w`.
    Compound,
    /// Neighboring parts, also across a space: `led12`, `12w`, the `db16` of `DB 16 x 10`.
    Bigram,
    /// One side of `16x10`: written to the index, but not searched for in queries.
    Dimension,
}

/// A folded token. Tokens at one position stand for the same stretch of the text (`led12w`, `led`, `12`, `w`).
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
}

impl AnalyzedText {
    pub fn of(text: &str) -> Self {
        let folded = fold_letters(text);
        let mut lao: Vec<LaoSegment> = Vec::new();
        let mut end = None;
        for (script, from, to) in runs(&folded) {
            if script != Script::Lao {
                continue;
            }
            let only_spaces = |from: usize| folded[from..].iter().take_while(|it| it.c == ' ').count();
            match lao.last_mut() {
                Some(run) if end.is_some_and(|end| end + only_spaces(end) == from) => {
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
        Self { folded, lao }
    }

    /// Returns every token, ordered by position.
    pub fn words(&self) -> Vec<Token> {
        let mut out = Vec::new();
        for run in &self.lao {
            for border in segment(&run.chars, &run.syllables).windows(2) {
                out.push(word(Kind::Lao, &run.letters[border[0]..border[1]]));
            }
        }
        for (script, from, to) in runs(&self.folded) {
            match script {
                Script::Thai => by_dictionary(Kind::Thai, &self.folded[from..to], &mut out),
                Script::Han => by_dictionary(Kind::Han, &self.folded[from..to], &mut out),
                _ => {}
            }
        }
        let codes = codes(&self.folded);
        for (at, code) in codes.iter().enumerate() {
            self.push_code(code, &mut out);
            if let Some(next) = codes.get(at + 1) {
                self.push_across(code, next, &mut out);
            }
        }
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
        if code.parts.len() > 1 {
            out.push(self.joined(&code.parts, TokenRole::Compound));
        }
        if code.parts.len() > 2 {
            out.extend(code.parts.windows(2).map(|it| self.joined(it, TokenRole::Bigram)));
        }
        for (at, part) in code.parts.iter().enumerate() {
            let sides = sides(&self.folded, part);
            let (Some(first), Some(last)) = (sides.first(), sides.last()) else { continue };
            if let Some(before) = at.checked_sub(1).map(|at| &code.parts[at]).filter(|it| !it.is_number) {
                out.push(self.joined(&[before.clone(), first.clone()], TokenRole::Bigram));
            }
            if let Some(after) = code.parts.get(at + 1).filter(|it| !it.is_number) {
                out.push(self.joined(&[last.clone(), after.clone()], TokenRole::Bigram));
            }
            out.extend(sides.iter().map(|it| self.joined(std::slice::from_ref(it), TokenRole::Dimension)));
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
        let (from, to) = (parts[0].from, parts[parts.len() - 1].to);
        let text = parts.iter().map(|it| it.text.as_str()).collect();
        Token { text, role, ..word(Kind::Number, &self.folded[from..to]) }
    }
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
        Part { from: begin, to, text: text.to_owned(), is_number: true }
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
    #[case("ທໍ່ PVC 1/2\"", &["ທໍ@0", "pvc@1", "pvc1/2@1", "1/2@2"])]
    #[case("ຫຼອດໄຟ LED 12W", &["ຫລອດໄຟ@0", "led@1", "led12@1", "12@2", "12w@2", "w@3"])]
    #[case("DB16 x 10 rod", &["db@0", "db16x10@0", "db16@0", "16x10@1", "16@1", "10@1", "rod@2"])]
    #[case("60x60 cm", &["60x60@0", "60x60cm@0", "60@0", "60cm@0", "60@0", "cm@1"])]
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
