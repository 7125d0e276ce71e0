//! SQL for the staff: products of any visibility, their stock and their ledger.

mod adjust;
mod apply;
mod bulk;
mod code_index;
mod codes;
mod create;
mod detail;
mod duplicate;
mod edit;
pub(super) mod ledger;
mod list;
mod placement;
mod record;
mod request_key;
mod schedule;
mod search;
mod undo;

pub use bulk::{BulkMode, BulkResult, ChangedProduct, Skipped};
pub use list::StaffPage;
pub use search::StaffSearch;
pub use undo::{UndoRequest, UndoResult};
