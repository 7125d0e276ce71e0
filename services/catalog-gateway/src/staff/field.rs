//! Fields of a product that the change ledger records, with their names in SQL, in calls and in `products.csv`.

/// A field of a product that the ledger records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Field {
    NameLa,
    NameEn,
    DescriptionLa,
    DescriptionEn,
    Price,
    OriginalPrice,
    Vatrate,
    UnitLa,
    UnitEn,
    Brand,
    Category,
    Group,
    Attributes,
    Cover,
    Images,
    Visible,
    /// Time at which the product is shown automatically.
    VisibleFrom,
    /// Time at which the product is hidden automatically.
    VisibleUntil,
    /// Location of the goods in the store or warehouse.
    Location,
    /// Units on hand. Changed by adjustments, never by an edit.
    Stock,
}

impl Field {
    /// Each field, its column, its name in calls, and its column in a catalog folder.
    const ALL: [(Self, &'static str, &'static str, &'static str); 20] = [
        (Self::NameLa, "name_la", "pro_name_la", "pro_name_la"),
        (Self::NameEn, "name_en", "pro_name_en", "pro_name_en"),
        (Self::DescriptionLa, "description_la", "description_la", "description_la"),
        (Self::DescriptionEn, "description_en", "description_en", "description_en"),
        (Self::Price, "price", "price", "price"),
        (Self::OriginalPrice, "original_price", "original_price", "product_price1"),
        (Self::Vatrate, "vatrate", "vatrate", "vatrate"),
        (Self::UnitLa, "unit_la", "unit_name_la", "unit_name_la"),
        (Self::UnitEn, "unit_en", "unit_name_en", "unit_name_en"),
        (Self::Brand, "brand", "brand", "brand"),
        (Self::Category, "cat_id", "cat_id", "cat_id"),
        (Self::Group, "prog_id", "prog_id", "prog_id"),
        (Self::Attributes, "attributes", "attributes", "attributes"),
        (Self::Cover, "img_cover", "pro_img_cover", "pro_img_cover"),
        (Self::Images, "images", "images", "images"),
        (Self::Visible, "visible", "visible", "visible"),
        (Self::VisibleFrom, "visible_from", "visible_from", "visible_from"),
        (Self::VisibleUntil, "visible_until", "visible_until", "visible_until"),
        (Self::Location, "location", "location", "location"),
        (Self::Stock, "stock", "stock", "stock"),
    ];

    pub fn all() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().map(|(field, ..)| field)
    }

    fn row(self) -> (&'static str, &'static str, &'static str) {
        let row = Self::ALL.iter().find(|(field, ..)| *field == self);
        row.map_or(("", "", ""), |(_, column, name, file)| (*column, *name, *file))
    }

    /// The column of table `product`; for `Stock`, the name in the ledger.
    pub fn column(self) -> &'static str {
        self.row().0
    }

    /// The name in calls and errors.
    pub fn name(self) -> &'static str {
        self.row().1
    }

    /// The column of a catalog folder's `products.csv`, or empty.
    pub fn file_column(self) -> &'static str {
        self.row().2
    }

    pub fn from_column(column: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, of, ..)| *of == column).map(|(field, ..)| *field)
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, _, of, _)| *of == name).map(|(field, ..)| *field)
    }

    /// Whether the field belongs to the schedule.
    pub fn is_schedule(self) -> bool {
        matches!(self, Self::VisibleFrom | Self::VisibleUntil)
    }

    pub fn is_number(self) -> bool {
        matches!(
            self,
            Self::Price
                | Self::OriginalPrice
                | Self::Vatrate
                | Self::Category
                | Self::Group
                | Self::Visible
                | Self::VisibleFrom
                | Self::VisibleUntil
                | Self::Stock
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_is_found_by_its_column() {
        for (field, column, ..) in Field::ALL {
            assert_eq!((Field::from_column(column), field.column()), (Some(field), column));
        }
        assert_eq!(Field::from_column("revision"), None);
    }
}
