//! Branches, which belong to another service, and the rows of `branches.csv`.

use anyhow::Result;
use heuan_catalog_folder::{Branch, Columns, Table};

use crate::staff::Actor;

/// The shop's branches: over the network, or in the tables of their service on the command line.
#[tonic::async_trait]
pub trait BranchTables: Send + Sync {
    /// All branches in shop order.
    async fn branches(&self) -> Result<Vec<Branch>>;

    /// Ids of the branches that staff edited since the last import. `actor` is the editor or manager who imports; `None` on the command line.
    async fn edited(&self, actor: Option<&Actor>) -> Result<Vec<i64>>;

    /// Writes rows by id; with `replace`, removes all others. `actor` as in [`BranchTables::edited`].
    async fn write(&self, rows: &[Branch], replace: bool, actor: Option<&Actor>) -> Result<()>;
}

/// The rows of `table`. Rows of branches in `before` keep their values for absent columns.
pub fn rows(table: &Table<Branch>, before: &[Branch]) -> Vec<Branch> {
    let of = |row: &Branch| before.iter().find(|branch| branch.b_id == row.b_id).cloned();
    table
        .rows
        .iter()
        .map(|row| of(row).map_or_else(|| row.clone(), |kept| over(kept, row, &table.columns)))
        .collect()
}

fn over(kept: Branch, row: &Branch, columns: &Columns) -> Branch {
    let (mut branch, row) = (kept, row.clone());
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
