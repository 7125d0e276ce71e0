//! `heuan import`: reads and validates a catalog folder, and writes it atomically.

use std::{fmt::Write as _, fs::File, path::Path, process::ExitCode, sync::Arc, time::Instant};

use anyhow::{Context as _, Result};
use heuan_catalog_folder::{ArchiveLimits, unpack};
pub use heuan_catalog_gateway::import::Outcome;
use heuan_catalog_gateway::{
    import::{ImportLock, Importer},
    store::{EditedColumn, ImportOptions, Imported, Origin, Store as Catalog},
};
use heuan_redis::Events;
use heuan_runtime::{Settings, Shutdown, clock::Clock};
use heuan_weather_branches::store::Store as Branches;

use crate::{
    data_folder,
    local_branches::LocalBranches,
    progress::ProgressBars,
    settings::{self, Shop},
};

/// Runs the command. Faults of the folder are printed to standard output, one a line, and the exit code is 1.
pub fn run(folder: &Path, replace: bool) -> Result<ExitCode> {
    let settings = settings::load()?;
    let shop: Shop = settings.section("shop")?;
    data_folder::prepare(&shop.data_dir)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async {
        let catalog = Arc::new(Catalog::open(&shop.location(heuan_catalog_gateway::NAME)).await?);
        let branches = Arc::new(Branches::open(&shop.location(heuan_weather_branches::NAME)).await?);
        let started = Instant::now();
        // A signal ends the command like any other; unwritten changes are discarded.
        let (bars, shutdown) = (Arc::new(ProgressBars::default()), Shutdown::new());
        let into =
            Import { shop: &shop, catalog: &catalog, branches: &branches, bars: &bars, shutdown: &shutdown };
        let outcome = into.of(folder, replace).await;
        catalog.close().await;
        branches.close().await;
        match outcome? {
            Outcome::Imported(imported) => {
                tell_replicas(&settings).await?;
                println!(
                    "imported: {} products written, {} removed, in {:.1} s",
                    imported.products_written,
                    imported.products_removed,
                    started.elapsed().as_secs_f64()
                );
                for column in &imported.edited {
                    println!("{}", edited(column));
                }
                let others: Vec<String> =
                    imported.others_removed.iter().map(|(kind, count)| format!("{kind} ({count})")).collect();
                if !others.is_empty() {
                    println!("also removed: {}", others.join(", "));
                }
                Ok(ExitCode::SUCCESS)
            }
            Outcome::Faulty(faults) => {
                println!("{faults}\nnothing was changed");
                Ok(ExitCode::FAILURE)
            }
            Outcome::Stopped => Ok(ExitCode::FAILURE),
        }
    })
}

/// What the import did to a column that the staff had edited.
fn edited(column: &EditedColumn) -> String {
    let EditedColumn { column, edited, overwritten, examples } = column;
    let products = if *edited == 1 { "product" } else { "products" };
    let mut text = format!("{column}: edited by staff in {edited} {products} since the last import");
    if *overwritten > 0 {
        let ids: Vec<String> = examples.iter().map(i64::to_string).collect();
        let more = if *overwritten > examples.len() as u64 { ", …" } else { "" };
        let _ = write!(text, ", overwritten in {overwritten} ({}{more})", ids.join(", "));
    } else {
        text.push_str(", none overwritten");
    }
    text
}

/// Publishes that branches may have changed, because they have no revisions that edges follow.
async fn tell_replicas(settings: &Settings) -> Result<()> {
    let shutdown = Shutdown::new();
    if let Some(redis) = settings::redis(settings, &shutdown)? {
        if !Events::publish_once(&redis, heuan_edge::BRANCHES).await {
            eprintln!("warning: Redis does not answer; edges show changed branches within a minute");
        }
        shutdown.trigger();
    }
    Ok(())
}

/// An import into open stores.
pub struct Import<'a> {
    pub shop: &'a Shop,
    pub catalog: &'a Arc<Catalog>,
    pub branches: &'a Arc<Branches>,
    pub bars: &'a Arc<ProgressBars>,
    pub shutdown: &'a Shutdown,
}

impl Import<'_> {
    /// Imports `folder`, or the zip file of one, after acquiring the import lock.
    pub async fn of(&self, folder: &Path, replace: bool) -> Result<Outcome> {
        let _only = self.one_at_a_time()?;
        if !folder.is_file() {
            return self.read_and_write(folder, replace).await;
        }
        let unpacked = Unpacked::create(&self.shop.data_dir)?;
        let (archive, into) =
            (File::open(folder).with_context(|| folder.display().to_string())?, unpacked.0.clone());
        let unpacking = move || unpack(archive, &into, &ArchiveLimits::default());
        match tokio::task::spawn_blocking(unpacking).await? {
            Ok(()) => self.read_and_write(&unpacked.0, replace).await,
            Err(faults) => Ok(Outcome::Faulty(faults)),
        }
    }

    /// Imports into an empty shop; `None` if it has a catalog by now.
    pub async fn first(&self, folder: &Path) -> Result<Option<Outcome>> {
        let _only = self.one_at_a_time()?;
        if !self.catalog.is_empty().await? {
            return Ok(None);
        }
        Ok(Some(self.read_and_write(folder, false).await?))
    }

    fn one_at_a_time(&self) -> Result<ImportLock> {
        let waits = || {
            self.bars.say("Another import or a backup is under way; this import begins when it has ended");
        };
        tokio::task::block_in_place(|| ImportLock::wait(&self.shop.data_dir, waits))
    }

    async fn read_and_write(&self, folder: &Path, replace: bool) -> Result<Outcome> {
        let media = self.shop.media_dir();
        data_folder::make(&media)?;
        let origin = if is_demo(self.shop, folder) { Origin::Demo } else { Origin::Merchant };
        let now = Clock::System.now_ms();
        let importer = Importer {
            catalog: self.catalog.clone(),
            branches: Arc::new(LocalBranches(self.branches.clone())),
            media,
            progress: self.bars.clone(),
            shutdown: self.shutdown.clone(),
        };
        let outcome = importer.run(folder, &ImportOptions::new(origin, replace, now), false).await?;
        if let Outcome::Imported(imported) = &outcome {
            self.record(folder, replace, imported, now).await?;
        }
        Ok(outcome)
    }

    /// Adds the import to the history that the staff sees.
    async fn record(&self, folder: &Path, replace: bool, imported: &Imported, began: i64) -> Result<()> {
        let name = folder.file_name().unwrap_or(folder.as_os_str()).to_string_lossy().into_owned();
        self.catalog.record_import(&name, replace, &imported.tables, began, Clock::System.now_ms()).await?;
        Ok(())
    }
}

/// A folder for an archive's files, removed at the end.
struct Unpacked(std::path::PathBuf);

impl Unpacked {
    fn create(data_dir: &Path) -> Result<Self> {
        let path = data_dir.join(format!(".unpacked-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).with_context(|| path.display().to_string())?;
        Ok(Self(path))
    }
}

impl Drop for Unpacked {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Whether `folder` is the demo catalog shipped with the project.
fn is_demo(shop: &Shop, folder: &Path) -> bool {
    match (folder.canonicalize(), shop.demo_dir.canonicalize()) {
        (Ok(folder), Ok(demo)) => folder == demo,
        _ => false,
    }
}
