//! `heuan run`: every service in this process, calling each other through the same gRPC code as over a network.

use anyhow::Result;
use heuan_rpc::Policy;
use heuan_runtime::Settings;

use crate::{
    data_folder::{self, ServiceLocks},
    door::Door,
    import::{Import, Outcome},
    parts::{self, Ground, Part},
    peers::Peers,
    process::Process,
    production,
    progress::Bars,
    settings::Shop,
};

pub async fn run(settings: &Settings, process: &Process) -> Result<()> {
    let shop: Shop = settings.section("shop")?;
    let policy: Policy = settings.section("rpc")?;
    policy.validate()?;
    data_folder::prepare(&shop.data_dir)?;
    let _locks = ServiceLocks::take(&shop, &parts::NAMES)?;
    let door = Door::reserve(settings)?;
    data_folder::make(&shop.media_dir())?;
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
    production::check_edge(settings)?;
    production::check_parts(settings, &shop, &parts).await?;
    // Whoever was told to end meanwhile says nothing of being open.
    if !process.shutdown.is_triggered() {
        door.open(&ground, &peers, process).await?;
    }

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
    let import = Import { shop, catalogue, branches, bars: &bars, shutdown: &process.shutdown };
    match import.first(&shop.demo_dir).await? {
        Some(Outcome::Imported(imported)) => {
            process.say(&format!("Imported {} products", imported.products_written));
        }
        Some(Outcome::Faulty(faults)) => {
            tracing::error!("the demo catalogue is faulty; the shop opens empty\n{faults}");
        }
        Some(Outcome::Stopped) => process.say("Shutting down; nothing was imported"),
        None => {}
    }
    Ok(())
}
