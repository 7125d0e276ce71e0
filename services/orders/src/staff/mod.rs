//! Lists, steps and internal log of the staff for the orders of all customers. The gRPC service and the command-line tool
//! use the same steps.

mod action;
mod change;
mod command_line;
mod consent;
mod cursor;
mod customer;
mod detail;
mod figures;
mod grants;
mod lines;
mod list;
mod order;
mod payment_number;
mod pick;
mod plan;
mod preview;
mod return_hold;
mod search;
mod security;
mod service;
mod statement;
mod take;
mod transfer_match;

pub use action::{Actor, Blocked, StaffAction, StaffRole, StaffStep};
pub use change::{CHANGE_DELIVERY, CHANGE_DETAILS, DetailsChange};
pub use command_line::{LogLine, OrderDetails, OrderSummary, ReturnStock, ReturnedGoods, StaffCommands};
pub use consent::Consent;
pub use customer::{Correction, Ledger, LedgerPosition, StaffCustomerService, StaffEntry};
pub use detail::StepDetail;
pub use figures::{BestSeller, DailySales, Figures, Period, Sales, SalesFigures, Series, WaitingOrders};
pub use grants::ClerkGrants;
pub use lines::{LinesChange, LinesPreview, LinesRequest, PreviewedLine, lines_note, log_word};
pub use list::{ListFilter, ListRequest, Sort, View, ViewCounts};
pub use order::{ActionState, CustomerFacts, LogEntry, StaffOrder};
pub use pick::{PickChange, PickedLine};
pub use plan::{DayFilter, PLAN_DELIVERY, PlanChange};
pub use preview::Preview;
pub use search::search_text;
pub use service::{ListPage, ReturnPreview, StaffOrderService};
pub use take::{CommandLineOrder, Destination, TAKE_ORDER, TakenOrder};
pub use transfer_match::{Candidate, MatchedLine};
