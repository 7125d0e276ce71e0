//! `heuan run`: every service in this process, calling each other through the same gRPC code as over a network.

use anyhow::Result;
use heuan_rpc::Policy;
use heuan_runtime::Settings;

use crate::{
    backup::schedule::{self, BackupConfig},
    data_folder::{self, ServiceLocks},
    edge::Door,
    import::{Import, Outcome},
    process::Process,
    production,
    progress::ProgressBars,
    service_registry::ServiceRegistry,
    services::{self, Service, ServiceContext},
    settings::Shop,
};

pub async fn run(settings: &Settings, process: &Process) -> Result<()> {
    let shop: Shop = settings.section("shop")?;
    let policy: Policy = settings.section("rpc")?;
    policy.validate()?;
    let backups = BackupConfig::load(settings)?;
    data_folder::prepare(&shop.data_dir)?;
    let _locks = ServiceLocks::take(&shop, &services::NAMES)?;
    let door = Door::reserve(settings)?;
    data_folder::make(&shop.media_dir())?;
    let ground = ServiceContext { settings, shop: &shop, shutdown: &process.shutdown };

    let (mut peers, mut parts) = (ServiceRegistry::new(&policy), Vec::new());
    for name in services::NAMES {
        let part = Service::open(name, &ground, &peers).await?;
        peers = peers.with(name, part.routes());
        parts.push(part);
    }
    if shop.demo {
        import_demo(&shop, &parts, process).await?;
    }
    production::check_edge(settings)?;
    production::check_parts(settings, &shop, &parts).await?;
    if let Some(backups) = backups {
        schedule::start(backups, shop.clone(), &process.shutdown);
    }
    // A shop that is shutting down does not report that it is open.
    if !process.shutdown.is_triggered() {
        door.serve(&ground, &peers, process).await?;
    }

    process.drained().await;
    for part in &parts {
        part.close().await;
    }
    Ok(())
}

/// Imports the demo catalog into an empty shop.
async fn import_demo(shop: &Shop, parts: &[Service], process: &Process) -> Result<()> {
    let catalog = parts.iter().find_map(|part| match part {
        Service::CatalogGateway(catalog) => Some(catalog.store()),
        _ => None,
    });
    let branches = parts.iter().find_map(|part| match part {
        Service::WeatherBranches(branches) => Some(branches.store()),
        _ => None,
    });
    let (Some(catalog), Some(branches)) = (catalog, branches) else { return Ok(()) };
    if !catalog.is_empty().await? {
        return Ok(());
    }
    if !shop.demo_dir.is_dir() {
        tracing::warn!(folder = %shop.demo_dir.display(), "no demo catalog here; the shop opens empty");
        return Ok(());
    }
    process.say(&format!("Importing the demo catalog from {}", shop.demo_dir.display()));
    let bars = ProgressBars::default();
    let import = Import { shop, catalog, branches, bars: &bars, shutdown: &process.shutdown };
    match import.first(&shop.demo_dir).await? {
        Some(Outcome::Imported(imported)) => {
            process.say(&format!("Imported {} products", imported.products_written));
        }
        Some(Outcome::Faulty(faults)) => {
            tracing::error!("the demo catalog has faults; the shop opens empty\n{faults}");
        }
        Some(Outcome::Stopped) => process.say("Shutting down; nothing was imported"),
        None => {}
    }
    Ok(())
}
