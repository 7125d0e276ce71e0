//! The six CSV tables of a catalog folder: file names, columns, and detection of a table by its columns.

use crate::csv::Spec;
use crate::tables::{branches, categories, groups, products, promotion_types, promotions};

/// A table of a catalog folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FolderTable {
    Categories,
    Groups,
    Products,
    Branches,
    PromotionTypes,
    Promotions,
}

impl FolderTable {
    /// In reading order.
    pub const ALL: [Self; 6] = [
        Self::Categories,
        Self::Groups,
        Self::Products,
        Self::Branches,
        Self::PromotionTypes,
        Self::Promotions,
    ];

    fn spec(self) -> &'static Spec {
        match self {
            Self::Categories => &categories::SPEC,
            Self::Groups => &groups::SPEC,
            Self::Products => &products::SPEC,
            Self::Branches => &branches::SPEC,
            Self::PromotionTypes => &promotion_types::SPEC,
            Self::Promotions => &promotions::SPEC,
        }
    }

    /// Name of the file in the folder.
    pub fn file(self) -> &'static str {
        self.spec().file
    }

    /// The file name without `.csv`.
    pub fn name(self) -> &'static str {
        self.file().trim_end_matches(".csv")
    }

    /// All columns; the first one is the id.
    pub fn columns(self) -> &'static [&'static str] {
        self.spec().columns
    }

    /// The columns of an export: the columns with the state of the shop, without the columns that only change
    /// it.
    pub fn exported_columns(self) -> impl Iterator<Item = &'static str> {
        self.columns().iter().copied().filter(|column| *column != products::STOCK_CHANGE)
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|table| table.name() == name)
    }

    /// The table whose rows have these columns. Rows also contain ids of other tables, such as the group of a product, so
    /// the id that no other table refers to decides.
    pub fn of_columns(columns: &[&str]) -> Option<Self> {
        let by_id = [
            Self::Products,
            Self::Promotions,
            Self::PromotionTypes,
            Self::Groups,
            Self::Categories,
            Self::Branches,
        ];
        by_id.into_iter().find(|table| columns.contains(&table.columns()[0]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_is_recognized_by_its_columns() {
        for table in FolderTable::ALL {
            assert_eq!(FolderTable::of_columns(table.columns()), Some(table));
            assert_eq!(FolderTable::from_name(table.name()), Some(table));
        }
        assert_eq!(FolderTable::of_columns(&["price", "pro_id"]), Some(FolderTable::Products));
        assert_eq!(FolderTable::of_columns(&["price", "stock"]), None);
    }
}
