//! `heuan customer`: exports or erases the data of a customer in every service, makes a code for a new password, blocks and unblocks,
//! and has the notes and the club points of a customer. May run while the shop is running.
//!
//! The services do the work, each for its own tables: `export` reads them, `erase` deletes or pseudonymizes them and may be repeated.

mod access;
mod erase;
mod export;
mod notes;
mod points;
mod reset;
mod services;

use std::{path::PathBuf, process::ExitCode, time::Duration};

use anyhow::{Result, anyhow, bail};
use clap::Subcommand;
use heuan_accounts::{customer::Customer as Account, service::AccountService};
use heuan_edge::{EdgeConfig, EdgeEvent, SessionsRevoked};
use heuan_rpc::Error;
use heuan_runtime::Settings;

use crate::{
    data_folder, live_events,
    settings::{self, Shop},
};
use points::Correction;
use services::Services;

#[derive(Subcommand)]
pub enum Customer {
    /// Print all data of a customer as JSON; docs/customer-export.schema.json describes it. Changes nothing.
    Export {
        /// Customer id, phone number or email address.
        customer: String,
        /// Write to this new file, which only this user can read, instead of standard output.
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
    /// Print a code with which a customer sets a new password; it is valid once and for ten minutes. Make sure that you talk to
    /// the customer before you tell it.
    Reset {
        /// Customer id, phone number or email address.
        customer: String,
    },
    /// Block a customer, who is signed out everywhere and cannot sign in. A customer who is blocked already keeps the first reason.
    Block {
        /// Customer id, phone number or email address.
        customer: String,
        /// Reason for the staff, at most 500 characters. The customer does not see it.
        #[arg(long)]
        reason: String,
    },
    /// Let a blocked customer sign in again.
    Unblock {
        /// Customer id, phone number or email address.
        customer: String,
    },
    /// Sign a customer out everywhere.
    SignOut {
        /// Customer id, phone number or email address.
        customer: String,
    },
    /// Print the notes of the staff about a customer, newest first.
    Notes {
        /// Customer id, phone number or email address.
        customer: String,
    },
    /// Add a note about a customer, which only the staff see.
    Note {
        /// Customer id, phone number or email address.
        customer: String,
        /// At most 1000 characters.
        text: String,
    },
    /// Print the club points of a customer, and the changes of them, newest first.
    Points {
        /// Customer id, phone number or email address.
        customer: String,
        /// Number of changes.
        #[arg(long, default_value_t = 50)]
        limit: u32,
    },
    /// Add club points to a customer, or take some, never below zero.
    CorrectPoints {
        /// Customer id, phone number or email address.
        customer: String,
        /// Difference, such as 50 or -50.
        #[arg(allow_negative_numbers = true)]
        points: i64,
        /// Reason for the staff, at most 500 characters. The customer does not see it.
        #[arg(long)]
        reason: String,
        /// Idempotency key: the same command with the same key corrects once.
        #[arg(long, default_value = "")]
        key: String,
    },
    /// Erase a customer: orders lose name, phone number, address and notes, everything else is deleted. Cannot be undone. Refused while an
    /// order is open or a refund is due.
    Erase {
        /// Customer id, phone number or email address.
        customer: String,
    },
}

pub fn run(command: &Customer) -> Result<ExitCode> {
    let settings = settings::load()?;
    let shop: Shop = settings.section("shop")?;
    let edge: EdgeConfig = settings.section("edge")?;
    data_folder::prepare(&shop.data_dir)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let services = Services::open(&settings, &shop).await?;
        let done = match command {
            Customer::Export { customer, out } => export::run(&services, customer, out.as_deref()).await,
            Customer::Reset { customer } => reset::run(services.accounts(), customer).await,
            Customer::Block { customer, reason } => {
                let blocked = access::block(services.accounts(), customer, reason).await;
                end_streams(&settings, blocked).await
            }
            Customer::Unblock { customer } => access::unblock(services.accounts(), customer).await,
            Customer::SignOut { customer } => {
                end_streams(&settings, access::sign_out(services.accounts(), customer).await).await
            }
            Customer::Notes { customer } => notes::list(services.accounts(), customer).await,
            Customer::Note { customer, text } => notes::add(services.accounts(), customer, text).await,
            Customer::Points { customer, limit } => {
                points::list(services.accounts(), &shop, customer, *limit).await
            }
            Customer::CorrectPoints { customer, points, reason, key } => {
                let correction = Correction { points: *points, reason, key };
                points::correct(services.accounts(), &shop, customer, &correction).await
            }
            Customer::Erase { customer } => {
                let deadline = Duration::from_millis(edge.deadline_ms);
                erase::run(&services, &settings, customer, deadline).await
            }
        };
        services.close().await;
        done
    })?;
    Ok(ExitCode::SUCCESS)
}

/// Ends the open streams of a customer whose sessions have ended, instead of at their next recheck.
async fn end_streams(settings: &Settings, signed_out: Result<i64>) -> Result<()> {
    let revoked = SessionsRevoked::All { customer_id: signed_out? };
    live_events::publish(settings, &EdgeEvent::SessionsRevoked(revoked)).await
}

/// The customer that `text` names.
pub async fn find(accounts: &AccountService, text: &str) -> Result<Account> {
    let customer = accounts.find_customer(text).await.map_err(message)?;
    customer.ok_or_else(|| anyhow!("no customer has this id, phone number or email address"))
}

/// Refuses members of the staff.
fn check_no_staff(customer: &Account) -> Result<()> {
    if customer.role.is_staff() {
        let customer_id = customer.customer_id;
        bail!("customer {customer_id} is a member of the staff; run `heuan staff remove` first");
    }
    Ok(())
}

/// The error as the operator reads it.
fn message(error: Error) -> anyhow::Error {
    anyhow::Error::msg(error.message)
}
