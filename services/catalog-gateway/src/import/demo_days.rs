//! Days of the demo's promotions. `demo/promotions.csv` has the days of an import on [`REFERENCE_DAY`]; an import on a later
//! day moves them, so that a new demo shop always has running promotions.

use heuan_catalog_folder::CatalogFolder;
use time::{Date, macros::date};

/// The day for which the days in `demo/promotions.csv` are written.
const REFERENCE_DAY: Date = date!(2026 - 11 - 24);

/// Moves the first and last day of each promotion by the days between the reference day and `today`.
pub(super) fn move_to(folder: &mut CatalogFolder, today: Date) {
    let by = today - REFERENCE_DAY;
    for promotion in folder.promotions.iter_mut().flat_map(|table| &mut table.rows) {
        for day in [&mut promotion.starts, &mut promotion.ends] {
            *day = day.and_then(|day| day.checked_add(by));
        }
    }
}

#[cfg(test)]
mod tests {
    use heuan_catalog_folder::{Columns, Promotion, Table};

    use super::*;

    /// The days of a promotion after an import on `today`.
    fn moved(starts: Option<Date>, ends: Option<Date>, today: Date) -> (Option<Date>, Option<Date>) {
        let promotion = Promotion {
            promo_id: 1,
            promo_type_id: 1,
            pro_ids: vec![],
            title_la: String::new(),
            title_en: String::new(),
            starts,
            ends,
            banner: String::new(),
            published: true,
        };
        let promotions = Some(Table { rows: vec![promotion], columns: Columns::default() });
        let mut folder = CatalogFolder { promotions, ..Default::default() };
        move_to(&mut folder, today);
        let promotion = &folder.promotions.unwrap().rows[0];
        (promotion.starts, promotion.ends)
    }

    #[test]
    fn days_are_as_far_from_the_import_as_they_are_from_the_reference_day() {
        let (starts, ends) = (date!(2026 - 11 - 01), date!(2026 - 12 - 31));
        let later = (Some(date!(2028 - 02 - 06)), Some(date!(2028 - 04 - 06)));
        assert_eq!(moved(Some(starts), Some(ends), date!(2028 - 02 - 29)), later);
        assert_eq!(moved(Some(starts), Some(ends), REFERENCE_DAY), (Some(starts), Some(ends)));
    }

    #[test]
    fn promotion_without_days_keeps_none() {
        assert_eq!(moved(None, None, date!(2027 - 01 - 01)), (None, None));
    }
}
