//! CSV files for spreadsheets (RFC 4180).

use actix_web::{
    HttpResponse, HttpResponseBuilder,
    http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE},
};

/// Byte-order mark, by which Excel detects UTF-8.
const BOM: char = '\u{FEFF}';

/// A CSV file in UTF-8 with a byte-order mark.
pub struct CsvText(String);

impl CsvText {
    /// Starts a file with the names of its columns.
    pub fn new(header: &[&str]) -> Self {
        let mut text = Self(String::from(BOM));
        text.push(header);
        text
    }

    /// Adds a row. A field that a spreadsheet would run as a formula gets an apostrophe in front.
    pub fn push(&mut self, fields: &[&str]) {
        for (index, field) in fields.iter().enumerate() {
            if index > 0 {
                self.0.push(',');
            }
            let is_formula =
                field.starts_with(['=', '+', '-', '@', '\t', '\r']) && field.parse::<f64>().is_err();
            let is_quoted = field.contains([',', '"', '\n', '\r']);
            if is_quoted {
                self.0.push('"');
            }
            if is_formula {
                self.0.push('\'');
            }
            self.0.push_str(&field.replace('"', "\"\""));
            if is_quoted {
                self.0.push('"');
            }
        }
        self.0.push_str("\r\n");
    }

    /// A later part of a file, without the header.
    pub const fn empty() -> Self {
        Self(String::new())
    }

    /// The text so far, for a file that is sent in parts.
    pub fn take_text(&mut self) -> String {
        std::mem::take(&mut self.0)
    }

    /// A download with this file name.
    pub fn into_response(self, file_name: &str) -> HttpResponse {
        Self::download(file_name).body(self.0)
    }

    /// The head of a download.
    pub fn download(file_name: &str) -> HttpResponseBuilder {
        let mut response = HttpResponse::Ok();
        response
            .insert_header((CONTENT_TYPE, "text/csv; charset=utf-8"))
            .insert_header((CONTENT_DISPOSITION, format!("attachment; filename=\"{file_name}\"")))
            .insert_header((CACHE_CONTROL, "no-store"));
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_quoted_and_formulas_are_disarmed() {
        let mut csv = CsvText::new(&["a", "b"]);
        csv.push(&["ໄມ້, \"ໂອກ\"", "=HYPERLINK(1)"]);
        csv.push(&["-5", "+856"]);
        csv.push(&["two\nlines", "@x, y"]);
        let expected =
            "\u{FEFF}a,b\r\n\"ໄມ້, \"\"ໂອກ\"\"\",'=HYPERLINK(1)\r\n-5,+856\r\n\"two\nlines\",\"'@x, y\"\r\n";
        assert_eq!(csv.0, expected);
    }
}
