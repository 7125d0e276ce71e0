//! JSON types of the product ledger: source, author and changed fields of each change.

use heuan_proto::catalog::v1 as proto;
use heuan_rpc::{Error, Result};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use heuan_edge_http::envelope::moment;

/// Changes that one change set made to one product.
#[derive(Serialize, ToSchema)]
pub struct ProductChange {
    change_id: String,
    #[schema(format = DateTime)]
    at: String,
    /// Null for changes by the shop itself and by the command line.
    #[schema(required)]
    by: Option<ChangedBy>,
    /// Name for the ledger; empty if unknown.
    by_name: String,
    source: ProductChangeSource,
    kind: String,
    reason: String,
    /// The reservation of a sale or return, the change that an undo restored, the product that a duplicate was made from, or
    /// empty.
    reference: String,
    /// Products of the whole change.
    product_count: i64,
    undone: bool,
    can_undo: bool,
    /// Of one product; empty in a list of whole changes.
    fields: Vec<ChangedField>,
}

/// The member of the staff who made a change.
#[derive(Serialize, ToSchema)]
pub struct ChangedBy {
    cus_id: i64,
    name: String,
}

/// One field before and after.
#[derive(Serialize, ToSchema)]
pub struct ChangedField {
    /// Name in `PATCH`, or `stock`, whose values are units on hand.
    field: String,
    #[schema(required)]
    from: Value,
    #[schema(required)]
    to: Value,
}

/// Source of a change.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ProductChangeSource {
    Edit,
    Import,
    Order,
}

/// One page of a ledger.
#[derive(Serialize, ToSchema)]
pub struct ChangePage {
    /// Always true; errors have their own shape.
    pub success: bool,
    pub data: Vec<ProductChange>,
    #[schema(required)]
    pub next_cursor: Option<String>,
}

impl TryFrom<proto::ProductChange> for ProductChange {
    type Error = Error;

    fn try_from(from: proto::ProductChange) -> Result<Self> {
        let source = match from.source() {
            proto::ChangeSource::Edit => ProductChangeSource::Edit,
            proto::ChangeSource::Import => ProductChangeSource::Import,
            proto::ChangeSource::Order => ProductChangeSource::Order,
            proto::ChangeSource::Unspecified => return Err(Error::internal("a change has no source")),
        };
        let by =
            (from.account_id > 0).then(|| ChangedBy { cus_id: from.account_id, name: from.name.clone() });
        Ok(Self {
            change_id: from.change_id,
            at: moment(from.at_ms)?,
            by,
            by_name: from.name,
            source,
            kind: from.kind,
            reason: from.reason,
            reference: from.reference,
            product_count: from.product_count,
            undone: from.undone,
            can_undo: from.can_undo,
            fields: from.fields.into_iter().map(ChangedField::from).collect(),
        })
    }
}

impl From<proto::FieldChange> for ChangedField {
    fn from(change: proto::FieldChange) -> Self {
        let proto::FieldChange { field, from, to } = change;
        Self { from: value(&field, from), to: value(&field, to), field }
    }
}

/// The value in the form that the field has in `PATCH`.
fn value(field: &str, text: Option<String>) -> Value {
    let Some(text) = text else { return Value::Null };
    match field {
        "price" | "original_price" | "vatrate" | "stock" => {
            text.parse::<i64>().map_or(Value::Null, Value::from)
        }
        // The services use 0 for none.
        "cat_id" | "prog_id" => {
            text.parse::<i64>().ok().filter(|id| *id > 0).map_or(Value::Null, Value::from)
        }
        "visible" => Value::from(text == "1"),
        "visible_from" | "visible_until" => {
            text.parse().ok().and_then(|at| moment(at).ok()).map_or(Value::Null, Value::from)
        }
        "attributes" | "images" => serde_json::from_str(&text).unwrap_or(Value::Null),
        _ => Value::from(text),
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;
    use serde_json::json;

    use super::*;

    #[rstest]
    #[case("price", Some("58000"), json!(58_000))]
    #[case("price", None, json!(null))]
    #[case("prog_id", Some("0"), json!(null))]
    #[case("visible", Some("0"), json!(false))]
    #[case("visible_from", Some("1795194000000"), json!("2026-11-21T00:00:00+07:00"))]
    #[case("attributes", Some(r#"{"a": 1}"#), json!({"a": 1}))]
    #[case("images", Some(r#"["a.webp"]"#), json!(["a.webp"]))]
    #[case("pro_name_en", Some("12"), json!("12"))]
    fn value_has_the_kind_of_its_field(
        #[case] field: &str,
        #[case] text: Option<&str>,
        #[case] expected: Value,
    ) {
        assert_eq!(value(field, text.map(str::to_owned)), expected);
    }
}
