//! Details of a payment or refund: method, reference and the person who recorded it.

use heuan_rpc::Error;
use serde::{Deserialize, Serialize};

use super::PaymentMethod;

/// Maximum characters of a reference.
const MAX_REFERENCE: usize = 64;

/// Names in tables, gRPC messages and HTTP bodies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MoneyMethod {
    Cash,
    /// Between bank accounts.
    Transfer,
    /// By a QR code.
    Qr,
    /// At a card terminal.
    Card,
    /// A word of a newer release, which is stored as it was read.
    #[serde(untagged)]
    Other(String),
}

impl MoneyMethod {
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Cash => "cash",
            Self::Transfer => "transfer",
            Self::Qr => "qr",
            Self::Card => "card",
            Self::Other(_) => "other",
        }
    }

    fn read(word: &str) -> Option<Self> {
        [Self::Cash, Self::Transfer, Self::Qr, Self::Card].into_iter().find(|one| one.word() == word)
    }
}

impl PaymentMethod {
    /// Usual method by which an order with this payment method is paid. `None` for a method of a newer release.
    pub const fn usual_money_method(self) -> Option<MoneyMethod> {
        match self {
            Self::Cod => Some(MoneyMethod::Cash),
            Self::Transfer => Some(MoneyMethod::Transfer),
            Self::Qr => Some(MoneyMethod::Qr),
            Self::Other => None,
        }
    }
}

/// Method and reference of an amount, as far as they are known.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct MovementDetails {
    /// `None` in amounts of earlier releases.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<MoneyMethod>,
    /// Reference such as the bank's number of the transaction. The customer sees it only in the export of
    /// their data.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub reference: String,
    /// Account of the member of the staff; 0 for the command line and the system.
    #[serde(skip_serializing_if = "is_zero")]
    pub by: i64,
    /// Whether the payment provider reported the payment, or made the refund. `None` in amounts of earlier releases.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provider: Option<bool>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde calls")]
fn is_zero(account_id: &i64) -> bool {
    *account_id == 0
}

impl MovementDetails {
    /// Details of a payment provider, whose payments are by QR code.
    pub fn of_provider() -> Self {
        Self { method: Some(MoneyMethod::Qr), provider: Some(true), ..Self::default() }
    }

    /// Whether the details may belong to a payment provider. Earlier releases did not record it.
    pub fn is_of_provider(&self) -> bool {
        let may_be = self.by == 0 && matches!(self.method, None | Some(MoneyMethod::Qr));
        self.provider.unwrap_or(may_be)
    }

    /// Reads the words of a request. An empty method means the method of the order.
    pub fn read(method: &str, reference: &str) -> Result<(Option<MoneyMethod>, String), Error> {
        let wrong = || Error::invalid("method", "must be cash, transfer, qr or card");
        let method =
            if method.is_empty() { None } else { Some(MoneyMethod::read(method).ok_or_else(wrong)?) };
        let reference = reference.trim();
        if reference.chars().count() > MAX_REFERENCE || reference.contains(char::is_control) {
            let rule = format!("a reference has at most {MAX_REFERENCE} characters and no line breaks");
            return Err(Error::invalid("reference", rule));
        }
        if method == Some(MoneyMethod::Transfer) && reference.is_empty() {
            return Err(Error::invalid("reference", "write the reference of the bank transfer"));
        }
        Ok((method, reference.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn method_and_reference_are_read_and_checked() {
        let read = |method: &str, reference: &str| {
            MovementDetails::read(method, reference).map_err(|error| error.detail.field)
        };
        assert_eq!(read("", " "), Ok((None, String::new())));
        assert_eq!(read("card", ""), Ok((Some(MoneyMethod::Card), String::new())));
        let number = Ok((Some(MoneyMethod::Transfer), "FT-1".to_owned()));
        assert_eq!(read("transfer", " FT-1 "), number);
        for method in ["cod", "other", "Cash"] {
            assert_eq!(read(method, "1"), Err("method".to_owned()), "{method}");
        }
        for reference in ["", "  ", "a\nb", &"9".repeat(65)] {
            assert_eq!(read("transfer", reference), Err("reference".to_owned()), "{reference:?}");
        }
    }

    #[test]
    fn method_of_a_newer_release_is_written_back_unchanged() {
        let text = r#"{"method":"crypto_wallet","by":3}"#;
        let details: MovementDetails = serde_json::from_str(text).unwrap();
        assert_eq!(details.method, Some(MoneyMethod::Other("crypto_wallet".to_owned())));
        assert_eq!(details.method.as_ref().map(MoneyMethod::word), Some("other"));
        assert_eq!(serde_json::to_string(&details).unwrap(), text);
    }
}
