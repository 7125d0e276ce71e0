//! Branches as the staff edit them: the body of a branch and its rules.

use heuan_proto::rpc::v1::FieldError;
use heuan_rpc::{Code, Error};
use serde::{Deserialize, Serialize};

use crate::branches::Branch;

/// The kind of content of this service.
pub const BRANCH: &str = "branch";

/// Maximum characters of a line.
const MAX_LINE_CHARS: usize = 500;
/// Maximum bytes of an address or a history.
const MAX_PROSE_BYTES: usize = 64 << 10;

/// A branch without its id.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BranchBody {
    pub b_code: String,
    pub b_name: String,
    pub b_name_eng: String,
    /// Image path, or empty.
    pub b_image: String,
    pub brchcode: String,
    pub tb_address_la: String,
    pub tb_address_en: String,
    /// An https link, `lat,lng`, or empty.
    pub b_map: String,
    pub b_f_phone: String,
    pub b_s_phone: String,
    pub b_email: String,
    pub b_f_fax: String,
    pub b_s_fax: String,
    pub b_history_la: String,
    pub b_history_en: String,
    pub b_show_map: bool,
    /// Degrees; both or neither.
    pub lat: Option<f64>,
    pub lng: Option<f64>,
    /// `HH:MM` Vientiane time; both empty for the company's hours.
    pub open: String,
    pub close: String,
}

macro_rules! convert {
    ($from:expr, $to:ident { $($extra:ident: $value:expr)? }) => {{
        let from = $from;
        $to {
            $($extra: $value,)?
            b_code: from.b_code,
            b_name: from.b_name,
            b_name_eng: from.b_name_eng,
            b_image: from.b_image,
            brchcode: from.brchcode,
            tb_address_la: from.tb_address_la,
            tb_address_en: from.tb_address_en,
            b_map: from.b_map,
            b_f_phone: from.b_f_phone,
            b_s_phone: from.b_s_phone,
            b_email: from.b_email,
            b_f_fax: from.b_f_fax,
            b_s_fax: from.b_s_fax,
            b_history_la: from.b_history_la,
            b_history_en: from.b_history_en,
            b_show_map: from.b_show_map,
            lat: from.lat,
            lng: from.lng,
            open: from.open,
            close: from.close,
        }
    }};
}

impl From<Branch> for BranchBody {
    fn from(branch: Branch) -> Self {
        convert!(branch, Self {})
    }
}

impl BranchBody {
    pub fn with_id(self, b_id: i64) -> Branch {
        convert!(self, Branch { b_id: b_id })
    }

    /// Trims the texts and checks them by the rules of an import. All errors are reported at once.
    pub fn check(&mut self) -> Result<(), Error> {
        let mut errors = Vec::new();
        let mut add_error = |field: &str, message: &str, reason: &str| {
            let (field, message, reason) = (field.to_owned(), message.to_owned(), reason.to_owned());
            errors.push(FieldError { field, message, reason });
        };
        for (field, text) in [
            ("b_code", &mut self.b_code),
            ("b_name", &mut self.b_name),
            ("b_name_eng", &mut self.b_name_eng),
            ("b_image", &mut self.b_image),
            ("brchcode", &mut self.brchcode),
            ("b_map", &mut self.b_map),
            ("b_f_phone", &mut self.b_f_phone),
            ("b_s_phone", &mut self.b_s_phone),
            ("b_email", &mut self.b_email),
            ("b_f_fax", &mut self.b_f_fax),
            ("b_s_fax", &mut self.b_s_fax),
        ] {
            trim(text);
            if text.chars().any(char::is_control) {
                add_error(field, "has a line break or control character", "invalid");
            } else if text.chars().nth(MAX_LINE_CHARS).is_some() {
                add_error(field, "is longer than 500 characters", "too_long");
            }
        }
        for (field, text) in [
            ("tb_address_la", &mut self.tb_address_la),
            ("tb_address_en", &mut self.tb_address_en),
            ("b_history_la", &mut self.b_history_la),
            ("b_history_en", &mut self.b_history_en),
        ] {
            trim(text);
            if text.chars().any(|letter| letter.is_control() && !matches!(letter, '\n' | '\t')) {
                add_error(field, "has a control character", "invalid");
            } else if text.len() > MAX_PROSE_BYTES {
                add_error(field, "is longer than 64 kB", "too_long");
            }
        }
        if self.b_name.is_empty() && self.b_name_eng.is_empty() {
            add_error("b_name", "a name is needed, in Lao or in English", "required");
        }
        for (field, number) in [("b_f_phone", &self.b_f_phone), ("b_s_phone", &self.b_s_phone)] {
            if !number.chars().all(|it| it.is_ascii_digit() || " +-().,/".contains(it)) {
                add_error(field, "must be a telephone number such as 020 0000 1234", "invalid");
            }
        }
        let is_address = |text: &str| {
            text.split_once('@').is_some_and(|(name, host)| !name.is_empty() && host.contains('.'))
        };
        if !self.b_email.is_empty()
            && (!is_address(&self.b_email) || self.b_email.contains(char::is_whitespace))
        {
            add_error("b_email", "must be an e-mail address such as hello@heuan.example", "invalid");
        }
        let is_link = self.b_map.starts_with('/') || self.b_map.contains([':', '\\']);
        if is_link && (!self.b_map.starts_with("https://") || self.b_map.contains(['\\', ' '])) {
            add_error("b_map", "a link must begin with https://", "invalid");
        }
        match (self.lat, self.lng) {
            (None, None) => {}
            (Some(lat), Some(lng)) => {
                if lat.abs() > 90.0 || lat == 0.0 || !lat.is_finite() {
                    add_error("lat", "must be from -90 to 90 degrees", "invalid");
                }
                if lng.abs() > 180.0 || lng == 0.0 || !lng.is_finite() {
                    add_error("lng", "must be from -180 to 180 degrees", "invalid");
                }
            }
            (Some(_), None) => add_error("lng", "is needed with the latitude", "required"),
            (None, Some(_)) => add_error("lat", "is needed with the longitude", "required"),
        }
        for (field, hour) in [("open", &self.open), ("close", &self.close)] {
            if !hour.is_empty() && !is_hour(hour) {
                add_error(field, "must be an hour such as 08:00", "invalid");
            }
        }
        if self.open.is_empty() != self.close.is_empty() {
            add_error("close", "opening hours need both open and close, or neither", "invalid");
        } else if !self.open.is_empty() && self.close <= self.open {
            add_error("close", "must be after open", "invalid");
        }
        let Some(first) = errors.first() else { return Ok(()) };
        let mut error = Error::new(Code::InvalidArgument, format!("{}: {}", first.field, first.message));
        error.detail.field.clone_from(&first.field);
        error.detail.errors = errors;
        Err(error)
    }
}

fn trim(text: &mut String) {
    let is_space = |letter: char| letter.is_whitespace() || matches!(letter, '\u{200b}' | '\u{feff}');
    let trimmed = text.trim_matches(is_space);
    if trimmed.len() != text.len() {
        *text = trimmed.to_owned();
    }
}

fn is_hour(text: &str) -> bool {
    let digits = |text: &str, max: u8| {
        text.len() == 2
            && text.bytes().all(|it| it.is_ascii_digit())
            && text.parse().is_ok_and(|it: u8| it <= max)
    };
    text.split_once(':').is_some_and(|(hour, minute)| digits(hour, 23) && digits(minute, 59))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn branch() -> BranchBody {
        BranchBody::from(Branch { b_name: "ສາຂາ".to_owned(), ..Branch::default() })
    }

    #[test]
    fn every_wrong_field_is_reported() {
        let mut body = BranchBody {
            b_name: " \u{200b}".to_owned(),
            b_f_phone: "call us".to_owned(),
            b_email: "hello".to_owned(),
            b_map: "javascript:alert(1)".to_owned(),
            lat: Some(91.0),
            lng: Some(102.6),
            open: "08:00".to_owned(),
            close: "07:60".to_owned(),
            ..branch()
        };
        let error = body.check().unwrap_err();
        let fields: Vec<&str> = error.detail.errors.iter().map(|one| one.field.as_str()).collect();
        assert_eq!(fields, ["b_name", "b_f_phone", "b_email", "b_map", "lat", "close", "close"]);
        let mut alone = BranchBody { lat: Some(17.9), open: "08:00".to_owned(), ..branch() };
        assert_eq!(alone.check().unwrap_err().detail.errors.len(), 2);
    }

    #[test]
    fn valid_branch_is_trimmed() {
        let mut body = BranchBody {
            b_name_eng: " Phonthan ".to_owned(),
            b_f_phone: "+856 20 0000 1234".to_owned(),
            b_map: "17.9, 102.6".to_owned(),
            lat: Some(17.9),
            lng: Some(102.6),
            open: "08:00".to_owned(),
            close: "18:00".to_owned(),
            ..branch()
        };
        body.check().unwrap();
        assert_eq!(body.b_name_eng, "Phonthan");
        assert_eq!(BranchBody::from(body.clone().with_id(7)), body);
    }
}
