//! `heuan import`: reads a catalogue folder, checks all of it, and writes it whole or not at all.

use std::{
    collections::{HashMap, HashSet},
    path::Path,
    process::ExitCode,
    time::Instant,
};

use anyhow::{Context as _, Result};
use heuan_catalog_gateway::store::{Imported, Store as Catalogue};
use heuan_catalogue_folder::{CatalogueFolder, Faults, Known, Options, read};
use heuan_media::MediaRoot;
use heuan_redis::Events;
use heuan_runtime::{Settings, Shutdown, clock::Clock};
use heuan_weather_branches::store::Store as Branches;

use crate::{
    branches,
    one_at_a_time::OneAtATime,
    pictures::{self, Incoming},
    progress::Bars,
    settings::{self, Shop},
};

/// The command. Faults of the folder go to standard output, one a line, and end with code 1.
pub fn run(folder: &Path, replace: bool) -> Result<ExitCode> {
    let settings = settings::load()?;
    let shop: Shop = settings.section("shop")?;
    settings::ensure_folder(&shop.data_dir)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async {
        let catalogue = Catalogue::open(&shop.location(heuan_catalog_gateway::NAME)).await?;
        let branches = Branches::open(&shop.location(heuan_weather_branches::NAME)).await?;
        let started = Instant::now();
        let outcome = import(&shop, &catalogue, &branches, folder, replace, &Bars::default()).await;
        catalogue.close().await;
        branches.close().await;
        let outcome = outcome?;
        if outcome.is_ok() {
            tell_replicas(&settings).await?;
        }
        match outcome {
            Ok(imported) => {
                println!(
                    "imported: {} products written, {} removed, in {:.1} s",
                    imported.products_written,
                    imported.products_removed,
                    started.elapsed().as_secs_f64()
                );
                let others: Vec<String> =
                    imported.others_removed.iter().map(|(kind, count)| format!("{kind} ({count})")).collect();
                if !others.is_empty() {
                    println!("also removed: {}", others.join(", "));
                }
                Ok(ExitCode::SUCCESS)
            }
            Err(faults) => {
                println!("{faults}\nnothing was changed");
                Ok(ExitCode::FAILURE)
            }
        }
    })
}

/// Says that branches may have changed: unlike the catalogue they have no revisions that edges follow.
async fn tell_replicas(settings: &Settings) -> Result<()> {
    let shutdown = Shutdown::new();
    if let Some(redis) = settings::redis(settings, &shutdown)? {
        if !Events::tell(&redis, heuan_edge::BRANCHES).await {
            eprintln!("warning: Redis does not answer; edges show changed branches within a minute");
        }
        shutdown.trigger();
    }
    Ok(())
}

/// Imports `folder` into open stores. The inner error is the folder's, the outer one the shop's.
pub async fn import(
    shop: &Shop,
    catalogue: &Catalogue,
    branches: &Branches,
    folder: &Path,
    replace: bool,
    bars: &Bars,
) -> Result<Result<Imported, Faults>> {
    let media = shop.media_dir();
    settings::ensure_folder(&media)?;
    let _only = tokio::task::block_in_place(|| OneAtATime::wait(&shop.data_dir, bars))?;
    pictures::remove_leftovers(&media)?;
    let known = if replace { Known::default() } else { known(catalogue, branches, &media).await? };
    let checked = |path: &str, file: &std::fs::Metadata| pictures::is_installed(&media, path, file);
    let options = Options { progress: bars, already_checked: &checked, ..Options::new(&known) };
    let read = match tokio::task::block_in_place(|| read(folder, &options)) {
        Ok(read) => read,
        Err(faults) => return Ok(Err(faults)),
    };
    for warning in &read.warnings {
        // To the terminal: the command writes no log, and the merchant is the one to hear it.
        bars.say(&format!("warning: {warning}"));
    }
    Ok(Ok(write(catalogue, branches, &media, &read, replace, bars).await?))
}

async fn write(
    catalogue: &Catalogue,
    branches: &Branches,
    media: &Path,
    read: &CatalogueFolder,
    replace: bool,
    bars: &Bars,
) -> Result<Imported> {
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
    let mut imported = catalogue
        .import(read, replace, Clock::System.now_ms(), &|staged| writing.set_position(staged))
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
        .context("products are imported, some pictures are not in place; run it again")?;
    if replace {
        let keep: HashSet<&str> = files.into_keys().collect();
        let gone = pictures::remove_others(media, &keep)?;
        if gone > 0 {
            imported.others_removed.push(("pictures", gone));
        }
    }
    Ok(imported)
}

/// Returns how many `replace` removed.
async fn write_branches(store: &Branches, read: &CatalogueFolder, replace: bool) -> Result<u64> {
    let before = store.branches().await?;
    let kept = if replace { &[][..] } else { &before };
    let rows = read.branches.as_ref().map(|table| branches::rows(table, kept)).unwrap_or_default();
    store.write(&rows, replace).await?;
    let named: HashSet<i64> = rows.iter().map(|branch| branch.b_id).collect();
    let gone = before.iter().filter(|branch| !named.contains(&branch.b_id)).count();
    Ok(if replace { gone as u64 } else { 0 })
}

async fn known(catalogue: &Catalogue, branches: &Branches, media: &Path) -> Result<Known> {
    let (ids, branches) = (catalogue.known_ids().await?, branches.branches().await?);
    let names = branches.iter().map(|it| (it.b_id, it.b_name.as_str(), it.b_name_eng.as_str()));
    let mut unnamed = ids.unnamed;
    unnamed.branches = heuan_catalogue_folder::UnnamedRows::of(names);
    Ok(Known {
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
