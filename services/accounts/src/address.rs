//! Addresses of a customer's book, and their validation.

use std::fmt;

use unicode_normalization::UnicodeNormalization as _;

use crate::{
    customer,
    validation::{InvalidField, ValidationErrors},
};

const MAX_LABEL: usize = 40;
/// Maximum characters of a place; equals the limit of orders.
const MAX_PLACE: usize = 100;
const MAX_LANDMARK: usize = 200;
const MAX_DRIVER_NOTE: usize = 300;
/// A rectangle around Laos, in degrees.
const LATITUDES: (f64, f64) = (13.5, 23.0);
const LONGITUDES: (f64, f64) = (99.5, 108.0);
const MILLIONTHS: f64 = 1_000_000.0;

/// The fields of an address as submitted.
#[derive(Clone, Copy)]
pub struct AddressForm<'a> {
    pub label: &'a str,
    pub receiver: &'a str,
    pub phone: &'a str,
    pub province: &'a str,
    pub district: &'a str,
    pub village: &'a str,
    pub landmark: &'a str,
    pub driver_note: &'a str,
    /// Latitude and longitude in degrees.
    pub position: Option<(f64, f64)>,
    pub is_default: bool,
}

/// A validated address, normalized for storage.
#[derive(Clone, PartialEq, Eq)]
pub struct Address {
    /// Name in the book; may be empty.
    pub label: String,
    pub receiver: String,
    /// `+856…`.
    pub phone: String,
    pub province: String,
    pub district: String,
    pub village: String,
    /// House number or landmark; may be empty.
    pub landmark: String,
    /// May be empty.
    pub driver_note: String,
    pub position: Option<Position>,
}

/// Position on the map in millionths of a degree, so that equal positions compare equal.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position {
    pub lat_e6: i64,
    pub lng_e6: i64,
}

impl Address {
    /// Validates a form and adds its errors to `errors`.
    pub fn read(form: &AddressForm<'_>, errors: &mut ValidationErrors) -> Option<Self> {
        let label = errors.check("label", optional(form.label, MAX_LABEL, false));
        let receiver = errors.check("receiver", customer::name(form.receiver));
        let phone = match form.phone.trim() {
            "" => Err(InvalidField::required()),
            text => customer::phone(text),
        };
        let phone = errors.check("phone", phone);
        let province = errors.check("province", place(form.province));
        let district = errors.check("district", place(form.district));
        let village = errors.check("village", place(form.village));
        let landmark = errors.check("landmark", optional(form.landmark, MAX_LANDMARK, false));
        let driver_note = errors.check("driver_note", optional(form.driver_note, MAX_DRIVER_NOTE, true));
        let position = errors.check("position", form.position.map(Position::read).transpose());
        Some(Self {
            label: label?,
            receiver: receiver?,
            phone: phone?,
            province: province?,
            district: district?,
            village: village?,
            landmark: landmark?,
            driver_note: driver_note?,
            position: position?,
        })
    }
}

impl Position {
    #[expect(clippy::cast_possible_truncation, reason = "bounded by the rectangle")]
    fn read((lat, lng): (f64, f64)) -> Result<Self, InvalidField> {
        let is_in = |value: f64, (min, max): (f64, f64)| (min..=max).contains(&value);
        if !is_in(lat, LATITUDES) || !is_in(lng, LONGITUDES) {
            return Err(InvalidField::invalid("must be in Laos: latitude 13.5 to 23, longitude 99.5 to 108"));
        }
        let millionths = |degrees: f64| (degrees * MILLIONTHS).round() as i64;
        Ok(Self { lat_e6: millionths(lat), lng_e6: millionths(lng) })
    }

    /// Latitude and longitude in degrees.
    #[expect(clippy::cast_precision_loss, reason = "at most 180 million")]
    pub fn degrees(self) -> (f64, f64) {
        (self.lat_e6 as f64 / MILLIONTHS, self.lng_e6 as f64 / MILLIONTHS)
    }
}

fn place(text: &str) -> Result<String, InvalidField> {
    let text = optional(text, MAX_PLACE, false)?;
    if text.is_empty() { Err(InvalidField::required()) } else { Ok(text) }
}

/// A trimmed text of at most `max` characters that can be displayed; it may be empty.
fn optional(text: &str, max: usize, may_have_lines: bool) -> Result<String, InvalidField> {
    let text: String = text.trim().replace("\r\n", "\n").nfc().collect();
    let strange = |letter: char| {
        (letter.is_control() && !(may_have_lines && letter == '\n')) || customer::turns(letter)
    };
    if text.chars().count() > max {
        Err(InvalidField::too_long(max))
    } else if text.contains(strange) {
        Err(InvalidField::invalid("has a character that cannot be displayed"))
    } else {
        Ok(text)
    }
}

/// Omits everything personal, so that it is never logged.
impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Address(..)")
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Position(..)")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn position_is_rounded_to_millionths_and_stays_in_laos() {
        let read = Position::read((17.966_300_4, 102.614_700_4)).ok().map(Position::degrees);
        assert_eq!(read, Some((17.9663, 102.6147)));
        for outside in [(0.0, 0.0), (13.4, 102.0), (17.9, 108.1), (f64::NAN, 102.0), (17.9, f64::INFINITY)] {
            assert!(Position::read(outside).is_err(), "{outside:?}");
        }
    }

    proptest! {
        #[test]
        fn any_form_is_parsed_without_panic(text in any::<String>(), lat in any::<f64>(), lng in any::<f64>()) {
            let form = AddressForm {
                label: &text, receiver: &text, phone: &text, province: &text, district: &text, village: &text,
                landmark: &text, driver_note: &text, position: Some((lat, lng)), is_default: false,
            };
            let _ = Address::read(&form, &mut ValidationErrors::default());
        }
    }
}
