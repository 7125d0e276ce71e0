//! `heuan searches`: pins searches to the popular ones and blocks them from these as the back office does. May run while the shop is
//! running.

use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::Subcommand;
use heuan_runtime::clock::Clock;
use heuan_search::{NAME, OperatorRule, RuleAction, RuleOperator};

use crate::{
    data_folder,
    service_error::message_with_field,
    settings::{self, Shop},
};

#[derive(Subcommand)]
pub enum Searches {
    /// Print the pinned searches in the order of pinning, then the blocked ones.
    List,
    /// Show a search among the popular ones, before those that visitors make. One that finds nothing is not shown.
    Pin { text: String },
    /// Never show a search among the popular ones.
    Block { text: String },
    /// End the pinning of a search.
    Unpin { text: String },
    /// End the blocking of a search.
    Unblock { text: String },
}

pub fn run(command: &Searches) -> Result<ExitCode> {
    let settings = settings::load()?;
    let shop: Shop = settings.section("shop")?;
    data_folder::prepare(&shop.data_dir)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let rules = RuleOperator::open(&shop.location(NAME)).await?;
        let outcome = carry_out(command, &rules).await;
        rules.close().await;
        outcome
    })?;
    Ok(ExitCode::SUCCESS)
}

async fn carry_out(command: &Searches, rules: &RuleOperator) -> Result<()> {
    match command {
        Searches::List => {
            for rule in rules.list().await.map_err(message_with_field)? {
                println!("{}", line(&rule));
            }
            Ok(())
        }
        Searches::Pin { text } => set(rules, text, RuleAction::Pin).await,
        Searches::Block { text } => set(rules, text, RuleAction::Block).await,
        Searches::Unpin { text } => remove(rules, text, RuleAction::Pin).await,
        Searches::Unblock { text } => remove(rules, text, RuleAction::Block).await,
    }
}

async fn set(rules: &RuleOperator, text: &str, action: RuleAction) -> Result<()> {
    let rule = rules.set(text, action, Clock::System.now_ms()).await.map_err(message_with_field)?;
    println!("{}", line(&rule));
    Ok(())
}

async fn remove(rules: &RuleOperator, text: &str, action: RuleAction) -> Result<()> {
    let Some(rule) = rules.remove(text, action).await.map_err(message_with_field)? else {
        bail!("{text} is not {}; `heuan searches list` prints the searches that are", state(action));
    };
    println!("no longer {}: {}", state(action), rule.text);
    Ok(())
}

fn state(action: RuleAction) -> &'static str {
    match action {
        RuleAction::Pin => "pinned",
        RuleAction::Block => "blocked",
    }
}

fn line(rule: &OperatorRule) -> String {
    format!("{}  {}  by {}", state(rule.action), rule.text, rule.created_by)
}
