//! `heuan orders lines`: changes the units of products of an open order, and adds products.

use std::time::Duration;

use anyhow::{Result, anyhow};
use clap::Args;
use heuan_orders::{Consent, OrderSummary, StaffCommands};
use heuan_rpc::{Error, Transport};
use heuan_runtime::{Settings, Shutdown};

use crate::{
    local_catalog,
    order_line::product_and_units,
    service_error::{message_with_field, shortages},
    settings::Shop,
};

/// Timeout of a call to the catalog in this process.
const CALL: Duration = Duration::from_secs(30);
/// Time in which the background tasks of the catalog must end.
const ENDING: Duration = Duration::from_secs(1);

#[derive(Args)]
pub struct ChangeLines {
    number: String,
    /// Product and units, such as 1202001=3; 0 units take the line out. A product that the order does not have is added with its
    /// present price. May be given several times.
    #[arg(long = "set", value_name = "PRODUCT=UNITS", required = true, value_parser = product_and_units)]
    set: Vec<(i64, i64)>,
    /// Reason for the staff, at most 500 characters. The customer does not see it.
    #[arg(long, default_value = "")]
    reason: String,
    /// Customer's consent to fewer units: `phone`, `chat`, `in_person`, `requested` (their own wish), `not_asked`. Needed
    /// when a line gets fewer units.
    #[arg(long, value_parser = consent)]
    consent: Option<Consent>,
}

/// Changes the lines. Opens the catalog only for a product that the order does not have.
pub async fn run(
    command: &ChangeLines,
    staff: &StaffCommands,
    settings: &Settings,
    shop: &Shop,
) -> Result<OrderSummary> {
    let ChangeLines { number, set, reason, consent } = command;
    if !staff.adds_products(number, set).await.map_err(message_with_field)? {
        let changed = staff.change_lines(number, set, None, reason, *consent).await;
        return changed.map_err(message_with_shortages);
    }
    let shutdown = Shutdown::new();
    let catalog = local_catalog::open(settings, shop, &shutdown).await?;
    let transport = Transport::in_process(catalog.routes(), CALL);
    let changed = staff.change_lines(number, set, Some(&transport), reason, *consent).await;
    shutdown.trigger();
    shutdown.wait(ENDING).await;
    catalog.close().await;
    changed.map_err(message_with_shortages)
}

/// The message of `error`, and a line for each product with too few units.
fn message_with_shortages(error: Error) -> anyhow::Error {
    let short = shortages(&error);
    if short.is_empty() {
        message_with_field(error)
    } else {
        anyhow!("{}\n{}", error.message, short.join("\n"))
    }
}

fn consent(text: &str) -> Result<Consent, String> {
    let read = Consent::read(&text.replace('-', "_")).map_err(|error| error.message)?;
    read.ok_or_else(|| "must not be empty".to_owned())
}
