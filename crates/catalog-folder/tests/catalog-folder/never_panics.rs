//! Reading returns for any file contents.

use crate::support::{FILES, Folder};
use proptest::prelude::*;

/// Bytes similar enough to a table or JSON to pass the first check.
fn nearly(text: &'static str) -> impl Strategy<Value = Vec<u8>> {
    let edit = (any::<prop::sample::Index>(), 0_usize..4, prop::collection::vec(any::<u8>(), 0..4));
    let punctuation = prop::sample::select(&b"\",\n\r{}[]:\\0-\xff"[..]);
    let spice = (any::<prop::sample::Index>(), punctuation);
    (prop::collection::vec(edit, 0..4), prop::collection::vec(spice, 0..6)).prop_map(
        move |(edits, spices)| {
            let mut bytes = text.as_bytes().to_vec();
            for (place, removed, added) in edits {
                let at = place.index(bytes.len() + 1);
                bytes.splice(at..bytes.len().min(at + removed), added);
            }
            for (place, byte) in spices {
                let at = place.index(bytes.len() + 1);
                bytes.insert(at, byte);
            }
            bytes
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_bytes_are_read_without_panic(file in 0..FILES.len(), bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let folder = Folder::good();
        folder.put(FILES[file].0, bytes);
        let _ = folder.read();
    }

    #[test]
    fn nearly_valid_files_are_read_without_panic(
        (file, bytes) in (0..FILES.len()).prop_flat_map(|file| (Just(file), nearly(FILES[file].1)))
    ) {
        let folder = Folder::good();
        folder.put(FILES[file].0, bytes);
        if let Err(errors) = folder.read() {
            prop_assert!(errors.total > 0 && !errors.errors.is_empty());
            prop_assert!(errors.errors.iter().all(|diagnostic| diagnostic.line != Some(0)));
        }
    }
}
