//! Backups of a running shop at a fixed interval.

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Result, ensure};
use heuan_runtime::{Settings, Shutdown, clock::Clock};
use serde::Deserialize;

use super::{Made, Target, create, retention};
use crate::settings::Shop;

/// Pause after a failed backup, unless the interval is shorter.
const RETRY: Duration = Duration::from_secs(600);

/// Section `[backup]`; see `heuan.toml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BackupConfig {
    dir: PathBuf,
    every_h: u32,
    keep: usize,
}

impl BackupConfig {
    /// Reads and validates the section. `None` if no backups are scheduled.
    pub fn load(settings: &Settings) -> Result<Option<Self>> {
        let config: Self = settings.section("backup")?;
        ensure!((1..=8760).contains(&config.every_h), "configuration: backup.every_h must be 1 to 8760");
        ensure!((1..=10_000).contains(&config.keep), "configuration: backup.keep must be 1 to 10000");
        Ok(if config.dir.as_os_str().is_empty() { None } else { Some(config) })
    }

    fn interval(&self) -> Duration {
        Duration::from_secs(u64::from(self.every_h) * 3600)
    }
}

/// Logs a warning if backups are scheduled in a process that makes no backups, because it runs only one of
/// several services.
pub fn warn_if_ignored(settings: &Settings) -> Result<()> {
    if BackupConfig::load(settings)?.is_some() {
        tracing::warn!(
            "backup.dir has no effect on a service in a process of its own; run `heuan backup DIR` by a timer instead"
        );
    }
    Ok(())
}

/// Makes a backup whenever the newest one in the folder is older than the interval, until shutdown.
pub fn start(config: BackupConfig, shop: Shop, shutdown: &Shutdown) {
    let (ended, stopped) = (shutdown.requested(), shutdown.clone());
    shutdown.spawn(async move {
        tokio::select! {
            () = run(&config, &shop, &stopped) => {}
            () = ended => {}
        }
    });
}

async fn run(config: &BackupConfig, shop: &Shop, shutdown: &Shutdown) {
    metrics::gauge!("backup_last_success_timestamp_seconds").set(0.0);
    metrics::gauge!("backup_interval_seconds").set(config.interval().as_secs_f64());
    let failures = metrics::counter!("backup_failures_total");
    failures.absolute(0);
    loop {
        let wait = match if_due(config, shop, shutdown).await {
            Ok(wait) => wait,
            Err(error) => {
                failures.increment(1);
                tracing::error!(folder = %config.dir.display(), "scheduled backup failed: {error:#}");
                RETRY.min(config.interval())
            }
        };
        tokio::time::sleep(wait).await;
    }
}

/// Makes a backup if one is due, and returns the time until the next one.
async fn if_due(config: &BackupConfig, shop: &Shop, shutdown: &Shutdown) -> Result<Duration> {
    let mut wait = tokio::task::block_in_place(|| until_due(&config.dir, config.interval()))?;
    if wait.is_zero() {
        let waits =
            || tracing::info!("an import is under way; the scheduled backup begins when it has ended");
        let target = Target { dir: &config.dir, keep: Some(config.keep) };
        let Made { folder, manifest, warnings, removed } =
            create(shop, &target, &waits, &|| shutdown.is_triggered()).await?;
        for warning in warnings {
            tracing::warn!("scheduled backup: {warning}");
        }
        let (rows, bytes) = (manifest.total_rows(), manifest.total_bytes());
        tracing::info!(folder = %folder.display(), rows, bytes, removed = removed.len(), "scheduled backup made");
        wait = tokio::task::block_in_place(|| until_due(&config.dir, config.interval()))?;
    }
    Ok(wait)
}

/// Time until the newest backup in `dir` is as old as `interval`. Also records the time of that backup.
fn until_due(dir: &Path, interval: Duration) -> Result<Duration> {
    let newest = retention::list(dir)?.first().map_or(0, |stored| stored.made_at.unix_timestamp());
    metrics::gauge!("backup_last_success_timestamp_seconds").set(newest as f64);
    let age = (Clock::System.now_ms() / 1000).saturating_sub(newest);
    // A backup with a future time, made before the clock was set back, counts as new.
    Ok(interval.saturating_sub(Duration::from_secs(u64::try_from(age).unwrap_or(0))))
}
