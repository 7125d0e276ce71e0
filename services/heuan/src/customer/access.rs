//! `heuan customer block`, `unblock` and `sign-out`: whether a customer may use the account.

use anyhow::{Result, bail};
use heuan_accounts::service::AccountService;
use heuan_runtime::clock::rfc3339;

use super::{check_no_staff, find};
use crate::service_error::message_with_field;

/// Actions of the audit log.
const BLOCK: &str = "PUT /api/staff/customers/{cus_id}/block";
const UNBLOCK: &str = "DELETE /api/staff/customers/{cus_id}/block";
const SIGN_OUT: &str = "DELETE /api/staff/customers/{cus_id}/sessions";

/// Blocks the customer that `text` names, and prints the block. Returns the id of the customer, whose sessions have ended.
pub async fn block(accounts: &AccountService, text: &str, reason: &str) -> Result<i64> {
    let customer = find(accounts, text).await?;
    check_no_staff(&customer)?;
    let customer_id = customer.customer_id;
    let change = accounts.set_customer_block_by_operator(customer_id, Some(reason));
    let block = accounts.audited((BLOCK, &customer_id.to_string()), change, |_| String::new()).await;
    let Some(block) = block.map_err(message_with_field)? else {
        bail!("customer {customer_id} was changed meanwhile; run this command again");
    };
    let (since, reason) = (rfc3339(block.at), block.reason.replace('\n', " "));
    println!("customer {customer_id}: blocked since {since} by {}: {reason}", block.by);
    Ok(customer_id)
}

/// Lets the customer that `text` names sign in again.
pub async fn unblock(accounts: &AccountService, text: &str) -> Result<()> {
    let customer_id = find(accounts, text).await?.customer_id;
    let former = accounts.customer_details(customer_id).await.map_err(message_with_field)?.block;
    let change = accounts.set_customer_block_by_operator(customer_id, None);
    let unblocked = accounts.audited((UNBLOCK, &customer_id.to_string()), change, |_| String::new()).await;
    unblocked.map_err(message_with_field)?;
    println!("customer {customer_id}: {}", if former.is_some() { "unblocked" } else { "was not blocked" });
    Ok(())
}

/// Ends all sessions of the customer that `text` names. Returns the id of the customer.
pub async fn sign_out(accounts: &AccountService, text: &str) -> Result<i64> {
    let customer_id = find(accounts, text).await?.customer_id;
    let change = accounts.end_customer_sessions_by_operator(customer_id);
    let ended = accounts.audited((SIGN_OUT, &customer_id.to_string()), change, |()| String::new()).await;
    ended.map_err(message_with_field)?;
    println!("customer {customer_id}: signed out everywhere");
    Ok(customer_id)
}
