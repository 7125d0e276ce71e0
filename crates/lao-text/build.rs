//! Compiles the word list into an FST that is embedded in the binary, so that it needs no heap memory and no start-up
//! time.

use std::{collections::BTreeSet, env, fs, path::PathBuf};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo:rerun-if-changed=data");
    let (words, own) = (fs::read_to_string("data/words.txt")?, fs::read_to_string("data/own.txt")?);
    let all: BTreeSet<&str> = words.lines().chain(own.lines()).filter(|line| !line.is_empty()).collect();
    let mut set = fst::SetBuilder::memory();
    set.extend_iter(all)?;
    fs::write(PathBuf::from(env::var("OUT_DIR")?).join("words.fst"), set.into_inner()?)?;
    Ok(())
}
