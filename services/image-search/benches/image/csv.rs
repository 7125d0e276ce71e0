//! CSV reader for the labels of image sets and the products of the demo catalog.

use std::{collections::HashMap, fs, path::Path};

/// The rows of a CSV file by header name. Quoted fields with quotes and line breaks are supported.
pub fn rows(file: &Path) -> Vec<HashMap<String, String>> {
    let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let mut records = vec![vec![String::new()]];
    let mut quoted = false;
    for letter in text.trim_start_matches('\u{feff}').chars().filter(|letter| *letter != '\r') {
        let record = records.last_mut().expect("there is always one");
        match letter {
            '"' => {
                // A doubled quote is a literal quote: the first one closes the field, the second reopens it.
                quoted = !quoted;
                if quoted && record.last().is_some_and(|cell| !cell.is_empty()) {
                    record.last_mut().expect("just seen").push('"');
                }
            }
            ',' if !quoted => record.push(String::new()),
            '\n' if !quoted => records.push(vec![String::new()]),
            letter => record.last_mut().expect("never empty").push(letter),
        }
    }
    let mut records = records.into_iter();
    let header = records.next().unwrap_or_default();
    records
        .filter(|record| record.len() == header.len())
        .map(|record| header.iter().cloned().zip(record).collect())
        .collect()
}
