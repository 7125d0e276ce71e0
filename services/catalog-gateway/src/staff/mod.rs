//! Changes of products by the staff: fields, stock adjustments, bulk changes, and the ledger. This module has the
//! rules, without SQL.

mod adjustment;
mod bulk;
mod edit;
mod field;
mod ledger;
mod listing;
mod request_key;
mod schedule;

pub use adjustment::{Adjustment, AdjustmentKind, StockRequest};
pub use bulk::{BulkChange, MAX_SELECTED, PriceChange, PriceStep, Selection};
pub use edit::{Fields, ProductEdit};
pub use field::Field;
pub use ledger::{Actor, ChangeKind, ChangeSource, FieldValue, LedgerEntry, is_undoable};
pub use listing::{ListCursor, StaffDetail, StaffFilter, StaffProduct, StaffSort, StockFilter};
pub use request_key::RequestKey;
pub(crate) use request_key::digest;
pub use schedule::Schedule;

use heuan_rpc::Error;

/// Maximum characters of a reason.
pub const MAX_REASON_CHARS: usize = 500;

/// The error for a product that was changed after the version that the caller has seen.
pub fn product_changed() -> Error {
    Error::conflict("product_changed", "the product was changed meanwhile; look at it again")
}

/// The error for a count of stock that was changed or sold since the caller has seen it.
pub fn stock_changed(on_hand: Option<i64>) -> Error {
    let now = on_hand.map_or_else(
        || "the stock is not counted now".to_owned(),
        |units| format!("{units} units are on hand now"),
    );
    Error::conflict("stock_changed", format!("{now}; look at the stock again before you set it"))
}

/// The error for a change that would leave fewer units than reservations hold.
pub fn stock_held(held: i64) -> Error {
    Error::conflict(
        "stock_held",
        format!("{held} units are held for open orders, so at least these must remain"),
    )
}
