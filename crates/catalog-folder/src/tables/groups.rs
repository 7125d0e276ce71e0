//! Reader of `groups.csv`, the second level of the product tree. Each group names a category of the folder or of the
//! shop.

use super::{Ids, UniqueIds, no_category};
use crate::context::Context;
use crate::csv::{Spec, for_each_row};
use crate::layout::GROUPS;
use crate::message::Reason;
use crate::{Group, Table};

pub(crate) static SPEC: Spec = Spec {
    file: GROUPS,
    thing: "group",
    columns: &["prog_id", "cat_id", "prog_name_la", "prog_name_en", "visible"],
    required: &["cat_id"],
    names: ("prog_name_la", "prog_name_en"),
};

pub(crate) fn read(context: &Context<'_>, ids: &mut Ids<'_>) -> Option<Table<Group>> {
    let (mut rows, mut unique) = (Vec::new(), UniqueIds::default());
    let (in_shop, unnamed) = (&ids.known.groups, &ids.known.unnamed.groups);
    let reading = for_each_row(context, &SPEC, !in_shop.is_empty(), |row| {
        let id = unique.id(row, "prog_id");
        let cat_id = row.reference("cat_id");
        match cat_id {
            Some(cat_id) if !ids.categories.has(cat_id) => {
                row.report("cat_id", no_category(cat_id));
            }
            None if row.raw("cat_id").is_empty() => {
                row.report("cat_id", Reason::new("category_needed", "a group needs a category"));
            }
            _ => {}
        }
        if let Some(id) = id {
            ids.add_group(id, cat_id.filter(|cat_id| ids.categories.has(*cat_id)));
        }
        let (prog_name_la, prog_name_en) = row.names(id.filter(|id| in_shop.contains_key(id)), unnamed);
        rows.push(Group {
            prog_id: id.unwrap_or_default(),
            cat_id: cat_id.unwrap_or_default(),
            prog_name_la,
            prog_name_en,
            visible: row.flag_or_true("visible"),
        });
    });
    ids.groups_read(&reading);
    reading.table(rows)
}
