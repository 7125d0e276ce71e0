//! `heuan messages`: lists messages to customers and sends them again, reads delivery status notifications of mail servers, and lists
//! and clears the undeliverable addresses of a customer. May run while the shop is running.

use std::{
    io::{self, Read as _},
    process::ExitCode,
    time::Duration,
};

use anyhow::{Context as _, Result};
use clap::Subcommand;
use heuan_accounts::{Accounts, service::AccountService};
use heuan_notifications::{
    BounceError, Bounced, Bounces, Config, Contact, MAX_BOUNCE_BYTES, NAME, OutboxCommands, OutgoingMessage,
    UndeliverableCommands,
};
use heuan_runtime::{
    Settings, Shutdown,
    clock::{Clock, rfc3339},
};

use crate::{
    customer::find,
    data_folder,
    operator_audit::OperatorAudit,
    service_error::message_with_field,
    settings::{self, Shop},
};

/// Exit codes of `sysexits.h`, which mail servers know: the input is not the expected mail, and a temporary failure, after
/// which the server tries again.
const EX_DATAERR: u8 = 65;
const EX_TEMPFAIL: u8 = 75;
/// Action of the audit log for a cleared address.
const CLEAR: &str = "DELETE /api/staff/customers/{cus_id}/undeliverable/{channel}";
/// Action of the audit log for a message that is sent again.
const RESEND: &str = "POST /api/staff/outbox/{message_id}/resend";

#[derive(Subcommand)]
pub enum Messages {
    /// Print messages to customers by e-mail, SMS and WhatsApp, newest first, without their text.
    List {
        /// Only messages in this state: waiting, sent, failed or `not_configured`.
        #[arg(long)]
        state: Option<String>,
        /// Only messages of this channel: email, sms or whatsapp.
        #[arg(long)]
        channel: Option<String>,
        /// Number of messages.
        #[arg(long, default_value_t = 20)]
        limit: u16,
    },
    /// Send a message again that was sent, failed or had no provider, to the present address of the customer.
    Resend {
        /// Id of the message, which `list` prints.
        message_id: i64,
    },
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
        Messages::List { .. } | Messages::Resend { .. } => outbox(command)?,
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

fn outbox(command: &Messages) -> Result<()> {
    let settings = settings::load()?;
    let shop: Shop = settings.section("shop")?;
    let config: Config = settings.section(NAME)?;
    data_folder::prepare(&shop.data_dir)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let commands = OutboxCommands::open(&config, &shop.location(NAME), Clock::System).await?;
        let done = match command {
            Messages::List { state, channel, limit } => {
                let listed = commands.list(state.as_deref(), channel.as_deref(), i64::from(*limit)).await;
                listed.map_err(message_with_field)
            }
            Messages::Resend { message_id } => {
                resend(&commands, *message_id, &settings, &shop).await.map(|message| vec![message])
            }
            _ => Ok(Vec::new()),
        };
        commands.close().await;
        for message in done? {
            println!("{}", line(&message));
        }
        Ok(())
    })
}

async fn resend(
    commands: &OutboxCommands,
    message_id: i64,
    settings: &Settings,
    shop: &Shop,
) -> Result<OutgoingMessage> {
    let audit = OperatorAudit::open(settings, shop).await?;
    let (subject, change) = (message_id.to_string(), commands.resend(message_id));
    let detail = |message: &OutgoingMessage| {
        let OutgoingMessage { channel, kind, order_number, .. } = message;
        format!("{channel} {kind} {order_number}").trim_end().to_owned()
    };
    let resent = audit.accounts().audited((RESEND, &subject), change, detail).await;
    audit.close().await;
    resent.map_err(message_with_field)
}

fn line(message: &OutgoingMessage) -> String {
    let OutgoingMessage { message_id, channel, kind, state, recipient, order_number, .. } = message;
    let at = rfc3339(message.created_at);
    let recipient = if recipient.is_empty() { "not prepared" } else { recipient.as_str() };
    let order = if order_number.is_empty() { String::new() } else { format!("  order {order_number}") };
    let reserve = if message.in_reserve == 1 { " in reserve" } else { "" };
    let causes = [message.reason.as_str(), message.detail.as_str()];
    let causes: Vec<&str> = causes.into_iter().filter(|text| !text.is_empty()).collect();
    let cause = if causes.is_empty() { String::new() } else { format!(": {}", causes.join(", ")) };
    let cause = cause.replace('\n', " ");
    format!("{message_id}  {at}  {channel}  {kind}  {recipient}{order}  {state}{reserve}{cause}")
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
