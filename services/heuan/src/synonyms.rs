//! `heuan synonyms`: lists, adds and removes synonyms of the search as the back office does. May run while the shop is running.

use std::process::ExitCode;

use anyhow::{Error, Result};
use clap::Subcommand;
use heuan_runtime::clock::Clock;
use heuan_search::{NAME, OperatorGroup, SynonymOperator};

use crate::{
    data_folder,
    settings::{self, Shop},
};

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
        let outcome = carry_out(command, &synonyms).await;
        synonyms.close().await;
        outcome
    })?;
    Ok(ExitCode::SUCCESS)
}

async fn carry_out(command: &Synonyms, synonyms: &SynonymOperator) -> Result<()> {
    let said = |error: heuan_rpc::Error| Error::msg(error.message);
    match command {
        Synonyms::List => {
            for group in synonyms.list().await.map_err(said)? {
                println!("{}", line(&group));
            }
        }
        Synonyms::Add { words } => {
            let group = synonyms.add(words, Clock::System.now_ms()).await.map_err(said)?;
            println!("added {}", line(&group));
        }
        Synonyms::Remove { group_id } => {
            let group = synonyms.remove(*group_id).await.map_err(said)?;
            println!("removed {}", line(&group));
        }
    }
    Ok(())
}

fn line(group: &OperatorGroup) -> String {
    format!("{}  {}  by {}", group.group_id, group.words.join(" = "), group.updated_by)
}
