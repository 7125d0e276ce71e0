//! `heuan run`: every service in this process, calling each other through the same gRPC code as over a network.

use anyhow::Result;
use heuan_rpc::Policy;
use heuan_runtime::Settings;

use crate::{
    door, import,
    parts::{self, Ground, Part},
    peers::Peers,
    process::Process,
    progress::Bars,
    settings::{self, Shop},
};

pub async fn run(settings: &Settings, process: &Process) -> Result<()> {
    let shop: Shop = settings.section("shop")?;
    let policy: Policy = settings.section("rpc")?;
    policy.validate()?;
    settings::ensure_folder(&shop.media_dir())?;
    let ground = Ground { settings, shop: &shop, shutdown: &process.shutdown };

    let (mut peers, mut parts) = (Peers::new(&policy), Vec::new());
    for name in parts::NAMES {
        let part = Part::open(name, &ground, &peers).await?;
        peers = peers.with(name, part.routes());
        parts.push(part);
    }
    if shop.demo {
        import_demo(&shop, &parts, process).await?;
    }
    door::open(&ground, &peers, process).await?;

    process.drained().await;
    for part in &parts {
        part.close().await;
    }
    Ok(())
}

/// Fills a shop that has never held a catalogue.
async fn import_demo(shop: &Shop, parts: &[Part], process: &Process) -> Result<()> {
    let catalogue = parts.iter().find_map(|part| match part {
        Part::CatalogGateway(catalogue) => Some(catalogue.store()),
        _ => None,
    });
    let branches = parts.iter().find_map(|part| match part {
        Part::WeatherBranches(branches) => Some(branches.store()),
        _ => None,
    });
    let (Some(catalogue), Some(branches)) = (catalogue, branches) else { return Ok(()) };
    if !catalogue.is_empty().await? {
        return Ok(());
    }
    if !shop.demo_dir.is_dir() {
        tracing::warn!(folder = %shop.demo_dir.display(), "no demo catalogue here; the shop opens empty");
        return Ok(());
    }
    process.say(&format!("Importing the demo catalogue from {}", shop.demo_dir.display()));
    let bars = Bars::default();
    match import::import(shop, catalogue, branches, &shop.demo_dir, false, &bars).await? {
        Ok(imported) => process.say(&format!("Imported {} products", imported.products_written)),
        Err(faults) => tracing::error!("the demo catalogue is faulty; the shop opens empty\n{faults}"),
    }
    Ok(())
}
