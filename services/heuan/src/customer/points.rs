//! `heuan customer points` and `correct-points`: club points of a customer.

use anyhow::{Result, bail};
use heuan_accounts::{service::AccountService, token::readable_secret};
use heuan_orders::{PointsCommands, PointsLine};
use heuan_runtime::clock::{Clock, rfc3339};

use super::{find, message};
use crate::{service_error::message_with_field, settings::Shop};

/// Characters of a new idempotency key.
const KEY_LENGTH: usize = 24;

/// Action of the audit log.
const CORRECT: &str = "POST /api/staff/customers/{cus_id}/points/corrections";

/// A correction as it was entered.
pub struct Correction<'a> {
    pub points: i64,
    pub reason: &'a str,
    /// Idempotency key; empty for a new one.
    pub key: &'a str,
}

/// Prints the balance of the customer that `text` names, and the newest `limit` changes of it.
pub async fn list(accounts: &AccountService, shop: &Shop, text: &str, limit: u32) -> Result<()> {
    let customer_id = find(accounts, text).await?.customer_id;
    let commands = open(shop).await?;
    let ledger = commands.ledger(customer_id, limit).await;
    commands.close().await;
    let (balance, entries) = ledger.map_err(message_with_field)?;
    println!("customer {customer_id}: {balance} points");
    for entry in &entries {
        println!("{}", line(entry));
    }
    Ok(())
}

/// Corrects the points of the customer that `text` names, and prints the new balance.
pub async fn correct(
    accounts: &AccountService,
    shop: &Shop,
    text: &str,
    correction: &Correction<'_>,
) -> Result<()> {
    let customer_id = find(accounts, text).await?.customer_id;
    // The orders service does not know which customers exist.
    if accounts.erasure(customer_id).await.map_err(message)?.is_some() {
        bail!(
            "the data of customer {customer_id} is being erased; run `heuan customer erase` to complete it"
        );
    }
    let Correction { points, reason, key } = *correction;
    let key = if key.is_empty() { readable_secret(KEY_LENGTH).map_err(message)? } else { key.to_owned() };
    let commands = open(shop).await?;
    let change = commands.correct(customer_id, points, reason, &key);
    let subject = customer_id.to_string();
    let corrected = accounts.audited((CORRECT, &subject), change, |_| format!("{points:+}")).await;
    commands.close().await;
    let balance = corrected.map_err(message_with_field)?;
    println!("customer {customer_id}: corrected by {points:+}, {balance} points now");
    Ok(())
}

async fn open(shop: &Shop) -> Result<PointsCommands> {
    Ok(PointsCommands::open(&shop.location(heuan_orders::NAME), Clock::System).await?)
}

fn line(entry: &PointsLine) -> String {
    let PointsLine { at, kind, points, order_id, reason, by } = entry;
    let order = if order_id.is_empty() { String::new() } else { format!("  order {order_id}") };
    let by = if by.is_empty() { String::new() } else { format!("  by {by}") };
    let reason = if reason.is_empty() { String::new() } else { format!(": {reason}") };
    format!("{}  {points:+} {kind}{order}{by}{reason}", rfc3339(*at))
}
