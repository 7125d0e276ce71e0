//! Ids of products, categories and groups that come from another system. An id is computed from the key alone, so that the
//! next import of the same row changes the same product, on every machine without a table of keys.

use sha2::{Digest as _, Sha256};

/// The smallest computed id. All computed ids have 15 digits, as many as spreadsheets keep. Ids that merchants choose
/// have fewer.
const FIRST: u64 = 100_000_000_000_000;
/// Number of computed ids. Among 200,000 products two have the same id with a probability of 1 to 45,000, which is reported
/// as an error of the file and not a silent change.
const COUNT: u64 = 900_000_000_000_000;

/// The id that belongs to a key of one kind, such as `product`, in one format.
pub(crate) fn id_of(namespace: &[&str], kind: &str, key: &[&str]) -> i64 {
    let mut hash = Sha256::new();
    // The length of each part keeps the parts apart.
    for part in namespace.iter().chain([&kind]).chain(key) {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part.as_bytes());
    }
    let digest = hash.finalize();
    let number = digest.iter().take(8).fold(0_u64, |number, byte| (number << 8) | u64::from(*byte));
    (FIRST + number % COUNT).cast_signed()
}

/// The smallest id that is computed from a key.
pub const FIRST_IMPORTED_ID: i64 = FIRST.cast_signed();

/// Path below `media/` for the image at a web address, without its extension.
pub(crate) fn image_stem(url: &str) -> String {
    use std::fmt::Write as _;
    let digest = Sha256::digest(url.as_bytes());
    digest.iter().take(16).fold("imported/".to_owned(), |mut stem, byte| {
        let _ = write!(stem, "{byte:02x}");
        stem
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn id_follows_from_the_key_and_never_changes() {
        assert_eq!(
            id_of(&["shopify", ""], "product", &["white-paint", "5 l"]),
            id_of(&["shopify", ""], "product", &["white-paint", "5 l"])
        );
        let ids = [
            id_of(&["shopify", ""], "product", &["white-paint", "5 l"]),
            id_of(&["shopify", ""], "product", &["white-paint5", " l"]),
            id_of(&["shopify", "b"], "product", &["white-paint", "5 l"]),
            id_of(&["odoo", ""], "product", &["white-paint", "5 l"]),
            id_of(&["shopify", ""], "category", &["white-paint", "5 l"]),
        ];
        let distinct: std::collections::HashSet<i64> = ids.into_iter().collect();
        assert_eq!(distinct.len(), 5);
        assert!(ids.iter().all(|id| (100_000_000_000_000..1_000_000_000_000_000).contains(id)));
    }

    /// If ids changed, products that shops have already imported would be imported a second time under other
    /// ids.
    #[test]
    fn computed_ids_are_those_of_earlier_releases() {
        assert_eq!(id_of(&["shopify", ""], "product", &["white-paint"]), 709_532_048_393_323);
    }
}
