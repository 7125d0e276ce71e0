//! Start and end of every long-running command.

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

/// Logs the security events of an operator's command on standard error, in the format of the shop's log.
pub fn log_security_events() -> Result<()> {
    let log: Log = settings::load()?.section("log")?;
    heuan_telemetry::init_security_log(log)
}

/// A serving process: logging, tracing and signal handling are active.
pub struct Process {
    pub shutdown: Shutdown,
    format: LogFormat,
}

impl Process {
    /// Runs `work` on a new runtime, with `name` as the service name in traces.
    pub fn run<F>(name: &'static str, work: impl FnOnce(Settings, Self) -> F) -> Result<ExitCode>
    where
        F: Future<Output = Result<()>>,
    {
        let settings = settings::load()?;
        let log: Log = settings.section("log")?;
        let telemetry: heuan_telemetry::Config = settings.section("telemetry")?;
        let shop: Shop = settings.section("shop")?;
        let database = if shop.database_url.is_empty() { "sqlite" } else { "postgresql" };
        // The edge has its own workers; this runtime runs background tasks, watches and gRPC ports.
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        runtime.block_on(async {
            let traces = heuan_telemetry::init(name, database, log, &telemetry)?;
            // The recorder is installed before any metric is created, because earlier metrics would not be
            // recorded.
            Metrics::install()?;
            // With a handler for SIGXFSZ, exceeding the file size limit is a write error and does not end the
            // process.
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

    /// Whether lines of [`Process::say`] are read on a terminal, and not stored as a log.
    pub fn has_terminal(&self) -> bool {
        matches!(self.format, LogFormat::Pretty)
    }

    /// Prints a line for the operator on the terminal, or logs it if the log is JSON.
    pub fn say(&self, line: &str) {
        match self.format {
            // A closed terminal must not end the process.
            LogFormat::Pretty => drop(writeln!(std::io::stdout(), "{line}")),
            LogFormat::Json => tracing::info!("{}", line.trim()),
        }
    }

    /// Waits for background tasks to end.
    pub async fn drained(&self) {
        if !self.shutdown.wait(Duration::from_secs(5)).await {
            tracing::warn!("background tasks did not end in time");
        }
    }
}
