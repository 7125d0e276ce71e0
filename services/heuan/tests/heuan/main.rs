//! One binary for all of them: each would be linked with everything the crate needs.

mod account;
mod admin;
mod data_folder;
#[path = "../../../image-search/tests/image-search/files/mod.rs"]
mod files;
mod full_disk;
mod import;
mod orders;
mod photos;
mod run;
mod spelling;
mod split;
mod staff;
mod support;
mod talk;
mod topology_files;
