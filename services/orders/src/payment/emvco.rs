//! Payload of payment QR codes: `EMVCo` merchant-presented mode, tag, length, value.
//!
//! A code is for a single payment (point of initiation 12) and contains amount and reference, so the payer types
//! nothing.

use std::fmt::Write as _;

/// Maximum length of a value.
const MAX_VALUE: usize = 99;

mod tag {
    pub const PAYLOAD_FORMAT: &str = "00";
    pub const INITIATION: &str = "01";
    /// The first of the templates for schemes other than card brands.
    pub const MERCHANT_ACCOUNT: &str = "26";
    pub const CATEGORY: &str = "52";
    pub const CURRENCY: &str = "53";
    pub const AMOUNT: &str = "54";
    pub const COUNTRY: &str = "58";
    pub const NAME: &str = "59";
    pub const CITY: &str = "60";
    pub const ADDITIONAL: &str = "62";
    pub const CRC: &str = "63";
    /// Subfields of the merchant account: the scheme, and the merchant's number in it.
    pub const SCHEME: &str = "00";
    pub const MERCHANT: &str = "01";
    /// Subfield of the additional data.
    pub const REFERENCE: &str = "05";
}

/// Merchant category code of hardware stores.
const HARDWARE: &str = "5211";
/// Kip, by ISO 4217.
const LAK: &str = "418";

/// The merchant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merchant {
    pub scheme: String,
    pub number: String,
    pub name: String,
    pub city: String,
}

impl Merchant {
    /// The payload for paying `amount` kip under `reference`.
    pub fn code(&self, reference: &str, amount: i64) -> String {
        let account = fields(&[(tag::SCHEME, &self.scheme), (tag::MERCHANT, &self.number)]);
        let mut code = fields(&[
            (tag::PAYLOAD_FORMAT, "01"),
            (tag::INITIATION, "12"),
            (tag::MERCHANT_ACCOUNT, &account),
            (tag::CATEGORY, HARDWARE),
            (tag::CURRENCY, LAK),
            (tag::AMOUNT, &amount.to_string()),
            (tag::COUNTRY, "LA"),
            (tag::NAME, &self.name),
            (tag::CITY, &self.city),
            (tag::ADDITIONAL, &fields(&[(tag::REFERENCE, reference)])),
        ]);
        // The checksum covers its own tag and length.
        code.push_str(tag::CRC);
        code.push_str("04");
        let crc = crc16(code.as_bytes());
        let _ = write!(code, "{crc:04X}");
        code
    }
}

fn fields(fields: &[(&str, &str)]) -> String {
    let mut text = String::new();
    for (tag, value) in fields {
        // Settings and references are validated at their source; a truncated value still yields a readable code.
        let value = value.get(..MAX_VALUE).unwrap_or(value);
        let _ = write!(text, "{tag}{:02}{value}", value.len());
    }
    text
}

/// CRC-16/CCITT-FALSE.
fn crc16(bytes: &[u8]) -> u16 {
    bytes.iter().fold(0xFFFF, |crc, byte| {
        (0..8).fold(
            crc ^ u16::from(*byte) << 8,
            |crc, _| {
                if crc & 0x8000 == 0 { crc << 1 } else { crc << 1 ^ 0x1021 }
            },
        )
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    fn merchant() -> Merchant {
        Merchant {
            scheme: "la.heuan".to_owned(),
            number: "0000000000".to_owned(),
            name: "HEUAN".to_owned(),
            city: "VIENTIANE".to_owned(),
        }
    }

    /// Parses fields like a banking app.
    fn read(mut text: &str) -> Option<BTreeMap<String, String>> {
        let mut fields = BTreeMap::new();
        while !text.is_empty() {
            let (tag, rest) = text.split_at_checked(2)?;
            let (length, rest) = rest.split_at_checked(2)?;
            let (value, rest) = rest.split_at_checked(length.parse().ok()?)?;
            fields.insert(tag.to_owned(), value.to_owned());
            text = rest;
        }
        Some(fields)
    }

    #[test]
    fn checksum_equals_the_standard_s_example() {
        assert_eq!(crc16(b"123456789"), 0x29B1);
        // The example of the EMVCo specification, with its checksum.
        let example = "00020101021229300012D156000000000510A93FO3230Q31280012D15600000001030812345678520441115802CN\
                       5914BEST TRANSPORT6007BEIJING64200002ZH0104最佳运输0202北京540523.7253031565502016233030412340603***\
                       0708A60086670902ME91320016A0112233449988770708123456786304";
        assert_eq!(crc16(example.as_bytes()), 0xA13A);
    }

    #[test]
    fn payload_equals_a_manual_example() {
        assert_eq!(
            merchant().code("2611207K3M9QTX", 550_000),
            "00020101021226260008la.heuan01100000000000520452115303418540655000\
             05802LA5905HEUAN6009VIENTIANE621805142611207K3M9QTX63046505"
        );
    }

    proptest! {
        #[test]
        fn payload_round_trips(
            amount in 1i64..=9_000_000_000_000_000,
            reference in "[0-9A-Z]{1,25}",
            name in "[A-Z ]{1,25}",
            city in "[A-Z ]{1,15}",
            number in "[0-9]{1,25}",
        ) {
            let merchant = Merchant { name: name.clone(), city: city.clone(), number: number.clone(), ..merchant() };
            let code = merchant.code(&reference, amount);
            let fields = read(&code).unwrap();
            let value = |tag: &str| fields[tag].as_str();
            prop_assert_eq!((value("00"), value("01"), value("52")), ("01", "12", "5211"));
            prop_assert_eq!((value("53"), value("58")), ("418", "LA"));
            prop_assert_eq!(value("54"), amount.to_string());
            prop_assert_eq!((value("59"), value("60")), (name.as_str(), city.as_str()));
            let account = read(value("26")).unwrap();
            prop_assert_eq!((account["00"].as_str(), account["01"].as_str()), ("la.heuan", number.as_str()));
            prop_assert_eq!(&read(value("62")).unwrap()["05"], &reference);

            let (covered, crc) = code.split_at(code.len() - 4);
            prop_assert_eq!(format!("{:04X}", crc16(covered.as_bytes())), crc);
            prop_assert!(code.starts_with("000201"));
            prop_assert_eq!(value("63"), crc);
        }

        #[test]
        fn one_wrong_character_is_detected(amount in 1i64..1_000_000, place: prop::sample::Index, letter in "[0-9A-Z]") {
            let code = merchant().code("2611207K3M9QTX", amount);
            let (covered, crc) = code.split_at(code.len() - 4);
            let at = place.index(covered.len());
            let mut wrong = covered.to_owned();
            wrong.replace_range(at..=at, &letter);
            let same = wrong == covered;
            prop_assert_eq!(format!("{:04X}", crc16(wrong.as_bytes())) == crc, same);
        }
    }
}
