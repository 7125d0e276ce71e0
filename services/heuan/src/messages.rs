//! `heuan messages`: reads delivery status notifications of mail servers. May run while the shop is running.

use std::{
    io::{self, Read as _},
    process::ExitCode,
};

use anyhow::{Context as _, Result};
use clap::Subcommand;
use heuan_notifications::{BounceError, Bounced, Bounces, Config, MAX_BOUNCE_BYTES, NAME};
use heuan_runtime::clock::Clock;

use crate::{
    data_folder,
    settings::{self, Shop},
};

/// Exit codes of `sysexits.h`, which mail servers know: the input is not the expected mail, and a temporary failure, after
/// which the server tries again.
const EX_DATAERR: u8 = 65;
const EX_TEMPFAIL: u8 = 75;

#[derive(Subcommand)]
pub enum Messages {
    /// Read a bounce (a delivery status notification, RFC 3464) from standard input, to which a mail server pipes it: the message
    /// has failed, and an address that does not exist is marked as undeliverable. Exits with 65 for any other mail, and with
    /// 75 if the mail server should try again.
    Bounce,
}

pub fn run(command: &Messages) -> ExitCode {
    let Messages::Bounce = command;
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
