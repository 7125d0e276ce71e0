//! `heuan news`: lists, sends and cancels news to customers who agreed, as the back office does. May run while the shop is running.

use std::process::ExitCode;

use anyhow::{Error, Result};
use clap::{Args, Subcommand};
use heuan_accounts::{service::AccountService, token::readable_secret};
use heuan_notifications::{NAME, News as StoredNews, NewsCommands, NewsText};
use heuan_runtime::{
    Settings,
    clock::{Clock, rfc3339},
};

use crate::{
    data_folder,
    operator_audit::OperatorAudit,
    service_error::message_with_field,
    services::notifications_config,
    settings::{self, Shop},
};

/// Characters of a new idempotency key.
const KEY_LENGTH: usize = 24;
/// Actions of the audit log.
const SEND: &str = "POST /api/staff/news";
const CANCEL: &str = "POST /api/staff/news/{news_id}/cancel";

#[derive(Subcommand)]
pub enum News {
    /// Print news, newest first, with the numbers of their messages.
    List {
        /// Number of news.
        #[arg(long, default_value_t = 20)]
        limit: u16,
    },
    /// Send news: a notification in the shop, and a message to each customer who agreed. The running shop sends them.
    Send(Box<Texts>),
    /// Stop sending news and delete their notification, also from open pages. Messages that a provider has accepted arrive.
    Cancel {
        /// Id of the news, which `list` prints.
        news_id: i64,
    },
}

#[derive(Args)]
pub struct Texts {
    /// Lao title, at most 120 characters.
    #[arg(long)]
    title: String,
    /// Lao text, at most 1000 characters.
    #[arg(long)]
    body: String,
    /// English title.
    #[arg(long)]
    title_en: String,
    /// English text.
    #[arg(long)]
    body_en: String,
    /// Thai title. Without it and the text, readers of Thai get the English ones; likewise Chinese and Vietnamese.
    #[arg(long, default_value = "")]
    title_th: String,
    /// Thai text.
    #[arg(long, default_value = "")]
    body_th: String,
    /// Chinese title.
    #[arg(long, default_value = "")]
    title_cn: String,
    /// Chinese text.
    #[arg(long, default_value = "")]
    body_cn: String,
    /// Vietnamese title.
    #[arg(long, default_value = "")]
    title_vn: String,
    /// Vietnamese text.
    #[arg(long, default_value = "")]
    body_vn: String,
    /// Path in the shop, such as /promotion.
    #[arg(long, default_value = "")]
    link: String,
    /// Idempotency key: the same command with the same key sends once.
    #[arg(long, default_value = "")]
    key: String,
}

impl Texts {
    fn to_news_text(&self) -> NewsText {
        NewsText {
            title: self.title.clone(),
            body: self.body.clone(),
            title_en: self.title_en.clone(),
            body_en: self.body_en.clone(),
            title_th: self.title_th.clone(),
            body_th: self.body_th.clone(),
            title_cn: self.title_cn.clone(),
            body_cn: self.body_cn.clone(),
            title_vn: self.title_vn.clone(),
            body_vn: self.body_vn.clone(),
            link: self.link.clone(),
        }
    }
}

pub fn run(command: &News) -> Result<ExitCode> {
    let settings = settings::load()?;
    let shop: Shop = settings.section("shop")?;
    let config = notifications_config(&settings, &shop)?;
    data_folder::prepare(&shop.data_dir)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let commands = NewsCommands::open(&config, &shop.location(NAME), Clock::System).await?;
        let outcome = carry_out(command, &commands, &settings, &shop).await;
        commands.close().await;
        outcome
    })?;
    Ok(ExitCode::SUCCESS)
}

async fn carry_out(command: &News, commands: &NewsCommands, settings: &Settings, shop: &Shop) -> Result<()> {
    if let News::List { limit } = command {
        for news in commands.list(i64::from(*limit)).await.map_err(message_with_field)? {
            println!("{}", line(&news));
        }
        return Ok(());
    }
    let audit = OperatorAudit::open(settings, shop).await?;
    let outcome = change(command, commands, audit.accounts()).await;
    audit.close().await;
    outcome
}

async fn change(command: &News, commands: &NewsCommands, accounts: &AccountService) -> Result<()> {
    match command {
        News::List { .. } => {}
        News::Send(texts) => {
            let key = match texts.key.as_str() {
                "" => readable_secret(KEY_LENGTH).map_err(|error| Error::msg(error.message))?,
                key => key.to_owned(),
            };
            let change = commands.send(&key, texts.to_news_text());
            let detail = |news: &StoredNews| news.text.title_en.clone();
            let sent = accounts.audited((SEND, ""), change, detail).await;
            println!("begun {}", line(&sent.map_err(message_with_field)?));
        }
        News::Cancel { news_id } => {
            let (subject, change) = (news_id.to_string(), commands.cancel(*news_id));
            let canceled = accounts.audited((CANCEL, subject.as_str()), change, |_| String::new()).await;
            println!("canceled {}", line(&canceled.map_err(message_with_field)?));
        }
    }
    Ok(())
}

fn line(news: &StoredNews) -> String {
    let StoredNews { news_id, text, state, recipients, counts, created_at, .. } = news;
    let (at, state, title) = (rfc3339(*created_at), state.into_str(), &text.title_en);
    let (sent, waiting, failed) = (counts.sent, counts.waiting, counts.failed);
    format!(
        "{news_id}  {at}  {state}  {recipients} customers, {sent} sent, {waiting} waiting, {failed} failed: {title}"
    )
}
