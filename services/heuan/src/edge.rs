//! Starts the edge, with all services in one process or as a process of its own.

use std::{net::SocketAddr, sync::Arc};

use anyhow::{Context as _, Result};
use heuan_edge::{Edge, EdgeConfig, Setup};
use heuan_media::Variants;
use heuan_runtime::{Readiness, ReservedPort, Settings, clock::Clock};

use crate::{
    admin::{Admin, admin_port},
    data_folder,
    demo_manager::{self, DemoManager},
    process::Process,
    service_registry::ServiceRegistry,
    services::ServiceContext,
    settings,
};

/// The edge with its configuration and bound ports, before anything else is opened.
pub struct EdgeServer {
    config: EdgeConfig,
    port: ReservedPort,
    admin: ReservedPort,
}

impl EdgeServer {
    /// Reads section `[edge]` and binds its ports, which accept no connections yet.
    pub fn reserve(settings: &Settings) -> Result<Self> {
        let config: EdgeConfig = settings.section("edge")?;
        config.validate()?;
        let port = Edge::reserve(&config)?;
        let admin = reserve_admin(&config)?;
        Ok(Self { config, port, admin })
    }

    /// Serves until shutdown.
    pub async fn serve(
        self,
        context: &ServiceContext<'_>,
        registry: &ServiceRegistry,
        process: &Process,
        demo_manager: Option<&DemoManager>,
    ) -> Result<()> {
        let (shop, registry) = (context.shop, registry.clone());
        let (originals, variants) = (shop.media_dir(), shop.data_dir.join("variants"));
        data_folder::make(&originals)?;
        data_folder::make(&variants)?;
        let media = heuan_media::Options::new(originals, variants);
        let readiness = Readiness::default();
        let setup = Setup {
            config: self.config,
            data_dir: shop.data_dir.clone(),
            media: Variants::open(&media).context("opening the images")?,
            connect: Arc::new(move || registry.backends()),
            shutdown: process.shutdown.clone(),
            readiness: readiness.clone(),
            redis: settings::redis(context.settings, &process.shutdown)?,
            clock: Clock::System,
        };
        let edge = Edge::listen(self.port, setup)?;
        let wanted = self.admin.wanted();
        let listener = self.admin.listen().with_context(|| taken(wanted))?;
        let admin = Admin::on(listener.into_std()?, Arc::new(move || readiness.is_ready()))?;
        process.say(&format!("\n  Health and metrics: http://{}/metrics", admin.address));
        let url = demo_manager::local_url(edge.addr().port());
        process.say(&format!("  Heuan is open: {url}/\n"));
        if let Some(demo_manager) = demo_manager {
            process.say(&format!("{}\n", demo_manager.sign_in(&url)));
        }
        tokio::select! {
            ended = edge.run() => ended,
            ended = admin.run() => ended.context("the admin port"),
        }
    }
}

/// Binds the admin port: the configured one, otherwise the port 1000 above the public one, or any free port if that is
/// taken, because a default port should not prevent a trial start.
fn reserve_admin(config: &EdgeConfig) -> Result<ReservedPort> {
    let address = |port| SocketAddr::new(config.admin_host, port);
    if let Some(port) = config.admin_port {
        return ReservedPort::new(address(port)).with_context(|| taken(address(port)));
    }
    let usual = if config.port == 0 { 0 } else { admin_port(config.port) };
    ReservedPort::new(address(usual)).or_else(|error| {
        tracing::warn!(port = usual, %error, "admin port in use by another program; using a free one");
        ReservedPort::new(address(0)).with_context(|| taken(address(0)))
    })
}

fn taken(wanted: SocketAddr) -> String {
    format!("cannot take {wanted}; edge.admin_port or edge.admin_host may be used by another program")
}
