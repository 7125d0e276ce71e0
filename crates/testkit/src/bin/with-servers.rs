//! Runs a command with the servers that tests need: `with-servers cargo test`. One PostgreSQL serves the whole run.

use std::process::{Command, ExitCode};

use anyhow::{Context as _, Result};
use heuan_testkit::postgres;

#[tokio::main]
async fn main() -> Result<ExitCode> {
    let mut words = std::env::args_os().skip(1);
    let program = words.next().context("usage: with-servers COMMAND [ARGUMENT…]")?;
    let mut command = Command::new(program);
    command.args(words);
    let server = match std::env::var_os(postgres::VARIABLE) {
        Some(_) => None,
        None => Some(postgres::start().await?),
    };
    if let Some(server) = &server {
        command.env(postgres::VARIABLE, server.url());
    }
    let status = tokio::task::spawn_blocking(move || command.status()).await??;
    drop(server);
    Ok(ExitCode::from(u8::try_from(status.code().unwrap_or(1)).unwrap_or(1)))
}
