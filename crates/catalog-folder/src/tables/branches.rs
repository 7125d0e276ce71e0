//! Reader of `branches.csv`: addresses, coordinates, opening hours and map links of the branches.

use super::UniqueIds;
use crate::context::Context;
use crate::csv::{Row, Spec, for_each_row};
use crate::href::href_fault;
use crate::layout::BRANCHES;
use crate::message::Reason;
use crate::values::is_hour;
use crate::{Branch, ExistingIds, Table};

pub(crate) static SPEC: Spec = Spec {
    file: BRANCHES,
    thing: "branch",
    columns: &[
        "b_id",
        "b_code",
        "b_name",
        "b_name_eng",
        "b_image",
        "brchcode",
        "tb_address_la",
        "tb_address_en",
        "b_map",
        "b_f_phone",
        "b_s_phone",
        "b_email",
        "b_f_fax",
        "b_s_fax",
        "b_history_la",
        "b_history_en",
        "b_show_map",
        "lat",
        "lng",
        "open",
        "close",
    ],
    required: &[],
    names: ("b_name", "b_name_eng"),
};

pub(crate) fn read(context: &Context<'_>) -> Option<Table<Branch>> {
    let (mut rows, mut unique) = (Vec::new(), UniqueIds::default());
    let known = context.options.known;
    let in_shop = &known.b_ids;
    let reading = for_each_row(context, &SPEC, !in_shop.is_empty(), |row| {
        let id = unique.id(row, "b_id");
        rows.push(branch(row, id, known));
    });
    reading.table(rows)
}

fn branch(row: &Row<'_>, id: Option<i64>, known: &ExistingIds) -> Branch {
    let in_shop = id.filter(|id| known.b_ids.contains(id));
    let (b_name, b_name_eng) = row.names(in_shop, &known.unnamed.branches);
    let (lat, lng) = place(row).unzip();
    let (open, close) = hours(row, id, known);
    Branch {
        b_id: id.unwrap_or_default(),
        b_code: row.line_text("b_code"),
        b_name,
        b_name_eng,
        b_image: row.image("b_image"),
        brchcode: row.line_text("brchcode"),
        tb_address_la: row.prose("tb_address_la"),
        tb_address_en: row.prose("tb_address_en"),
        b_map: map(row),
        b_f_phone: row.line_text("b_f_phone"),
        b_s_phone: row.line_text("b_s_phone"),
        b_email: row.line_text("b_email"),
        b_f_fax: row.line_text("b_f_fax"),
        b_s_fax: row.line_text("b_s_fax"),
        b_history_la: row.prose("b_history_la"),
        b_history_en: row.prose("b_history_en"),
        b_show_map: row.flag("b_show_map"),
        lat,
        lng,
        open,
        close,
    }
}

/// The coordinates if valid. (0, 0) counts as "not filled in". Invalid ones produce a warning, and the branch is shown
/// without map and weather.
fn place(row: &Row<'_>) -> Option<(f64, f64)> {
    let valid = |column, max: f64| {
        let degrees = row.degrees(column)?;
        let valid = degrees != 0.0 && degrees.abs() <= max;
        if !valid {
            let reason = format!("{degrees} is out of range; the branch gets no map and no weather");
            row.warn(column, Reason::new("degrees_out_of_range", reason).with("degrees", &degrees));
        }
        valid.then_some(degrees)
    };
    // Both are evaluated, so that both are reported.
    let (lat, lng) = (valid("lat", 90.0), valid("lng", 180.0));
    lat.zip(lng)
}

/// The given opening hours. Together with the hour kept from the shop, both or neither must be set, and open must be
/// before close.
fn hours(row: &Row<'_>, id: Option<i64>, known: &ExistingIds) -> (String, String) {
    let (open, close) = (row.hour("open"), row.hour("close"));
    let kept = id.and_then(|id| known.branch_hours.get(&id)).cloned().unwrap_or_default();
    let (has_open, has_close) = (row.has("open"), row.has("close"));
    let first = if has_open { open.as_str() } else { kept.0.as_str() };
    let last = if has_close { close.as_str() } else { kept.1.as_str() };
    if first.is_empty() != last.is_empty() {
        let column = if has_open && (first.is_empty() || !has_close) { "open" } else { "close" };
        if has_open || has_close {
            let reason = "opening hours need both open and close, or neither";
            row.report(column, Reason::new("hours_incomplete", reason));
        }
    } else if is_hour(first) && is_hour(last) && last <= first {
        match (has_open, has_close) {
            (true, true) => row.report("close", Reason::new("closes_before_open", "must be after open")),
            (false, true) => {
                let reason = format!("must be after open, which stays {first}");
                row.report("close", Reason::new("closes_before_kept_open", reason).with("open", &first));
            }
            (true, false) => {
                let reason = format!("must be before close, which stays {last}");
                row.report("open", Reason::new("opens_after_kept_close", reason).with("close", &last));
            }
            (false, false) => {}
        }
    }
    (open, close)
}

/// A link, or coordinates as text. Because shoppers click it, only `https:` links are valid.
fn map(row: &Row<'_>) -> String {
    let map = row.line_text("b_map");
    let is_link = map.starts_with('/') || map.contains([':', '\\']);
    if is_link && !map.starts_with("https://") {
        row.report_quoting("b_map", Reason::new("link_not_https", "a link must begin with https://"));
    } else if let Some(reason) = href_fault(&map).filter(|_| is_link) {
        row.report_quoting("b_map", reason);
    }
    map
}
