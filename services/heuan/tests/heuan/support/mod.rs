//! The real binary, with a data folder of its own.
#![allow(dead_code, reason = "each test file uses part of it")]

mod browser;
pub mod exports;
pub mod tables;

use std::{
    io::{BufRead as _, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
};

#[allow(unused_imports, reason = "each test file uses part of it")]
pub use browser::Browser;
use tempfile::TempDir;

const EDGE_IS_OPEN: &str = "Heuan is open: ";
const ADMIN_IS_OPEN: &str = "Health and metrics: ";

pub struct Shop {
    pub data: TempDir,
    /// PostgreSQL instead of files.
    pub database_url: Option<String>,
}

/// A running shop; killed on drop unless it was shut down.
pub struct Open {
    process: Child,
    pub address: String,
    /// Address of its admin port.
    pub admin: String,
}

impl Shop {
    pub fn new() -> Self {
        Self { data: tempfile::tempdir().unwrap(), database_url: None }
    }

    pub fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_heuan"));
        command
            .args(words)
            .env("DATA_DIR", self.data.path())
            .env("PORT", "0")
            .env("DEMO", "0")
            // Loading the model takes a while in unoptimized builds.
            .env("HEUAN_IMAGE_SEARCH__ENABLED", "false")
            .env("HEUAN_EDGE__HOST", "127.0.0.1")
            // Staff of these tests sign in by password alone, in shops that are no demo.
            .env("HEUAN_ACCOUNTS__SECOND_FACTOR_REQUIRED", "false")
            // Not tested here, and the machine may be busy.
            .env("HEUAN_EDGE__DEADLINE_MS", "60000")
            .env("HEUAN_RPC__DEADLINE_PERCENT", "1000")
            // Tests make no external calls.
            .env("HEUAN_WEATHER__URL", "")
            .env("DATABASE_URL", self.database_url.as_deref().unwrap_or(""))
            .env_remove("HEUAN_CONFIG");
        command
    }

    pub fn import(&self, folder: &Path, more: &[&str]) -> Output {
        let folder = folder.display().to_string();
        let words: Vec<&str> = ["import", &folder].into_iter().chain(more.iter().copied()).collect();
        self.command(&words).output().unwrap()
    }

    pub fn open(&self) -> Open {
        Self::start(self.command(&["run"]), EDGE_IS_OPEN).0
    }

    /// Opens it with additional settings.
    pub fn open_with(&self, settings: &[(&str, &str)]) -> Open {
        let mut command = self.command(&["run"]);
        command.envs(settings.iter().copied());
        Self::start(command, EDGE_IS_OPEN).0
    }

    /// Opens it with additional settings and returns what it prints up to the line with `last`.
    pub fn open_and_read(&self, settings: &[(&str, &str)], last: &str) -> (Open, String) {
        let mut command = self.command(&["run"]);
        let mut process = command.envs(settings.iter().copied()).stdout(Stdio::piped()).spawn().unwrap();
        let lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let mut open = Open { process, address: String::new(), admin: String::new() };
        let mut said = String::new();
        for line in lines.map_while(Result::ok) {
            if let Some(printed) = line.trim().strip_prefix(EDGE_IS_OPEN) {
                printed.trim_end_matches('/').clone_into(&mut open.address);
            }
            said.push_str(&line);
            said.push('\n');
            if line.contains(last) {
                return (open, said);
            }
        }
        panic!("it does not print {last}: {said}")
    }

    /// Opens it with `filter` for its log, which is written to the file.
    pub fn open_logged(&self, filter: &str) -> (Open, PathBuf) {
        let path = self.data.path().join("shop.log");
        let mut command = self.command(&["run"]);
        command.env("RUST_LOG", filter).stderr(std::fs::File::create(&path).unwrap());
        (Self::start(command, EDGE_IS_OPEN).0, path)
    }

    /// Opens it with a JSON log in the file, which also contains its address.
    pub async fn open_json(&self, settings: &[(&str, &str)]) -> (Open, PathBuf) {
        let path = self.data.path().join("shop.json");
        let mut command = self.command(&["run"]);
        command.envs(settings.iter().copied()).stderr(std::fs::File::create(&path).unwrap());
        let process = command.stdout(Stdio::null()).spawn().unwrap();
        let mut open = Open { process, address: String::new(), admin: String::new() };
        let address = || {
            let lines = read_json(&path);
            let said =
                lines.iter().find_map(|line| line["message"].as_str()?.strip_prefix("Heuan is open: "));
            said.map(|address| address.trim_end_matches('/').to_owned())
        };
        heuan_testkit::eventually("it reports its address", async || address().is_some()).await;
        open.address = address().unwrap();
        (open, path)
    }

    /// Runs a single service; the address is that of its admin port. Also returns its gRPC address.
    pub fn serve(&self, service: &str, settings: &[(&str, &str)]) -> (Open, String) {
        let mut command = self.command(&["run", service]);
        command.env("HEUAN_LISTEN__PORT", "0").env("HEUAN_LISTEN__ADMIN_PORT", "0");
        command.envs(settings.iter().copied());
        let (mut open, printed) = Self::start(command, &format!("{service}: gRPC on "));
        let (grpc, admin) = printed.split_once(", health and metrics on ").unwrap();
        admin.clone_into(&mut open.address);
        admin.clone_into(&mut open.admin);
        (open, format!("http://{grpc}"))
    }

    /// Runs only the edge.
    pub fn edge(&self, settings: &[(&str, &str)]) -> Open {
        let mut command = self.command(&["run", "edge"]);
        command.envs(settings.iter().copied());
        Self::start(command, EDGE_IS_OPEN).0
    }

    fn start(mut command: Command, says: &str) -> (Open, String) {
        let mut process = command.stdout(Stdio::piped()).spawn().unwrap();
        let lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let mut open = Open { process, address: String::new(), admin: String::new() };
        for line in lines.map_while(Result::ok) {
            if let Some(address) = line.trim().strip_prefix(ADMIN_IS_OPEN) {
                address.trim_end_matches("/metrics").clone_into(&mut open.admin);
            }
            if let Some(printed) = line.trim().strip_prefix(says) {
                printed.trim_end_matches('/').clone_into(&mut open.address);
                return (open, printed.to_owned());
            }
        }
        panic!("it does not print its address")
    }
}

impl Open {
    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// Requests `path` and returns status and body.
    pub async fn get(&self, path: &str) -> (u16, String) {
        Self::ask(&self.address, path).await
    }

    /// Requests `path` of its admin port.
    pub async fn get_admin(&self, path: &str) -> (u16, String) {
        Self::ask(&self.admin, path).await
    }

    pub async fn metrics(&self) -> String {
        self.get_admin("/metrics").await.1
    }

    async fn ask(address: &str, path: &str) -> (u16, String) {
        heuan_testkit::choose_cryptography();
        let answer = reqwest::get(format!("{address}{path}")).await.unwrap();
        (answer.status().as_u16(), answer.text().await.unwrap())
    }

    pub async fn json(&self, path: &str) -> serde_json::Value {
        serde_json::from_str(&self.get(path).await.1).unwrap()
    }

    /// Sends SIGTERM like a service manager, and returns the exit code.
    pub fn end(mut self) -> Option<i32> {
        Command::new("kill").args(["-TERM", &self.process.id().to_string()]).status().unwrap();
        self.process.wait().unwrap().code()
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The complete lines of a log, each of which must be JSON.
pub fn read_json(path: &Path) -> Vec<serde_json::Value> {
    let text = std::fs::read_to_string(path).unwrap();
    let whole = text.rsplit_once('\n').map_or("", |(whole, _)| whole);
    whole
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("not JSON: {line}")))
        .collect()
}

/// A folder of `(name, text)` files.
pub fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    folder
}

pub const GOOD: [(&str, &str); 3] = [
    ("categories.csv", "cat_id,cat_name_la,cat_name_en\n1,ສີ,Paint\n"),
    ("groups.csv", "prog_id,cat_id,prog_name_la,prog_name_en\n11,1,ສີນ້ຳ,Emulsion\n"),
    (
        "products.csv",
        "pro_id,cat_id,prog_id,pro_name_la,pro_name_en,price,stock,vatrate\n\
         101,1,11,ສີຂາວ,White paint,300,5,10\n102,1,11,ສີແດງ,Red paint,200,7,10\n",
    ),
];
