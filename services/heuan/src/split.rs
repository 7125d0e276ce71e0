//! `heuan run <service>`: one service in a process of its own, on the port that `topology.toml` gives it.

use std::{
    net::{IpAddr, SocketAddr},
    time::Duration,
};

use anyhow::{Context as _, Result};
use heuan_rpc::{Guarded, Health, Policy, ServeOptions, topology};
use heuan_runtime::{Settings, Shutdown};
use serde::Deserialize;
use tokio::net::TcpListener;

use crate::{
    admin::Admin,
    door,
    parts::{Ground, NAMES, Part},
    peers::Peers,
    process::Process,
    settings::Shop,
};

/// The edge answers HTTP and has its own section; this is its name on the command line.
pub const EDGE: &str = "edge";

/// Section `[listen]`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Listen {
    host: IpAddr,
    port: Option<u16>,
    admin_port: Option<u16>,
}

/// How far a service's admin port is from its own, unless said otherwise.
const ADMIN_OFFSET: u16 = 1000;
/// How long background tasks have to see that they are not wanted.
const MIGRATE_PATIENCE: Duration = Duration::from_secs(5);

pub async fn run(name: &str, settings: &Settings, process: &Process) -> Result<()> {
    let shop: Shop = settings.section("shop")?;
    let policy: Policy = settings.section("rpc")?;
    policy.validate()?;
    let ground = Ground { settings, shop: &shop, shutdown: &process.shutdown };
    let peers = Peers::new(&policy);
    if name == EDGE {
        door::open(&ground, &peers, process).await?;
        process.drained().await;
        return Ok(());
    }
    let listen: Listen = settings.section("listen")?;
    let Some(name) = NAMES.into_iter().find(|known| *known == name) else {
        anyhow::bail!("there is no service {name}; there are {EDGE}, {}", NAMES.join(", "));
    };
    let part = Part::open(name, &ground, &peers).await?;
    serve(name, &part, &listen, &policy, process).await?;
    process.drained().await;
    part.close().await;
    Ok(())
}

async fn serve(name: &str, part: &Part, listen: &Listen, policy: &Policy, process: &Process) -> Result<()> {
    let port = listen.port.unwrap_or_else(|| topology::service(name).port);
    let wanted = SocketAddr::new(listen.host, port);
    let listener = TcpListener::bind(wanted).await.with_context(|| {
        format!("cannot take {wanted}; listen.port or listen.host may be used by another program")
    })?;
    let address = listener.local_addr()?;
    let health = Health::default();
    let admin_port = listen.admin_port.unwrap_or_else(|| admin_port(address.port()));
    let admin = Admin::bind(SocketAddr::new(listen.host, admin_port), health.clone())?;
    process.say(&format!("{name}: gRPC on {address}, health and metrics on http://{}", admin.address));
    let guarded = Guarded::of(name, part.routes(), policy);
    let options = ServeOptions { health, ..ServeOptions::from(policy) };
    // The admin port stays open until the last call has been answered: probes watch the drain.
    tokio::select! {
        () = heuan_rpc::serve(guarded, listener, options, process.shutdown.begun()) => Ok(()),
        ended = admin.run() => ended.context("the admin port"),
    }
}

/// `heuan migrate`: makes the tables of one service, or brings them up to date, and ends.
pub async fn migrate(name: Option<&str>, settings: &Settings, process: &Process) -> Result<()> {
    let shop: Shop = settings.section("shop")?;
    let policy: Policy = settings.section("rpc")?;
    policy.validate()?;
    // Opened as if it were to end at once: what a service does in the background is not for this command.
    let ended = Shutdown::new();
    ended.trigger();
    let ground = Ground { settings, shop: &shop, shutdown: &ended };
    let peers = Peers::new(&policy);
    let names = match name {
        Some(name) if NAMES.contains(&name) => vec![name],
        Some(name) => anyhow::bail!("{name} has no tables; those with tables are {}", NAMES.join(", ")),
        None => NAMES.to_vec(),
    };
    for name in names {
        let part = Part::open(name, &ground, &peers).await?;
        ended.drained(MIGRATE_PATIENCE).await;
        part.close().await;
        process.say(&format!("{name}: its tables are up to date"));
    }
    Ok(())
}

fn admin_port(port: u16) -> u16 {
    port.checked_add(ADMIN_OFFSET).unwrap_or(0)
}
