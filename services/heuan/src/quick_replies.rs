//! `heuan quick-replies`: lists, adds, changes and removes quick replies of the chat as the back office does. May run while the shop is
//! running.

use std::process::ExitCode;

use anyhow::Result;
use clap::Subcommand;
use heuan_accounts::service::AccountService;
use heuan_chat::{NAME, QuickReply, QuickReplyCommands};
use heuan_runtime::Settings;

use crate::{
    data_folder,
    operator_audit::OperatorAudit,
    service_error::message_with_field,
    settings::{self, Shop},
};

/// Actions of the audit log.
const ADD: &str = "POST /api/auth/staff/quick-replies";
const CHANGE: &str = "PUT /api/auth/staff/quick-replies/{quick_reply_id}";
const REMOVE: &str = "DELETE /api/auth/staff/quick-replies/{quick_reply_id}";

#[derive(Subcommand)]
pub enum QuickReplies {
    /// Print all quick replies, oldest first.
    List,
    /// Add a quick reply.
    Add { title: String, text: String },
    /// Change the quick reply with this id, which `list` prints.
    Change {
        #[arg(value_parser = clap::value_parser!(i64).range(1..))]
        id: i64,
        title: String,
        text: String,
    },
    /// Remove the quick reply with this id, which `list` prints.
    Remove { id: i64 },
}

pub fn run(command: &QuickReplies) -> Result<ExitCode> {
    let settings = settings::load()?;
    let shop: Shop = settings.section("shop")?;
    data_folder::prepare(&shop.data_dir)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let replies = QuickReplyCommands::open(&shop.location(NAME)).await?;
        let outcome = carry_out(command, &replies, &settings, &shop).await;
        replies.close().await;
        outcome
    })?;
    Ok(ExitCode::SUCCESS)
}

async fn carry_out(
    command: &QuickReplies,
    replies: &QuickReplyCommands,
    settings: &Settings,
    shop: &Shop,
) -> Result<()> {
    if let QuickReplies::List = command {
        for reply in replies.list().await.map_err(message_with_field)? {
            println!("{}", line(&reply));
        }
        return Ok(());
    }
    let audit = OperatorAudit::open(settings, shop).await?;
    let outcome = change(command, replies, audit.accounts()).await;
    audit.close().await;
    outcome
}

async fn change(
    command: &QuickReplies,
    replies: &QuickReplyCommands,
    accounts: &AccountService,
) -> Result<()> {
    match command {
        QuickReplies::List => {}
        QuickReplies::Add { title, text } => {
            let change = replies.save(reply(0, title, text));
            let added = accounts.audited((ADD, ""), change, |_| String::new()).await;
            println!("added {}", line(&added.map_err(message_with_field)?));
        }
        QuickReplies::Change { id, title, text } => {
            let (subject, change) = (id.to_string(), replies.save(reply(*id, title, text)));
            let changed = accounts.audited((CHANGE, subject.as_str()), change, |_| String::new()).await;
            println!("changed {}", line(&changed.map_err(message_with_field)?));
        }
        QuickReplies::Remove { id } => {
            let (subject, change) = (id.to_string(), replies.remove(*id));
            let removed = accounts.audited((REMOVE, subject.as_str()), change, |()| String::new()).await;
            removed.map_err(message_with_field)?;
            println!("removed {id}");
        }
    }
    Ok(())
}

fn reply(quick_reply_id: i64, title: &str, text: &str) -> QuickReply {
    QuickReply { quick_reply_id, title: title.to_owned(), text: text.to_owned() }
}

fn line(reply: &QuickReply) -> String {
    format!("{}  {}: {}", reply.quick_reply_id, reply.title, reply.text.replace('\n', " "))
}
