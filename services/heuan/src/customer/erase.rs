//! `heuan customer erase`: the steps of an erasure.
//!
//! The accounts service records the begin, each service that has erased its data, and the end. A run that was interrupted is
//! continued by the next one.

use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use heuan_accounts::{customer::Customer, service::customer_id, store::Erasure};
use heuan_rpc::ErasedCustomer;
use heuan_runtime::{
    Settings,
    clock::{Clock, rfc3339},
};

use super::{
    check_no_staff, end_streams, message,
    services::{STEPS, Services},
};

/// Action of the audit log.
const ERASE: &str = "POST /api/staff/customers/{cus_id}/erasure";

/// A customer to be erased.
enum Subject {
    Known(Customer),
    /// Erased before.
    Erased {
        customer_id: i64,
        completed_at: i64,
    },
}

/// Erases the customer that `text` names. `deadline` is the longest time that a request of an ended session may still take.
pub async fn run(services: &Services, settings: &Settings, text: &str, deadline: Duration) -> Result<()> {
    match find(services, text).await? {
        Subject::Known(customer) => {
            let customer_id = customer.customer_id;
            let erased = ErasedCustomer {
                customer_id,
                phone: customer.details.phone.clone().unwrap_or_default(),
                email: customer.details.email.clone().unwrap_or_default(),
                is_by_customer: false,
            };
            check(services, &customer).await?;
            let (accounts, subject) = (services.accounts(), customer_id.to_string());
            let change = accounts.begin_erasure(customer_id);
            let erasure = accounts.audited((ERASE, &subject), change, |_| String::new()).await;
            let erasure = erasure.map_err(message)?;
            end_streams(settings, Ok(customer_id)).await?;
            println!("customer {customer_id}: the password is replaced, all sessions have ended");
            wait(&erasure, deadline).await;
            for service in STEPS {
                if !erasure.confirmed.iter().any(|confirmed| confirmed == service) {
                    erase_in(services, service, &erased).await?;
                    services.accounts().confirm_erasure(customer_id, service).await.map_err(message)?;
                }
                println!("{service}: erased");
            }
            // A service that has confirmed may have received new data while another one was erased, or since the command was
            // interrupted: events of other services, an answer of the staff, or a message with a code that was requested for
            // the number. So all services are erased again.
            for service in STEPS {
                erase_in(services, service, &erased).await?;
            }
            services.accounts().erase(customer_id).await.map_err(message)?;
            println!("{}: erased", heuan_accounts::NAME);
            empty_logs(services).await?;
            println!(
                "customer {customer_id} is erased; backups made before still have the data, and restoring one needs this command \
                 again"
            );
        }
        Subject::Erased { customer_id, completed_at } => {
            let erased = ErasedCustomer { customer_id, ..ErasedCustomer::default() };
            for service in STEPS {
                erase_in(services, service, &erased).await?;
            }
            services.accounts().erase(customer_id).await.map_err(message)?;
            empty_logs(services).await?;
            println!("customer {customer_id} is erased already, since {}", rfc3339(completed_at));
        }
    }
    Ok(())
}

async fn find(services: &Services, text: &str) -> Result<Subject> {
    if let Some(customer) = services.accounts().find_customer(text).await.map_err(message)? {
        return Ok(Subject::Known(customer));
    }
    if let Some(customer_id) = customer_id(text) {
        let erasure = services.accounts().erasure(customer_id).await.map_err(message)?;
        if let Some(completed_at) = erasure.and_then(|erasure| erasure.completed_at) {
            return Ok(Subject::Erased { customer_id, completed_at });
        }
    }
    bail!(
        "no customer has this id, phone number or email address; an erased customer is known by the id alone"
    )
}

/// Refuses members of the staff, and customers with open orders.
async fn check(services: &Services, customer: &Customer) -> Result<()> {
    let customer_id = customer.customer_id;
    check_no_staff(customer)?;
    let open = services.orders.open_orders(customer_id).await.map_err(message)?;
    if open.is_empty() {
        return Ok(());
    }
    let orders = open.iter().map(|order| {
        let late = match order.status.as_str() {
            "completed" | "cancelled" | "expired" if order.has_due_work => {
                ", a refund, a late payment or its stock is pending"
            }
            _ => "",
        };
        format!("\n  {}  {}, payment {}{late}", order.number, order.status, order.money)
    });
    bail!(
        "customer {customer_id} has open orders:{}\nComplete, cancel or refund them with `heuan orders`, wait for what is pending, \
         and run this command again",
        orders.collect::<String>()
    )
}

/// Waits until requests that began before the end of the sessions have ended.
async fn wait(erasure: &Erasure, deadline: Duration) {
    let since = Clock::System.now_ms().saturating_sub(erasure.begun_at);
    let left = deadline.saturating_sub(Duration::from_millis(u64::try_from(since).unwrap_or(0)));
    if !left.is_zero() {
        println!("waiting {:.1} s for requests that began before", left.as_secs_f64());
        tokio::time::sleep(left).await;
    }
}

async fn erase_in(services: &Services, service: &str, customer: &ErasedCustomer) -> Result<()> {
    let erased = services.erase(service, customer).await.map_err(message);
    erased.with_context(|| format!("{service} did not erase; run this command again to continue"))
}

async fn empty_logs(services: &Services) -> Result<()> {
    for service in services.empty_logs().await.map_err(message)? {
        eprintln!(
            "warning: the write-ahead log of {service} is in use and may hold erased data until the shop has ended; run this \
             command again later to empty it"
        );
    }
    Ok(())
}
