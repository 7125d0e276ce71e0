//! `heuan backup` beside a selling shop, and `heuan restore` of it elsewhere.

use std::{
    collections::BTreeSet,
    fs,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    process::Output,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};

use heuan_testkit::{Engine, eventually};
use reqwest::Method;
use rstest::rstest;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::{
    check::SETTINGS,
    support::{Browser, GOOD, Open, Shop, folder},
};

const ORDERS: &str = "/api/auth/orders";
const IMAGE: &str = "products/paint.png";
/// Customers who order at the same time.
const BUYERS: usize = 4;
const BACKUPS: usize = 3;

async fn shop_on(engine: Engine) -> Shop {
    let mut shop = Shop::new();
    if engine == Engine::Postgres {
        shop.database_url = Some(heuan_testkit::postgres::database().await);
    }
    shop
}

/// A catalog with one image and enough stock for the test.
fn catalog() -> TempDir {
    let folder = folder(&GOOD);
    let image = folder.path().join("media").join(IMAGE);
    fs::create_dir_all(image.parent().unwrap()).unwrap();
    image::RgbImage::from_pixel(64, 64, image::Rgb([200, 30, 30])).save(&image).unwrap();
    let products = "pro_id,cat_id,prog_id,pro_name_la,pro_name_en,price,stock,vatrate,pro_img_cover\n\
         101,1,11,ສີຂາວ,White paint,3000,1000000,10,products/paint.png\n102,1,11,ສີແດງ,Red paint,2000,1000000,10,\n";
    fs::write(folder.path().join("products.csv"), products).unwrap();
    folder
}

fn backup(shop: &Shop, dir: &Path, more: &[&str]) -> Output {
    let dir = dir.display().to_string();
    shop.command(&[&["backup", dir.as_str()], more].concat()).output().unwrap()
}

/// Makes a backup and returns its folder.
fn backed_up(shop: &Shop, dir: &Path) -> PathBuf {
    let before: BTreeSet<PathBuf> = backups(dir);
    let output = backup(shop, dir, &[]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let made: Vec<PathBuf> = backups(dir).difference(&before).cloned().collect();
    let [made] = &made[..] else { panic!("{made:?}") };
    assert!(text(&output.stdout).starts_with(&format!("backup {}: ", made.display())));
    made.clone()
}

fn restore(backup: &Path, target: &Shop) -> Output {
    target.command(&["restore", &backup.display().to_string()]).output().unwrap()
}

/// The line of a restore that changed nothing.
fn refusal(output: &Output) -> String {
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.starts_with("heuan: nothing was restored: "), "{said}");
    said
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Folders in `dir` that look like backups.
fn backups(dir: &Path) -> BTreeSet<PathBuf> {
    let Ok(entries) = fs::read_dir(dir) else { return BTreeSet::new() };
    let folders = entries.map(|entry| entry.unwrap().path()).filter(|path| path.is_dir());
    folders.collect()
}

/// Names in `folder` but those of lock files.
fn contents(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| Path::new(name).extension().is_none_or(|extension| extension != "lock")).collect()
}

/// The report of `heuan check`, which must have no faults.
fn clean_report(shop: &Shop) -> Value {
    let output = shop.command(&["check", "--json"]).output().unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"));
    assert_eq!((output.status.code(), &report["faults"]), (Some(0), &json!([])), "{report:#}");
    report
}

/// A customer who places orders.
struct Buyer {
    browser: Browser,
    /// Acknowledged orders, which all buyers share.
    placed: Arc<Mutex<Vec<String>>>,
    number: u32,
}

impl Buyer {
    async fn register(open: &Open, phone: usize, placed: Arc<Mutex<Vec<String>>>) -> Self {
        let browser = Browser::new(open).await;
        let account = json!({"fname": "Noy", "lname": "Keo", "phone": format!("020 5512 34{phone:02}"), "password": "correct horse"});
        let answer = browser.send(Method::POST, "/api/auth/register", &account).await;
        assert_eq!(answer.status(), 201);
        Self { browser, placed, number: 0 }
    }

    async fn order(&mut self) {
        self.number += 1;
        let body = json!({
            "phone": "020 5512 3456", "payment": {"method": "cod"}, "buyNow": true,
            "items": [{"pro_id": 101, "quantity": 1}, {"pro_id": 102, "quantity": 2}],
            "delivery": {"method": "delivery", "province": "ນະຄອນຫຼວງວຽງຈັນ", "district": "ໄຊເສດຖາ", "village": "ໂພນທັນ"},
        });
        let request = self.browser.request(Method::POST, ORDERS);
        let response =
            request.header("Idempotency-Key", self.number.to_string()).json(&body).send().await.unwrap();
        assert_eq!(response.status(), 201);
        let order: Value = response.json().await.unwrap();
        self.placed.lock().unwrap().push(order["data"]["order_id"].as_str().unwrap().to_owned());
    }
}

#[rstest]
#[case(Engine::Sqlite)]
#[case(Engine::Postgres)]
#[tokio::test(flavor = "multi_thread")]
async fn backups_of_a_selling_shop_restore_to_shops_whose_tables_agree(#[case] engine: Engine) {
    let shop = shop_on(engine).await;
    assert!(shop.import(catalog().path(), &[]).status.success());
    let unlimited = [
        ("HEUAN_ORDERS__LIMITS__CASH_WITHOUT_HISTORY", "0"),
        ("HEUAN_EDGE__RATE_LIMIT__PER_SECOND", "0"),
        ("HEUAN_EDGE__RATE_LIMIT__EXPENSIVE_PER_SECOND", "0"),
        ("HEUAN_EDGE__RATE_LIMIT__SIGN_IN_PER_SECOND", "0"),
        ("HEUAN_ORDERS__ORDER_KEYS", "1000000"),
    ];
    let settings = [&SETTINGS[..], &unlimited].concat();
    let open = shop.open_with(&settings);
    let (placed, ending) = (Arc::new(Mutex::new(Vec::new())), Arc::new(AtomicBool::new(false)));
    let mut selling = Vec::new();
    for number in 0..BUYERS {
        let mut buyer = Buyer::register(&open, number, placed.clone()).await;
        let ending = ending.clone();
        selling.push(tokio::spawn(async move {
            while !ending.load(Relaxed) {
                buyer.order().await;
            }
            buyer
        }));
    }
    let orders = || placed.lock().unwrap().len();
    let (dir, mut made) = (tempfile::tempdir().unwrap(), Vec::new());
    for _ in 0..BACKUPS {
        let so_far = orders();
        eventually("more orders are placed", async || orders() > so_far + BUYERS).await;
        let before = placed.lock().unwrap().clone();
        let backup = tokio::task::block_in_place(|| backed_up(&shop, dir.path()));
        made.push((backup, before));
    }
    let so_far = orders();
    eventually("orders are placed after the last backup", async || orders() > so_far).await;
    ending.store(true, Relaxed);
    let mut buyers = Vec::new();
    for selling in selling {
        buyers.push(selling.await.unwrap());
    }
    assert_eq!(open.end(), Some(0));

    for (backup, before) in &made {
        let target = shop_on(engine).await;
        let output = restore(backup, &target);
        assert!(output.status.success(), "{}", text(&output.stderr));
        let said = text(&output.stdout);
        assert!(said.contains("heuan check") && said.starts_with("restored "), "{said}");
        let report = clean_report(&target);
        let restored = report["orders"].as_u64().unwrap() as usize;
        assert!(before.len() <= restored && restored < orders(), "{} {restored} {}", before.len(), orders());

        // The restored shop has the sessions, the key of the API tokens and the images, and sells.
        let open = target.open_with(&settings);
        let mut buyer = buyers.remove(0);
        buyer.browser = buyer.browser.at(&open);
        let answer = buyer.browser.request(Method::GET, &format!("{ORDERS}?limit=1")).send().await.unwrap();
        assert_eq!(answer.status(), 200);
        let (status, _) = open.get(&format!("/media/{IMAGE}")).await;
        assert_eq!(status, 200);
        buyer.number += 1_000_000;
        buyer.order().await;
        assert_eq!(open.end(), Some(0));
        let report = clean_report(&target);
        assert_eq!(report["orders"].as_u64().unwrap() as usize, restored + 1);
    }
    // A backup has the key of the API tokens, for this user alone.
    let (backup, _) = &made[0];
    let mode = |path: &Path| path.metadata().unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(backup), mode(&backup.join("secrets/api-token.secret"))), (0o700, 0o600));
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), BACKUPS + 1, "only the lock file is beside them");
}

#[rstest]
#[case(Engine::Sqlite, "databases/orders.db")]
#[case(Engine::Postgres, "databases/heuan.dump")]
#[tokio::test(flavor = "multi_thread")]
async fn damaged_backup_is_refused_and_nothing_is_restored(#[case] engine: Engine, #[case] file: &str) {
    let shop = shop_on(engine).await;
    assert!(shop.import(catalog().path(), &[]).status.success());
    assert!(shop.command(&["migrate"]).output().unwrap().status.success());
    let dir = tempfile::tempdir().unwrap();
    let backup = backed_up(&shop, dir.path());
    let target = shop_on(engine).await;
    for file in [file, "media/products/paint.png"] {
        let path = backup.join(file);
        let whole = fs::read(&path).unwrap();
        let mut changed = whole.clone();
        let middle = changed.len() / 2;
        changed[middle] ^= 1;
        let size = whole.len();
        for (bytes, problem) in [
            (Some(&changed[..]), "has another SHA-256 than in its manifest".to_owned()),
            (Some(&whole[1..]), format!("has {} bytes instead of {size}", size - 1)),
            (None, "No such file".to_owned()),
        ] {
            match bytes {
                Some(bytes) => fs::write(&path, bytes).unwrap(),
                None => fs::remove_file(&path).unwrap(),
            }
            let said = refusal(&restore(&backup, &target));
            assert!(said.contains("the backup is damaged"), "{said}");
            assert!(said.contains(&path.display().to_string()) && said.contains(&problem), "{said}");
            assert_eq!(contents(target.data.path()), Vec::<String>::new());
        }
        fs::write(&path, &whole).unwrap();
    }
    fs::write(backup.join("manifest.json"), "{}").unwrap();
    let said = refusal(&restore(&backup, &target));
    assert!(said.contains("not a manifest of a backup"), "{said}");
    let said = refusal(&restore(dir.path(), &target));
    assert!(said.contains("no backup is here"), "{said}");
}

#[rstest]
#[case(Engine::Sqlite)]
#[case(Engine::Postgres)]
#[tokio::test(flavor = "multi_thread")]
async fn restore_over_data_or_beside_a_running_shop_is_refused(#[case] engine: Engine) {
    let shop = shop_on(engine).await;
    assert!(shop.import(catalog().path(), &[]).status.success());
    assert!(shop.command(&["migrate"]).output().unwrap().status.success());
    let dir = tempfile::tempdir().unwrap();
    let backup = backed_up(&shop, dir.path());
    // With PostgreSQL, the data folder is empty and only the database is in use.
    let target = || {
        let database_url = shop.database_url.clone();
        let data = tempfile::tempdir().unwrap();
        Shop { data, database_url }
    };
    let (open, said) = match engine {
        Engine::Sqlite => (shop.open(), refusal(&restore(&backup, &shop))),
        Engine::Postgres => (shop.open(), refusal(&restore(&backup, &target()))),
    };
    let expected = match engine {
        Engine::Sqlite => format!("is in use: process {} runs accounts on it", open.id()),
        Engine::Postgres => "has connections of a running shop (heuan accounts from ".to_owned(),
    };
    assert!(said.contains(&expected), "{said}");
    assert_eq!(open.end(), Some(0));
    let said = refusal(&restore(&backup, &shop));
    assert!(said.contains(" holds data (") && said.contains("media"), "{said}");
    if engine == Engine::Postgres {
        let empty = target();
        let said = refusal(&restore(&backup, &empty));
        assert!(said.contains("holds data: the schemas accounts, catalog_gateway, chat, "), "{said}");
        assert_eq!(contents(empty.data.path()), Vec::<String>::new());
    }
    assert_eq!(shop.open().end(), Some(0), "the shop is as it was");
}

#[tokio::test]
async fn backup_of_one_database_is_refused_by_the_other() {
    let shop = Shop::new();
    assert!(shop.command(&["migrate"]).output().unwrap().status.success());
    let dir = tempfile::tempdir().unwrap();
    let made = backed_up(&shop, dir.path());
    let target = shop_on(Engine::Postgres).await;
    let said = refusal(&restore(&made, &target));
    assert!(said.contains("the backup has SQLite files, but DATABASE_URL"), "{said}");
    // Its database has no tables yet.
    let output = backup(&target, dir.path(), &[]);
    let said = text(&output.stderr);
    assert!(
        said.contains("has no tables in the schemas accounts, ") && said.contains("heuan migrate"),
        "{said}"
    );
    assert_eq!((output.status.code(), backups(dir.path()).len()), (Some(1), 1));

    assert!(target.command(&["migrate"]).output().unwrap().status.success());
    let other = tempfile::tempdir().unwrap();
    let made = backed_up(&target, other.path());
    let said = refusal(&restore(&made, &Shop::new()));
    assert!(said.contains("the backup is of PostgreSQL; name an empty database with DATABASE_URL"), "{said}");
    let output =
        target.command(&["backup", &other.path().display().to_string()]).env("PATH", "").output().unwrap();
    let said = text(&output.stderr);
    assert!(
        said.starts_with("heuan: no backup was made: pg_dump: it is not installed; install the "),
        "{said}"
    );
}

#[test]
fn backup_that_cannot_be_made_says_what_to_do_and_leaves_nothing() {
    let (shop, dir) = (Shop::new(), tempfile::tempdir().unwrap());
    let refused = |dir: &Path| {
        let output = backup(&shop, dir, &[]);
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(1), String::new()));
        text(&output.stderr)
    };
    let said = refused(dir.path());
    assert!(said.contains("accounts.db does not exist; name the folder of the shop with DATA_DIR"), "{said}");
    assert!(shop.command(&["migrate"]).output().unwrap().status.success());
    let media = shop.data.path().join("media");
    fs::create_dir(&media).unwrap();
    let said = refused(&media.join("backups"));
    assert!(said.contains("is in the folder of the images, which the shop serves"), "{said}");
    let lock = fs::File::create(dir.path().join("backup.lock")).unwrap();
    lock.lock().unwrap();
    let said = refused(dir.path());
    assert!(said.contains("another backup to ") && said.contains(" is under way"), "{said}");
    drop(lock);
    fs::write(shop.data.path().join("orders.db"), "no database at all. ".repeat(1000)).unwrap();
    let said = refused(dir.path());
    assert!(said.contains("orders.db is not a SQLite database"), "{said}");
    assert_eq!(contents(dir.path()), Vec::<String>::new());
}

#[test]
fn data_folder_with_an_interrupted_restore_is_refused() {
    let shop = Shop::new();
    fs::create_dir(shop.data.path().join("restore.partial")).unwrap();
    let output = shop.command(&["run"]).output().unwrap();
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("a restore into it was interrupted; empty the folder and restore again"), "{said}");
}

/// Makes the backup at `folder` look as if it had been made in `year`.
fn date_back(folder: &Path, year: u16) {
    let path = folder.join("manifest.json");
    let mut manifest: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    manifest["made_at"] = json!(format!("{year}-01-01T00:00:00+07:00"));
    fs::write(path, manifest.to_string()).unwrap();
}

#[tokio::test]
async fn scheduled_backup_is_made_when_due_and_the_oldest_are_removed() {
    let (shop, dir) = (Shop::new(), tempfile::tempdir().unwrap());
    assert!(shop.command(&["migrate"]).output().unwrap().status.success());
    let old: Vec<PathBuf> = [2021, 2020, 2022]
        .map(|year| {
            let made = backed_up(&shop, dir.path());
            date_back(&made, year);
            made
        })
        .into();
    fs::create_dir(dir.path().join("images")).unwrap();
    let path = dir.path().display().to_string();
    let settings = [("HEUAN_BACKUP__DIR", path.as_str()), ("HEUAN_BACKUP__KEEP", "2")];
    let value = |metrics: &str, name: &str| -> Option<i64> {
        let line = metrics.lines().find_map(|line| line.strip_prefix(&format!("{name} ")));
        line.map(|value| value.parse().unwrap())
    };

    let open = shop.open_with(&settings);
    eventually("the backups of 2020 and 2021 are replaced by a new one", async || {
        let left = backups(dir.path());
        left.len() == 3 && left.contains(&old[2]) && !left.contains(&old[0]) && !left.contains(&old[1])
    })
    .await;
    let year_2026 = Some(1_767_200_400);
    eventually("its time is a metric", async || {
        value(&open.metrics().await, "backup_last_success_timestamp_seconds") > year_2026
    })
    .await;
    let metrics = open.metrics().await;
    assert_eq!(value(&metrics, "backup_failures_total"), Some(0));
    assert_eq!(value(&metrics, "backup_interval_seconds"), Some(86_400));
    assert_eq!(open.end(), Some(0));

    // None is due after a restart.
    let before = backups(dir.path());
    let open = shop.open_with(&settings);
    eventually("the time of the newest is a metric", async || {
        value(&open.metrics().await, "backup_last_success_timestamp_seconds") > year_2026
    })
    .await;
    assert_eq!((open.end(), backups(dir.path())), (Some(0), before));

    let newest =
        backups(dir.path()).into_iter().find(|path| !old.contains(path) && !path.ends_with("images"));
    let target = Shop::new();
    let output = restore(&newest.unwrap(), &target);
    assert!(output.status.success(), "{}", text(&output.stderr));
    clean_report(&target);
}

#[tokio::test]
async fn failed_scheduled_backup_is_counted_and_the_shop_continues() {
    let (shop, dir) = (Shop::new(), tempfile::tempdir().unwrap());
    let file = dir.path().join("file");
    fs::write(&file, "").unwrap();
    let path = file.join("backups").display().to_string();
    let open = shop.open_with(&[("HEUAN_BACKUP__DIR", path.as_str())]);
    eventually("the failure is counted", async || {
        open.metrics().await.contains("\nbackup_failures_total 1\n")
    })
    .await;
    assert!(open.metrics().await.contains("\nbackup_last_success_timestamp_seconds 0\n"));
    eventually("the shop is ready", async || open.get("/readyz").await.0 == 200).await;
    assert_eq!(open.end(), Some(0));
}
