//! Redis server for tests: empty, loopback only, no persistence.

use std::{
    net::{SocketAddr, TcpListener},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, bail};

/// A running server of Debian's `redis-server` package; dropping it stops it.
pub struct Redis {
    process: Child,
    pub address: SocketAddr,
}

impl Redis {
    /// Starts a server for one test.
    pub async fn start() -> Result<Self> {
        tokio::task::spawn_blocking(|| {
            let port = TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port();
            Self::launch(SocketAddr::from(([127, 0, 0, 1], port)))
        })
        .await?
    }

    fn launch(address: SocketAddr) -> Result<Self> {
        let process = Command::new("redis-server")
            .args([
                "--port",
                &address.port().to_string(),
                "--bind",
                "127.0.0.1",
                "--save",
                "",
                "--appendonly",
                "no",
            ])
            .current_dir(std::env::temp_dir())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .context("Redis is missing: install Debian's `redis-server` package")?;
        let mut server = Self { process, address };
        let until = Instant::now() + Duration::from_secs(60);
        while std::net::TcpStream::connect(address).is_err() {
            if let Some(status) = server.process.try_wait()? {
                bail!("Redis ended while starting: {status}");
            }
            anyhow::ensure!(Instant::now() < until, "Redis was not ready within a minute");
            std::thread::park_timeout(Duration::from_millis(10));
        }
        Ok(server)
    }

    /// Returns `redis://…`, directly or through a proxy.
    pub fn url(&self) -> String {
        url_of(self.address)
    }
}

/// The address of a Redis as clients write it.
pub fn url_of(address: SocketAddr) -> String {
    format!("redis://{address}")
}

impl Drop for Redis {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
