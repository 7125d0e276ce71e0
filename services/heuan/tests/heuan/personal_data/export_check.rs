//! Check of the contents of an export.

use std::{fs, path::Path};

use serde_json::{Value, json};

use super::traces::TRACES;

/// Checks `value` against a JSON schema: `type`, `properties`, `required`, `items`, `$ref`. Objects have no other properties.
fn assert_fits(value: &Value, schema: &Value, root: &Value, path: &str) {
    if let Some(name) = schema["$ref"].as_str() {
        return assert_fits(value, root.pointer(name.trim_start_matches('#')).unwrap(), root, path);
    }
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let kinds = match &schema["type"] {
        Value::Array(kinds) => kinds.clone(),
        kind => vec![kind.clone()],
    };
    assert!(kinds.contains(&json!(kind)), "{path} is {kind}, not {kinds:?}");
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                let schema = &schema["properties"][name];
                assert!(!schema.is_null(), "{path}.{name} is not described");
                assert_fits(field, schema, root, &format!("{path}.{name}"));
            }
            for name in schema["required"].as_array().into_iter().flatten() {
                assert!(fields.contains_key(name.as_str().unwrap()), "{path} has no {name}");
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                assert_fits(item, &schema["items"], root, &format!("{path}[{index}]"));
            }
        }
        _ => {}
    }
}

/// The export has what the customer left, as its schema describes.
pub fn assert_exported(export: &Value, number: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/customer-export.schema.json");
    let schema: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    assert_fits(export, &schema, &schema, "export");
    let text = export.to_string();
    // The number is not proved, so that what a visitor wrote with it may be another person's.
    let others = ["somchit", "secret-page", "complaint of a visitor"];
    let stored = TRACES.iter().filter(|trace| !others.contains(trace));
    let missing: Vec<_> = stored.filter(|trace| !text.contains(**trace)).collect();
    assert!(missing.is_empty(), "{missing:?}: {export:#}");
    let count = |pointer: &str| export.pointer(pointer).and_then(Value::as_array).map(Vec::len);
    for (pointer, rows) in [
        ("/accounts/sessions", 1),
        ("/accounts/known_browsers", 1),
        ("/accounts/events", 1),
        ("/accounts/contact_messages", 1),
        ("/accounts/addresses", 1),
        ("/orders/orders", 3),
        ("/orders/cart", 1),
        ("/orders/wishlist", 1),
        ("/orders/viewed_products", 1),
        ("/chat/messages", 2),
        ("/notifications/push_subscriptions", 1),
        ("/search/history", 1),
        ("/attachments", 1),
    ] {
        assert_eq!(count(pointer), Some(rows), "{pointer}: {export:#}");
    }
    let orders = export["orders"]["orders"].as_array().unwrap();
    assert!(orders.iter().any(|order| order["number"] == number && order["totals"]["total"] == 30_300));
    assert!(!text.contains("argon2") && !text.contains("p256dh"));
}
