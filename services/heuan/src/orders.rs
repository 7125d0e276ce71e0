//! `heuan orders`: records how the staff handled an order. The running shop performs the resulting actions.

use std::process::ExitCode;

use anyhow::Result;
use clap::Subcommand;
use heuan_orders::{NAME, OrderSummary, StaffAction, StaffCommands};
use heuan_runtime::clock::Clock;

use crate::{
    data_folder,
    settings::{self, Shop},
};

#[derive(Subcommand)]
pub enum Orders {
    /// List orders that wait for the staff: transfers to check, goods to prepare or hand over, money to refund.
    List,
    /// Record a payment: a transfer was found in the account.
    Paid {
        /// Order number, or reference of its payment.
        number: String,
    },
    /// Record that the goods are ready for delivery or pickup.
    Ready { number: String },
    /// Record that the customer has received and paid for it.
    Completed { number: String },
    /// Record a manual refund.
    Refunded { number: String },
    /// Cancel an order in any state but completed: stock and points are returned, and the customer is notified.
    Cancel {
        number: String,
        /// Reason for the staff, at most 500 characters. The customer does not see it.
        #[arg(long, default_value = "")]
        reason: String,
    },
}

pub fn run(command: &Orders) -> Result<ExitCode> {
    let settings = settings::load()?;
    let shop: Shop = settings.section("shop")?;
    data_folder::prepare(&shop.data_dir)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let staff =
            StaffCommands::open(&settings.section(NAME)?, &shop.location(NAME), Clock::System).await?;
        let outcome = carry_out(command, &staff).await;
        staff.close().await;
        outcome
    })?;
    Ok(ExitCode::SUCCESS)
}

async fn carry_out(command: &Orders, staff: &StaffCommands) -> Result<()> {
    let (number, done) = match command {
        Orders::List => {
            for order in staff.waiting().await? {
                println!("{}", line(&order));
            }
            return Ok(());
        }
        Orders::Cancel { number, reason } => {
            let cancelled = staff.cancel(number, reason).await;
            println!("{}", line(&cancelled.map_err(|error| anyhow::Error::msg(error.message))?));
            return Ok(());
        }
        Orders::Paid { number } => (number, StaffAction::Paid),
        Orders::Ready { number } => (number, StaffAction::Ready),
        Orders::Completed { number } => (number, StaffAction::Completed),
        Orders::Refunded { number } => (number, StaffAction::Refunded),
    };
    let order = staff.apply(number, done).await.map_err(|error| anyhow::Error::msg(error.message))?;
    println!("{}", line(&order));
    Ok(())
}

fn line(order: &OrderSummary) -> String {
    let OrderSummary { number, status, method, payment, total, refund, cancel_reason } = order;
    let refund = if *refund > 0 { format!(", {refund} kip to give back") } else { String::new() };
    let reason = if cancel_reason.is_empty() { String::new() } else { format!(": {cancel_reason}") };
    format!("{number}  {status}, {total} kip by {method} {payment}{refund}{reason}")
}
