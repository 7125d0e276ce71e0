//! Round trip of a folder through a zip file, and refusal of hostile archives.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;

use heuan_catalog_folder::{
    ArchiveLimits, ArchiveWriter, CatalogFolder, Diagnostics, TableRow, content_files, content_text,
    push_row, table_header, unpack,
};
use rstest::rstest;
use zip::write::SimpleFileOptions;

use crate::support::{Folder, assert_have_codes};

fn table<R: TableRow>(rows: &[R]) -> (String, String) {
    let mut text = table_header(R::TABLE);
    for row in rows {
        push_row(&mut text, row);
    }
    (R::TABLE.file().to_owned(), text)
}

/// All tables and `content.json` as text, by file.
fn texts(folder: &CatalogFolder) -> BTreeMap<String, String> {
    let content = content_text(folder.content.as_ref().unwrap()).unwrap();
    BTreeMap::from([
        table(&folder.categories.as_ref().unwrap().rows),
        table(&folder.groups.as_ref().unwrap().rows),
        table(&folder.products.as_ref().unwrap().rows),
        table(&folder.branches.as_ref().unwrap().rows),
        table(&folder.promotion_types.as_ref().unwrap().rows),
        table(&folder.promotions.as_ref().unwrap().rows),
        ("content.json".to_owned(), content),
    ])
}

/// Writes the folder into an archive, below `around`, and unpacks it.
fn packed(from: &Path, folder: &CatalogFolder, around: &str) -> Folder {
    let (place, unpacked) = (tempfile::tempdir().unwrap(), Folder::empty());
    let path = place.path().join("catalog.zip");
    let mut archive = ArchiveWriter::new(File::create(&path).unwrap());
    for (name, text) in texts(folder) {
        archive.begin(&format!("{around}{name}")).unwrap();
        archive.write_all(text.as_bytes()).unwrap();
    }
    let documents = folder.documents.iter().map(|it| &it.path);
    for name in folder.media.iter().map(|it| &it.path).chain(documents) {
        archive.begin(&format!("{around}media/{name}")).unwrap();
        archive.write_all(&fs::read(from.join("media").join(name)).unwrap()).unwrap();
    }
    archive.finish().unwrap();
    unpack(File::open(path).unwrap(), unpacked.path(), &ArchiveLimits::default()).unwrap();
    unpacked
}

fn assert_same(one: &CatalogFolder, other: &CatalogFolder) {
    assert_eq!(one.categories.as_ref().unwrap().rows, other.categories.as_ref().unwrap().rows);
    assert_eq!(one.groups.as_ref().unwrap().rows, other.groups.as_ref().unwrap().rows);
    assert_eq!(one.products.as_ref().unwrap().rows, other.products.as_ref().unwrap().rows);
    assert_eq!(one.branches.as_ref().unwrap().rows, other.branches.as_ref().unwrap().rows);
    assert_eq!(one.promotion_types.as_ref().unwrap().rows, other.promotion_types.as_ref().unwrap().rows);
    assert_eq!(one.promotions.as_ref().unwrap().rows, other.promotions.as_ref().unwrap().rows);
    assert_eq!(texts(one), texts(other));
}

#[rstest]
fn written_folder_is_read_the_same(#[values("", "catalog/")] around: &str) {
    let folder = Folder::good();
    let first = folder.read().unwrap();
    let again = packed(folder.path(), &first, around);
    let second = again.read().unwrap_or_else(|errors| panic!("{errors}"));
    assert_same(&first, &second);
    assert_eq!(second.media.len(), first.media.len());
    let (images, documents) = content_files(first.content.as_ref().unwrap());
    assert_eq!((images, documents), (vec!["c/1.png"], vec!["d/2025.pdf"]));
}

#[test]
fn written_demo_folder_is_read_the_same() {
    let demo = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../demo");
    let known = heuan_catalog_folder::ExistingIds::default();
    let checked = heuan_catalog_folder::Options {
        already_checked: &|_, _| true,
        ..heuan_catalog_folder::Options::new(&known)
    };
    let first = heuan_catalog_folder::read(&demo, &checked).unwrap();
    let again = packed(&demo, &first, "");
    let second =
        heuan_catalog_folder::read(again.path(), &checked).unwrap_or_else(|errors| panic!("{errors}"));
    assert_same(&first, &second);
}

/// Unpacks an archive of entries with these names and contents.
fn refused(entries: &[(&str, &[u8])], limits: &ArchiveLimits) -> (Diagnostics, tempfile::TempDir) {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("catalog.zip");
    let mut archive = zip::ZipWriter::new(File::create(&path).unwrap());
    for (name, bytes) in entries {
        archive.start_file(*name, SimpleFileOptions::default()).unwrap();
        archive.write_all(bytes).unwrap();
    }
    archive.finish().unwrap();
    let into = place.path().join("into");
    fs::create_dir(&into).unwrap();
    let errors = unpack(File::open(path).unwrap(), &into, limits).unwrap_err();
    assert_have_codes(&errors.errors);
    (errors, place)
}

#[rstest]
#[case::parent("../products.csv", "it leads out")]
#[case::parent_inside("media/../../products.csv", "it leads out")]
#[case::absolute("/products.csv", "paths are relative")]
#[case::backslash("media\\..\\products.csv", "paths are relative")]
#[case::drive("c:products.csv", "paths are relative")]
fn unsafe_path_is_refused(#[case] name: &str, #[case] reason: &str) {
    let (errors, place) = refused(&[(name, b"x"), ("groups.csv", b"y")], &ArchiveLimits::default());
    assert_eq!((errors.total, errors.errors[0].file.as_ref()), (1, "zip"));
    assert!(errors.errors[0].reason.contains(reason), "{errors}");
    let outside = fs::read_dir(place.path()).unwrap().count();
    assert_eq!(outside, 2, "the archive and the folder");
}

#[test]
fn archive_over_its_limits_is_refused() {
    let limits = ArchiveLimits { max_entries: 2, max_unpacked_bytes: 100 };
    let (errors, _) = refused(&[("a.csv", b""), ("b.csv", b""), ("c.csv", b"")], &limits);
    assert!(errors.to_string().contains("more than 2 entries"), "{errors}");
    let (errors, place) = refused(&[("a.csv", &[b'x'; 60]), ("b.csv", &[b'x'; 60])], &limits);
    assert!(errors.to_string().contains("when unpacked"), "{errors}");
    assert!(place.path().join("into/a.csv").exists());
}

#[test]
fn file_that_unpacks_to_a_multiple_of_its_size_is_refused() {
    let (errors, _) = refused(&[("products.csv", &vec![b'0'; 80 << 20])], &ArchiveLimits::default());
    assert!(errors.to_string().contains("200 times"), "{errors}");
    let diagnostic = &errors.errors[0];
    let values = [("max", "200".to_owned()), ("path", "products.csv".to_owned())];
    assert_eq!((diagnostic.code, &diagnostic.values[..]), ("unpacks_too_far", &values[..]));
}

#[test]
fn link_is_refused_and_files_of_the_system_are_left_out() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("catalog.zip");
    let mut archive = zip::ZipWriter::new(File::create(&path).unwrap());
    archive.add_symlink("media/secret.png", "/etc/passwd", SimpleFileOptions::default()).unwrap();
    for name in ["__MACOSX/products.csv", "media/.hidden.png", "notes.txt", "other/products.csv"] {
        archive.start_file(name, SimpleFileOptions::default()).unwrap();
    }
    archive.finish().unwrap();
    let into = place.path().join("into");
    fs::create_dir(&into).unwrap();
    let errors = unpack(File::open(&path).unwrap(), &into, &ArchiveLimits::default()).unwrap_err();
    assert_eq!(errors.to_string(), "zip: is a link; the archive must contain the file itself\n1 fault");
    assert_eq!(fs::read_dir(&into).unwrap().count(), 0);
}

#[rstest]
#[case::empty("shop-old/")]
#[case::with_a_file_of_the_system("shop-old/.DS_Store")]
#[case::with_a_multi_byte_letter("shopກ/")]
fn folder_around_the_files_is_removed_beside_one_with_a_longer_name(#[case] other: &str) {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("catalog.zip");
    let mut archive = zip::ZipWriter::new(File::create(&path).unwrap());
    if other.ends_with('/') {
        archive.add_directory(other, SimpleFileOptions::default()).unwrap();
    } else {
        archive.start_file(other, SimpleFileOptions::default()).unwrap();
    }
    archive.start_file("shop/products.csv", SimpleFileOptions::default()).unwrap();
    archive.write_all(b"id,name").unwrap();
    archive.finish().unwrap();
    let into = place.path().join("into");
    fs::create_dir(&into).unwrap();
    unpack(File::open(&path).unwrap(), &into, &ArchiveLimits::default()).unwrap();
    assert_eq!(fs::read_to_string(into.join("products.csv")).unwrap(), "id,name");
    assert_eq!(fs::read_dir(&into).unwrap().count(), 1);
}

#[test]
fn incomplete_archive_is_refused() {
    let place = tempfile::tempdir().unwrap();
    for bytes in [&b""[..], b"PK\x03\x04 not a zip", b"PK\x05\x06"] {
        let path = place.path().join("catalog.zip");
        fs::write(&path, bytes).unwrap();
        let errors = unpack(File::open(&path).unwrap(), place.path(), &ArchiveLimits::default()).unwrap_err();
        assert!(errors.to_string().contains("not a complete zip file"), "{errors}");
        assert_eq!(errors.errors[0].code, "archive_incomplete");
    }
}

#[test]
fn fault_has_the_value_of_its_field() {
    let folder = Folder::good();
    folder.edit("products.csv", "58000", "58.000");
    let errors = folder.read().unwrap_err();
    let diagnostic = &errors.errors[0];
    assert_eq!(
        (diagnostic.file.as_ref(), diagnostic.line, diagnostic.column.as_str()),
        ("products.csv", Some(2), "price")
    );
    assert_eq!(diagnostic.value, "58.000");
}
