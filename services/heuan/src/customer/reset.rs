//! `heuan customer reset`: issues a code with which a customer sets a new password.

use anyhow::Result;
use heuan_accounts::service::AccountService;
use heuan_runtime::clock::rfc3339;

use super::{find, message};

/// Action of the audit log.
const RESET_CODE: &str = "POST /api/staff/customers/{cus_id}/reset-code";

/// Prints the code for the customer that `text` names.
pub async fn run(accounts: &AccountService, text: &str) -> Result<()> {
    let customer = find(accounts, text).await?;
    let change = accounts.issue_reset_code(customer.customer_id);
    let subject = customer.customer_id.to_string();
    let issued =
        accounts.audited((RESET_CODE, &subject), change, |_| String::new()).await.map_err(message)?;
    println!("customer {}: {}", customer.customer_id, customer.details.full_name());
    println!("code {}, valid once, until {}", issued.code, rfc3339(issued.expires_at));
    println!("the customer enters it at /account/reset with a new password; all sessions end then");
    Ok(())
}
