//! Reader of `promotions.csv`: first and last day, banner and products of each promotion.

use std::collections::HashSet;

use time::Date;

use super::{Ids, UniqueIds};
use crate::context::Context;
use crate::csv::{Row, Spec, for_each_row};
use crate::layout::PROMOTIONS;
use crate::message::Reason;
use crate::{Promotion, Table};

/// Maximum number of unknown products listed in one fault.
const NAMED: usize = 5;

pub(crate) static SPEC: Spec = Spec {
    file: PROMOTIONS,
    thing: "promotion",
    columns: &[
        "promo_id",
        "promo_type_id",
        "pro_ids",
        "title_la",
        "title_en",
        "starts",
        "ends",
        "banner",
        "published",
    ],
    required: &["promo_type_id"],
    names: ("title_la", "title_en"),
};

pub(crate) fn read(context: &Context<'_>, ids: &Ids<'_>) -> Option<Table<Promotion>> {
    let (mut rows, mut unique) = (Vec::new(), UniqueIds::default());
    let in_shop = &ids.known.promo_ids;
    let reading = for_each_row(context, &SPEC, !in_shop.is_empty(), |row| {
        let id = unique.id(row, "promo_id");
        rows.push(promotion(row, id, ids));
    });
    reading.table(rows)
}

fn promotion(row: &Row<'_>, id: Option<i64>, ids: &Ids<'_>) -> Promotion {
    let promo_type_id = row.reference("promo_type_id");
    match promo_type_id {
        Some(kind) if !ids.promotion_types.has(kind) => {
            let reason = format!("there is no promotion type {kind}");
            row.report("promo_type_id", Reason::new("no_promotion_type", reason).with("id", &kind));
        }
        None if row.raw("promo_type_id").is_empty() => {
            row.report("promo_type_id", Reason::new("type_needed", "a promotion needs a type"));
        }
        _ => {}
    }
    let pro_ids = products(row, ids);
    let in_shop = id.filter(|id| ids.known.promo_ids.contains(id));
    let (title_la, title_en) = row.names(in_shop, &ids.known.unnamed.promotions);
    let (starts, ends) = days(row, id, ids);
    Promotion {
        promo_id: id.unwrap_or_default(),
        promo_type_id: promo_type_id.unwrap_or_default(),
        pro_ids,
        title_la,
        title_en,
        starts,
        ends,
        banner: row.image("banner"),
        published: row.flag_or_true("published"),
    }
}

/// The given first and last day. They must be in order, also with the day kept from the shop.
fn days(row: &Row<'_>, id: Option<i64>, ids: &Ids<'_>) -> (Option<Date>, Option<Date>) {
    let (starts, ends) = (row.day("starts"), row.day("ends"));
    let kept = id.and_then(|id| ids.known.promotion_days.get(&id)).copied().unwrap_or_default();
    let (has_first, has_last) = (row.has("starts"), row.has("ends"));
    let first = if has_first { starts } else { kept.0 };
    let last = if has_last { ends } else { kept.1 };
    let Some((first, last)) = first.zip(last).filter(|(first, last)| last < first) else {
        return (starts, ends);
    };
    match (has_first, has_last) {
        (true, true) => {
            row.report("ends", Reason::new("ends_before_start", "must not be before starts"));
        }
        (false, true) => {
            let reason = format!("must not be before starts, which stays {first}");
            row.report("ends", Reason::new("ends_before_kept_start", reason).with("start", &first));
        }
        (true, false) => {
            let reason = format!("must not be after ends, which stays {last}");
            row.report("starts", Reason::new("starts_after_kept_end", reason).with("end", &last));
        }
        (false, false) => {}
    }
    (starts, ends)
}

fn products(row: &Row<'_>, ids: &Ids<'_>) -> Vec<i64> {
    let pro_ids = row.ids("pro_ids");
    let mut unique = HashSet::new();
    if let Some(twice) = pro_ids.iter().find(|id| !unique.insert(**id)) {
        let reason = format!("names product {twice} twice");
        row.report("pro_ids", Reason::new("product_twice", reason).with("id", twice));
    }
    let unknown: Vec<i64> = pro_ids.iter().copied().filter(|id| *id > 0 && !ids.products.has(*id)).collect();
    if !unknown.is_empty() {
        let mut names: Vec<String> = unknown.iter().take(NAMED).map(i64::to_string).collect();
        if unknown.len() > NAMED {
            names.push(format!("and {} more", unknown.len() - NAMED));
        }
        let names = names.join(", ");
        let reason = format!("there is no product {names}");
        row.report("pro_ids", Reason::new("no_product", reason).with("ids", &names));
    }
    pro_ids
}
