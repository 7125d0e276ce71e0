//! Treatment of each table by an erasure: no data of customers, deleted, pseudonymized, or anonymous rows that expire.

use std::{collections::BTreeSet, fs, path::Path};

use crate::support::{
    Shop,
    tables::{SERVICES, Tables},
};

/// Whether a customer's data may be in a table, and what an erasure does with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Treatment {
    /// No data of customers.
    None,
    /// Rows are deleted.
    Deleted,
    /// Rows stay under the customer's id alone.
    Pseudonymized,
    /// Digests, or rows without a customer, that expire.
    Anonymous,
}

/// Every table of every service. A new table belongs here, and in the `erase` of its service if it has data of customers.
const TABLES: &[(&str, &str, Treatment)] = {
    use Treatment::{Anonymous, Deleted, None, Pseudonymized};
    &[
        ("accounts", "address", Deleted),
        ("accounts", "audit_entry", Pseudonymized),
        ("accounts", "contact", Deleted),
        ("accounts", "contact_counter", None),
        ("accounts", "customer", Deleted),
        ("accounts", "customer_counter", None),
        ("accounts", "customer_note", Deleted),
        ("accounts", "device", Deleted),
        ("accounts", "erasure", Pseudonymized),
        ("accounts", "erasure_confirmation", Pseudonymized),
        ("accounts", "event", Deleted),
        ("accounts", "one_time_code", Deleted),
        ("accounts", "outbox", Deleted),
        ("accounts", "rate_limit", Anonymous),
        ("accounts", "recovery_code", Deleted),
        ("accounts", "second_factor", Deleted),
        ("accounts", "sent_code", Anonymous),
        ("accounts", "session", Deleted),
        ("catalog-gateway", "catalog_import", Pseudonymized),
        ("catalog-gateway", "catalog_origin", None),
        ("catalog-gateway", "category", None),
        ("catalog-gateway", "change_request", Pseudonymized),
        ("catalog-gateway", "change_set", Pseudonymized),
        ("catalog-gateway", "content_change", Pseudonymized),
        ("catalog-gateway", "content_draft", Pseudonymized),
        ("catalog-gateway", "content_page", None),
        ("catalog-gateway", "import_product", None),
        ("catalog-gateway", "product", None),
        ("catalog-gateway", "product_change", None),
        ("catalog-gateway", "product_code", None),
        ("catalog-gateway", "product_code_progress", None),
        ("catalog-gateway", "product_group", None),
        ("catalog-gateway", "promotion", None),
        ("catalog-gateway", "promotion_product", None),
        ("catalog-gateway", "promotion_type", None),
        ("catalog-gateway", "removed_product", None),
        ("catalog-gateway", "reservation", None),
        ("catalog-gateway", "reservation_change", None),
        ("catalog-gateway", "reservation_line", None),
        ("catalog-gateway", "revision", None),
        ("catalog-gateway", "section_revision", None),
        ("catalog-gateway", "stock", None),
        ("catalog-gateway", "storefront", None),
        ("chat", "answer_reminder", Deleted),
        ("chat", "attachment", Deleted),
        ("chat", "conversation", Deleted),
        ("chat", "counter", None),
        ("chat", "event", Deleted),
        ("chat", "message", Deleted),
        ("chat", "message_like", Deleted),
        ("chat", "preview", Deleted),
        ("chat", "preview_image", Deleted),
        ("chat", "quick_reply", None),
        ("chat", "quota_usage", Deleted),
        ("chat", "staff_reminder", Deleted),
        ("image-search", "image", None),
        ("image-search", "vector", None),
        ("notifications", "counter", None),
        ("notifications", "delivery_report", Anonymous),
        ("notifications", "message_channel", None),
        ("notifications", "message_preference", Deleted),
        ("notifications", "news", Pseudonymized),
        ("notifications", "news_consent", Deleted),
        ("notifications", "notification", Deleted),
        ("notifications", "outgoing_message", Deleted),
        ("notifications", "page_language", Deleted),
        ("notifications", "push", Deleted),
        ("notifications", "read_mark", Deleted),
        ("notifications", "subscription", Deleted),
        ("notifications", "subscription_topic", Deleted),
        ("notifications", "undeliverable_address", Deleted),
        ("notifications", "vapid_key", None),
        ("orders", "abandoned_reservation", None),
        ("orders", "bank_transfer", Deleted),
        ("orders", "cart", Deleted),
        ("orders", "cart_idempotency_key", Deleted),
        ("orders", "customer_order", Pseudonymized),
        ("orders", "idempotency", Deleted),
        ("orders", "line_change", Pseudonymized),
        ("orders", "order_limit", Deleted),
        ("orders", "order_line", None),
        ("orders", "order_log", Pseudonymized),
        ("orders", "outbox", Deleted),
        ("orders", "picked_line", Pseudonymized),
        ("orders", "points_account", Deleted),
        ("orders", "points_correction", Pseudonymized),
        ("orders", "points_entry", Pseudonymized),
        ("orders", "quota_usage", Deleted),
        ("orders", "sandbox_message", None),
        ("orders", "sandbox_payment", None),
        ("orders", "sandbox_secret", None),
        ("orders", "seen_price", Deleted),
        ("orders", "viewed_product", Deleted),
        ("orders", "wishlist", Deleted),
        ("search", "quota_usage", Deleted),
        ("search", "search_history", Deleted),
        ("search", "search_revision", None),
        ("search", "search_rule", Pseudonymized),
        ("search", "search_count", Anonymous),
        ("search", "search_log", Anonymous),
        ("search", "synonym_group", Pseudonymized),
        ("weather-branches", "branch", None),
        ("weather-branches", "branch_revision", None),
        ("weather-branches", "content_change", Pseudonymized),
        ("weather-branches", "content_draft", Pseudonymized),
        ("weather-branches", "weather", None),
    ]
};

/// A table without a treatment could keep what an erasure must delete.
#[tokio::test(flavor = "multi_thread")]
async fn every_table_has_a_treatment() {
    let shop = Shop::new();
    assert!(shop.command(&["migrate"]).output().unwrap().status.success());
    let mut names = BTreeSet::new();
    for service in SERVICES {
        let tables = Tables::open(&shop, service).await.names().await;
        names.extend(tables.into_iter().map(|table| format!("{service}.{table}")));
    }
    let known = TABLES.iter().map(|(service, table, _)| format!("{service}.{table}"));
    assert_eq!(names, known.collect());
}

/// The documentation has the retention of each table with data of people, or why it has none.
#[test]
fn every_table_with_personal_data_has_a_documented_retention() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/operations.md");
    let text = fs::read_to_string(path).unwrap();
    let retention = text.split("### Retention").nth(1).unwrap().split("\n## ").next().unwrap();
    let mut named = BTreeSet::new();
    for row in retention.lines().filter(|line| line.starts_with("| ")) {
        let mut cells = row.split('|').skip(1).map(str::trim);
        let (service, tables) = (cells.next().unwrap(), cells.next().unwrap());
        let tables = tables.split(", ").filter_map(|table| table.strip_prefix('`')?.strip_suffix('`'));
        named.extend(tables.map(|table| format!("{service}.{table}")));
    }
    let personal = TABLES.iter().filter(|(_, _, treatment)| *treatment != Treatment::None);
    assert_eq!(named, personal.map(|(service, table, _)| format!("{service}.{table}")).collect());
}
