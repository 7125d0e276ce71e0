//! `heuan orders accept|refund-part|request-return|decline-return|assign|unassign|contact`: what was agreed with the customer, and the
//! person who handles an order.

use std::time::Duration;

use anyhow::{Result, bail};
use clap::Subcommand;
use heuan_accounts::{
    Accounts, NAME,
    customer::{Customer, Identifier, Role},
};
use heuan_orders::{ContactChange, OrderSummary, StaffAction, StaffCommands};
use heuan_runtime::{Settings, Shutdown, clock::Clock};

use crate::{
    order_branch::find_branch, order_line::product_and_units, service_error::message_with_field,
    settings::Shop,
};

#[derive(Subcommand)]
pub enum OrderSteps {
    /// Accept the difference between payment and total: a missing amount is written off, and an excess becomes due for a
    /// refund.
    Accept {
        number: String,
        /// Reason for the staff, at most 500 characters; needed to write off. The customer does not see it.
        #[arg(long, default_value = "")]
        reason: String,
    },
    /// Give back a part of the paid amount, without a return. It becomes due for a refund.
    RefundPart {
        number: String,
        /// Kip to give back.
        #[arg(long)]
        amount: i64,
        /// Reason for the staff, at most 500 characters. The customer does not see it.
        #[arg(long)]
        reason: String,
    },
    /// Record that the customer of a completed order wants to return goods.
    RequestReturn {
        number: String,
        /// Product and units, such as 1202001=3. May be given several times.
        #[arg(long = "line", value_name = "PRODUCT=UNITS", required = true, value_parser = product_and_units)]
        lines: Vec<(i64, i64)>,
        /// Branch that is to receive them: its id. Without it, the branch of the pickup.
        #[arg(long)]
        branch: Option<i64>,
        /// Reason for the staff, at most 500 characters. The customer does not see it.
        #[arg(long)]
        reason: String,
    },
    /// Record that the requested return does not happen.
    DeclineReturn {
        number: String,
        /// Reason for the staff, at most 500 characters. The customer does not see it.
        #[arg(long)]
        reason: String,
    },
    /// Assign an open order to a member of the staff.
    Assign {
        number: String,
        /// Phone number or email address of a clerk or manager.
        staff: String,
    },
    /// End the assignment of an order.
    Unassign { number: String },
    /// Change the phone number or the receiver of an open order. The customer is notified.
    Contact {
        number: String,
        /// Phone number for questions about the order.
        #[arg(long, required_unless_present_any = ["receiver", "landmark", "driver_note"])]
        phone: Option<String>,
        /// Name of the person who receives the goods; empty for the customer.
        #[arg(long)]
        receiver: Option<String>,
        /// House number or landmark.
        #[arg(long)]
        landmark: Option<String>,
        /// Note for the driver.
        #[arg(long)]
        driver_note: Option<String>,
    },
}

pub async fn run(
    step: &OrderSteps,
    staff: &StaffCommands,
    settings: &Settings,
    shop: &Shop,
) -> Result<OrderSummary> {
    let done = match step {
        OrderSteps::Accept { number, reason } => staff.accept_difference(number, reason).await,
        OrderSteps::RefundPart { number, amount, reason } => staff.refund_part(number, *amount, reason).await,
        OrderSteps::RequestReturn { number, lines, branch, reason } => {
            let branch = match branch {
                Some(id) => Some(find_branch(shop, *id).await?),
                None => None,
            };
            staff.request_return(number, lines, branch, reason).await
        }
        OrderSteps::DeclineReturn { number, reason } => {
            staff.apply_with_note(number, StaffAction::DeclineReturn, reason).await
        }
        OrderSteps::Assign { number, staff: identifier } => {
            let person = find_staff(identifier, settings, shop).await?;
            let name = format!("{} {}", person.details.fname, person.details.lname);
            staff.assign(number, person.customer_id, name.trim()).await
        }
        OrderSteps::Unassign { number } => staff.apply(number, StaffAction::Unassign).await,
        OrderSteps::Contact { number, phone, receiver, landmark, driver_note } => {
            let change = ContactChange {
                phone: phone.clone(),
                receiver: receiver.clone(),
                landmark: landmark.clone(),
                driver_note: driver_note.clone(),
            };
            staff.change_contact(number, change).await
        }
    };
    done.map_err(message_with_field)
}

/// The clerk or manager with this phone number or email address.
async fn find_staff(identifier: &str, settings: &Settings, shop: &Shop) -> Result<Customer> {
    let shutdown = Shutdown::new();
    let accounts =
        Accounts::open(&settings.section(NAME)?, &shop.location(NAME), Clock::System, shutdown.clone())
            .await?;
    let listed = accounts.service().staff().await;
    shutdown.trigger();
    shutdown.wait(Duration::from_secs(1)).await;
    accounts.close().await;
    let identifier = Identifier::read(identifier);
    let found = listed
        .map_err(message_with_field)?
        .into_iter()
        .map(|staff| staff.customer)
        .find(|customer| identifier.is_of(&customer.details));
    match found {
        Some(person) if matches!(person.role, Role::Clerk | Role::Manager) => Ok(person),
        Some(_) => bail!("editors do not handle orders; name a clerk or a manager"),
        None => bail!("no member of staff has this phone number or address"),
    }
}
