//! Reader of `promotion_types.csv`: the names of the kinds of promotions.

use super::{Ids, UniqueIds};
use crate::context::Context;
use crate::csv::{Spec, for_each_row};
use crate::layout::PROMOTION_TYPES;
use crate::{PromotionType, Table};

pub(crate) static SPEC: Spec = Spec {
    file: PROMOTION_TYPES,
    thing: "promotion type",
    columns: &["promo_type_id", "promo_type_name", "promo_type_name_en"],
    required: &[],
    names: ("promo_type_name", "promo_type_name_en"),
};

pub(crate) fn read(context: &Context<'_>, ids: &mut Ids<'_>) -> Option<Table<PromotionType>> {
    let (mut rows, mut unique) = (Vec::new(), UniqueIds::default());
    let (in_shop, unnamed) = (&ids.known.promo_type_ids, &ids.known.unnamed.promotion_types);
    let reading = for_each_row(context, &SPEC, !in_shop.is_empty(), |row| {
        let id = unique.id(row, "promo_type_id");
        if let Some(id) = id {
            ids.promotion_types.add(id);
        }
        let (promo_type_name, promo_type_name_en) = row.names(id.filter(|id| in_shop.contains(id)), unnamed);
        let promo_type_id = id.unwrap_or_default();
        rows.push(PromotionType { promo_type_id, promo_type_name, promo_type_name_en });
    });
    ids.promotion_types.read(&reading);
    reading.table(rows)
}
