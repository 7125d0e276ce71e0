//! `heuan run <service>`: one service in a process of its own, on its port in `topology.toml`.

use std::{
    net::{IpAddr, SocketAddr},
    sync::Arc,
    time::Duration,
};

use anyhow::{Context as _, Result};
use heuan_rpc::{GrpcService, Health, Policy, ServeOptions, topology};
use heuan_runtime::{ReservedPort, Settings, Shutdown};
use heuan_store::Db;
use serde::Deserialize;

use crate::{
    admin::{self, Admin},
    backup::schedule,
    data_folder::ServiceLocks,
    edge::EdgeServer,
    process::Process,
    production,
    service_registry::ServiceRegistry,
    services::{self, SERVICES, Service, ServiceContext},
    settings::Shop,
};

/// Name of the edge on the command line. It serves HTTP and has a section of its own.
pub const EDGE: &str = "edge";

/// Section `[listen]`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Listen {
    host: IpAddr,
    port: Option<u16>,
    admin_port: Option<u16>,
}

/// Time for background tasks to notice the shutdown.
const MIGRATE_TIMEOUT: Duration = Duration::from_secs(5);

pub async fn run(name: &str, settings: &Settings, process: &Process) -> Result<()> {
    let shop: Shop = settings.section("shop")?;
    let policy: Policy = settings.section("rpc")?;
    policy.validate()?;
    schedule::warn_if_ignored(settings)?;
    let context = ServiceContext { settings, shop: &shop, shutdown: &process.shutdown };
    let registry = ServiceRegistry::new(&policy, &services::names());
    if name == EDGE {
        let edge = EdgeServer::reserve(settings)?;
        production::check_edge(settings)?;
        edge.serve(&context, &registry, process, None).await?;
        process.drained().await;
        return Ok(());
    }
    let listen: Listen = settings.section("listen")?;
    let Some(entry) = services::find(name) else {
        anyhow::bail!("there is no service {name}; there are {EDGE}, {}", services::names().join(", "));
    };
    let _locks = ServiceLocks::take(&shop, &[entry.name])?;
    let ports = Ports::reserve(name, &listen)?;
    let service = entry.open(&context, &registry).await?;
    service.connect(&registry)?;
    production::check_services(&shop, std::slice::from_ref(&service)).await?;
    ports.serve(name, service.as_ref(), &policy, process).await?;
    process.drained().await;
    service.close().await;
    Ok(())
}

/// Bound ports of a service. They accept no connections until it is open.
struct Ports {
    grpc: ReservedPort,
    /// The configured admin port, if not derived from the service port.
    admin: Option<ReservedPort>,
    host: IpAddr,
}

impl Ports {
    fn reserve(name: &str, listen: &Listen) -> Result<Self> {
        let Listen { host, port, admin_port } = *listen;
        let port = port.unwrap_or_else(|| topology::service(name).port);
        let admin = admin_port.unwrap_or_else(|| admin::admin_port(port));
        let reserve = |port: u16, setting: &str| {
            let wanted = SocketAddr::new(host, port);
            ReservedPort::new(wanted).with_context(|| taken(wanted, setting))
        };
        let grpc = reserve(port, "listen.port")?;
        // The admin port of a random service port is known once the service port is bound.
        let admin = (port != 0 || admin_port.is_some()).then(|| reserve(admin, "listen.admin_port"));
        Ok(Self { grpc, admin: admin.transpose()?, host })
    }

    async fn serve(
        self,
        name: &str,
        service: &dyn Service,
        policy: &Policy,
        process: &Process,
    ) -> Result<()> {
        let wanted = self.grpc.wanted();
        let listener = self.grpc.listen().with_context(|| taken(wanted, "listen.port"))?;
        let address = listener.local_addr()?;
        let health = Health::default();
        let wanted = SocketAddr::new(self.host, admin::admin_port(address.port()));
        let admin = self.admin.map_or_else(|| ReservedPort::new(wanted), Ok);
        let admin =
            admin.and_then(ReservedPort::listen).with_context(|| taken(wanted, "listen.admin_port"))?;
        let shown = health.clone();
        let admin = Admin::on(admin.into_std()?, Arc::new(move || shown.is_ready()))?;
        process.say(&format!("{name}: gRPC on {address}, health and metrics on http://{}", admin.address));
        let guarded = GrpcService::of(name, service.routes(), policy);
        let options = ServeOptions { health, ..ServeOptions::from(policy) };
        // The admin port stays open until the last call is answered, so that probes see the drain.
        tokio::select! {
            () = heuan_rpc::serve(guarded, listener, options, process.shutdown.requested()) => Ok(()),
            ended = admin.run() => ended.context("the admin port"),
        }
    }
}

fn taken(wanted: SocketAddr, setting: &str) -> String {
    format!("cannot take {wanted}; {setting} or listen.host may be used by another program")
}

/// `heuan migrate`: creates or updates the tables of one service or of all, and ends.
pub async fn migrate(name: Option<&str>, settings: &Settings, process: &Process) -> Result<()> {
    let shop: Shop = settings.section("shop")?;
    let policy: Policy = settings.section("rpc")?;
    policy.validate()?;
    // The services are opened with a triggered shutdown, because background tasks must not run in this
    // command.
    let ended = Shutdown::new();
    ended.trigger();
    let context = ServiceContext { settings, shop: &shop, shutdown: &ended };
    let registry = ServiceRegistry::new(&policy, &services::names());
    let entries = match name {
        Some(name) => {
            let known =
                || format!("{name} has no tables; those with tables are {}", services::names().join(", "));
            vec![services::find(name).with_context(known)?]
        }
        None => SERVICES.to_vec(),
    };
    for entry in entries {
        Db::migrate(&shop.location(entry.name), entry.migrations).await?;
        let service = entry.open(&context, &registry).await?;
        ended.wait(MIGRATE_TIMEOUT).await;
        service.close().await;
        process.say(&format!("{}: its tables are up to date", entry.name));
    }
    Ok(())
}
