//! Search for remaining personal data in tables, files and logs.

use std::{collections::BTreeSet, fs, path::Path};

use sha2::{Digest as _, Sha256};

use crate::support::{
    Shop,
    tables::{SERVICES, Tables},
};

/// Data that identifies the customer, in the forms in which services store it.
pub const TRACES: [&str; 19] = [
    "Somchit",
    "somchit",
    "Phommavong",
    "2055123456",
    "somchit@example.com",
    "ບ້ານລັບ",
    "ເມືອງລັບ",
    "blue gate behind the temple",
    "no answer at the blue gate",
    "secret landmark",
    "secret note for the driver",
    "where is my secret cement",
    "secret caption",
    "secret-page",
    "complaint of a signed-in customer",
    "complaint of a visitor",
    "secret log value",
    "secret reminder",
    "ກະເບື້ອງລັບ",
];

/// Texts of the staff about the customer.
const TRACES_OF_STAFF: [&str; 8] = [
    "cousin of the neighbor",
    "prefers calls after the harvest",
    "shouted at the counter",
    "points for the broken tile",
    "behind the third well",
    "across the wooden bridge",
    "grandmother Bounmy",
    "wanted one bag fewer",
];

/// Texts of the staff about the customer.
pub fn traces_of_staff() -> BTreeSet<String> {
    TRACES_OF_STAFF.map(str::to_owned).into()
}

/// Traces of the customer, with the digest of their phone number.
pub fn traces() -> BTreeSet<String> {
    let digest = Sha256::digest("+8562055123456");
    let hex = digest.iter().take(16).map(|byte| format!("{byte:02x}"));
    TRACES.iter().map(|trace| (*trace).to_owned()).chain([hex.collect()]).collect()
}

/// The traces of the customer in the tables of all services, and the tables they are in.
pub async fn found(shop: &Shop) -> (BTreeSet<String>, Vec<String>) {
    found_of(shop, &traces()).await
}

/// The same of other traces.
pub async fn found_of(shop: &Shop, traces: &BTreeSet<String>) -> (BTreeSet<String>, Vec<String>) {
    let (mut found, mut places) = (BTreeSet::new(), Vec::new());
    for service in SERVICES {
        let mut tables = Tables::open(shop, service).await;
        for table in tables.names().await {
            for row in tables.rows(&table).await {
                for trace in traces.iter().filter(|trace| row.contains(trace.as_str())) {
                    places.push(format!("{service}.{table}: {trace}"));
                    found.insert(trace.clone());
                }
            }
        }
    }
    (found, places)
}

/// Files below `folder` that contain a trace of the customer.
pub fn files_with_traces(folder: &Path) -> Vec<String> {
    files_with(folder, &traces())
}

/// The same of other traces.
pub fn files_with(folder: &Path, traces: &BTreeSet<String>) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files_with(&path, traces));
            continue;
        }
        let content = fs::read(&path).unwrap();
        let is_in = |trace: &&String| content.windows(trace.len()).any(|part| part == trace.as_bytes());
        found.extend(traces.iter().filter(is_in).map(|trace| format!("{}: {trace}", path.display())));
    }
    found
}
