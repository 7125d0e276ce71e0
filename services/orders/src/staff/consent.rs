//! Customer's consent to fewer units of a line than ordered. A change to fewer units needs it.

use heuan_rpc::Error;
use serde::{Deserialize, Serialize};

use crate::order::OrderLine;

/// The words of a request.
const WORDS: &str = "phone, chat, in_person, requested or not_asked";

/// With the words of the API.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, strum::EnumString, strum::IntoStaticStr,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum Consent {
    Phone,
    Chat,
    InPerson,
    /// The customer requested it.
    Requested,
    /// The customer was not asked, or not reached.
    NotAsked,
    /// A word of a newer release.
    #[serde(other)]
    Other,
}

impl Consent {
    /// Reads the word of a request; `None` for an empty one.
    pub fn read(word: &str) -> Result<Option<Self>, Error> {
        let wrong = || Error::invalid("consent", format!("must be {WORDS}"));
        match word {
            "" => Ok(None),
            word => word.parse().ok().filter(|it| *it != Self::Other).map(Some).ok_or_else(wrong),
        }
    }

    /// Refuses fewer units of a line without a consent, and a consent if no line has fewer units than before.
    pub fn check(consent: Option<Self>, before: &[OrderLine], target: &[OrderLine]) -> Result<(), Error> {
        let units = |line: &OrderLine| {
            target.iter().find(|one| one.pro_id == line.pro_id).map_or(0, |one| one.quantity)
        };
        let is_short = before.iter().any(|line| units(line) < line.quantity);
        match (consent, is_short) {
            (None, true) => {
                let rule = format!("say how the customer agreed to fewer units of a line: {WORDS}");
                Err(Error::invalid("consent", rule))
            }
            (Some(_), false) => Err(Error::invalid("consent", "is allowed only when a line is reduced")),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn word_of_a_request_is_read_and_an_unknown_one_refused_with_the_words() {
        assert_eq!(Consent::read("").unwrap(), None);
        assert_eq!(Consent::read("in_person").unwrap(), Some(Consent::InPerson));
        for wrong in ["other", "letter"] {
            let error = Consent::read(wrong).unwrap_err();
            assert_eq!(error.detail.field, "consent");
            assert!(error.message.contains("phone, chat"), "{}", error.message);
        }
    }

    #[test]
    fn stored_word_of_a_newer_release_is_read() {
        assert_eq!(serde_json::from_str::<Consent>("\"letter\"").unwrap(), Consent::Other);
        assert_eq!(serde_json::to_string(&Consent::NotAsked).unwrap(), "\"not_asked\"");
    }
}
