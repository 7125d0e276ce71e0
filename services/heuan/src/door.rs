//! The edge, beside the services or alone.

use std::sync::Arc;

use anyhow::{Context as _, Result};
use heuan_edge::{Edge, EdgeConfig, Setup};
use heuan_media::Variants;
use heuan_runtime::{Readiness, ReservedPort, Settings};

use crate::{data_folder, parts::Ground, peers::Peers, process::Process, settings};

/// The edge with its settings read and its port taken, before anything else is opened.
pub struct Door {
    config: EdgeConfig,
    port: ReservedPort,
}

impl Door {
    /// Reads section `[edge]` and takes its port, which answers nobody yet.
    pub fn reserve(settings: &Settings) -> Result<Self> {
        let config: EdgeConfig = settings.section("edge")?;
        config.validate()?;
        let port = Edge::reserve(&config)?;
        Ok(Self { config, port })
    }

    /// Opens the door and holds it open until the shutdown.
    pub async fn open(self, ground: &Ground<'_>, peers: &Peers, process: &Process) -> Result<()> {
        let (shop, peers) = (ground.shop, peers.clone());
        let (originals, variants) = (shop.media_dir(), shop.data_dir.join("variants"));
        data_folder::make(&originals)?;
        data_folder::make(&variants)?;
        let media = heuan_media::Options::new(originals, variants);
        let setup = Setup {
            config: self.config,
            data_dir: shop.data_dir.clone(),
            media: Variants::open(&media).context("opening the pictures")?,
            connect: Arc::new(move || peers.backends()),
            shutdown: process.shutdown.clone(),
            readiness: Readiness::default(),
            redis: settings::redis(ground.settings, &process.shutdown)?,
        };
        let edge = Edge::listen(self.port, setup)?;
        process.say(&format!("\n  Heuan is open: http://localhost:{}/\n", edge.addr().port()));
        edge.run().await
    }
}
