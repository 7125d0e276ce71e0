//! One test binary for all modules, because each binary would link all dependencies again.

mod account;
mod admin;
mod backup;
mod check;
mod content;
mod conversions;
mod customers;
mod data_folder;
#[path = "../../../image-search/tests/image-search/files/mod.rs"]
mod files;
mod full_disk;
mod image_search;
mod import;
mod imports;
mod live_events;
mod messages;
mod news;
mod orders;
mod personal_data;
mod products;
mod push;
mod quick_replies;
mod run;
mod spelling;
mod split;
mod staff;
mod support;
mod topology_files;
