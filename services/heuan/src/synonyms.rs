//! `heuan synonyms`: lists, adds and removes synonyms of the search as the back office does. May run while the shop is running.

use std::process::ExitCode;

use anyhow::{Error, Result};
use clap::Subcommand;
use heuan_accounts::service::AccountService;
use heuan_runtime::{Settings, clock::Clock};
use heuan_search::{NAME, OperatorGroup, SynonymOperator};

use crate::{
    data_folder,
    operator_audit::OperatorAudit,
    settings::{self, Shop},
};

/// Actions of the audit log.
const ADD_GROUP: &str = "POST /api/staff/searches/synonyms";
const DELETE_GROUP: &str = "DELETE /api/staff/searches/synonyms/{group_id}";

#[derive(Subcommand)]
pub enum Synonyms {
    /// Print all groups, newest first.
    List,
    /// Add a group of 2 to 20 words that mean the same, in any language.
    Add {
        #[arg(required = true)]
        words: Vec<String>,
    },
    /// Remove a group, by the id that `list` prints.
    Remove { group_id: i64 },
}

pub fn run(command: &Synonyms) -> Result<ExitCode> {
    let settings = settings::load()?;
    let shop: Shop = settings.section("shop")?;
    data_folder::prepare(&shop.data_dir)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let synonyms = SynonymOperator::open(&shop.location(NAME)).await?;
        let outcome = carry_out(command, &synonyms, &settings, &shop).await;
        synonyms.close().await;
        outcome
    })?;
    Ok(ExitCode::SUCCESS)
}

async fn carry_out(
    command: &Synonyms,
    synonyms: &SynonymOperator,
    settings: &Settings,
    shop: &Shop,
) -> Result<()> {
    if let Synonyms::List = command {
        for group in synonyms.list().await.map_err(message)? {
            println!("{}", line(&group));
        }
        return Ok(());
    }
    let audit = OperatorAudit::open(settings, shop).await?;
    let outcome = change(command, synonyms, audit.accounts()).await;
    audit.close().await;
    outcome
}

async fn change(command: &Synonyms, synonyms: &SynonymOperator, accounts: &AccountService) -> Result<()> {
    let detail = |group: &OperatorGroup| group.words.join(" | ");
    match command {
        Synonyms::List => {}
        Synonyms::Add { words } => {
            let change = synonyms.add(words, Clock::System.now_ms());
            let group = accounts.audited((ADD_GROUP, ""), change, detail).await.map_err(message)?;
            println!("added {}", line(&group));
        }
        Synonyms::Remove { group_id } => {
            let (subject, change) = (group_id.to_string(), synonyms.remove(*group_id));
            let group = accounts.audited((DELETE_GROUP, &subject), change, detail).await.map_err(message)?;
            println!("removed {}", line(&group));
        }
    }
    Ok(())
}

fn message(error: heuan_rpc::Error) -> Error {
    Error::msg(error.message)
}

fn line(group: &OperatorGroup) -> String {
    format!("{}  {}  by {}", group.group_id, group.words.join(" = "), group.updated_by)
}
