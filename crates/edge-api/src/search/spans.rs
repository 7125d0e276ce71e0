//! Conversion of highlighted ranges from UTF-8 bytes to UTF-16 code units, the units of JavaScript strings.

use heuan_proto::search::v1::Span;

/// Converts byte ranges of a name to UTF-16 code units, as browsers count; ends are exclusive.
///
/// The name comes from the catalog and the ranges from the index, which may be slightly outdated: ranges that do not
/// fit the name are dropped.
pub fn utf16(name: &str, spans: &[Span]) -> Vec<[u32; 2]> {
    let mut ranges: Vec<[u32; 2]> = Vec::with_capacity(spans.len());
    let (mut byte, mut unit) = (0, 0);
    for span in spans {
        let (Ok(start), Ok(end)) = (usize::try_from(span.start), usize::try_from(span.end)) else { break };
        let (Some(before), Some(within)) = (name.get(byte..start), name.get(start..end)) else { break };
        if within.is_empty() {
            continue;
        }
        let from = unit + units(before);
        (byte, unit) = (end, from + units(within));
        ranges.push([from, unit]);
    }
    ranges
}

fn units(text: &str) -> u32 {
    u32::try_from(text.encode_utf16().count()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn span(start: i32, end: i32) -> Span {
        Span { start, end }
    }

    #[test]
    fn ranges_are_counted_in_utf_16_units() {
        // Lao letters have three bytes and one unit, the emoji four bytes and two.
        let name = "ຊີມັງ 😀 cement";
        assert_eq!(utf16(name, &[span(0, 15), span(21, 27)]), [[0, 5], [9, 15]]);
    }

    #[test]
    fn ranges_of_another_name_are_dropped() {
        assert!(utf16("ກ", &[span(1, 3)]).is_empty());
        assert!(utf16("ab", &[span(0, 5)]).is_empty());
        assert!(utf16("ab", &[span(-1, 1)]).is_empty());
        assert_eq!(utf16("abc", &[span(0, 2), span(1, 3)]), [[0, 2]]);
    }

    proptest! {
        #[test]
        fn any_ranges_are_converted_without_panic(name in ".{0,30}", spans in proptest::collection::vec((-5i32..100, -5i32..100), 0..6)) {
            let spans: Vec<Span> = spans.into_iter().map(|(start, end)| span(start, end)).collect();
            let length = units(&name);
            let mut last = 0;
            for [start, end] in utf16(&name, &spans) {
                prop_assert!(last <= start && start < end && end <= length);
                last = end;
            }
        }
    }
}
