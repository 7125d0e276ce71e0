//! Identifiers of an order: the id for machines, and the number for people.

use heuan_runtime::clock::VIENTIANE;
use sha2::{Digest as _, Sha256};

use crate::product::StockLine;

/// Digits and letters that are not easily confused.
const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// The id of the order made by a request.
///
/// It is derived from the request, so that concurrent copies of the request use one reservation instead of many.
/// `tries` counts its ended reservations.
pub fn order_id(customer_id: i64, key: &str, input: &[u8], lines: &[StockLine], tries: u32) -> String {
    let mut digest = Sha256::new();
    digest.update(customer_id.to_be_bytes());
    for part in [key.as_bytes(), input] {
        digest.update((part.len() as u64).to_be_bytes());
        digest.update(part);
    }
    for line in lines {
        digest.update(line.pro_id.to_be_bytes());
        digest.update(line.quantity.to_be_bytes());
    }
    digest.update(tries.to_be_bytes());
    letters(&digest.finalize(), 26)
}

/// The day in Vientiane and eight letters of the id: `261120-7K3M9QTX`.
pub fn number(order_id: &str, now: i64) -> String {
    let day = time::OffsetDateTime::from_unix_timestamp(now.div_euclid(1000))
        .unwrap_or(time::OffsetDateTime::UNIX_EPOCH)
        .to_offset(VIENTIANE)
        .date();
    let (year, month, day) = (day.year() % 100, u8::from(day.month()), day.day());
    let letters = order_id.get(..8).unwrap_or(order_id).to_ascii_uppercase();
    format!("{year:02}{month:02}{day:02}-{letters}")
}

/// Normalizes a typed number to a payment reference: letters and digits only.
pub fn reference(number: &str) -> String {
    number.chars().filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_uppercase()).collect()
}

/// Five bits per letter.
fn letters(bytes: &[u8], count: usize) -> String {
    let bit = |index: usize| usize::from(bytes[index / 8] >> (7 - index % 8) & 1);
    (0..count)
        .map(|letter| {
            let index = (0..5).fold(0, |value, step| value << 1 | bit(letter * 5 + step));
            char::from(LETTERS[index])
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn same_request_has_the_same_id_and_others_differ() {
        let lines = [StockLine { pro_id: 1, quantity: 2 }];
        let id = order_id(7, "key", b"input", &lines, 0);
        assert_eq!(id, order_id(7, "key", b"input", &lines, 0));
        assert_eq!(id.len(), 26);
        let others = [
            order_id(8, "key", b"input", &lines, 0),
            order_id(7, "keyi", b"nput", &lines, 0),
            order_id(7, "key", b"inpuu", &lines, 0),
            order_id(7, "key", b"input", &[], 0),
            order_id(7, "key", b"input", &lines, 1),
        ];
        assert!(others.iter().all(|other| *other != id));
    }

    #[test]
    fn number_begins_with_the_day_in_vientiane() {
        // 2026-11-20T17:00:00Z is midnight of the 21st in Vientiane.
        assert_eq!(number("7k3m9qtx00000", 1_795_194_000_000), "261121-7K3M9QTX");
        assert_eq!(number("7k3m9qtx00000", 1_795_194_000_000 - 1), "261120-7K3M9QTX");
        assert_eq!(reference(" 261121-7k3m 9qtx"), "2611217K3M9QTX");
    }
}
