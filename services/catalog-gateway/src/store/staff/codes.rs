//! Search of products by a scanned or typed code: the attributes `barcode` and `sku`, and the id.
//!
//! The index of codes finds the products that may have a code, by a key that equal codes share. Their attributes then say which
//! of them have it now.

use std::collections::{BTreeMap, BTreeSet};

use heuan_store::{Result, read};

use super::{
    super::{Store, known::Codes},
    code_index::MAX_UNINDEXED,
};

/// Maximum products of one code.
pub(super) const MAX_PRODUCTS: usize = 200;
/// Maximum characters of a code that the index stores. `PostgreSQL` indexes no text of more than 2,700 bytes.
const MAX_KEY_CHARS: usize = 100;

/// Kind of code by which a product is found. The order is that of the results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum CodeKind {
    Barcode,
    Id,
    Sku,
}

impl Store {
    /// The products that have exactly this code, those with the barcode first, then by id, then by SKU. Upper and lower case
    /// are equal, and a UPC-A of 12 digits equals the EAN-13 with a leading zero.
    pub async fn products_of_code(&self, code: &str) -> Result<Vec<i64>> {
        let Some(wanted) = plain(code) else { return Ok(Vec::new()) };
        let id = wanted.parse::<i64>().ok().filter(|_| !wanted.starts_with('0'));
        let mut found = BTreeMap::new();
        let mut compare = |pro_id: i64, attributes: &str| {
            if let Some(kind) = kind(Some(pro_id) == id, attributes, &wanted) {
                found.insert(pro_id, kind);
            }
        };
        let mut position = self.code_position().await?;
        for (pro_id, attributes) in self.indexed_products(&key(&wanted)).await? {
            compare(pro_id, &attributes);
        }
        if let Some((pro_id, attributes)) = self.product_of_id(id).await? {
            compare(pro_id, &attributes);
        }
        loop {
            let products = self.unindexed_products(position).await?;
            for product in &products {
                compare(product.pro_id, &product.attributes);
            }
            match products.last() {
                Some(last) if products.len() == MAX_UNINDEXED => position = last.position(),
                _ => break,
            }
        }
        let mut found: Vec<(CodeKind, i64)> =
            found.into_iter().map(|(pro_id, kind)| (kind, pro_id)).collect();
        found.sort_unstable();
        found.truncate(MAX_PRODUCTS);
        Ok(found.into_iter().map(|(_, pro_id)| pro_id).collect())
    }

    async fn product_of_id(&self, id: Option<i64>) -> Result<Option<(i64, String)>> {
        let Some(id) = id else { return Ok(None) };
        let sql = "SELECT pro_id, attributes FROM product WHERE pro_id = $1";
        Ok(read!(self.db, |pool| sqlx::query_as(sql).bind(id).fetch_optional(pool).await?))
    }
}

/// Index keys of the codes of a product with these attributes.
pub(super) fn keys_of(attributes: &str) -> BTreeSet<String> {
    let Codes { barcode, sku } = Codes::of(attributes);
    [barcode, sku].into_iter().flatten().filter_map(|code| plain(&code)).map(|code| key(&code)).collect()
}

/// Index key of a code. Equal codes have the same key, and some different codes share it. The key has no NUL, which
/// `PostgreSQL` does not store.
fn key(plain: &str) -> String {
    let text = if is_gtin(plain) { without_zeros(plain) } else { plain };
    text.chars().filter(|letter| *letter != '\0').take(MAX_KEY_CHARS).collect()
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

/// The code without spaces, in lower case; `None` if nothing is left.
fn plain(code: &str) -> Option<String> {
    let plain: String = code.split_whitespace().collect::<String>().to_lowercase();
    (!plain.is_empty()).then_some(plain)
}

/// Whether two barcodes of 8 to 14 digits are equal except for leading zeros.
fn is_same_gtin(one: &str, other: &str) -> bool {
    is_gtin(one) && is_gtin(other) && without_zeros(one) == without_zeros(other)
}

fn is_gtin(code: &str) -> bool {
    (8..=14).contains(&code.len()) && code.bytes().all(|byte| byte.is_ascii_digit())
}

fn without_zeros(code: &str) -> &str {
    let rest = code.trim_start_matches('0');
    if rest.is_empty() { code } else { rest }
}

#[cfg(test)]
mod tests {
    use heuan_store::run;
    use heuan_testkit::{Engine, TestDb};
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;
    use crate::store::next_revision;

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

    proptest! {
        /// The index finds every product that the comparison accepts.
        #[test]
        fn equal_codes_have_the_same_key(
            stored in "0{0,3}[0-9]{4,13}|[A-Za-zÀ-Þ໐-໙ກ-ຮ %_-]{1,12}|.{0,8}",
            other in "0{0,3}[0-9]{4,13}|[A-Za-zÀ-Þ໐-໙ກ-ຮ %_-]{1,12}",
            zeros in 0_usize..3,
            is_upper in any::<bool>(),
            is_other in any::<bool>(),
        ) {
            let attributes = serde_json::json!({"sku": stored}).to_string();
            let varied = format!("{} {stored} ", "0".repeat(zeros));
            let varied = if is_upper { varied.to_uppercase() } else { varied };
            for wanted in [if is_other { &other } else { &varied }, &stored] {
                let Some(wanted) = plain(wanted) else { continue };
                if kind(false, &attributes, &wanted).is_some() {
                    prop_assert!(keys_of(&attributes).contains(&key(&wanted)), "{wanted}");
                }
            }
            if let Some(wanted) = plain(&stored) {
                prop_assert_eq!(kind(false, &attributes, &wanted), Some(CodeKind::Sku));
            }
        }
    }

    fn products() -> Vec<(i64, String)> {
        let long = |end: char| format!(r#"{{"sku": "{}{end}"}}"#, "x".repeat(300));
        let mut products: Vec<(i64, String)> = [
            (1, r#"{"barcode": "8850000000017"}"#),
            (2, r#"{"barcode": 96385074}"#),
            (3, r#"{"barcode": "0036000291452"}"#),
            (4, r#"{"barcode": "885 000 000 0024"}"#),
            (5, r#"{"sku": "CEM-50"}"#),
            (6, r#"{"sku": "0042"}"#),
            (7, r#"{"sku": "ໄມ້-໑໒"}"#),
            (8, r#"{"note": "8850000000017"}"#),
            (9, r#"{"sku": "50%_a"}"#),
            (10, r#"{"sku": "8850000000017"}"#),
            (11, "{}"),
            (12, r#"{"sku": "a\u0000b"}"#),
            (42, r#"{"sku": "cem-50"}"#),
        ]
        .map(|(pro_id, attributes)| (pro_id, attributes.to_owned()))
        .into();
        products.extend([(13, long('1')), (14, long('2'))]);
        products
    }

    /// A code, the products that have it, and whether the filter without an index found them as well.
    fn searches() -> Vec<(String, &'static [i64], bool)> {
        let long = format!("{}2", "X".repeat(300));
        let mut searches: Vec<(String, &[i64], bool)> = [
            ("8850000000017", &[1, 10][..], true),
            (" 885 0000 000017 ", &[1, 10], true),
            ("08850000000017", &[1, 10], true),
            ("96385074", &[2], true),
            ("036000291452", &[3], true),
            ("36000291452", &[3], true),
            // The filter compared the text of the attributes, in which the spaces are.
            ("8850000000024", &[4], false),
            ("cem-50", &[5, 42], true),
            ("Cem -50", &[5, 42], true),
            ("cem", &[], true),
            ("42", &[42], true),
            ("0042", &[6], true),
            ("ໄມ້-໑໒", &[7], true),
            ("ໄມ້ - ໑໒", &[7], true),
            ("ໄມ້-12", &[], true),
            ("໔໒", &[], true),
            ("50%_a", &[9], true),
            ("50xxa", &[], true),
            ("885", &[], true),
            (" ", &[], true),
            // The filter failed on PostgreSQL, which does not support NUL.
            ("A\0b", &[12], false),
            ("ab", &[], true),
        ]
        .map(|(code, pro_ids, is_former)| (code.to_owned(), pro_ids, is_former))
        .into();
        searches.push((long, &[14], true));
        searches
    }

    /// Products found without an index: the products with the text of the code anywhere in their attributes were compared.
    async fn found_without_index(store: &Store, code: &str) -> Vec<i64> {
        let Some(wanted) = plain(code) else { return Vec::new() };
        let id = wanted.parse::<i64>().ok().filter(|_| !wanted.starts_with('0')).unwrap_or(0);
        let sql = "SELECT pro_id, attributes FROM product \
             WHERE pro_id = $1 OR LOWER(attributes) LIKE $2 ESCAPE '\\' ORDER BY pro_id LIMIT 200";
        let escaped = without_zeros(&wanted).replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
        let pattern = format!("%{escaped}%");
        let rows: Vec<(i64, String)> = read!(store.db, |pool| {
            sqlx::query_as(sql).bind(id).bind(&pattern).fetch_all(pool).await.unwrap()
        });
        let kinds = rows
            .into_iter()
            .filter_map(|(pro_id, attributes)| Some((kind(pro_id == id, &attributes, &wanted)?, pro_id)));
        let mut found: Vec<(CodeKind, i64)> = kinds.collect();
        found.sort_unstable();
        found.into_iter().map(|(_, pro_id)| pro_id).collect()
    }

    async fn assert_searches(store: &Store) {
        for (code, expected, is_former) in searches() {
            assert_eq!(store.products_of_code(&code).await.unwrap(), expected, "{code}");
            if is_former {
                assert_eq!(found_without_index(store, &code).await, expected, "{code} without an index");
            }
        }
    }

    /// Writes products under the next revision, as every change does.
    async fn write(store: &Store, products: &[(i64, String)]) {
        let mut tx = store.db.begin().await.unwrap();
        let revision = next_revision(&mut tx).await.unwrap();
        let sql = "INSERT INTO product (pro_id, cat_id, prog_id, name_la, name_en, attributes, listed_at, revision) \
             VALUES ($1, 0, 0, '', '', $2, 0, $3) \
             ON CONFLICT (pro_id) DO UPDATE SET attributes = excluded.attributes, revision = excluded.revision";
        for (pro_id, attributes) in products {
            run!(tx, sql, pro_id, attributes, revision).unwrap();
        }
        tx.commit().await.unwrap();
        store.publish_revision(revision);
    }

    /// Writes more products than a search reads beside the index.
    async fn write_many(store: &Store) {
        let many: Vec<(i64, String)> = (1000..1000 + 3 * MAX_UNINDEXED)
            .map(|id| (i64::try_from(id).unwrap(), "{}".to_owned()))
            .collect();
        write(store, &many).await;
    }

    async fn unindexed(store: &Store) -> Vec<i64> {
        let position = store.code_position().await.unwrap();
        let products = store.unindexed_products(position).await.unwrap();
        products.into_iter().map(|product| product.pro_id).collect()
    }

    #[rstest]
    #[tokio::test]
    async fn code_finds_the_same_products_with_and_without_the_index(
        #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
    ) {
        let place = TestDb::new(engine).await;
        let store = Store::open(&place.location).await.unwrap();
        write(&store, &products()).await;
        store.index_codes().await.unwrap();
        assert_eq!(unindexed(&store).await.len(), products().len(), "few are left to the search");
        assert_searches(&store).await;
        // The product is the last of them, so that the search reads several pages before it.
        write_many(&store).await;
        write(&store, &products()).await;
        assert_searches(&store).await;
        store.index_codes().await.unwrap();
        assert_eq!(unindexed(&store).await, Vec::<i64>::new());
        assert_searches(&store).await;
    }

    #[rstest]
    #[tokio::test]
    async fn changed_code_replaces_the_former_one(
        #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
    ) {
        let place = TestDb::new(engine).await;
        let store = Store::open(&place.location).await.unwrap();
        write(&store, &products()).await;
        write_many(&store).await;
        store.index_codes().await.unwrap();
        let find = async |code: &str| store.products_of_code(code).await.unwrap();
        let codes = async |pro_id: i64| -> Vec<String> {
            let sql = "SELECT code FROM product_code WHERE pro_id = $1 ORDER BY code";
            read!(store.db, |pool| sqlx::query_scalar(sql).bind(pro_id).fetch_all(pool).await.unwrap())
        };
        write(&store, &[(5, r#"{"sku": "CEM-51"}"#.to_owned())]).await;
        store.index_codes().await.unwrap();
        assert_eq!(unindexed(&store).await, [5]);
        assert_eq!((find("cem-50").await, find("cem-51").await), (vec![42], vec![5]));
        assert_eq!(codes(5).await, ["cem-50"]);

        let mut tx = store.db.begin().await.unwrap();
        let revision = next_revision(&mut tx).await.unwrap();
        run!(tx, "INSERT INTO removed_product (pro_id, revision) VALUES (1, $1)", revision).unwrap();
        run!(tx, "DELETE FROM product WHERE pro_id = 1").unwrap();
        tx.commit().await.unwrap();
        assert_eq!(find("8850000000017").await, [10]);

        write_many(&store).await;
        store.index_codes().await.unwrap();
        assert_eq!(unindexed(&store).await, Vec::<i64>::new());
        assert_eq!((find("cem-50").await, find("cem-51").await), (vec![42], vec![5]));
        assert_eq!((codes(5).await, codes(1).await), (vec!["cem-51".to_owned()], vec![]));
    }
}
