//! `heuan customer notes` and `note`: notes of the staff about a customer.

use anyhow::Result;
use heuan_accounts::{service::AccountService, store::CustomerNote};
use heuan_runtime::clock::rfc3339;

use super::find;
use crate::service_error::message_with_field;

/// Action of the audit log.
const ADD_NOTE: &str = "POST /api/staff/customers/{cus_id}/notes";

/// Prints the notes about the customer that `text` names, newest first.
pub async fn list(accounts: &AccountService, text: &str) -> Result<()> {
    let customer_id = find(accounts, text).await?.customer_id;
    let details = accounts.customer_details(customer_id).await.map_err(message_with_field)?;
    for note in &details.notes {
        println!("{}", line(note));
    }
    Ok(())
}

/// Adds a note about the customer that `text` names, and prints it.
pub async fn add(accounts: &AccountService, text: &str, note: &str) -> Result<()> {
    let customer_id = find(accounts, text).await?.customer_id;
    let change = accounts.add_customer_note_by_operator(customer_id, note);
    let added = accounts.audited((ADD_NOTE, &customer_id.to_string()), change, |_| String::new()).await;
    println!("customer {customer_id}: {}", line(&added.map_err(message_with_field)?));
    Ok(())
}

fn line(note: &CustomerNote) -> String {
    let CustomerNote { at, actor_name, note, .. } = note;
    let by = if actor_name.is_empty() { String::new() } else { format!("  by {actor_name}") };
    format!("{}{by}: {}", rfc3339(*at), note.replace('\n', " "))
}
