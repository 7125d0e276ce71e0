//! Lists, steps and internal log of the staff for the orders of all customers: types and rules. The gRPC service and the
//! command-line tool use the same steps.

mod action;
mod change;
mod consent;
mod cursor;
mod detail;
mod figures;
mod grants;
mod ledger;
pub mod lines;
mod list;
mod order;
mod payment_number;
mod pick;
mod plan;
mod preview;
mod search;
pub mod security;
mod statement;
mod take;
mod transfer_match;

pub use action::{Actor, Blocked, StaffAction, StaffRole, StaffStep};
pub use change::{CHANGE_DELIVERY, CHANGE_DETAILS, DetailsChange};
pub use consent::Consent;
pub use cursor::Cursor;
pub use detail::StepDetail;
pub use figures::{BestSeller, DailySales, Figures, Period, Sales, SalesFigures, Series, WaitingOrders};
pub use grants::ClerkGrants;
pub use ledger::{Correction, Ledger, LedgerPosition, StaffEntry};
pub use lines::{LinesChange, LinesPreview, LinesRequest, PreviewedLine, lines_note, log_word};
pub use list::{ListFilter, ListRequest, Sort, View, ViewCounts, positive};
pub use order::{ActionState, CustomerFacts, LogEntry, StaffOrder};
pub use pick::{PICK_LINE, PickChange, PickedLine};
pub use plan::{DayFilter, PLAN_DELIVERY, PlanChange};
pub use preview::Preview;
pub use search::search_text;
pub use statement::{Entry, read_statement};
pub use take::{CommandLineOrder, Destination, TAKE_ORDER, TakenOrder};
pub use transfer_match::{Candidate, MatchedLine, StatementOrders, match_lines};
