//! PostgreSQL server for tests: temporary data, loopback only, no durability.

use std::{
    net::TcpListener,
    path::{Path, PathBuf},
    process::Command,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, bail, ensure};
use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;
use tokio::sync::OnceCell;

use crate::process_guard::ChildProcessGuard;

/// Environment variable of the server that the test runner started.
pub const VARIABLE: &str = "HEUAN_TEST_POSTGRES";

/// Returns the URL of a server, which is started for this process if the runner started none.
pub async fn url() -> String {
    static OWN: OnceCell<(String, Server)> = OnceCell::const_new();
    if let Ok(url) = std::env::var(VARIABLE) {
        return url;
    }
    let (url, _) = OWN
        .get_or_init(|| async {
            let server = start().await.expect("PostgreSQL for tests; `make test` installs what it needs");
            (server.url(), server)
        })
        .await;
    url.clone()
}

/// Returns the URL of a new, empty database on that server.
pub async fn database() -> String {
    let server = url().await;
    let name = format!("test_{}", uuid::Uuid::now_v7().simple());
    let pool = sqlx::PgPool::connect(&server).await.expect("the server that was started");
    let sql = sqlx::AssertSqlSafe(format!("CREATE DATABASE {name}"));
    sqlx::query(sql).execute(&pool).await.expect("a new database");
    let (base, options) = server.split_once('?').map_or((server.as_str(), ""), |(base, rest)| (base, rest));
    let base = base.rsplit_once('/').map_or(base, |(base, _)| base);
    format!("{base}/{name}?{options}")
}

/// A running server; dropping it stops it and removes its data.
pub enum Server {
    Debian(Debian),
    #[cfg(feature = "docker")]
    Container {
        url: String,
        _container: Box<dyn std::any::Any + Send + Sync>,
    },
}

impl Server {
    pub fn url(&self) -> String {
        match self {
            Self::Debian(server) => server.url(),
            #[cfg(feature = "docker")]
            Self::Container { url, .. } => url.clone(),
        }
    }
}

/// Starts a server: in a container if there is a Docker engine (and the feature is on), else from Debian's packages.
pub async fn start() -> Result<Server> {
    #[cfg(feature = "docker")]
    if let Ok(server) = container().await {
        return Ok(server);
    }
    tokio::task::spawn_blocking(|| Debian::start().map(Server::Debian)).await?
}

/// Starts a server for one test, which may [restart](Debian::restart) it.
pub async fn own() -> Result<Debian> {
    tokio::task::spawn_blocking(Debian::start).await?
}

#[cfg(feature = "docker")]
async fn container() -> Result<Server> {
    use testcontainers_modules::{postgres::Postgres, testcontainers::runners::AsyncRunner as _};
    let container = Postgres::default().start().await?;
    let (host, port) = (container.get_host().await?, container.get_host_port_ipv4(5432).await?);
    let url = format!("postgres://postgres:postgres@{host}:{port}/postgres");
    Ok(Server::Container { url, _container: Box::new(container) })
}

/// The server of Debian's `postgresql` packages, run from a temporary folder.
pub struct Debian {
    server: ChildProcessGuard,
    /// Processes before a restart: each would remove the data when dropped.
    earlier: Vec<ChildProcessGuard>,
    port: u16,
    data: TempDir,
}

impl Debian {
    fn start() -> Result<Self> {
        let bin = newest_bin()?;
        let folder = tempfile::tempdir()?;
        let data = folder.path().join("data");
        let as_root = running_as_root();
        if as_root {
            // The server refuses to run as root; Debian's package creates this user.
            run(Command::new("chown").args(["postgres:", &folder.path().display().to_string()]))?;
        }
        run(as_postgres(&bin.join("initdb"), as_root)
            .args(["--auth=trust", "--username=postgres", "--no-sync", "--encoding=UTF8", "--locale=C.UTF-8"])
            .arg("--pgdata")
            .arg(&data))?;
        let port = TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port();
        let server = Self::launch(folder.path(), port)?;
        let mut server = Self { server, earlier: Vec::new(), port, data: folder };
        server.wait_until_ready(&bin)?;
        Ok(server)
    }

    fn launch(folder: &Path, port: u16) -> Result<ChildProcessGuard> {
        let mut command = as_postgres(&newest_bin()?.join("postgres"), running_as_root());
        command
            .arg("-D")
            .arg(folder.join("data"))
            .args(["-p", &port.to_string(), "-h", "127.0.0.1", "-k"])
            .arg(folder)
            .args(["-c", "fsync=off", "-c", "full_page_writes=off", "-c", "max_connections=800"]);
        Ok(ChildProcessGuard::start(&command, folder)?)
    }

    pub fn url(&self) -> String {
        format!("postgres://postgres@127.0.0.1:{}/postgres?sslmode=disable", self.port)
    }

    /// Closes every connection, as `pg_ctl restart -m fast` does, and starts again with the same port and data.
    pub async fn restart(mut self) -> Result<Self> {
        tokio::task::spawn_blocking(move || self.end_and_start().map(|()| self)).await?
    }

    fn end_and_start(&mut self) -> Result<()> {
        let process = i32::try_from(self.server.id()).ok().and_then(Pid::from_raw).context("no process")?;
        kill_process(process, Signal::INT)?;
        let until = Instant::now() + Duration::from_secs(60);
        while self.server.ended()?.is_none() {
            ensure!(Instant::now() < until, "PostgreSQL did not end within a minute");
            std::thread::park_timeout(Duration::from_millis(10));
        }
        let next = Self::launch(self.data.path(), self.port)?;
        self.earlier.push(std::mem::replace(&mut self.server, next));
        self.wait_until_ready(&newest_bin()?)
    }

    fn wait_until_ready(&mut self, bin: &Path) -> Result<()> {
        let until = Instant::now() + Duration::from_secs(60);
        while Instant::now() < until {
            if let Some(status) = self.server.ended()? {
                bail!("PostgreSQL ended while starting: {status}");
            }
            let ready = Command::new(bin.join("pg_isready"))
                .args(["-q", "-h", "127.0.0.1", "-p", &self.port.to_string()])
                .status()?;
            if ready.success() {
                return Ok(());
            }
            std::thread::park_timeout(Duration::from_millis(50));
        }
        bail!("PostgreSQL was not ready within a minute");
    }
}

fn newest_bin() -> Result<PathBuf> {
    let mut found: Vec<(u32, PathBuf)> = std::fs::read_dir("/usr/lib/postgresql")
        .context("PostgreSQL is missing: install Debian's `postgresql` package")?
        .filter_map(|entry| {
            let path = entry.ok()?.path();
            let version = path.file_name()?.to_str()?.parse().ok()?;
            path.join("bin/initdb").is_file().then(|| (version, path.join("bin")))
        })
        .collect();
    found.sort();
    found.pop().map(|(_, bin)| bin).context("no PostgreSQL server under /usr/lib/postgresql")
}

fn running_as_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.starts_with(b"0\n"))
}

fn as_postgres(program: &Path, as_root: bool) -> Command {
    if as_root {
        // `setpriv` replaces itself with the program, so that signals reach the server.
        let mut command = Command::new("setpriv");
        command.args(["--reuid=postgres", "--regid=postgres", "--init-groups"]).arg(program);
        command
    } else {
        Command::new(program)
    }
}

fn run(command: &mut Command) -> Result<()> {
    let output = command.output().with_context(|| format!("{command:?}"))?;
    ensure!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    Ok(())
}
