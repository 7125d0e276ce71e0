//! `heuan messages`: reads delivery status notifications of mail servers, and lists and clears the undeliverable addresses of a
//! customer. May run while the shop is running.

use std::{
    io::{self, Read as _},
    process::ExitCode,
    time::Duration,
};

use anyhow::{Context as _, Result};
use clap::Subcommand;
use heuan_accounts::{Accounts, service::AccountService};
use heuan_notifications::{
    BounceError, Bounced, Bounces, Config, Contact, MAX_BOUNCE_BYTES, NAME, UndeliverableCommands,
};
use heuan_runtime::{
    Shutdown,
    clock::{Clock, rfc3339},
};

use crate::{
    customer::find,
    data_folder,
    service_error::message_with_field,
    settings::{self, Shop},
};

/// Exit codes of `sysexits.h`, which mail servers know: the input is not the expected mail, and a temporary failure, after
/// which the server tries again.
const EX_DATAERR: u8 = 65;
const EX_TEMPFAIL: u8 = 75;
/// Action of the audit log for a cleared address.
const CLEAR: &str = "DELETE /api/staff/customers/{cus_id}/undeliverable/{channel}";

#[derive(Subcommand)]
pub enum Messages {
    /// Read a bounce (a delivery status notification, RFC 3464) from standard input, to which a mail server pipes it: the message
    /// has failed, and an address that does not exist is marked as undeliverable. Exits with 65 for any other mail, and with
    /// 75 if the mail server should try again.
    Bounce,
    /// Print the addresses of a customer to which messages are not delivered, with the reports of the servers and providers.
    Undeliverable {
        /// Customer id, phone number or email address.
        customer: String,
    },
    /// Clear the mark of an undeliverable address, so that messages go there again.
    ClearUndeliverable {
        /// Customer id, phone number or email address.
        customer: String,
        /// Channel of the address: email, sms or whatsapp.
        channel: String,
    },
}

pub fn run(command: &Messages) -> Result<ExitCode> {
    match command {
        Messages::Bounce => return Ok(read_bounce()),
        Messages::Undeliverable { customer } => addresses(customer, None)?,
        Messages::ClearUndeliverable { customer, channel } => addresses(customer, Some(channel.as_str()))?,
    }
    Ok(ExitCode::SUCCESS)
}

fn read_bounce() -> ExitCode {
    match bounce() {
        Ok(Ok(bounced)) => {
            println!("{}", text(&bounced));
            ExitCode::SUCCESS
        }
        Ok(Err(refused)) => {
            eprintln!("heuan: {refused}");
            ExitCode::from(if matches!(refused, BounceError::Store(_)) { EX_TEMPFAIL } else { EX_DATAERR })
        }
        // The setting is wrong, or the database does not open. The mail must not be lost.
        Err(error) => {
            eprintln!("heuan: {error:#}");
            ExitCode::from(EX_TEMPFAIL)
        }
    }
}

fn bounce() -> Result<Result<Bounced, BounceError>> {
    let mut mail = Vec::new();
    let limit = MAX_BOUNCE_BYTES as u64 + 1;
    io::stdin().lock().take(limit).read_to_end(&mut mail).context("standard input could not be read")?;
    let settings = settings::load()?;
    let shop: Shop = settings.section("shop")?;
    let config: Config = settings.section(NAME)?;
    data_folder::prepare(&shop.data_dir)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let bounces = Bounces::open(&config, &shop.location(NAME), Clock::System).await?;
        let received = bounces.receive(&mail).await;
        bounces.close().await;
        Ok(received)
    })
}

/// The result as text, without the address, because mail servers log it.
fn text(bounced: &Bounced) -> String {
    match bounced {
        Bounced::Marked { message_id } => {
            format!("message {message_id} failed: no such mailbox; its address is marked as undeliverable")
        }
        Bounced::Failed { message_id } => format!("message {message_id} failed"),
        Bounced::Ignored { message_id, why } => format!("message {message_id}: nothing changed, {why}"),
    }
}

/// Lists the undeliverable addresses of the customer that `customer` names, or clears the one of the channel `cleared`.
fn addresses(customer: &str, cleared: Option<&str>) -> Result<()> {
    let settings = settings::load()?;
    let shop: Shop = settings.section("shop")?;
    data_folder::prepare(&shop.data_dir)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let (config, shutdown) = (settings.section(heuan_accounts::NAME)?, Shutdown::new());
        let location = shop.location(heuan_accounts::NAME);
        let accounts = Accounts::open(&config, &location, Clock::System, shutdown.clone()).await?;
        let commands = UndeliverableCommands::open(&shop.location(NAME)).await?;
        let done = match cleared {
            Some(channel) => clear(accounts.service(), &commands, customer, channel).await,
            None => list(accounts.service(), &commands, customer).await,
        };
        shutdown.trigger();
        shutdown.wait(Duration::from_secs(1)).await;
        accounts.close().await;
        commands.close().await;
        done
    })
}

async fn list(accounts: &AccountService, commands: &UndeliverableCommands, text: &str) -> Result<()> {
    let customer_id = find(accounts, text).await?.customer_id;
    let contact = accounts.contact(customer_id).await.map_err(message_with_field)?;
    let details = contact.customer.details;
    let contact = Contact {
        name: details.full_name(),
        phone: details.phone.unwrap_or_default(),
        email: details.email.unwrap_or_default(),
        phone_verified_at: contact.phone_verified_at,
        email_verified_at: contact.email_verified_at,
        is_closed: contact.is_closed,
    };
    let marked = commands.list(customer_id, &contact).await.map_err(message_with_field)?;
    if marked.is_empty() {
        println!("customer {customer_id}: no address is marked as undeliverable");
    }
    for address in marked {
        let (since, detail) = (rfc3339(address.marked_at), address.detail.replace('\n', " "));
        println!("{}  {}  since {since}: {detail}", address.channel, address.recipient);
    }
    Ok(())
}

async fn clear(
    accounts: &AccountService,
    commands: &UndeliverableCommands,
    text: &str,
    channel: &str,
) -> Result<()> {
    let customer_id = find(accounts, text).await?.customer_id;
    let subject = format!("{customer_id} {channel}");
    let change = commands.clear(customer_id, channel);
    let cleared = accounts.audited((CLEAR, &subject), change, |()| channel.to_owned()).await;
    cleared.map_err(message_with_field)?;
    println!("customer {customer_id}: messages go to the address of the channel {channel} again");
    Ok(())
}
