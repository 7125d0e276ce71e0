//! `heuan contact`: prints messages of the contact form, and marks them as done. May run while the shop is running.

use std::{process::ExitCode, time::Duration};

use anyhow::Result;
use heuan_accounts::{Accounts, NAME, store::StoredContact};
use heuan_runtime::{Shutdown, clock::Clock};

use crate::{
    data_folder,
    service_error::message_with_field,
    settings::{self, Shop},
};

/// Action of the audit log.
const MARK: &str = "PATCH /api/staff/messages/{contact_id}";
const SENDERS: [&str; 4] = ["customer", "employee", "supplier", "organisation"];
const TOPICS: [&str; 3] = ["service", "website", "product"];

/// Prints the newest `limit` messages, newest first; or marks one as done or as open, and prints it.
pub fn run(limit: u32, mark: Option<(i64, bool)>) -> Result<ExitCode> {
    let settings = settings::load()?;
    let shop: Shop = settings.section("shop")?;
    data_folder::prepare(&shop.data_dir)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let (config, shutdown) = (settings.section(NAME)?, Shutdown::new());
        let accounts = Accounts::open(&config, &shop.location(NAME), Clock::System, shutdown.clone()).await?;
        let contacts = match mark {
            Some((number, is_done)) => {
                let service = accounts.service();
                let change = service.set_contact_done_by_operator(number, is_done);
                let detail = |_: &StoredContact| if is_done { "done" } else { "open" }.to_owned();
                let marked = service.audited((MARK, &number.to_string()), change, detail).await;
                marked.map(|one| vec![one])
            }
            None => accounts.service().contacts(limit).await,
        };
        shutdown.trigger();
        shutdown.wait(Duration::from_secs(1)).await;
        accounts.close().await;
        for contact in contacts.map_err(message_with_field)? {
            println!("{}\n", text(&contact));
        }
        anyhow::Ok(())
    })?;
    Ok(ExitCode::SUCCESS)
}

fn text(contact: &StoredContact) -> String {
    let word = |words: &[&'static str], number: i64| {
        usize::try_from(number - 1).ok().and_then(|at| words.get(at)).copied().unwrap_or("?")
    };
    let (sender, topic) = (word(&SENDERS, contact.sender_type), word(&TOPICS, contact.topic));
    let contact_points = [contact.phone.as_deref(), contact.email.as_deref()];
    let contact_points: Vec<&str> = contact_points.into_iter().flatten().collect();
    let customer = contact.customer_id.map(|id| format!("  customer {id}")).unwrap_or_default();
    let done = if contact.done_at.is_some() { "  done" } else { "" };
    let at = Clock::fixed(contact.at).now();
    format!(
        "#{}  {} {:02}:{:02}  {sender}, about {topic}{customer}{done}\n{}  {}\n{}",
        contact.contact_id,
        at.date(),
        at.hour(),
        at.minute(),
        contact.name,
        contact_points.join("  "),
        contact.message,
    )
}
