//! Sizes and product codes: `1/2"`, `60x60`, `DB16`, `12 W`.

use crate::{
    canon::MappedChar,
    script::{Script, runs},
};

/// Units that belong to the number before them, also across a space.
const UNITS: [&str; 30] = [
    "a", "ah", "bar", "cc", "cm", "ft", "g", "gal", "h", "hp", "hz", "in", "inch", "k", "kg", "km", "kv",
    "kw", "l", "lm", "m", "ml", "mm", "pcs", "psi", "pc", "t", "v", "w", "yd",
];

/// Units written in full, with their abbreviations.
const WRITTEN_OUT: [(&str, &str); 36] = [
    ("amp", "a"),
    ("amps", "a"),
    ("centimeter", "cm"),
    ("centimeters", "cm"),
    ("centimetre", "cm"),
    ("centimetres", "cm"),
    ("feet", "ft"),
    ("foot", "ft"),
    ("gallon", "gal"),
    ("gallons", "gal"),
    ("gram", "g"),
    ("grams", "g"),
    ("inch", "in"),
    ("inches", "in"),
    ("kilogram", "kg"),
    ("kilograms", "kg"),
    ("kilos", "kg"),
    ("liter", "l"),
    ("liters", "l"),
    ("litre", "l"),
    ("litres", "l"),
    ("meter", "m"),
    ("meters", "m"),
    ("metre", "m"),
    ("metres", "m"),
    ("milliliter", "ml"),
    ("milliliters", "ml"),
    ("millilitre", "ml"),
    ("millilitres", "ml"),
    ("millimeter", "mm"),
    ("millimeters", "mm"),
    ("millimetre", "mm"),
    ("millimetres", "mm"),
    ("volt", "v"),
    ("volts", "v"),
    ("watt", "w"),
];

/// A run of letters and digits without a space, or a number with its unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProductCode {
    /// Start, in letters.
    pub from: usize,
    pub to: usize,
    /// Its numbers and words separately: `led`, `12`, `w`. With a single part, the part is the code itself.
    pub parts: Vec<Part>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    pub from: usize,
    pub to: usize,
    pub text: String,
    pub is_number: bool,
}

impl Part {
    fn shorten(&mut self) {
        if let Ok(at) = WRITTEN_OUT.binary_search_by_key(&self.text.as_str(), |it| it.0) {
            WRITTEN_OUT[at].1.clone_into(&mut self.text);
        }
    }
}

/// Finds the codes, numbers and Latin words of a text, in order.
pub fn codes(letters: &[MappedChar]) -> Vec<ProductCode> {
    let mut out: Vec<ProductCode> = Vec::new();
    for mut part in parts(letters) {
        let joins = out.last().is_some_and(|code| {
            let ends_in_number = code.parts.last().is_some_and(|last| last.is_number);
            let gap: Vec<char> = letters[code.to..part.from].iter().take(2).map(|it| it.c).collect();
            if ends_in_number && matches!(gap[..], [] | [' ']) {
                part.shorten();
            }
            match gap[..] {
                [] => true,
                // `1-1/2` is one and a half.
                ['-'] => (ends_in_number || part.is_number) && !part.text.contains('/'),
                [' '] => ends_in_number && !part.is_number && is_unit(&part.text),
                _ => false,
            }
        });
        match out.last_mut() {
            Some(code) if joins && code.parts.len() < 12 => {
                code.to = part.to;
                code.parts.push(part);
            }
            _ => out.push(ProductCode { from: part.from, to: part.to, parts: vec![part] }),
        }
    }
    out
}

/// Whether a word is a unit of measure when it follows a number.
pub fn is_unit(word: &str) -> bool {
    UNITS.contains(&word)
}

/// Splits letters into numbers (including `/ . x`) and Latin words.
fn parts(letters: &[MappedChar]) -> Vec<Part> {
    let runs = runs(letters);
    let mut out: Vec<Part> = Vec::new();
    let mut at = 0;
    while at < runs.len() {
        let (script, from, mut to) = runs[at];
        at += 1;
        match script {
            Script::Digit => {
                while let Some((skip, until)) = goes_on(letters, &runs[at..]) {
                    (at, to) = (at + skip, until);
                }
                out.push(Part { from, to, text: number(&letters[from..to]), is_number: true });
            }
            Script::Latin => {
                let text = letters[from..to].iter().map(|it| it.c).collect();
                out.push(Part { from, to, text, is_number: false });
            }
            _ => {}
        }
    }
    out
}

/// Counts the runs of `next` that continue a number and returns where it then ends.
fn goes_on(letters: &[MappedChar], next: &[(Script, usize, usize)]) -> Option<(usize, usize)> {
    let is_space = |run: &(Script, usize, usize)| run.2 - run.1 == 1 && letters[run.1].c == ' ';
    let before = usize::from(next.first().is_some_and(is_space));
    let &(_, from, to) = next.get(before)?;
    let sign = (to - from == 1).then(|| letters[from].c)?;
    let after = usize::from(next.get(before + 1).is_some_and(is_space));
    let spaced = before + after > 0;
    let &(script, _, until) = next.get(before + 1 + after)?;
    let joins = match sign {
        'x' | '*' => true,
        '/' | '.' | ',' => !spaced,
        _ => false,
    };
    (joins && script == Script::Digit).then_some((before + 1 + after + 1, until))
}

/// Normalizes a number: `60 * 60` is `60x60`; `1,200` is `1200` and `1,5` is `1.5`; `2.0` is `2`.
fn number(letters: &[MappedChar]) -> String {
    let text: String =
        letters.iter().filter(|it| it.c != ' ').map(|it| if it.c == '*' { 'x' } else { it.c }).collect();
    text.split('x').map(side).collect::<Vec<_>>().join("x")
}

fn side(text: &str) -> String {
    let text = if has_thousands(text) { text.replace(',', "") } else { text.replace(',', ".") };
    match text.split_once('.') {
        Some((whole, rest)) if rest.bytes().all(|byte| byte == b'0') => whole.to_owned(),
        _ => text,
    }
}

/// Whether all commas precede groups of exactly three digits (thousands separators). Any other comma is a decimal
/// comma.
fn has_thousands(text: &str) -> bool {
    let whole = text.split('.').next().unwrap_or_default();
    let mut groups = whole.split(',');
    let first = groups.next().unwrap_or_default();
    (1..=3).contains(&first.len()) && !first.starts_with('0') && groups.all(|it| it.len() == 3)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::fold_letters;

    #[test]
    fn units_are_sorted() {
        assert!(WRITTEN_OUT.is_sorted());
    }

    #[rstest]
    #[case("1/2\"", &["1/2"])]
    #[case("½\"", &["1/2"])]
    #[case("60 × 60", &["60x60"])]
    #[case("60*60 cm", &["60x60+cm"])]
    #[case("DB16 x 10", &["db+16x10"])]
    #[case("led12w", &["led+12+w"])]
    #[case("12 W", &["12+w"])]
    #[case("ທໍ່PVC 3/4", &["pvc", "3/4"])]
    #[case("1,200 1.50", &["1200", "1.50"])]
    #[case("1,250,000.50", &["1250000.50"])]
    #[case("2x1,5", &["2x1.5"])]
    #[case("14,4V 0,125", &["14.4+v", "0.125"])]
    #[case("gallon watt 3", &["gallon", "watt", "3"])]
    #[case("1½ 1-1/2", &["1", "1/2", "1", "1/2"])]
    #[case("12 watt 1/2 inch 5 litres", &["12+w", "1/2+in", "5+l"])]
    #[case("HE-101-002", &["he+101+002"])]
    #[case("12. x", &["12", "x"])]
    fn codes_are_whole_and_in_parts(#[case] text: &str, #[case] wanted: &[&str]) {
        let texts =
            |code: &ProductCode| code.parts.iter().map(|it| it.text.as_str()).collect::<Vec<_>>().join("+");
        let shown: Vec<String> = codes(&fold_letters(text)).iter().map(texts).collect();
        assert_eq!(shown, wanted);
    }
}
