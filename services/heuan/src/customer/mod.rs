//! `heuan customer`: exports or erases the data of a customer in every service, or makes a code for a new password. May run
//! while the shop is running.
//!
//! The services do the work, each for its own tables: `export` reads them, `erase` deletes or pseudonymizes them and may be repeated.

mod erase;
mod export;
mod reset;
mod services;

use std::{path::PathBuf, process::ExitCode, time::Duration};

use anyhow::Result;
use clap::Subcommand;
use heuan_edge::EdgeConfig;
use heuan_rpc::Error;

use crate::{
    data_folder,
    settings::{self, Shop},
};
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
            Customer::Erase { customer } => {
                erase::run(&services, customer, Duration::from_millis(edge.deadline_ms)).await
            }
        };
        services.close().await;
        done
    })?;
    Ok(ExitCode::SUCCESS)
}

/// The error as the operator reads it.
fn message(error: Error) -> anyhow::Error {
    anyhow::Error::msg(error.message)
}
