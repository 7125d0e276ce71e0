//! `heuan content`: publishes and discards drafts of content, removes items, and undoes changes, as the back office does. May run while
//! the shop is running.

use std::{process::ExitCode, sync::Arc};

use anyhow::{Error, Result};
use clap::{Args, Subcommand};
use heuan_catalog_gateway::{
    NAME,
    staff::Actor,
    staff_content::Kind,
    store::{StaffContent, Store as Catalog},
};
use heuan_edge::EdgeEvent;
use heuan_runtime::{
    Settings,
    clock::{Clock, rfc3339},
};
use heuan_staff_content::{ContentActor, ContentChange, ContentDraft, ContentStore, operator};
use heuan_weather_branches::store::Store as Branches;

use crate::{
    data_folder, live_events,
    operator_audit::OperatorAudit,
    service_error::message_with_field,
    settings::{self, Shop},
};

/// Actions of the audit log.
const PUBLISH: &str = "POST /api/staff/content/{kind}/{item_id}/draft/publish";
const DISCARD: &str = "DELETE /api/staff/content/{kind}/{item_id}/draft";
const REMOVE: &str = "DELETE /api/staff/content/{kind}/{item_id}";
const UNDO: &str = "POST /api/staff/content/{kind}/{item_id}/undo";
/// Kind of the items of the service of branches; all others belong to the catalog.
const BRANCH: &str = "branch";

#[derive(Subcommand)]
pub enum Content {
    /// Print the drafts, which shoppers do not see.
    Drafts,
    /// Replace an item by its draft. An item that was changed since the draft was saved is not replaced.
    Publish(Item),
    /// Discard the draft of an item.
    Discard(Item),
    /// Print the newest changes of an item, newest first.
    Changes {
        #[command(flatten)]
        item: Item,
        /// Number of changes.
        #[arg(long, default_value_t = 20)]
        limit: u16,
    },
    /// Restore an item from before a change, if it is unchanged since then. What the change created is removed.
    Undo {
        #[command(flatten)]
        item: Item,
        /// Id of the change, which `changes` prints.
        change_id: String,
    },
    /// Remove a promotion, banner, page or branch with its draft. `undo` restores the item, not the draft.
    Remove {
        /// Kind of the item: promotion, banner, page or branch.
        kind: String,
        /// Id of the item, such as 12 or the slug of a page.
        item_id: String,
    },
}

#[derive(Args)]
pub struct Item {
    /// Kind of the item: promotion, banner, hero, messages, page, menu, categories or branch.
    kind: String,
    /// Id of the item, such as 12 or the slug of a page; not needed for hero, messages, menu and categories.
    #[arg(long)]
    id: Option<String>,
}

impl Item {
    fn key(&self) -> (&str, &str) {
        (&self.kind, self.id.as_deref().unwrap_or(&self.kind))
    }
}

pub fn run(command: &Content) -> Result<ExitCode> {
    let kind = match command {
        Content::Drafts => None,
        Content::Publish(item)
        | Content::Discard(item)
        | Content::Changes { item, .. }
        | Content::Undo { item, .. } => Some(item.kind.as_str()),
        Content::Remove { kind, .. } => Some(kind.as_str()),
    };
    let is_of_catalog = kind.is_none_or(|kind| kind != BRANCH);
    let is_of_branches = kind.is_none_or(|kind| kind == BRANCH);
    if let Some(kind) = kind
        && is_of_catalog
        && Kind::parse(kind).is_none()
    {
        let kinds: Vec<&str> = Kind::ALL.iter().map(|kind| kind.name()).collect();
        return Err(Error::msg(format!("kind: must be {BRANCH} or one of {}", kinds.join(", "))));
    }
    let settings = settings::load()?;
    let shop: Shop = settings.section("shop")?;
    data_folder::prepare(&shop.data_dir)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        if is_of_catalog {
            let catalog = Arc::new(Catalog::open(&shop.location(NAME)).await?);
            let content = StaffContent::new(catalog.clone(), Some(shop.media_dir()));
            let kinds: Vec<&str> = Kind::ALL.iter().map(|kind| kind.name()).collect();
            let outcome = Box::pin(carry_out(command, &content, &kinds, (&settings, &shop))).await;
            catalog.close().await;
            outcome?;
        }
        if is_of_branches {
            let branches = Branches::open(&shop.location(heuan_weather_branches::NAME)).await?;
            let outcome = Box::pin(carry_out(command, &branches, &[BRANCH], (&settings, &shop))).await;
            branches.close().await;
            outcome?;
            if matches!(command, Content::Publish(_) | Content::Undo { .. } | Content::Remove { .. }) {
                live_events::publish(&settings, &EdgeEvent::BranchesChanged).await?;
            }
        }
        anyhow::Ok(())
    })?;
    Ok(ExitCode::SUCCESS)
}

async fn carry_out<S: ContentStore>(
    command: &Content,
    store: &S,
    kinds: &[&str],
    place: (&Settings, &Shop),
) -> Result<()> {
    let Actor { account_id, name } = Actor::command_line();
    let (actor, now) = (ContentActor { account_id, name }, Clock::System.now_ms());
    match command {
        Content::Drafts => {
            for kind in kinds {
                for draft in operator::drafts(store, kind).await.map_err(message_with_field)? {
                    println!("{}", draft_line(kind, &draft));
                }
            }
        }
        Content::Publish(item) => {
            let change = operator::publish_draft(store, &actor, item.key(), now);
            println!("published: {}", named(&audited(place, (PUBLISH, item.key()), change).await?));
        }
        Content::Discard(item) => {
            audited(place, (DISCARD, item.key()), operator::discard_draft(store, item.key())).await?;
            println!("discarded");
        }
        Content::Changes { item, limit } => {
            let changes = operator::changes(store, item.key(), usize::from(*limit)).await;
            for change in changes.map_err(message_with_field)? {
                println!("{}", change_line(&change));
            }
        }
        Content::Undo { item, change_id } => {
            let change = operator::undo(store, &actor, item.key(), change_id, now);
            println!("undone: {}", named(&audited(place, (UNDO, item.key()), change).await?));
        }
        Content::Remove { kind, item_id } => {
            let item = (kind.as_str(), item_id.as_str());
            let change = operator::remove(store, &actor, item, now);
            println!("removed: {}", named(&audited(place, (REMOVE, item), change).await?));
        }
    }
    Ok(())
}

/// Carries out a change of an item, with an entry of the audit log.
async fn audited<T>(
    (settings, shop): (&Settings, &Shop),
    (action, (kind, item_id)): (&'static str, (&str, &str)),
    change: impl Future<Output = heuan_rpc::Result<T>>,
) -> Result<T> {
    let audit = OperatorAudit::open(settings, shop).await?;
    let subject = format!("{kind} {item_id}");
    let done = audit.accounts().audited((action, subject.as_str()), change, |_| String::new()).await;
    audit.close().await;
    done.map_err(message_with_field)
}

fn named(change_id: &str) -> String {
    if change_id.is_empty() { "nothing was changed".to_owned() } else { format!("change {change_id}") }
}

fn draft_line(kind: &str, draft: &ContentDraft) -> String {
    let ContentDraft { item_id, publish_on, refusal, actor_name, .. } = draft;
    let day =
        if publish_on.is_empty() { String::new() } else { format!(", to be published on {publish_on}") };
    let refusal = if refusal.is_empty() { String::new() } else { format!(", was not published: {refusal}") };
    format!("{kind}  {item_id}  saved {} by {actor_name}{day}{refusal}", rfc3339(draft.at))
}

fn change_line(change: &ContentChange) -> String {
    let undone = if change.undone { ", undone" } else { "" };
    let by = if change.name.is_empty() { "an import" } else { change.name.as_str() };
    format!("{}  {}  {} by {by}{undone}", change.change_id, rfc3339(change.at), change.action.name())
}
