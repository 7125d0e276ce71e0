//! `heuan imports`: lists imports, and repeats, applies and discards them as the back office does. May run while the shop is running.

use std::{path::PathBuf, process::ExitCode, sync::Arc, time::Duration};

use anyhow::Result;
use clap::Subcommand;
use heuan_catalog_gateway::{
    Config, NAME,
    import::{Import, ImportDiagnostic, ImportJobs, ImportPlace, RetentionLimits, image_fetcher},
    import_state::ImportState,
    staff::Actor,
    store::Store as Catalog,
};
use heuan_edge::EdgeEvent;
use heuan_rpc::Error;
use heuan_runtime::{
    Settings, Shutdown,
    clock::{Clock, rfc3339},
};
use heuan_weather_branches::store::Store as Branches;

use crate::{
    data_folder,
    import::read_mapping,
    live_events,
    local_branches::LocalBranches,
    operator_audit::OperatorAudit,
    service_error::message_with_field,
    settings::{self, Shop},
};

/// Actions of the audit log.
const REPEAT: &str = "POST /api/staff/imports/{import_id}/repeat";
const APPLY: &str = "POST /api/staff/imports/{import_id}/apply";
const DISCARD: &str = "DELETE /api/staff/imports/{import_id}";

#[derive(Subcommand)]
pub enum Imports {
    /// Print imports with the numbers of added, changed and removed rows, newest first, those of `heuan import` included.
    List {
        /// Number of imports.
        #[arg(long, default_value_t = 20)]
        limit: u16,
    },
    /// Check the stored file of an ended import again, as another import, and print what it would change.
    Repeat {
        /// Id of the import, which `list` prints.
        import_id: String,
        /// A file that says what the columns mean, instead of the one that the import had.
        #[arg(long)]
        mapping: Option<PathBuf>,
    },
    /// Apply a checked import, all or nothing. If the shop has changed since the check, the file is only checked again.
    Apply {
        /// Id of the import, which `list` prints.
        import_id: String,
    },
    /// Discard an import that was not applied, also a faulty or a failed one, with its files.
    Discard {
        /// Id of the import, which `list` prints.
        import_id: String,
    },
}

/// Runs the command. The exit code is 1 if an import has faults or fails.
pub fn run(command: &Imports) -> Result<ExitCode> {
    let settings = settings::load()?;
    let shop: Shop = settings.section("shop")?;
    data_folder::prepare(&shop.data_dir)?;
    data_folder::make(&shop.media_dir())?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async {
        let config: Config = settings.section(NAME)?;
        let catalog = Arc::new(Catalog::open(&shop.location(NAME)).await?);
        let branches = Arc::new(Branches::open(&shop.location(heuan_weather_branches::NAME)).await?);
        let has_steps = matches!(command, Imports::Repeat { .. } | Imports::Apply { .. });
        let images = if has_steps { Some(image_fetcher(config.import_loopback)?) } else { None };
        let jobs = Arc::new(ImportJobs {
            store: catalog.clone(),
            branches: Arc::new(LocalBranches(branches.clone())),
            place: Some(ImportPlace { data_dir: shop.data_dir.clone(), media: shop.media_dir() }),
            images,
            max_open: config.open_imports,
            kept: RetentionLimits {
                days: config.import_retention_days,
                bytes: config.import_retention_bytes,
            },
            clock: Clock::System,
            // A signal ends a step as the end of the shop does; a write that has begun is completed.
            shutdown: Shutdown::on_signal()?,
        });
        let outcome = Box::pin(carry_out(command, &jobs, &settings, &shop)).await;
        // An outdated preview is made again by this process, although the command fails.
        jobs.shutdown.wait(Duration::MAX).await;
        catalog.close().await;
        branches.close().await;
        outcome
    })
}

async fn carry_out(
    command: &Imports,
    jobs: &Arc<ImportJobs>,
    settings: &Settings,
    shop: &Shop,
) -> Result<ExitCode> {
    let actor = Actor::command_line();
    match command {
        Imports::List { limit } => {
            let (imports, _) = jobs.list("", usize::from(*limit)).await.map_err(message_with_field)?;
            for import in &imports {
                println!("{}", line(import));
            }
            Ok(ExitCode::SUCCESS)
        }
        Imports::Repeat { import_id, mapping } => {
            let mapping = mapping.as_deref().map(read_mapping).transpose()?;
            let audit = OperatorAudit::open(settings, shop).await?;
            let change = jobs.repeat(&actor, import_id, mapping);
            let begun =
                audit.accounts().audited((REPEAT, import_id.as_str()), change, |_| String::new()).await;
            audit.close().await;
            report(jobs, begun).await
        }
        Imports::Apply { import_id } => {
            let audit = OperatorAudit::open(settings, shop).await?;
            let change = async {
                let preview = jobs.get(import_id).await?.preview();
                jobs.apply(&actor, import_id, &preview).await
            };
            let begun = audit.accounts().audited((APPLY, import_id.as_str()), change, summary).await;
            audit.close().await;
            let code = report(jobs, begun).await?;
            live_events::publish(settings, &EdgeEvent::BranchesChanged).await?;
            Ok(code)
        }
        Imports::Discard { import_id } => {
            let audit = OperatorAudit::open(settings, shop).await?;
            let change = jobs.cancel(import_id);
            let discarded = audit.accounts().audited((DISCARD, import_id.as_str()), change, summary).await;
            audit.close().await;
            println!("{}", line(&discarded.map_err(message_with_field)?));
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// Waits for the end of the step that has begun, and prints the import with its faults and warnings.
async fn report(jobs: &ImportJobs, begun: Result<Import, Error>) -> Result<ExitCode> {
    let import_id = begun.map_err(message_with_field)?.row.import_id;
    jobs.shutdown.wait(Duration::MAX).await;
    let import = jobs.get(&import_id).await.map_err(message_with_field)?;
    println!("{}", line(&import));
    for diagnostic in jobs.diagnostics(&import_id).await.map_err(message_with_field)? {
        println!("  {}", fault(&diagnostic));
    }
    match import.state {
        ImportState::Ready => {
            let demo = if import.ends_demo() { "; it ends the demo" } else { "" };
            println!("nothing was changed yet; `heuan imports apply {import_id}` applies it{demo}");
            Ok(ExitCode::SUCCESS)
        }
        ImportState::Applied => Ok(ExitCode::SUCCESS),
        ImportState::Faulty => {
            println!("faults: {}; nothing was changed", import.row.fault_count);
            Ok(ExitCode::FAILURE)
        }
        _ => {
            println!("{}", import.row.error);
            Ok(ExitCode::FAILURE)
        }
    }
}

fn line(import: &Import) -> String {
    let (row, state) = (&import.row, import.state.name());
    let stored = if row.kept == 1 { "  (file stored)" } else { "" };
    let at = rfc3339(row.created_at);
    format!("{}  {at}  {state}  by {}  {}{stored}", row.import_id, row.actor_name, summary(import))
}

/// The file, and the numbers of added, changed and removed rows of each table, as the audit log of the back office has them.
fn summary(import: &Import) -> String {
    let tables = import.tables.iter();
    let tables = tables.map(|it| format!("{} +{} ~{} −{}", it.table, it.added, it.changed, it.removed));
    let tables = tables.collect::<Vec<_>>().join(", ");
    let replaced = if import.row.replace_all == 1 { ", replaces the rest" } else { "" };
    let separator = if tables.is_empty() { "" } else { ": " };
    format!("{}{separator}{tables}{replaced}", import.row.file_name)
}

fn fault(diagnostic: &ImportDiagnostic) -> String {
    let ImportDiagnostic { file, column, reason, .. } = diagnostic;
    let kind = if diagnostic.is_warning { "warning: " } else { "" };
    let line = diagnostic.line.map(|line| format!(":{line}")).unwrap_or_default();
    let column = if column.is_empty() { String::new() } else { format!(": {column}") };
    format!("{kind}{file}{line}{column}: {reason}")
}
