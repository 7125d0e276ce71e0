//! SQL that finds products by a scanned or typed code: the attributes `barcode` and `sku`, and the id.

use heuan_store::{Result, read};

use super::super::{Store, known::Codes};

/// Most products that may have a text of a code anywhere in their attributes.
const MAX_CANDIDATES: i64 = 200;

/// How a product has a code. The order is that of the results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum CodeKind {
    Barcode,
    Id,
    Sku,
}

impl Store {
    /// The products that have exactly this code, those with the barcode first, then by id, then by SKU. Upper and lower case
    /// are equal, and a UPC-A of 12 digits is the EAN-13 with a zero before it.
    pub async fn products_of_code(&self, code: &str) -> Result<Vec<i64>> {
        let Some(wanted) = plain(code) else { return Ok(Vec::new()) };
        let id = wanted.parse::<i64>().ok().filter(|_| !wanted.starts_with('0')).unwrap_or(0);
        let sql = "SELECT pro_id, attributes FROM product \
             WHERE pro_id = $1 OR LOWER(attributes) LIKE $2 ESCAPE '\\' ORDER BY pro_id LIMIT $3";
        let pattern = format!("%{}%", like(without_zeros(&wanted)));
        let rows: Vec<(i64, String)> = read!(self.db, |pool| {
            sqlx::query_as(sql).bind(id).bind(&pattern).bind(MAX_CANDIDATES).fetch_all(pool).await?
        });
        let mut found: Vec<(CodeKind, i64)> = rows
            .into_iter()
            .filter_map(|(pro_id, attributes)| Some((kind(pro_id == id, &attributes, &wanted)?, pro_id)))
            .collect();
        found.sort_unstable();
        Ok(found.into_iter().map(|(_, pro_id)| pro_id).collect())
    }
}

fn kind(is_id: bool, attributes: &str, wanted: &str) -> Option<CodeKind> {
    let codes = Codes::of(attributes);
    let is_wanted = |code: &Option<String>| {
        let plain = code.as_deref().and_then(plain);
        plain.is_some_and(|code| code == wanted || is_same_gtin(&code, wanted))
    };
    if is_wanted(&codes.barcode) {
        Some(CodeKind::Barcode)
    } else if is_id {
        Some(CodeKind::Id)
    } else {
        is_wanted(&codes.sku).then_some(CodeKind::Sku)
    }
}

/// Without spaces, in lower case; `None` for nothing.
fn plain(code: &str) -> Option<String> {
    let plain: String = code.split_whitespace().collect::<String>().to_lowercase();
    (!plain.is_empty()).then_some(plain)
}

/// Barcodes of 8 to 14 digits are equal but for zeros before them.
fn is_same_gtin(one: &str, other: &str) -> bool {
    let is_gtin =
        |code: &str| (8..=14).contains(&code.len()) && code.bytes().all(|byte| byte.is_ascii_digit());
    is_gtin(one) && is_gtin(other) && without_zeros(one) == without_zeros(other)
}

fn without_zeros(code: &str) -> &str {
    let rest = code.trim_start_matches('0');
    if rest.is_empty() { code } else { rest }
}

/// Text of a `LIKE` pattern in which nothing has a meaning of its own.
pub(super) fn like(text: &str) -> String {
    text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_")
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case(r#"{"barcode": "8850000000017"}"#, "8850000000017", Some(CodeKind::Barcode))]
    #[case(r#"{"barcode": 96385074}"#, "96385074", Some(CodeKind::Barcode))]
    #[case(r#"{"barcode": "0036000291452"}"#, "036000291452", Some(CodeKind::Barcode))]
    #[case(r#"{"barcode": "885 000 000 0017"}"#, "8850000000017", Some(CodeKind::Barcode))]
    #[case(r#"{"sku": "CEM-50"}"#, "cem-50", Some(CodeKind::Sku))]
    #[case(r#"{"sku": "0042"}"#, "42", None)]
    #[case(r#"{"note": "8850000000017"}"#, "8850000000017", None)]
    fn code_is_matched_as_a_whole(
        #[case] attributes: &str,
        #[case] wanted: &str,
        #[case] expected: Option<CodeKind>,
    ) {
        assert_eq!(kind(false, attributes, wanted), expected);
    }

    #[test]
    fn pattern_matches_its_text_alone() {
        assert_eq!(like("50%_a\\"), "50\\%\\_a\\\\");
    }
}
