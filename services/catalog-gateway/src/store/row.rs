//! Decodes product rows by column index, because looking up sixteen names in each row costs more than decoding the
//! values.

use sqlx::{ColumnIndex, Decode, FromRow, Result, Row, Type};

use crate::catalog::Product;

/// One field list generates both the query and the decoder, so that their order is the same.
macro_rules! product_columns {
    ($first:ident $(, $field:ident)*) => {
        /// Columns that every product query selects first, of `product p`.
        pub(super) const COLUMNS: &str =
            concat!("p.", stringify!($first) $(, ", p.", stringify!($field))*);

        impl<'r, R: Row> FromRow<'r, R> for Product
        where
            usize: ColumnIndex<R>,
            i64: Decode<'r, R::Database> + Type<R::Database>,
            String: Decode<'r, R::Database> + Type<R::Database>,
        {
            fn from_row(row: &'r R) -> Result<Self> {
                let mut places = 0..;
                let mut next = || places.next().unwrap_or_default();
                Ok(Self { $first: row.try_get(next())? $(, $field: row.try_get(next())?)* })
            }
        }
    };
}

product_columns!(
    pro_id,
    cat_id,
    prog_id,
    name_la,
    name_en,
    img_cover,
    images,
    price,
    original_price,
    stock,
    vatrate,
    unit_la,
    unit_en,
    brand,
    popularity,
    revision
);
