//! Conversion of the texts of a merchant's file to fields of a product.

use heuan_catalog_folder::{MAX_PRICE, Reason, flag_of, number_of, plain_text};

use crate::mapping::PriceRule;

/// One line without tags, character references and double spaces.
pub(crate) fn one_line(text: &str) -> String {
    let plain = plain_text(text);
    plain.as_deref().unwrap_or(text).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a text has Lao letters; other texts go into the English column.
pub(crate) fn is_lao(text: &str) -> bool {
    text.chars().any(|letter| ('\u{e80}'..='\u{eff}').contains(&letter))
}

/// A price in kip as digits, or the text as it is, which the reader of the table then judges.
pub(crate) fn price(text: &str, rule: &PriceRule) -> Result<String, Reason> {
    let has_rule = rule.multiply.is_some() || rule.round_to.is_some();
    let number = match number_of(text) {
        Ok(number) => number,
        // The hint about another currency does not help if the mapping converts it.
        Err(_) if has_rule => match number_of(
            text.trim_matches(|letter: char| "$€£¥฿₫元".contains(letter) || letter.is_whitespace()),
        ) {
            Ok(number) => number,
            Err(_) => return Ok(text.to_owned()),
        },
        Err(_) => return Ok(text.to_owned()),
    };
    if !has_rule {
        if number.fraction.is_empty() {
            return Ok(text.to_owned());
        }
        let reason = format!(
            "{text} is no whole number of kip; for prices in another currency, write how many kip one unit is under [price] of a mapping file: multiply = 21500"
        );
        return Err(Reason::new("fraction_of_kip", reason));
    }
    let too_large = || {
        let reason = format!("must be at most {MAX_PRICE} ({text})");
        Reason::new("too_high", reason).with("max", &MAX_PRICE)
    };
    let scale = 10_u128.pow(number.fraction.len().min(9) as u32);
    let fraction: u128 = number.fraction.chars().take(9).collect::<String>().parse().unwrap_or(0);
    let units = number
        .whole
        .checked_mul(scale)
        .and_then(|whole| whole.checked_add(fraction))
        .ok_or_else(too_large)?;
    let kip = units.checked_mul(u128::from(rule.multiply.unwrap_or(1))).ok_or_else(too_large)?;
    let step = u128::from(rule.round_to.unwrap_or(1).max(1)) * scale;
    let rounded = kip.saturating_add(step / 2) / step * (step / scale);
    if rounded > u128::from(MAX_PRICE.unsigned_abs()) {
        return Err(too_large());
    }
    let sign = if number.is_negative { "-" } else { "" };
    Ok(format!("{sign}{rounded}"))
}

/// Whole units, and whether a fraction was cut off.
pub(crate) fn stock(text: &str) -> (String, bool) {
    match number_of(text) {
        Ok(number) if !number.fraction.is_empty() => (
            format!("{}{}", if number.is_negative && number.whole > 0 { "-" } else { "" }, number.whole),
            true,
        ),
        _ => (text.to_owned(), false),
    }
}

/// Whether a product is visible; `None` if the text is neither yes nor no.
pub(crate) fn flag(text: &str) -> Option<bool> {
    flag_of(text).or_else(|| match text.trim().to_lowercase().as_str() {
        // `catalog` and `search` are WooCommerce's names of lists that show a product.
        "active" | "published" | "visible" | "publish" | "catalog" => Some(true),
        "-1" | "draft" | "archived" | "unlisted" | "inactive" | "private" | "pending" | "hidden"
        | "search" => Some(false),
        _ => None,
    })
}

/// The parts of a list in one field, without empty ones. `\,` is a comma within a part.
pub(crate) fn parts(text: &str, separator: &str) -> Vec<String> {
    if separator.is_empty() {
        return if text.is_empty() { Vec::new() } else { vec![text.to_owned()] };
    }
    let escaped = format!("\\{separator}");
    let whole = text.replace(&escaped, "\u{0}");
    let parts = whole.split(separator).map(|part| part.replace('\u{0}', separator).trim().to_owned());
    parts.filter(|part| !part.is_empty()).collect()
}

/// Pairs such as `Color: Red, Size: L`. A part without a colon belongs to the value before it.
pub(crate) fn pairs(text: &str) -> Vec<(String, String)> {
    let mut pairs: Vec<(String, String)> = Vec::new();
    for part in text.split([',', '\n']).map(str::trim).filter(|part| !part.is_empty()) {
        if let Some((name, value)) = part.split_once(':') {
            pairs.push((one_line(name), one_line(value)));
        } else if let Some((_, value)) = pairs.last_mut() {
            value.push_str(", ");
            value.push_str(part);
        } else {
            pairs.push(("option".to_owned(), part.to_owned()));
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    fn rule(multiply: Option<u32>, round_to: Option<u32>) -> PriceRule {
        PriceRule { multiply, round_to }
    }

    #[rstest]
    #[case("19.99", Some(21_500), Some(500), "430000")]
    #[case("$19.99", Some(21_500), None, "429785")]
    #[case("58,250", None, Some(500), "58500")]
    #[case("58000.00", None, None, "58000.00")]
    #[case("-5", Some(2), None, "-10")]
    #[case("soon", Some(2), None, "soon")]
    fn price_is_converted_and_rounded(
        #[case] text: &str,
        #[case] multiply: Option<u32>,
        #[case] round_to: Option<u32>,
        #[case] kip: &str,
    ) {
        assert_eq!(price(text, &rule(multiply, round_to)).unwrap(), kip);
    }

    #[test]
    fn price_with_a_fraction_of_a_kip_is_refused_with_a_hint() {
        assert!(price("19.99", &rule(None, None)).unwrap_err().text.contains("multiply = 21500"));
        assert!(price("99999999999999999999999999", &rule(Some(u32::MAX), None)).is_err());
    }

    #[test]
    fn lists_and_pairs_are_split() {
        assert_eq!(parts("Tools > Hand\\, small, Sale", ","), ["Tools > Hand, small", "Sale"]);
        assert_eq!(parts("a,b", ""), ["a,b"]);
        assert_eq!(
            pairs("Color: Red, Size: 2,5 m"),
            [("Color".into(), "Red".into()), ("Size".into(), "2, 5 m".into())]
        );
    }

    #[rstest]
    #[case("1", Some(true))]
    #[case("YES", Some(true))]
    #[case("ແມ່ນ", Some(true))]
    #[case("catalog", Some(true))]
    #[case("no", Some(false))]
    #[case("ບໍ່", Some(false))]
    #[case("-1", Some(false))]
    #[case("search", Some(false))]
    #[case("Archived", Some(false))]
    #[case("maybe", None)]
    fn flag_is_read_in_the_words_of_shop_systems(#[case] text: &str, #[case] flag: Option<bool>) {
        assert_eq!(super::flag(text), flag, "{text}");
    }

    #[test]
    fn names_are_one_plain_line() {
        assert_eq!(one_line("Bolts &amp;  nuts\n<b>M8</b>"), "Bolts & nuts M8");
        assert_eq!(one_line("Caf&eacute;&nbsp;90&deg; &#176;&#xb0;"), "Café 90° °°");
        assert_eq!(pairs("Angle: 90&deg;"), [("Angle".to_owned(), "90°".to_owned())]);
        assert!(is_lao("ສີ white") && !is_lao("white"));
    }

    proptest! {
        #[test]
        fn converted_price_is_the_nearest_step(cents in 0_u64..10_000_000_000, multiply in 1_u32..30_000, step in prop::sample::select(vec![1_u32, 100, 500, 1000])) {
            let text = format!("{}.{:02}", cents / 100, cents % 100);
            let exact = u128::from(cents) * u128::from(multiply);
            let Ok(kip) = price(&text, &rule(Some(multiply), Some(step))) else {
                prop_assert!(exact / 100 >= 9_999_999_999_000);
                return Ok(());
            };
            let kip: u128 = kip.parse().unwrap();
            prop_assert_eq!(kip % u128::from(step), 0);
            prop_assert!((kip * 100).abs_diff(exact) * 2 <= u128::from(step) * 100);
        }
    }
}
