//! The edge, beside the services or alone.

use std::sync::Arc;

use anyhow::{Context as _, Result};
use heuan_edge::{Edge, EdgeConfig, Setup};
use heuan_media::Variants;
use heuan_runtime::Readiness;

use crate::{parts::Ground, peers::Peers, process::Process, settings};

/// Opens the door and holds it open until the shutdown.
pub async fn open(ground: &Ground<'_>, peers: &Peers, process: &Process) -> Result<()> {
    let config: EdgeConfig = ground.settings.section("edge")?;
    config.validate()?;
    let shop = ground.shop;
    settings::ensure_folder(&shop.media_dir())?;
    let media = Variants::open(&heuan_media::Options::new(shop.media_dir(), shop.data_dir.join("variants")))
        .context("opening the pictures")?;
    let peers = peers.clone();
    let edge = Edge::bind(Setup {
        config,
        data_dir: shop.data_dir.clone(),
        media,
        connect: Arc::new(move || peers.backends()),
        shutdown: process.shutdown.clone(),
        readiness: Readiness::default(),
        redis: settings::redis(ground.settings, &process.shutdown)?,
    })?;
    process.say(&format!("\n  Heuan is open: http://localhost:{}/\n", edge.addr().port()));
    edge.run().await
}
