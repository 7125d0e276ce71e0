//! Application services of the staff, and the commands of the command-line tool.

mod command_line;
mod customer;
mod lines;
mod points_commands;
mod preparation;
mod return_hold;
mod service;
mod take;
mod transfers;

pub use command_line::{
    ContactChange, LogLine, OrderDetails, OrderSummary, ReturnStock, ReturnedGoods, StaffCommands,
};
pub use customer::StaffCustomerService;
pub use points_commands::{PointsCommands, PointsLine};
pub use service::{ListPage, ReturnPreview, StaffOrderService};
