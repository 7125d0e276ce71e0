//! Database files that cannot be used: the error is one line that names the file and what to do.

use std::{fs, path::Path};

use crate::support::{migrations, write};
use heuan_store::{DatabaseUrl, Db};

async fn refusal(path: &Path) -> String {
    let location = DatabaseUrl::File(path.to_owned());
    let error = Db::open(&location, &migrations(1)).await.unwrap_err();
    assert!(std::error::Error::source(&error).is_none(), "the cause would be said twice");
    let said = error.to_string();
    assert!(said.contains(&path.display().to_string()) && !said.contains('\n'), "{said}");
    said
}

#[tokio::test]
async fn file_of_another_format_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("orders.db");
    fs::write(&path, "no database at all, but longer than the header of one. ".repeat(100)).unwrap();
    let said = refusal(&path).await;
    assert!(said.ends_with("is not a SQLite database; move it away, or put a backup in its place"), "{said}");
}

#[tokio::test]
async fn damaged_file_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("orders.db");
    let db = Db::open(&DatabaseUrl::File(path.clone()), &migrations(1)).await.unwrap();
    write(&db, 1, &"x".repeat(50_000)).await.unwrap();
    db.close().await;
    // All pages but the first, which holds the header.
    let mut bytes = fs::read(&path).unwrap();
    bytes[4096..].fill(0xa5);
    fs::write(&path, bytes).unwrap();
    let said = refusal(&path).await;
    assert!(said.ends_with("is damaged; put a backup in its place"), "{said}");
}

#[tokio::test]
async fn folder_in_place_of_the_file_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("orders.db");
    fs::create_dir(&path).unwrap();
    let said = refusal(&path).await;
    assert!(said.contains("cannot be opened"), "{said}");
}
