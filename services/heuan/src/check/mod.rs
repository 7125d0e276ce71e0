//! `heuan check`: the consistency check across services. It reads each service's tables through the consistency module of that
//! service and compares their data about the same orders, customers and units.

mod compare;
mod report;

use std::{collections::HashSet, process::ExitCode, time::Duration};

use anyhow::{Context as _, Result};
use clap::Args;
use heuan_runtime::clock::Clock;
use heuan_store::{Db, consistency::Inconsistency};

use crate::{
    services,
    settings::{self, Shop},
};
use compare::Tables;
use report::Report;

/// Pauses before the second and the third reading. Two databases are read at two moments, so an inconsistency counts only if
/// every reading finds it.
const PAUSES: [Duration; 2] = [Duration::from_secs(2), Duration::from_secs(5)];
/// Exit code if a database cannot be read.
const CANNOT_CHECK: u8 = 2;

#[derive(Args)]
pub struct Check {
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Prints one line for each inconsistency. The exit code is 0 without inconsistencies, 1 with some, 2 if a database cannot be read.
pub fn run(command: &Check) -> ExitCode {
    let report = check();
    match report {
        Ok(report) => {
            report.print(command.json);
            if report.inconsistencies.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(error) => {
            eprintln!("heuan: cannot check: {error:#}");
            ExitCode::from(CANNOT_CHECK)
        }
    }
}

fn check() -> Result<Report> {
    let settings = settings::load()?;
    let shop: Shop = settings.section("shop")?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let databases = Databases::open(&shop).await?;
        let outcome = read_until_stable(&databases).await;
        databases.close().await;
        outcome
    })
}

/// Reads again after a pause while there are inconsistencies, and keeps those that every reading finds.
async fn read_until_stable(databases: &Databases) -> Result<Report> {
    let mut tables = databases.read().await?;
    let mut inconsistencies = compare::find_inconsistencies(&mut tables);
    let mut reads = 1;
    for pause in PAUSES {
        if inconsistencies.is_empty() {
            break;
        }
        tokio::time::sleep(pause).await;
        tables = databases.read().await?;
        let before: HashSet<(&str, String)> =
            inconsistencies.into_iter().map(|inconsistency| (inconsistency.rule, inconsistency.id)).collect();
        inconsistencies = compare::find_inconsistencies(&mut tables);
        inconsistencies
            .retain(|inconsistency| before.contains(&(inconsistency.rule, inconsistency.id.clone())));
        reads += 1;
    }
    inconsistencies.sort_by(|one: &Inconsistency, other| (one.rule, &one.id).cmp(&(other.rule, &other.id)));
    Ok(Report {
        inconsistencies,
        reads,
        rules: compare::rules().count(),
        orders: tables.orders.orders.len(),
        reservations: tables.catalog.reservations.len(),
        customers: tables.accounts.customers.len(),
    })
}

/// The databases of the services with something to compare, open for reading.
struct Databases {
    orders: Db,
    catalog: Db,
    notifications: Db,
    chat: Db,
    accounts: Db,
}

impl Databases {
    async fn open(shop: &Shop) -> Result<Self> {
        Ok(Self {
            orders: open(shop, heuan_orders::NAME).await?,
            catalog: open(shop, heuan_catalog_gateway::NAME).await?,
            notifications: open(shop, heuan_notifications::NAME).await?,
            chat: open(shop, heuan_chat::NAME).await?,
            accounts: open(shop, heuan_accounts::NAME).await?,
        })
    }

    /// Reads orders first, because the data that an order refers to is written before the order.
    async fn read(&self) -> Result<Tables> {
        Ok(Tables {
            orders: heuan_orders::consistency::read(&self.orders).await.context(heuan_orders::NAME)?,
            catalog: heuan_catalog_gateway::store::consistency::read(&self.catalog)
                .await
                .context(heuan_catalog_gateway::NAME)?,
            notifications: heuan_notifications::consistency::read(&self.notifications)
                .await
                .context(heuan_notifications::NAME)?,
            chat: heuan_chat::consistency::read(&self.chat).await.context(heuan_chat::NAME)?,
            accounts: heuan_accounts::store::consistency::read(&self.accounts)
                .await
                .context(heuan_accounts::NAME)?,
            read_at: Clock::System.now_ms(),
        })
    }

    async fn close(&self) {
        for db in [&self.orders, &self.catalog, &self.notifications, &self.chat, &self.accounts] {
            db.close().await;
        }
    }
}

async fn open(shop: &Shop, service: &str) -> Result<Db> {
    let entry = services::find(service).with_context(|| format!("there is no service {service}"))?;
    let opened = Db::open_read_only(&shop.location(service), entry.migrations).await;
    opened.with_context(|| format!("opening {service}"))
}
