//! `heuan run`: every service in this process, calling each other through the same gRPC code as over a network.

use std::sync::Arc;

use anyhow::Result;
use heuan_rpc::Policy;
use heuan_runtime::Settings;

use crate::{
    backup::schedule::{self, BackupConfig},
    data_folder::{self, ServiceLocks},
    demo_manager::{self, DemoManager},
    edge::EdgeServer,
    import::{Import, ImportOutcome},
    process::Process,
    production,
    progress::ProgressBars,
    service_registry::ServiceRegistry,
    services::{self, SERVICES, Service, ServiceContext},
    settings::Shop,
};

pub async fn run(settings: &Settings, process: &Process) -> Result<()> {
    let shop: Shop = settings.section("shop")?;
    let policy: Policy = settings.section("rpc")?;
    policy.validate()?;
    let backups = BackupConfig::load(settings)?;
    data_folder::prepare(&shop.data_dir)?;
    let _locks = ServiceLocks::take(&shop, &services::names())?;
    let edge = EdgeServer::reserve(settings)?;
    data_folder::make(&shop.media_dir())?;
    let context = ServiceContext { settings, shop: &shop, shutdown: &process.shutdown };

    let (mut registry, mut opened) = (ServiceRegistry::new(&policy, &services::names()), Vec::new());
    for entry in SERVICES {
        let service = entry.open(&context, &registry).await?;
        registry = registry.with(entry.name, service.routes());
        opened.push(service);
    }
    for service in &opened {
        service.connect(&registry)?;
    }
    if shop.demo {
        import_demo(&shop, &opened, process).await?;
    }
    production::check_edge(settings)?;
    production::check_services(&shop, &opened).await?;
    if let Some(backups) = backups {
        schedule::start(backups, shop.clone(), &process.shutdown);
    }
    // A shop that is shutting down does not report that it is open.
    if !process.shutdown.is_triggered() {
        let demo_manager = put_demo_manager(settings, &opened, process).await?;
        edge.serve(&context, &registry, process, demo_manager.as_ref()).await?;
    }

    process.drained().await;
    for service in &opened {
        service.close().await;
    }
    Ok(())
}

/// Creates the demo manager in a shop with the demo catalog. With logs in JSON no password is printed, because they are
/// stored.
async fn put_demo_manager(
    settings: &Settings,
    opened: &[Box<dyn Service>],
    process: &Process,
) -> Result<Option<DemoManager>> {
    let catalog = opened.iter().find_map(|service| service.catalog_store());
    let accounts = opened.iter().find_map(|service| service.account_service());
    let (Some(catalog), Some(accounts)) = (catalog, accounts) else { return Ok(None) };
    accounts.set_demo_check(demo_manager::check_of(Arc::clone(catalog), settings.section("edge")?));
    if let Some(notifications) = opened.iter().find_map(|service| service.notifications()) {
        notifications.set_demo_check(demo_manager::check_of(Arc::clone(catalog), settings.section("edge")?));
    }
    if !process.has_terminal() || demo_manager::check_demo(catalog, &settings.section("edge")?).await.is_err()
    {
        return Ok(None);
    }
    match DemoManager::put(accounts).await {
        Ok(demo_manager) => Ok(Some(demo_manager)),
        // The shop serves without the demo manager.
        Err(error) => {
            tracing::warn!(%error, "no demo manager");
            Ok(None)
        }
    }
}

/// Imports the demo catalog into an empty shop.
async fn import_demo(shop: &Shop, opened: &[Box<dyn Service>], process: &Process) -> Result<()> {
    let catalog = opened.iter().find_map(|service| service.catalog_store());
    let branches = opened.iter().find_map(|service| service.branch_store());
    let (Some(catalog), Some(branches)) = (catalog, branches) else { return Ok(()) };
    if !catalog.is_empty().await? {
        return Ok(());
    }
    if !shop.demo_dir.is_dir() {
        tracing::warn!(folder = %shop.demo_dir.display(), "no demo catalog here; the shop opens empty");
        return Ok(());
    }
    process.say(&format!("Importing the demo catalog from {}", shop.demo_dir.display()));
    let bars = std::sync::Arc::new(ProgressBars::default());
    let import = Import { shop, catalog, branches, bars: &bars, shutdown: &process.shutdown, images: None };
    match import.first(&shop.demo_dir).await? {
        Some(ImportOutcome::Imported(imported)) => {
            process.say(&format!("Imported {} products", imported.products_written));
        }
        Some(ImportOutcome::Faulty(errors)) => {
            tracing::error!("the demo catalog has faults; the shop opens empty\n{errors}");
        }
        Some(ImportOutcome::Stopped) => process.say("Shutting down; nothing was imported"),
        None => {}
    }
    Ok(())
}
