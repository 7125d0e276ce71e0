//! Sizes and product codes: `1/2"`, `60x60`, `DB16`, `12 W`.

use crate::{
    mapped_char::MappedChar,
    measure::{NUMBERED, Unit, is_numbered, unit_after},
    script::{Script, runs},
};

/// Denominators of fractions. Other numbers with a slash are two numbers: `220/380 V`, `24/7`.
const DENOMINATORS: [&str; 10] = ["2", "3", "4", "5", "6", "8", "10", "16", "32", "64"];
/// Maximum parts of a code.
const MAX_PARTS: usize = 12;

/// A run of letters and digits without a space, or a number with its unit.
#[derive(Clone, Debug, PartialEq)]
pub struct ProductCode {
    /// Start, in letters.
    pub from: usize,
    pub to: usize,
    /// Its numbers and words separately: `led`, `12`, `w`. If there is a single part, it is the code itself.
    pub parts: Vec<Part>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    pub from: usize,
    pub to: usize,
    pub text: String,
    pub is_number: bool,
    /// The end of the number's unit, in letters, and the unit.
    pub(crate) measured: Option<(usize, Unit)>,
    /// Whether the number is another side of the measure before it: the `8` of `4'x8'`.
    pub(crate) is_linked: bool,
}

/// Finds the codes, numbers and Latin words of a text, in order.
pub fn codes(letters: &[MappedChar]) -> Vec<ProductCode> {
    let mut out: Vec<ProductCode> = Vec::new();
    for part in parts(letters) {
        let end = part.measured.map_or(part.to, |(to, _)| to);
        match out.last_mut() {
            Some(code) if code.parts.len() < MAX_PARTS && code.joins(&part, letters) => {
                code.to = code.to.max(end);
                code.parts.push(part);
            }
            _ => out.push(ProductCode { from: part.from, to: end, parts: vec![part] }),
        }
    }
    out
}

impl ProductCode {
    /// Whether the next part continues the code.
    fn joins(&self, part: &Part, letters: &[MappedChar]) -> bool {
        let last = self.parts.last();
        let ends_in_number = last.is_some_and(|last| last.is_number);
        if part.from < self.to {
            // The part is the unit of the number.
            return true;
        }
        if last.is_some_and(|last| last.measured.is_some()) {
            return false;
        }
        let gap: Vec<char> = letters[self.to..part.from].iter().take(2).map(|it| it.c).collect();
        match gap[..] {
            [] => true,
            ['-'] => {
                (ends_in_number || part.is_number)
                    && !letters[part.from..part.to].iter().any(|it| it.c == '/')
            }
            _ => false,
        }
    }
}

/// Splits letters into numbers (including `/ . x`) with their units, and Latin words.
fn parts(letters: &[MappedChar]) -> Vec<Part> {
    let runs = runs(letters);
    let mut out: Vec<Part> = Vec::new();
    let mut at = 0;
    let mut is_linked = false;
    while at < runs.len() {
        let (script, from, mut to) = runs[at];
        at += 1;
        match script {
            Script::Digit => {
                while let Some((skip, until)) = goes_on(letters, (from, to), &runs[at..]) {
                    (at, to) = (at + skip, until);
                }
                let text = number(letters, from, to);
                let unit = unit_after(letters, to);
                let gauge = is_numbered(letters, from).then_some((to, NUMBERED));
                let measured = gauge.or_else(|| unit.map(|(_, end, unit)| (end, unit)));
                out.push(Part { from, to, text, is_number: true, measured, is_linked });
                is_linked = false;
                if let Some((begin, end, unit)) = unit.filter(|_| gauge.is_none()) {
                    if Script::of(letters[begin].c) == Script::Latin {
                        let text = unit.name.to_owned();
                        out.push(Part {
                            from: begin,
                            to: end,
                            text,
                            is_number: false,
                            measured: None,
                            is_linked,
                        });
                    }
                    at += runs[at..].iter().take_while(|it| it.2 <= end).count();
                }
                if measured.is_some()
                    && let Some(skip) = times(letters, &runs[at..])
                {
                    (at, is_linked) = (at + skip, true);
                }
            }
            Script::Latin => {
                let text = letters[from..to].iter().map(|it| it.c).collect();
                out.push(Part { from, to, text, is_number: false, measured: None, is_linked: false });
            }
            _ => {}
        }
    }
    out
}

fn is_one(letters: &[MappedChar], run: &(Script, usize, usize), what: &[char]) -> bool {
    run.2 - run.1 == 1 && what.contains(&letters[run.1].c)
}

/// Counts the runs of an `x` between two measures: `4'x8'`, `1/2 in x 4 m`.
fn times(letters: &[MappedChar], next: &[(Script, usize, usize)]) -> Option<usize> {
    let before = usize::from(next.first().is_some_and(|it| is_one(letters, it, &[' '])));
    next.get(before).filter(|it| is_one(letters, it, &['x', '*']))?;
    let after = usize::from(next.get(before + 1).is_some_and(|it| is_one(letters, it, &[' '])));
    next.get(before + 1 + after).filter(|it| it.0 == Script::Digit)?;
    Some(before + 1 + after)
}

/// Counts the runs of `next` that continue the number and returns where it then ends.
fn goes_on(
    letters: &[MappedChar],
    (from, to): (usize, usize),
    next: &[(Script, usize, usize)],
) -> Option<(usize, usize)> {
    if let [gap, above, stroke, below, ..] = next
        && is_one(letters, gap, &[' ', '-'])
        && above.0 == Script::Digit
        && is_one(letters, stroke, &['/'])
        && below.0 == Script::Digit
    {
        let side = letters[from..to].iter().rev().take_while(|it| !matches!(it.c, 'x' | '*'));
        let is_whole = side.into_iter().all(|it| it.c.is_ascii_digit() || it.c == ' ');
        let fraction: String = letters[above.1..below.2].iter().map(|it| it.c).collect();
        // The number is mixed: `1 1/2`, `1-1/2`.
        if is_whole && fraction_of(&fraction).is_some_and(|it| it < 1.0) {
            return Some((4, below.2));
        }
    }
    let before = usize::from(next.first().is_some_and(|it| is_one(letters, it, &[' '])));
    let sign = next.get(before).filter(|it| it.2 - it.1 == 1).map(|it| letters[it.1].c)?;
    let after = usize::from(next.get(before + 1).is_some_and(|it| is_one(letters, it, &[' '])));
    let spaced = before + after > 0;
    let &(script, _, until) = next.get(before + 1 + after)?;
    let joins = match sign {
        'x' | '*' => true,
        '/' | '.' | ',' => !spaced,
        _ => false,
    };
    (joins && script == Script::Digit).then_some((before + 1 + after + 1, until))
}

/// Normalizes a number: `60 * 60` is `60x60`; `1,200` is `1200` and `1,5` is `1.5`; `2.0` is `2`, `1 1/2` is `1.5`.
fn number(letters: &[MappedChar], from: usize, to: usize) -> String {
    let text: String = letters[from..to].iter().map(|it| if it.c == '*' { 'x' } else { it.c }).collect();
    let sides = text.split('x').map(|it| side(it.trim())).collect::<Vec<_>>().join("x");
    let is_point = from.checked_sub(1).is_some_and(|at| letters[at].c == '.');
    let is_alone = from < 2 || letters[from - 2].c == ' ';
    if is_point && is_alone { format!("0.{sides}") } else { sides }
}

fn side(text: &str) -> String {
    let text = if has_thousands(text) { text.replace(',', "") } else { text.replace(',', ".") };
    let (whole, fraction) = text.split_once([' ', '-']).unwrap_or(("0", &text));
    if let (Ok(whole), Some(part)) = (whole.parse::<u32>(), fraction_of(fraction)) {
        return decimals(f64::from(whole) + part);
    }
    match text.split_once('.') {
        Some((_, rest)) if !rest.contains('.') => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        _ => text,
    }
}

/// The value of a fraction: `3/4`.
fn fraction_of(text: &str) -> Option<f64> {
    let (above, below) = text.split_once('/')?;
    if above.len() > 2 || !DENOMINATORS.contains(&below) {
        return None;
    }
    Some(above.parse::<f64>().ok()? / below.parse::<f64>().ok()?)
}

fn decimals(value: f64) -> String {
    let text = format!("{value:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
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

    #[rstest]
    #[case("1/2\"", &["0.5"])]
    #[case("½\"", &["0.5"])]
    #[case("60 × 60", &["60x60"])]
    #[case("60*60 cm", &["60x60+cm"])]
    #[case("DB16 x 10", &["db+16x10"])]
    #[case("led12w", &["led+12+w"])]
    #[case("12 W", &["12+w"])]
    #[case("ທໍ່PVC 3/4", &["pvc", "0.75"])]
    #[case("1,200 1.50", &["1200", "1.5"])]
    #[case("1,250,000.50", &["1250000.5"])]
    #[case("2x1,5", &["2x1.5"])]
    #[case("14,4V 0,125", &["14.4+v", "0.125"])]
    #[case("gallon watt 3", &["gallon", "watt", "3"])]
    #[case("1½ 1-1/2 1 1/2", &["1.5", "1.5", "1.5"])]
    #[case("220/380 V 24/7", &["220/380+v", "24/7"])]
    #[case(".5 in", &["0.5+in"])]
    #[case("12 watt 1/2 inch 5 litres", &["12+w", "0.5+in", "5+l"])]
    #[case("2.5 sq. mm. 1.5mm2 4 mm²", &["2.5+sqmm", "1.5+sqmm", "4+sqmm"])]
    #[case("4'x8' 1/2 ນິ້ວ x 4 ມ", &["4", "8", "0.5", "4"])]
    #[case("M10x80 mm", &["m+10x80+mm"])]
    #[case("HE-101-002", &["he+101+002"])]
    #[case("12. x", &["12", "x"])]
    fn codes_are_whole_and_in_parts(#[case] text: &str, #[case] wanted: &[&str]) {
        let texts =
            |code: &ProductCode| code.parts.iter().map(|it| it.text.as_str()).collect::<Vec<_>>().join("+");
        let shown: Vec<String> = codes(&fold_letters(text)).iter().map(texts).collect();
        assert_eq!(shown, wanted);
    }
}
