//! Measures: a number with its unit has one form, however it is written: `1/2"`, `0.5 in`, `0,5 ນິ້ວ`.

mod units;

use std::sync::LazyLock;

use crate::{canon::fold_letters, mapped_char::MappedChar, script::Script};
use units::{BY_NAME, FOOT, FOOT_STEP, Quantity, UNITS};
pub(crate) use units::{NUMBERED, Unit};

/// Tolerance as a share: sizes this close to whole feet, such as 1220 mm, are also named in feet.
const FEET_TOLERANCE: f64 = 0.003;
/// Words before a number that mark it as a gauge, with and without a space.
static GAUGE: LazyLock<[Vec<char>; 4]> = LazyLock::new(|| {
    ["#", "no.", "ເບີ", "เบอร์"].map(|name| fold_letters(name).into_iter().map(|it| it.c).collect())
});
/// Unit letters of a script without spaces that may be followed by a word without a space: `50ກິໂລສີແດງ`.
const LONG: usize = 3;

/// The unit that follows a number which ends at `end`, also after a space: its letters and itself.
pub(crate) fn unit_after(letters: &[MappedChar], end: usize) -> Option<(usize, usize, Unit)> {
    let from = end + usize::from(letters.get(end).is_some_and(|it| it.c == ' '));
    let (to, unit) = unit_at(letters, from)?;
    // A quotation mark after a space opens a quotation.
    let is_mark = Script::of(letters[from].c) == Script::Other;
    if from > end && is_mark && letters[from].c != '%' { None } else { Some((from, to, unit)) }
}

/// Whether a Latin word is a unit of measure when it follows a number.
pub(crate) fn is_unit(word: &str) -> bool {
    let first = word.chars().next().and_then(|it| BY_NAME.get(&it));
    first.is_some_and(|names| names.iter().any(|(name, _)| name.iter().copied().eq(word.chars())))
}

fn unit_at(letters: &[MappedChar], from: usize) -> Option<(usize, Unit)> {
    let names = BY_NAME.get(&letters.get(from)?.c)?;
    let is_here = |name: &[char]| {
        let here = letters[from..].iter().take(name.len()).map(|it| &it.c);
        here.eq(name) && ends(letters, from, from + name.len())
    };
    names.iter().find(|(name, _)| is_here(name)).map(|(name, unit)| (from + name.len(), *unit))
}

/// Whether a unit may end here. It must end with the word, except in a script without spaces.
fn ends(letters: &[MappedChar], from: usize, to: usize) -> bool {
    let script = Script::of(letters[to - 1].c);
    let Some(next) = letters.get(to) else { return true };
    match script {
        Script::Other | Script::Han => true,
        Script::Lao | Script::Thai if to - from >= LONG => true,
        // `2 x 1.5 mm2`: the digit belongs to the unit, so that `mm` does not end before it.
        Script::Latin if next.c == '2' || next.c == '3' => false,
        // A unit may end before a digit (`12v4a`), but not before more letters of its script.
        Script::Digit => Script::of(next.c) != Script::Digit,
        _ => Script::of(next.c) != script,
    }
}

/// Whether a word before a number marks it as a gauge.
pub fn is_gauge_word(folded: &str) -> bool {
    GAUGE.iter().any(|name| name.iter().copied().eq(folded.chars()))
}

/// Whether the number that begins at `from` is a gauge.
pub(crate) fn is_numbered(letters: &[MappedChar], from: usize) -> bool {
    GAUGE.iter().any(|name| {
        let before = from - usize::from(from > 0 && letters[from - 1].c == ' ' && name[0] != '#');
        let Some(at) = before.checked_sub(name.len()) else { return false };
        let is_border =
            |at: usize| !letters[at].c.is_alphanumeric() || Script::of(letters[at].c) != Script::of(name[0]);
        letters[at..before].iter().map(|it| it.c).eq(name.iter().copied()) && (at == 0 || is_border(at - 1))
    })
}

/// One side of a size in base units.
fn side(number: &str, unit: Unit) -> String {
    match number.parse::<f64>() {
        Ok(value) if value.is_finite() => plain(in_base(value, unit)),
        _ => number.to_owned(),
    }
}

fn in_base(value: f64, unit: Unit) -> f64 {
    let all = value * unit.factor;
    let is_feet = unit.name == "in" && value >= 12.0 && value % 12.0 == 0.0;
    let step = if is_feet { FOOT_STEP } else { unit.step };
    if step > 0.0 && all >= step { (all / step).round() * step } else { all }
}

/// At most two decimals, without zeros at the end.
fn plain(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The normal form of a number with its unit.
pub(crate) fn normal(number: &str, unit: Unit) -> String {
    let sides: Vec<&str> = number.split('x').collect();
    let last = sides.len() - 1;
    let each = sides.iter().enumerate().map(|(at, it)| match at {
        _ if unit.counts_before() && at < last => (*it).to_owned(),
        _ => side(it, unit),
    });
    format!("={}{}", each.collect::<Vec<_>>().join("x"), unit.base)
}

/// The normal form of sizes with a unit each: `4'x8'`.
pub(crate) fn normal_of(sizes: &[(&str, Unit)]) -> Option<String> {
    let base = sizes.last()?.1.base;
    if sizes.iter().any(|(_, unit)| unit.base != base) {
        return None;
    }
    let each: Vec<String> =
        sizes.iter().flat_map(|(number, unit)| number.split('x').map(|it| side(it, *unit))).collect();
    Some(format!("={}{base}", each.join("x")))
}

/// Names of sizes with several sides, without a unit: in millimeters, in centimeters, and in feet for sizes that are
/// made in feet.
pub(crate) fn unitless(sizes: &[(&str, Unit)]) -> Vec<String> {
    let sides: Vec<(f64, &str)> = sizes
        .iter()
        .filter(|(_, unit)| unit.quantity == Quantity::Length)
        .flat_map(|(number, unit)| {
            number.split('x').filter_map(|it| Some((in_base(it.parse().ok()?, *unit), it)))
        })
        .collect();
    let count: usize = sizes.iter().map(|(number, _)| number.split('x').count()).sum();
    if sides.len() < 2 || sides.len() != count {
        return vec![];
    }
    let named = |by: f64| sides.iter().map(|(it, _)| plain(it / by)).collect::<Vec<_>>().join("x");
    let written = sides.iter().map(|(_, it)| *it).collect::<Vec<_>>().join("x");
    let mut out = vec![written, named(1.0), named(10.0)];
    let is_feet = |it: f64| {
        (it / FOOT).round() >= 1.0 && (it / FOOT / (it / FOOT).round() - 1.0).abs() < FEET_TOLERANCE
    };
    if sides.iter().all(|(it, _)| is_feet(*it)) {
        out.push(sides.iter().map(|(it, _)| plain((it / FOOT).round())).collect::<Vec<_>>().join("x"));
    }
    out.sort();
    out.dedup();
    out
}

/// Normal forms of the units that begin with these letters (`2.5 m` may become `2.5 mm`), and of the section that
/// millimeters of a wire mean (`2.5 mm` for `2.5 mm²`).
pub fn units_beginning(number: &str, typed: &str) -> Vec<String> {
    let mut out = Vec::new();
    for &(names, quantity, base, factor) in UNITS {
        if names.iter().any(|it| it.len() > typed.len() && it.starts_with(typed) && it.is_ascii()) {
            out.push(normal(number, Unit { quantity, name: names[0], base, factor, step: 0.0 }));
        }
    }
    out
}

/// The section that shoppers mean by the millimeters of a wire: `wire 2.5 mm`.
pub fn as_section(normal_form: &str) -> Option<String> {
    let number = normal_form.strip_prefix('=')?.strip_suffix("mm")?;
    (!number.contains('x')).then(|| format!("={number}mm\u{b2}"))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use crate::{AnalyzedText, TokenRole};

    /// The normal forms in a text.
    fn forms(text: &str) -> Vec<String> {
        let words = AnalyzedText::of(text).words().into_iter();
        words.filter(|it| it.role == TokenRole::Compound).map(|it| it.text).collect()
    }

    #[rstest]
    #[case("=12.7mm", &["1/2\"", "0.5\"", "0,5 inch", "½ in", ".5 inches", "1/2 ນິ້ວ", "0.5 นิ้ว", "4 ຫຸນ", "1.27 cm", "12.7ມມ", "1/2''"])]
    #[case("=38.1mm", &["1 1/2 in", "1-1/2\"", "1½ ນິ້ວ", "1.5 inch", "1.50in"])]
    #[case("=2.5mm\u{b2}", &["2.5 sqmm", "2.5sq.mm", "2.5 sq. mm.", "2.5 sq mm", "2.5mm2", "2.5 mm²", "2,5 ມມ²", "2.5 ตร.มม.", "2.5 square mm", "2.5 mm^2"])]
    #[case("=600x600mm", &["60x60 cm", "60 x 60 ຊມ", "60*60cm", "600×600 mm", "0.6x0.6 m", "600X600 ມມ", "60 × 60 ซม."])]
    #[case("=1220x2440mm", &["4x8 ft", "4 x 8 ຟຸດ", "4*8 ฟุต", "1220x2440 mm", "122x244 cm", "1.22 x 2.44 m", "48x96 in"])]
    #[case("=3800ml", &["3.8 L", "3.8 ລິດ", "3,8 liters", "3800 ml", "3800 มล", "1 gallon"])]
    #[case("=50000g", &["50kg", "50 ກິໂລ", "50 ກິໂລກຣາມ", "50 โล", "50 kilos", "0.05 t"])]
    #[case("=750w", &["750W", "750 watts", "0.75 kw", "750 ວັດ", "750 วัตต์"])]
    #[case("=20000ma", &["20A", "20 amps", "20 ແອມ", "20 แอมป์"])]
    #[case("=8#", &["#8", "no.8", "No. 8", "ເບີ 8", "เบอร์8"])]
    #[case("=100%", &["100%", "100 %", "100 percent", "100 ເປີເຊັນ"])]
    #[case("=90\u{b0}", &["90°", "90 ອົງສາ", "90 deg", "90 องศา"])]
    #[case("=220/380v", &["220/380V", "220/380 ໂວນ"])]
    fn every_spelling_of_a_measure_has_one_form(#[case] wanted: &str, #[case] spellings: &[&str]) {
        for spelling in spellings {
            assert_eq!(forms(spelling), [wanted], "{spelling}");
            assert_eq!(forms(&format!("THW {spelling} ສີແດງ")), [wanted], "{spelling} in a name");
        }
    }

    #[test]
    fn sizes_with_a_unit_each_have_the_form_of_one_unit() {
        let pair = |text: &str| {
            let words = AnalyzedText::of(text).words();
            words.iter().any(|it| it.role == TokenRole::Bigram && it.text == "=1220x2440mm")
        };
        assert!(["4'x8'", "4ft x 8ft", "4 ຟຸດ x 8 ຟຸດ", "4′×8′", "48\" x 96\""].into_iter().all(pair));
    }

    #[rstest]
    #[case("PH2 M10 CAT6")]
    #[case("5 ບານ 4 ຮູ")]
    #[case("ມມ ນິ້ວ")]
    #[case("12 metal")]
    #[case("3 ໄມ້")]
    fn number_without_a_unit_is_no_measure(#[case] text: &str) {
        assert!(forms(text).iter().all(|it| !it.starts_with('=')), "{:?}", forms(text));
    }

    proptest! {
        #[test]
        fn conversion_keeps_the_measure(hundredths in 1_u32..100_000) {
            let number = |value: f64| format!("{value:.4}");
            let mm = f64::from(hundredths) / 10.0;
            let form = forms(&format!("{} mm", number(mm)));
            prop_assert_eq!(&form, &forms(&format!("{} cm", number(mm / 10.0))));
            prop_assert_eq!(&form, &forms(&format!("{} ແມັດ", number(mm / 1000.0))));
        }

        #[test]
        fn fraction_is_its_decimal(above in 1_u32..64, whole in 0_u32..12) {
            for below in [2_u32, 4, 8, 16] {
                let value = f64::from(whole) + f64::from(above % below) / f64::from(below);
                if above % below == 0 {
                    continue;
                }
                let fraction = format!("{}/{below}\"", above % below);
                let typed = if whole > 0 { format!("{whole} {fraction}") } else { fraction };
                prop_assert_eq!(forms(&typed), forms(&format!("{value} inch")));
            }
        }
    }
}
