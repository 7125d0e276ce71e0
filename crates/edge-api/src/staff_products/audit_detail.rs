//! Audit log entries of changes of products: the changed fields, prices and stock before and after, and counts.

#![allow(
    clippy::option_option,
    reason = "an absent field is not named, and a long one is named without its value"
)]

use heuan_proto::catalog::v1::{
    self as proto,
    change_products_request::{Change, Selection},
};

/// Detail of a requested edit: `price 59500, visible false, pro_name_en, images`. Of long texts only the name is given; the
/// ledger of the product has them.
pub(super) fn edit(edit: &proto::ProductEdit) -> String {
    fields(edit).into_iter().map(|(name, value)| written(name, value, None)).collect::<Vec<_>>().join(", ")
}

/// Detail of a completed edit, with prices and other numbers before and after: `price 58000 → 59500`.
pub(super) fn edited(
    request: &proto::UpdateProductRequest,
    product: Option<&proto::StaffProductDetail>,
) -> String {
    let fields = request.edit.as_ref().map(fields).unwrap_or_default();
    let changed = product.filter(|detail| version(detail) > request.version);
    let ledger = changed.and_then(|detail| detail.ledger.first());
    let former = |name: &str| {
        let field = ledger.and_then(|change| change.fields.iter().find(|field| field.field == name))?;
        Some(field.from.clone().unwrap_or_else(|| "none".to_owned()))
    };
    let texts = fields.into_iter().map(|(name, value)| {
        let former = former(name);
        written(name, value, former)
    });
    let text = texts.collect::<Vec<_>>().join(", ");
    if product.is_some() && changed.is_none() { format!("{text} (no change)") } else { text }
}

/// Detail of a stock adjustment: `damage 2`, and `, stock 7 → 5` once it was made.
pub(super) fn stock(
    request: &proto::AdjustStockRequest,
    product: Option<&proto::StaffProductDetail>,
) -> String {
    let kind = match request.kind() {
        proto::StockAdjustmentKind::Receive => "receive",
        proto::StockAdjustmentKind::Count => "count",
        proto::StockAdjustmentKind::Damage => "damage",
        proto::StockAdjustmentKind::Correct => "correct",
        proto::StockAdjustmentKind::Unspecified => "",
    };
    let done = format!("{kind} {}", request.quantity);
    let change = product.and_then(|detail| detail.ledger.first()).filter(|change| change.kind == kind);
    let field = change.and_then(|change| change.fields.iter().find(|field| field.field == "stock"));
    match field {
        Some(field) => {
            format!("{done}, stock {} → {}", or_none(field.from.as_deref()), or_none(field.to.as_deref()))
        }
        None => done,
    }
}

/// Detail of a requested bulk change: `price 3 %, filter`.
pub(super) fn bulk(request: &proto::ChangeProductsRequest) -> String {
    let change = match &request.change {
        Some(Change::Price(price)) => match (price.by_basis_points, price.by_amount) {
            (Some(points), _) => format!("price {}{} %", sign(points), percent(points)),
            (None, Some(amount)) => format!("price {}{} kip", sign(amount), amount.unsigned_abs()),
            (None, None) => "price".to_owned(),
        },
        Some(Change::ProgId(group)) => format!("group {group}"),
        Some(Change::Visible(visible)) => format!("visible {visible}"),
        Some(Change::Location(location)) => format!("location {location}"),
        None => String::new(),
    };
    let selected = match &request.selection {
        Some(Selection::Ids(ids)) => format!("{} selected", ids.pro_ids.len()),
        Some(Selection::Filter(_)) if !request.text.is_empty() => format!("by search for {}", request.text),
        Some(Selection::Filter(_)) if request.all => "all products".to_owned(),
        Some(Selection::Filter(_)) => "by filter".to_owned(),
        None => String::new(),
    };
    let preview = if request.dry_run { "preview of " } else { "" };
    format!("{preview}{change}, {selected}")
}

/// Detail of a bulk change that was made or previewed, with its counts.
pub(super) fn bulk_done(requested: &str, answer: &proto::ChangeProductsResponse) -> String {
    format!("{requested}: {} of {} products changed", answer.changed, answer.matched)
}

/// Detail of an undone change.
pub(super) fn undone(pro_id: Option<i64>, answer: &proto::UndoChangeResponse) -> String {
    let of = pro_id.map(|id| format!(" (only {id})")).unwrap_or_default();
    format!("{} products restored, {} fields kept{of}", answer.undone, answer.skipped_count)
}

/// Names of the changed fields in `PATCH`, and the values of short ones.
fn fields(edit: &proto::ProductEdit) -> Vec<(&'static str, Option<String>)> {
    let number = |value: Option<&proto::NullableInt64>| value.map(|one| Some(or_none_i64(one.value)));
    let id = |value: Option<i64>| value.map(|id| Some(or_none_i64(Some(id).filter(|id| *id > 0))));
    let text = |value: Option<&String>| value.map(|_| None);
    let all: [(&'static str, Option<Option<String>>); 19] = [
        ("price", number(edit.price.as_ref())),
        ("original_price", number(edit.original_price.as_ref())),
        ("vatrate", edit.vatrate.map(|rate| Some(rate.to_string()))),
        ("visible", edit.visible.map(|visible| Some(i32::from(visible).to_string()))),
        ("cat_id", id(edit.cat_id)),
        ("prog_id", id(edit.prog_id)),
        ("location", edit.location.as_ref().map(|place| Some(place.clone()))),
        ("brand", edit.brand.as_ref().map(|brand| Some(brand.clone()))),
        ("pro_name_la", text(edit.name_la.as_ref())),
        ("pro_name_en", text(edit.name_en.as_ref())),
        ("description_la", text(edit.description_la.as_ref())),
        ("description_en", text(edit.description_en.as_ref())),
        ("unit_name_la", text(edit.unit_la.as_ref())),
        ("unit_name_en", text(edit.unit_en.as_ref())),
        ("attributes", text(edit.attributes_json.as_ref())),
        ("pro_img_cover", text(edit.img_cover.as_ref())),
        ("images", edit.images.as_ref().map(|_| None)),
        ("visible_from", edit.visible_from_ms.as_ref().map(|_| None)),
        ("visible_until", edit.visible_until_ms.as_ref().map(|_| None)),
    ];
    all.into_iter().filter_map(|(name, value)| value.map(|value| (name, value))).collect()
}

fn written(name: &str, value: Option<String>, former: Option<String>) -> String {
    match (value, former) {
        (Some(value), Some(former)) => format!("{name} {former} → {value}"),
        (Some(value), None) => format!("{name} {value}"),
        (None, _) => name.to_owned(),
    }
}

fn version(detail: &proto::StaffProductDetail) -> i64 {
    detail.product.as_ref().map_or(0, |product| product.version)
}

fn or_none(value: Option<&str>) -> &str {
    value.unwrap_or("none")
}

fn or_none_i64(value: Option<i64>) -> String {
    value.map_or_else(|| "none".to_owned(), |value| value.to_string())
}

fn sign(value: i64) -> &'static str {
    if value < 0 { "−" } else { "+" }
}

/// Hundredths of a percent as a percentage without a sign.
fn percent(points: i64) -> String {
    let (whole, part) = (points.unsigned_abs() / 100, points.unsigned_abs() % 100);
    if part == 0 { whole.to_string() } else { format!("{whole}.{part:02}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(edit: proto::ProductEdit) -> proto::UpdateProductRequest {
        proto::UpdateProductRequest {
            pro_id: 1,
            version: 3,
            edit: Some(edit),
            ..proto::UpdateProductRequest::default()
        }
    }

    fn price_of_59500() -> proto::ProductEdit {
        proto::ProductEdit {
            price: Some(proto::NullableInt64 { value: Some(59_500) }),
            description_en: Some("A long text".to_owned()),
            ..proto::ProductEdit::default()
        }
    }

    fn product(version: i64, kind: &str, field: &str, from: &str, to: &str) -> proto::StaffProductDetail {
        let field = proto::FieldChange {
            field: field.to_owned(),
            from: Some(from.to_owned()),
            to: Some(to.to_owned()),
        };
        let change = proto::ProductChange {
            kind: kind.to_owned(),
            fields: vec![field],
            ..proto::ProductChange::default()
        };
        proto::StaffProductDetail {
            product: Some(proto::StaffProduct { version, ..proto::StaffProduct::default() }),
            ledger: vec![change],
            ..proto::StaffProductDetail::default()
        }
    }

    #[test]
    fn edit_names_its_fields_and_has_prices_before_and_after() {
        let edit_of = request(price_of_59500());
        assert_eq!(edit(&price_of_59500()), "price 59500, description_en");
        let made = product(4, "edit", "price", "58000", "59500");
        assert_eq!(edited(&edit_of, Some(&made)), "price 58000 → 59500, description_en");
        // The newest entry of the ledger is an earlier edit.
        let same = product(3, "edit", "price", "58000", "59500");
        assert_eq!(edited(&edit_of, Some(&same)), "price 59500, description_en (no change)");
    }

    #[test]
    fn stock_adjustment_has_the_units_before_and_after() {
        let mut request =
            proto::AdjustStockRequest { pro_id: 1, quantity: 2, ..proto::AdjustStockRequest::default() };
        request.set_kind(proto::StockAdjustmentKind::Damage);
        assert_eq!(stock(&request, None), "damage 2");
        let product = product(4, "damage", "stock", "7", "5");
        assert_eq!(stock(&request, Some(&product)), "damage 2, stock 7 → 5");
    }

    #[test]
    fn bulk_change_has_its_kind_and_counts() {
        let price = proto::PriceChange { by_basis_points: Some(-255), ..proto::PriceChange::default() };
        let request = proto::ChangeProductsRequest {
            selection: Some(Selection::Ids(proto::ProductIds { pro_ids: vec![1, 2] })),
            change: Some(Change::Price(price)),
            ..proto::ChangeProductsRequest::default()
        };
        let answer = proto::ChangeProductsResponse {
            matched: 2,
            changed: 1,
            ..proto::ChangeProductsResponse::default()
        };
        let text = bulk_done(&bulk(&request), &answer);
        assert_eq!(text, "price −2.55 %, 2 selected: 1 of 2 products changed");
    }
}
