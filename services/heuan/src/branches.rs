//! Conversion of `branches.csv` rows to stored branches.

use heuan_catalog_folder::{Branch as Row, Columns, Table};
use heuan_weather_branches::branches::Branch;

/// The rows of `table`. Rows of branches in `before` keep their values for absent columns.
pub fn rows(table: &Table<Row>, before: &[Branch]) -> Vec<Branch> {
    let of = |row: &Row| before.iter().find(|branch| branch.b_id == row.b_id).cloned();
    table
        .rows
        .iter()
        .map(|row| of(row).map_or_else(|| whole(row), |kept| over(kept, row, &table.columns)))
        .collect()
}

fn over(kept: Branch, row: &Row, columns: &Columns) -> Branch {
    let (mut branch, row) = (kept, whole(row));
    macro_rules! take {
        ($($field:ident)*) => {$(
            if columns.has(stringify!($field)) {
                branch.$field = row.$field;
            }
        )*};
    }
    take!(b_code b_name b_name_eng b_image brchcode tb_address_la tb_address_en b_map b_f_phone b_s_phone b_email);
    take!(b_f_fax b_s_fax b_history_la b_history_en b_show_map open close);
    // Coordinates are replaced as a pair only.
    if columns.has("lat") || columns.has("lng") {
        (branch.lat, branch.lng) = (row.lat, row.lng);
    }
    branch
}

fn whole(row: &Row) -> Branch {
    let row = row.clone();
    Branch {
        b_id: row.b_id,
        b_code: row.b_code,
        b_name: row.b_name,
        b_name_eng: row.b_name_eng,
        b_image: row.b_image,
        brchcode: row.brchcode,
        tb_address_la: row.tb_address_la,
        tb_address_en: row.tb_address_en,
        b_map: row.b_map,
        b_f_phone: row.b_f_phone,
        b_s_phone: row.b_s_phone,
        b_email: row.b_email,
        b_f_fax: row.b_f_fax,
        b_s_fax: row.b_s_fax,
        b_history_la: row.b_history_la,
        b_history_en: row.b_history_en,
        b_show_map: row.b_show_map,
        lat: row.lat,
        lng: row.lng,
        open: row.open,
        close: row.close,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absent_column_keeps_its_values() {
        let folder = tempfile::tempdir().unwrap();
        let read = |text: &str| {
            std::fs::write(folder.path().join("branches.csv"), text).unwrap();
            let known = heuan_catalog_folder::ExistingIds::default();
            let options = heuan_catalog_folder::Options::new(&known);
            heuan_catalog_folder::read(folder.path(), &options).unwrap().branches.unwrap()
        };
        let before = rows(
            &read(
                "b_id,b_name,b_name_eng,b_f_phone,b_show_map,lat,lng,open,close\n\
                 2,ສາຂາ,Branch,020 1,true,17.9,102.6,08:00,18:00\n",
            ),
            &[],
        );
        let after = rows(&read("b_id,b_name,b_f_phone\n2,ສາຂາໃໝ່,020 2\n3,ໃໝ່,020 3\n"), &before);
        let changed =
            Branch {
                b_name: "ສາຂາໃໝ່".to_owned(), b_f_phone: "020 2".to_owned(), ..before[0].clone()
            };
        assert_eq!(after[0], changed);
        assert_eq!((after[1].b_name.as_str(), after[1].b_show_map, after[1].lat), ("ໃໝ່", false, None));
    }
}
