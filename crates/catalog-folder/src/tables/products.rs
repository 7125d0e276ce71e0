//! Reader of `products.csv`: prices, stock, images, attributes and visibility. A price ten times as high as in the
//! shop, or a tenth of it, is a warning.

use super::attributes::attribute_faults;
use super::ids::GroupOf;
use super::{Ids, UniqueIds, no_category};
use crate::context::Context;
use crate::csv::{Row, Spec, for_each_row};
use crate::layout::PRODUCTS;
use crate::limits::{MAX_BRAND_CHARS, MAX_LOCATION_CHARS, MAX_NAME_CHARS};
use crate::message::Reason;
use crate::{Product, Table};

/// The column of units to add to the stock on hand, or to take off. No export has it.
pub const STOCK_CHANGE: &str = "stock_change";

pub(crate) static SPEC: Spec = Spec {
    file: PRODUCTS,
    thing: "product",
    columns: &[
        "pro_id",
        "cat_id",
        "prog_id",
        "pro_name_la",
        "pro_name_en",
        "price",
        "product_price1",
        "stock",
        "vatrate",
        "unit_name_la",
        "unit_name_en",
        "brand",
        "pro_img_cover",
        "images",
        "description_la",
        "description_en",
        "attributes",
        "visible",
        "visible_from",
        "visible_until",
        "location",
        STOCK_CHANGE,
    ],
    required: &[],
    names: ("pro_name_la", "pro_name_en"),
};

pub(crate) fn read(context: &Context<'_>, ids: &mut Ids<'_>) -> Option<Table<Product>> {
    let (mut rows, mut unique) = (Vec::new(), UniqueIds::default());
    let in_shop = &ids.known.pro_ids;
    let reading = for_each_row(context, &SPEC, !in_shop.is_empty(), |row| {
        let id = unique.id(row, "pro_id");
        if let Some(id) = id {
            ids.products.add(id);
        }
        rows.push(product(row, id, ids));
    });
    ids.products.read(&reading);
    reading.table(rows)
}

fn product(row: &Row<'_>, id: Option<i64>, ids: &Ids<'_>) -> Product {
    let prog_id = row.reference("prog_id");
    let cat_id = category(row, id, prog_id, ids);
    let in_shop = id.filter(|id| ids.known.pro_ids.contains(id));
    let (pro_name_la, pro_name_en) = row.names(in_shop, &ids.known.unnamed.products);
    let price = row.price("price");
    let (visible_from, visible_until) = schedule(row);
    let stock_change = stock_change(row);
    warn_of_jump(row, in_shop.and_then(|id| ids.known.prices.get(&id)).copied(), price);
    Product {
        pro_id: id.unwrap_or_default(),
        cat_id,
        prog_id,
        pro_name_la,
        pro_name_en,
        price,
        product_price1: row.price("product_price1"),
        stock: row.stock("stock"),
        stock_change,
        stock_change_line: stock_change.map_or(0, |_| row.line_of(STOCK_CHANGE)),
        vatrate: row.percent("vatrate").unwrap_or_default(),
        unit_name_la: row.line_text("unit_name_la"),
        unit_name_en: row.line_text("unit_name_en"),
        brand: short_text(row, "brand", MAX_BRAND_CHARS),
        pro_img_cover: row.image("pro_img_cover"),
        images: row.images("images"),
        description_la: row.prose("description_la"),
        description_en: row.prose("description_en"),
        attributes: attributes(row),
        visible: if row.raw("visible").is_empty() { visible_from.is_none() } else { row.flag("visible") },
        visible_from,
        visible_until,
        location: short_text(row, "location", MAX_LOCATION_CHARS),
    }
}

/// Units to add or to take off. A row either counts the stock or changes it.
fn stock_change(row: &Row<'_>) -> Option<i64> {
    let change = row.signed_units(STOCK_CHANGE);
    if change.is_some() && !row.raw("stock").is_empty() {
        let reason = "fill in stock or stock_change, not both";
        row.report(STOCK_CHANGE, Reason::new("stock_twice", reason));
    }
    change
}

/// Warns of a price that is ten times as high as in the shop, or a tenth.
fn warn_of_jump(row: &Row<'_>, before: Option<i64>, price: Option<i64>) {
    let Some((before, price)) = before.zip(price).filter(|(before, price)| *before > 0 && *price > 0) else {
        return;
    };
    if price / before >= 10 || before / price >= 10 {
        let reason = format!("changes from {before} to {price} kip; is a digit missing or too many?");
        row.warn("price", Reason::new("price_jump", reason).with("before", &before).with("after", &price));
    }
}

/// Times at which the product is automatically shown and hidden.
fn schedule(row: &Row<'_>) -> (Option<i64>, Option<i64>) {
    let (from, until) = (row.moment("visible_from"), row.moment("visible_until"));
    if from.zip(until).is_some_and(|(from, until)| until <= from) {
        row.report("visible_until", Reason::new("ends_too_early", "must be later than visible_from"));
    }
    (from, until)
}

/// A single-line text that must be shorter than a name. A text longer than a name is already an error.
fn short_text(row: &Row<'_>, column: &'static str, max_chars: usize) -> String {
    let text = row.line_text(column);
    if text.chars().nth(max_chars).is_some() && text.chars().nth(MAX_NAME_CHARS).is_none() {
        let reason = format!("is longer than {max_chars} characters");
        row.report(column, Reason::new("too_long", reason).with("max", &max_chars));
    }
    text
}

/// The given category, otherwise the category of the group. The two must agree, also with the group that the
/// product has in the shop.
fn category(row: &Row<'_>, id: Option<i64>, prog_id: Option<i64>, ids: &Ids<'_>) -> Option<i64> {
    let given = row.reference("cat_id");
    if let Some(cat_id) = given.filter(|cat_id| !ids.categories.has(*cat_id)) {
        row.report("cat_id", no_category(cat_id));
    }
    if !row.has("prog_id") {
        stays_in_group(row, id, given, ids);
    }
    let Some(prog_id) = prog_id else { return given };
    match (ids.group(prog_id), given) {
        (GroupOf::Unknown, _) => {
            let reason = format!("there is no group {prog_id}");
            row.report("prog_id", Reason::new("no_group", reason).with("id", &prog_id));
        }
        (GroupOf::Category(of_group), Some(cat_id)) if of_group != cat_id => {
            let reason = format!("group {prog_id} is in category {of_group}, not {cat_id}");
            let reason = Reason::new("group_of_another_category", reason);
            row.report("prog_id", reason.with("id", &prog_id).with("category", &of_group));
        }
        (GroupOf::Category(of_group), None) => return Some(of_group),
        _ => {}
    }
    given
}

/// Checks that a row that does not change the product's group in the shop does not change its category.
fn stays_in_group(row: &Row<'_>, id: Option<i64>, cat_id: Option<i64>, ids: &Ids<'_>) {
    let empties = row.has("cat_id") && row.raw("cat_id").is_empty();
    if cat_id.is_none() && !empties {
        return;
    }
    let Some((id, prog_id)) = id.and_then(|id| Some((id, ids.known.groups_of_products.get(&id)?))) else {
        return;
    };
    match ids.group(*prog_id) {
        GroupOf::Category(of_group) if cat_id != Some(of_group) => {
            let remedy = if empties { "empty prog_id" } else { "name its new group in prog_id" };
            let reason =
                format!("product {id} is in group {prog_id} of category {of_group}; {remedy} as well");
            let reason = Reason::new("stays_in_group", reason).with("id", &id).with("group", prog_id);
            row.report("cat_id", reason.with("category", &of_group));
        }
        _ => {}
    }
}

fn attributes(row: &Row<'_>) -> String {
    let text = row.raw("attributes");
    if text.is_empty() {
        return "{}".to_owned();
    }
    for reason in attribute_faults(text) {
        row.report("attributes", reason);
    }
    text.to_owned()
}
