//! A hundred files that are not the photos they might be: each is answered, with a picture or with a reason, and none
//! takes the memory of the process along. One test, because memory is the process's.

use std::collections::BTreeMap;

use crate::files::File;
use heuan_image_search::picture::{Fault, Rules, decode};
use peak_alloc::PeakAlloc;

/// Counts what is allocated: the process's size as the system tells it also moves with the files it has mapped.
#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

const MOST_GROWTH: usize = 64 * 1024 * 1024;

#[test]
fn a_hundred_hostile_files_are_answered() {
    let files = crate::files::all();
    assert!(files.len() >= 100, "{}", files.len());
    let mut tally: BTreeMap<&str, usize> = BTreeMap::new();
    for File { name, bytes, expected } in files {
        MEMORY.reset_peak_usage();
        let before = MEMORY.current_usage();
        let outcome = decode(&bytes, &Rules::PHOTO);
        let grown = MEMORY.peak_usage().saturating_sub(before);
        assert!(grown <= MOST_GROWTH, "{name}: {} MB", grown >> 20);
        let got = outcome.as_ref().map_or_else(Fault::reason, |_| "picture");
        assert!(expected.contains(&got), "{name}: {got}, not one of {expected:?}");
        if let Ok(picture) = outcome {
            assert!(picture.width() > 0 && picture.as_raw().len() < 16 << 20, "{name}");
        }
        *tally.entry(got).or_default() += 1;
    }
    assert!(tally.len() >= 4, "{tally:?}");
}
