//! Data folder and ports: locks and faults. Each fault is one line with the remedy.

use std::{
    fs,
    net::TcpListener,
    os::unix::fs::PermissionsExt as _,
    path::Path,
    process::{Command, Output},
};

use crate::support::{GOOD, Open, Shop, folder};
use heuan_store::{DatabaseUrl, run, sqlx::migrate::Migrator};
use heuan_testkit::Engine;
use rstest::rstest;

/// The only line printed by a command that failed.
fn refusal(output: &Output) -> String {
    let said = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.starts_with("heuan: ") && output.stdout.is_empty(), "{said}");
    said
}

fn refused(shop: &Shop, words: &[&str], settings: &[(&str, &str)]) -> String {
    refusal(&shop.command(words).envs(settings.iter().copied()).output().unwrap())
}

fn kill(open: Open) {
    Command::new("kill").args(["-KILL", &open.id().to_string()]).status().unwrap();
    drop(open);
}

#[tokio::test]
async fn second_shop_on_a_data_folder_is_refused_and_the_first_continues() {
    let shop = Shop::new();
    let first = shop.open();
    let path = shop.data.path().canonicalize().unwrap();
    let said = refused(&shop, &["run"], &[]);
    let expected = format!(
        "heuan: the data folder {} is in use: process {} runs accounts on it; end that one, or name another folder with \
         DATA_DIR (shop.data_dir)\n",
        path.display(),
        first.id()
    );
    assert_eq!(said, expected);
    let said = refused(&shop, &["run", "orders"], &[("HEUAN_LISTEN__PORT", "0")]);
    assert!(said.contains(&format!("process {} runs orders on it", first.id())), "{said}");
    // Commands that may run beside the shop succeed.
    assert!(shop.import(folder(&GOOD).path(), &[]).status.success());
    for words in [&["staff", "list"][..], &["orders", "list"], &["contact"], &["migrate"]] {
        let output = shop.command(words).output().unwrap();
        assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
    assert_eq!(first.get("/livez").await.0, 200);
    // The lock of a killed process is released.
    kill(first);
    assert_eq!(shop.open().end(), Some(0));
}

#[test]
fn services_share_a_data_folder_and_each_runs_once() {
    let shop = Shop::new();
    let any = [("HEUAN_LISTEN__PORT", "0"), ("HEUAN_LISTEN__ADMIN_PORT", "0")];
    let (orders, _) = shop.serve("orders", &[]);
    let (accounts, _) = shop.serve("accounts", &[]);
    let said = refused(&shop, &["run", "orders"], &any);
    assert!(said.contains(&format!("process {} runs orders on it", orders.id())), "{said}");
    assert_eq!((orders.end(), accounts.end()), (Some(0), Some(0)));
    assert_eq!(shop.serve("orders", &[]).0.end(), Some(0));
}

/// PostgreSQL tables may be shared.
#[tokio::test]
async fn replicas_on_postgresql_share_a_data_folder() {
    let mut shop = Shop::new();
    shop.database_url = Some(heuan_testkit::postgres::database().await);
    let replicas = [shop.serve("orders", &[]).0, shop.serve("orders", &[]).0];
    assert_eq!(replicas.map(Open::end), [Some(0), Some(0)]);
}

#[test]
fn taken_port_is_reported_before_a_database_is_opened() {
    let shop = Shop::new();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap();
    let port = address.port().to_string();
    for (words, settings, setting) in [
        (&["run"][..], [("PORT", port.as_str()), ("DEMO", "0")], "edge.port (PORT)"),
        (
            &["run", "orders"],
            [("HEUAN_LISTEN__PORT", &port), ("HEUAN_LISTEN__ADMIN_PORT", "0")],
            "listen.port",
        ),
        (
            &["run", "orders"],
            [("HEUAN_LISTEN__PORT", "0"), ("HEUAN_LISTEN__ADMIN_PORT", &port)],
            "listen.admin_port",
        ),
        (&["run", "edge"], [("PORT", &port), ("DEMO", "0")], "edge.port (PORT)"),
    ] {
        let said = refused(&shop, words, &settings);
        assert!(said.contains(&format!("cannot take {address}; {setting}")), "{said}");
        assert!(said.contains("in use"), "{said}");
    }
    let files = fs::read_dir(shop.data.path()).unwrap().map(|entry| entry.unwrap().path());
    let opened: Vec<_> = files.filter(|path| path.extension().is_some_and(|it| it == "db")).collect();
    assert!(opened.is_empty(), "{opened:?}");
}

#[test]
fn invalid_data_folder_is_reported() {
    let shop = Shop::new();
    let file = shop.data.path().join("file");
    fs::write(&file, "").unwrap();
    let below = file.join("below");
    for (path, problem) in [
        (file.as_path(), "is not a folder"),
        (&below, "is not a folder"),
        (Path::new("/proc/heuan/data"), "is missing and cannot be made there"),
    ] {
        let path = path.to_str().unwrap();
        for words in
            [&["run"][..], &["run", "orders"], &["import", "demo"], &["staff", "list"], &["orders", "list"]]
        {
            let said = refused(&shop, words, &[("DATA_DIR", path), ("HEUAN_LISTEN__PORT", "0")]);
            assert!(said.starts_with(&format!("heuan: the data folder {path} {problem}")), "{said}");
            assert!(said.contains("DATA_DIR (shop.data_dir)"), "{said}");
        }
    }
}

#[test]
fn data_folder_without_write_permission_is_reported() {
    let shop = Shop::new();
    fs::set_permissions(shop.data.path(), fs::Permissions::from_mode(0o555)).unwrap();
    // Root may write everywhere unless it drops the capability.
    let as_user: &[&str] = if rustix::process::geteuid().is_root() {
        &["setpriv", "--bounding-set=-dac_override"]
    } else {
        &["env"]
    };
    let may = Command::new(as_user[0]).args(&as_user[1..]).arg("true").status();
    if !may.is_ok_and(|status| status.success()) {
        eprintln!("root cannot drop its capabilities here");
        return;
    }
    let said = refusal(&behind(&shop, as_user).output().unwrap());
    fs::set_permissions(shop.data.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let path = shop.data.path().display();
    assert!(
        said.starts_with(&format!("heuan: the data folder {path} cannot be written by this user")),
        "{said}"
    );
}

#[test]
fn data_folder_on_a_read_only_file_system_is_reported() {
    let shop = Shop::new();
    let unshare: &[&str] =
        if rustix::process::geteuid().is_root() { &["unshare", "-m"] } else { &["unshare", "-Urm"] };
    let may =
        Command::new(unshare[0]).args(&unshare[1..]).args(["mount", "-t", "tmpfs", "none", "/mnt"]).output();
    if !may.is_ok_and(|output| output.status.success()) {
        eprintln!("no file systems can be mounted here");
        return;
    }
    let mount = r#"mount -t tmpfs -o ro none "$DATA_DIR" && exec "$0" "$@""#;
    let said = refusal(&behind(&shop, &[unshare, &["sh", "-c", mount]].concat()).output().unwrap());
    let path = shop.data.path().display();
    assert!(
        said.starts_with(&format!("heuan: the data folder {path} is on a read-only file system")),
        "{said}"
    );
}

/// `heuan run` as the last arguments of another command.
fn behind(shop: &Shop, before: &[&str]) -> Command {
    let run = shop.command(&["run"]);
    let mut command = Command::new(before[0]);
    command.args(&before[1..]).arg(run.get_program()).args(run.get_args());
    for (variable, value) in run.get_envs() {
        match value {
            Some(value) => command.env(variable, value),
            None => command.env_remove(variable),
        };
    }
    command
}

#[test]
fn invalid_or_damaged_database_file_is_reported() {
    let shop = Shop::new();
    assert!(shop.import(folder(&GOOD).path(), &[]).status.success());
    let path = shop.data.path().join("catalog-gateway.db");
    let good = fs::read(&path).unwrap();
    let mut damaged = good.clone();
    damaged[4096..].fill(0xa5);
    for (bytes, problem) in [
        (
            b"something else entirely ".repeat(1000),
            "is not a SQLite database; move it away, or put a backup in its place",
        ),
        (damaged, "is damaged; put a backup in its place"),
    ] {
        fs::write(&path, bytes).unwrap();
        for words in [&["run"][..], &["run", "catalog-gateway"]] {
            let said = refused(&shop, words, &[("HEUAN_LISTEN__PORT", "0")]);
            assert!(said.contains(&format!("database file {} {problem}", path.display())), "{said}");
        }
    }
    fs::write(&path, good).unwrap();
    assert_eq!(shop.open().end(), Some(0));
}

/// A replica of the previous release may restart during a rollout, and a rollout may be rolled back.
#[rstest]
#[case(Engine::Sqlite)]
#[case(Engine::Postgres)]
#[tokio::test]
async fn tables_of_a_newer_release_are_opened_with_a_warning_and_not_migrated(#[case] engine: Engine) {
    let mut shop = Shop::new();
    if engine == Engine::Postgres {
        shop.database_url = Some(heuan_testkit::postgres::database().await);
    }
    assert!(shop.command(&["migrate"]).output().unwrap().status.success());
    let location = DatabaseUrl::of("orders", shop.data.path(), shop.database_url.as_deref());
    let db = heuan_store::Db::open(&location, &Migrator::DEFAULT).await.unwrap();
    let mut tx = db.begin().await.unwrap();
    let sql = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
         VALUES (9001, 'later', true, $1, 0), (9002, 'later still', true, $1, 0)";
    run!(tx, sql, vec![0_u8; 48]).unwrap();
    tx.commit().await.unwrap();
    db.close().await;

    let (open, log) = shop.open_logged("warn");
    heuan_testkit::eventually("it is ready", async || open.get("/readyz").await.0 == 200).await;
    assert_eq!(open.end(), Some(0));
    let log = fs::read_to_string(log).unwrap();
    let said: Vec<&str> = log.lines().filter(|line| line.contains("newer release: 9001, 9002")).collect();
    assert_eq!(said.len(), 1, "{log}");

    let refused = shop.command(&["migrate"]).output().unwrap();
    let said = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(refused.status.code(), Some(1), "{said}");
    assert!(said.contains("the database of orders has migrations of a newer release: 9001, 9002"), "{said}");
}
