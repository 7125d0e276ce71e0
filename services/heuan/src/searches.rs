//! `heuan searches`: pins searches to the popular ones and blocks them from these as the back office does. May run while the shop is
//! running.

use std::process::ExitCode;

use anyhow::Result;
use clap::Subcommand;
use heuan_accounts::service::AccountService;
use heuan_rpc::Error;
use heuan_runtime::{Settings, clock::Clock};
use heuan_search::{NAME, OperatorRule, RuleAction, RuleOperator};

use crate::{
    data_folder,
    operator_audit::OperatorAudit,
    service_error::message_with_field,
    settings::{self, Shop},
};

/// Actions of the audit log.
const SET_RULE: &str = "PUT /api/staff/searches/rules";
const DELETE_RULE: &str = "DELETE /api/staff/searches/rules";

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
        let outcome = carry_out(command, &rules, &settings, &shop).await;
        rules.close().await;
        outcome
    })?;
    Ok(ExitCode::SUCCESS)
}

async fn carry_out(command: &Searches, rules: &RuleOperator, settings: &Settings, shop: &Shop) -> Result<()> {
    let (text, action, is_set) = match command {
        Searches::List => {
            for rule in rules.list().await.map_err(message_with_field)? {
                println!("{}", line(&rule));
            }
            return Ok(());
        }
        Searches::Pin { text } => (text, RuleAction::Pin, true),
        Searches::Block { text } => (text, RuleAction::Block, true),
        Searches::Unpin { text } => (text, RuleAction::Pin, false),
        Searches::Unblock { text } => (text, RuleAction::Block, false),
    };
    let audit = OperatorAudit::open(settings, shop).await?;
    let outcome = if is_set {
        set(audit.accounts(), rules, text, action).await
    } else {
        remove(audit.accounts(), rules, text, action).await
    };
    audit.close().await;
    outcome
}

async fn set(accounts: &AccountService, rules: &RuleOperator, text: &str, action: RuleAction) -> Result<()> {
    let word: &str = action.into();
    let change = rules.set(text, action, Clock::System.now_ms());
    let detail = |rule: &OperatorRule| format!("{word} {}", rule.text);
    let rule = accounts.audited((SET_RULE, ""), change, detail).await.map_err(message_with_field)?;
    println!("{}", line(&rule));
    Ok(())
}

async fn remove(
    accounts: &AccountService,
    rules: &RuleOperator,
    text: &str,
    action: RuleAction,
) -> Result<()> {
    let removed = async {
        let rule = rules.remove(text, action).await?;
        rule.ok_or_else(|| {
            let state = state(action);
            Error::not_found(format!(
                "{text} is not {state}; `heuan searches list` prints the searches that are"
            ))
        })
    };
    let detail = |rule: &OperatorRule| rule.text.clone();
    let rule = accounts.audited((DELETE_RULE, ""), removed, detail).await.map_err(message_with_field)?;
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
