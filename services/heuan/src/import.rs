//! `heuan import`: reads and validates a catalog folder, and writes it atomically.

use std::{
    collections::{HashMap, HashSet},
    fmt::Write as _,
    path::Path,
    process::ExitCode,
    time::Instant,
};

use anyhow::{Context as _, Result};
use heuan_catalog_folder::{CatalogFolder, Diagnostics, ExistingIds, Options, read};
use heuan_catalog_gateway::store::{EditedColumn, Imported, Origin, Store as Catalog};
use heuan_media::MediaRoot;
use heuan_redis::Events;
use heuan_runtime::{Settings, Shutdown, clock::Clock};
use heuan_weather_branches::store::Store as Branches;

use crate::{
    branches, data_folder,
    import_lock::ImportLock,
    pictures::{self, Incoming},
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
        let catalog = Catalog::open(&shop.location(heuan_catalog_gateway::NAME)).await?;
        let branches = Branches::open(&shop.location(heuan_weather_branches::NAME)).await?;
        let started = Instant::now();
        // A signal ends the command like any other; unwritten changes are discarded.
        let (bars, shutdown) = (ProgressBars::default(), Shutdown::new());
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
    pub catalog: &'a Catalog,
    pub branches: &'a Branches,
    pub bars: &'a ProgressBars,
    pub shutdown: &'a Shutdown,
}

/// Result of an import that did not fail.
pub enum Outcome {
    Imported(Imported),
    /// Nothing was changed.
    Faulty(Diagnostics),
    /// Cancelled before the write began. A write that has begun is completed, because products would lack their images
    /// otherwise.
    Stopped,
}

impl Import<'_> {
    /// Imports `folder` after acquiring the import lock.
    pub async fn of(&self, folder: &Path, replace: bool) -> Result<Outcome> {
        let _only = self.one_at_a_time()?;
        self.read_and_write(folder, replace).await
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
        tokio::task::block_in_place(|| ImportLock::wait(&self.shop.data_dir, self.bars))
    }

    async fn read_and_write(&self, folder: &Path, replace: bool) -> Result<Outcome> {
        let media = self.shop.media_dir();
        data_folder::make(&media)?;
        pictures::remove_leftovers(&media)?;
        let known =
            if replace { ExistingIds::default() } else { known(self.catalog, self.branches, &media).await? };
        let checked = |path: &str, file: &std::fs::Metadata| pictures::is_installed(&media, path, file);
        let options = Options { progress: self.bars, already_checked: &checked, ..Options::new(&known) };
        let read = match tokio::task::block_in_place(|| read(folder, &options)) {
            Ok(read) => read,
            Err(faults) => return Ok(Outcome::Faulty(faults)),
        };
        if self.shutdown.is_triggered() {
            return Ok(Outcome::Stopped);
        }
        for warning in &read.warnings {
            // Printed to the terminal: the command writes no log, and the merchant needs to see it.
            self.bars.say(&format!("warning: {warning}"));
        }
        let origin = if is_demo(self.shop, folder) { Origin::Demo } else { Origin::Merchant };
        let written = write(self, &media, &read, origin, replace).await?;
        Ok(Outcome::Imported(written))
    }
}

/// Whether `folder` is the demo catalog shipped with the project.
fn is_demo(shop: &Shop, folder: &Path) -> bool {
    match (folder.canonicalize(), shop.demo_dir.canonicalize()) {
        (Ok(folder), Ok(demo)) => folder == demo,
        _ => false,
    }
}

async fn write(
    into: &Import<'_>,
    media: &Path,
    read: &CatalogFolder,
    origin: Origin,
    replace: bool,
) -> Result<Imported> {
    let Import { catalog, branches, bars, .. } = into;
    let pictures = read.media.iter().map(|it| (it.path.as_str(), it.file.as_path()));
    let files = pictures.chain(read.documents.iter().map(|it| (it.path.as_str(), it.file.as_path())));
    let files: HashMap<&str, &Path> = files.collect();
    let copying = bars.bar("copying pictures", files.len() as u64, false);
    let incoming = tokio::task::block_in_place(|| {
        let mut incoming =
            Incoming::copy(media, files.iter().map(|(path, file)| (*path, *file)), |_| copying.inc(1))?;
        incoming.place_new().map(|()| incoming)
    });
    let incoming = incoming.context("nothing was changed")?;
    copying.finish();
    let products = read.products.as_ref().map_or(0, |table| table.rows.len() as u64);
    let writing = bars.bar("writing products", products, false);
    let mut imported = catalog
        .import_from(read, origin, replace, Clock::System.now_ms(), &|staged| writing.set_position(staged))
        .await
        .context("nothing was changed")?;
    writing.finish();
    if replace || read.branches.is_some() {
        let write = write_branches(branches, read, replace);
        let gone = write.await.context("products are imported, branches are not; run it again")?;
        if gone > 0 {
            imported.others_removed.push(("branches", gone));
        }
    }
    tokio::task::block_in_place(|| incoming.install())
        .context("products are imported, some images are not in place; run it again")?;
    if replace {
        let keep: HashSet<&str> = files.into_keys().collect();
        let gone = pictures::remove_others(media, &keep)?;
        if gone > 0 {
            imported.others_removed.push(("pictures", gone));
        }
    }
    Ok(imported)
}

/// Returns the number of branches removed by `replace`.
async fn write_branches(store: &Branches, read: &CatalogFolder, replace: bool) -> Result<u64> {
    let before = store.branches().await?;
    let kept = if replace { &[][..] } else { &before };
    let rows = read.branches.as_ref().map(|table| branches::rows(table, kept)).unwrap_or_default();
    store.write(&rows, replace).await?;
    let named: HashSet<i64> = rows.iter().map(|branch| branch.b_id).collect();
    let gone = before.iter().filter(|branch| !named.contains(&branch.b_id)).count();
    Ok(if replace { gone as u64 } else { 0 })
}

async fn known(catalog: &Catalog, branches: &Branches, media: &Path) -> Result<ExistingIds> {
    let (ids, branches) = (catalog.known_ids().await?, branches.branches().await?);
    let names = branches.iter().map(|it| (it.b_id, it.b_name.as_str(), it.b_name_eng.as_str()));
    let mut unnamed = ids.unnamed;
    unnamed.branches = heuan_catalog_folder::MissingNameRows::of(names);
    Ok(ExistingIds {
        cat_ids: ids.cat_ids,
        groups: ids.groups,
        pro_ids: ids.pro_ids,
        groups_of_products: ids.groups_of_products,
        promo_type_ids: ids.promo_type_ids,
        promo_ids: ids.promo_ids,
        promotion_days: ids.promotion_days,
        b_ids: branches.iter().map(|branch| branch.b_id).collect(),
        branch_hours: branches.into_iter().map(|it| (it.b_id, (it.open, it.close))).collect(),
        unnamed,
        media: Some(MediaRoot::open(media)?),
    })
}
