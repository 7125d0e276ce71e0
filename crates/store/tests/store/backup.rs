//! Copies of several SQLite files at one moment.

use std::{
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicI64, Ordering::Relaxed},
    },
};

use crate::support::{items, migrations, write};
use heuan_store::{
    DatabaseUrl, Db,
    backup::{copy_files, verify_file},
};
use heuan_testkit::eventually;

const COPIES: usize = 10;

async fn open(path: &Path) -> Db {
    Db::open(&DatabaseUrl::File(path.to_owned()), &migrations(1)).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn copies_show_one_moment_of_all_files_while_writes_continue() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let (first, second) = (open(&path("first.db")).await, open(&path("second.db")).await);
    // Larger than the page cache, so that writes continue beside a copy that has begun.
    write(&first, 0, &"x".repeat(8_000_000)).await.unwrap();
    write(&second, 0, &"x".repeat(1000)).await.unwrap();
    let (written, ending) = (Arc::new(AtomicI64::new(0)), Arc::new(AtomicBool::new(false)));
    let writing = tokio::spawn({
        let (first, second, written, ending) =
            (first.clone(), second.clone(), written.clone(), ending.clone());
        async move {
            while !ending.load(Relaxed) {
                let id = written.load(Relaxed) + 1;
                write(&first, id, "order").await.unwrap();
                write(&second, id, "reservation").await.unwrap();
                written.store(id, Relaxed);
            }
        }
    });
    for number in 0..COPIES {
        let before = written.load(Relaxed);
        eventually("rows are written", async || written.load(Relaxed) > before + 5).await;
        let before = written.load(Relaxed);
        let copies = ["first", "second"].map(|name| path(&format!("{name}-{number}.db")));
        let files: Vec<(PathBuf, PathBuf)> =
            [path("first.db"), path("second.db")].into_iter().zip(copies.clone()).collect();
        copy_files(&files).await.unwrap();
        let mut rows = Vec::new();
        for copy in &copies {
            rows.push(verify_file(copy).await.unwrap()["item"]);
        }
        // One row more in the first file: its writer was between the two.
        assert!(rows[0] == rows[1] || rows[0] == rows[1] + 1, "{rows:?}");
        assert!(rows[1] > before, "{rows:?} {before}");
    }
    ending.store(true, Relaxed);
    writing.await.unwrap();
    let copy = open(&path("second-0.db")).await;
    assert_eq!(items(&copy).await.first(), Some(&0), "a copy is a database of the shop");
    for db in [first, second, copy] {
        db.close().await;
    }
}

#[tokio::test]
async fn copy_that_fails_names_the_file_and_releases_the_locks() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("orders.db");
    let db = open(&path).await;
    let target = folder.path().join("missing/orders.db");
    let error = copy_files(&[(path, target.clone())]).await.unwrap_err().to_string();
    assert!(error.contains(&target.display().to_string()), "{error}");
    write(&db, 1, "after").await.unwrap();
    db.close().await;
}

#[tokio::test]
async fn damaged_copy_fails_its_verification() {
    let folder = tempfile::tempdir().unwrap();
    let (path, copy) = (folder.path().join("orders.db"), folder.path().join("copy.db"));
    let db = open(&path).await;
    write(&db, 1, &"x".repeat(50_000)).await.unwrap();
    copy_files(&[(path, copy.clone())]).await.unwrap();
    db.close().await;
    assert_eq!(verify_file(&copy).await.unwrap()["item"], 1);
    let mut bytes = std::fs::read(&copy).unwrap();
    bytes[8192..].fill(0xa5);
    std::fs::write(&copy, bytes).unwrap();
    let error = verify_file(&copy).await.unwrap_err().to_string();
    assert!(error.contains("copy.db") && error.contains("damaged"), "{error}");
}
