//! What every long-running command begins and ends with.

use std::{future::Future, io::Write as _, process::ExitCode, time::Duration};

use anyhow::Result;
use heuan_runtime::{Settings, Shutdown, open_files};
use heuan_telemetry::{Log, LogFormat, metrics::Metrics};
use rustix::process::Signal;
use tokio::signal::unix::{SignalKind, signal};

use crate::{
    disk_space,
    settings::{self, Shop},
};

/// A process that serves: its logs and traces are on, and it hears signals.
pub struct Process {
    pub shutdown: Shutdown,
    format: LogFormat,
}

impl Process {
    /// Runs `work` on a runtime of its own, with `name` in traces.
    pub fn run<F>(name: &'static str, work: impl FnOnce(Settings, Self) -> F) -> Result<ExitCode>
    where
        F: Future<Output = Result<()>>,
    {
        let settings = settings::load()?;
        let log: Log = settings.section("log")?;
        let telemetry: heuan_telemetry::Config = settings.section("telemetry")?;
        let shop: Shop = settings.section("shop")?;
        let database = if shop.database_url.is_empty() { "sqlite" } else { "postgresql" };
        // The edge brings its own workers; this runtime holds the services' upkeep, the watch, and gRPC ports.
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        runtime.block_on(async {
            let traces = heuan_telemetry::init(name, database, log, &telemetry)?;
            // Before anything counts: a meter made earlier counts for nobody.
            Metrics::install()?;
            // A limit of the size of files shall be an error of the write it stops, not the end of the shop.
            let _ = signal(SignalKind::from_raw(Signal::XFSZ.as_raw()))?;
            open_files::raise_limit();
            let process = Self { shutdown: Shutdown::on_signal()?, format: log.format };
            disk_space::watch(shop.data_dir, &process.shutdown);
            let result = work(settings, process).await;
            tokio::task::spawn_blocking(move || traces.close()).await?;
            match result {
                Ok(()) => tracing::info!("closed"),
                Err(error) if log.format == LogFormat::Json => {
                    tracing::error!("{error:#}");
                    return Ok(ExitCode::FAILURE);
                }
                Err(error) => return Err(error),
            }
            Ok(ExitCode::SUCCESS)
        })
    }

    /// Tells the operator something on the terminal, or in the log where programs read it.
    pub fn say(&self, line: &str) {
        match self.format {
            // A terminal that has gone is no reason to end.
            LogFormat::Pretty => drop(writeln!(std::io::stdout(), "{line}")),
            LogFormat::Json => tracing::info!("{}", line.trim()),
        }
    }

    /// Waits for background work to end.
    pub async fn drained(&self) {
        if !self.shutdown.wait(Duration::from_secs(5)).await {
            tracing::warn!("background work did not end in time");
        }
    }
}
