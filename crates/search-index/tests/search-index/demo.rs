//! Queries of shoppers in the demo catalog, with everything that the search service indexes of it.

use std::{collections::HashMap, fs};

use heuan_search_index::{Filter, Index, Product, SearchRequest, SearchResult, Sort, Synonyms};
use tempfile::TempDir;

const PRODUCTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../demo/products.csv");
/// Hits that a shopper sees first.
const FIRST: usize = 3;

// Groups of the demo catalog.
const INTERIOR_PAINT: i64 = 301;
const EXTERIOR_PAINT: i64 = 302;
const LOCKS_AND_DOOR_HANDLES: i64 = 605;
const WIRE_AND_CABLE: i64 = 701;
const TOILETS: i64 = 1001;
const TABLES_AND_DESKS: i64 = 1201;

/// The index of the demo catalog, and the group of each product.
struct Demo {
    index: Index,
    synonyms: Synonyms,
    groups: HashMap<i64, i64>,
    _folder: TempDir,
}

impl Demo {
    fn open() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let index = Index::open(folder.path()).unwrap();
        let mut writer = index.writer(1).unwrap();
        let mut groups = HashMap::new();
        for product in products() {
            groups.insert(product.pro_id, product.prog_id);
            writer.put(&product).unwrap();
        }
        writer.commit(1).unwrap();
        index.reload().unwrap();
        Self { index, synonyms: Synonyms::with(""), groups, _folder: folder }
    }

    fn find(&self, text: &str) -> SearchResult {
        let request =
            SearchRequest { text, filter: &Filter::default(), sort: Sort::Best, skip: 0, limit: FIRST };
        self.index.find(&request, &self.synonyms).unwrap().unwrap_or_default()
    }

    /// Groups of the first hits, best first.
    fn first_groups(&self, text: &str) -> Vec<i64> {
        self.find(text).hits.iter().map(|hit| self.groups[&hit.pro_id]).collect()
    }
}

fn products() -> Vec<Product> {
    let mut records = records(&fs::read_to_string(PRODUCTS).unwrap()).into_iter();
    let header = records.next().unwrap();
    let products: Vec<Product> = records
        .map(|record| {
            let cell = |name: &str| record[header.iter().position(|it| it == name).unwrap()].as_str();
            let number = |name: &str| cell(name).parse::<i64>().unwrap();
            Product {
                pro_id: number("pro_id"),
                cat_id: number("cat_id"),
                prog_id: number("prog_id"),
                name_la: cell("pro_name_la").to_owned(),
                name_en: cell("pro_name_en").to_owned(),
                brand: cell("brand").to_owned(),
                body: format!("{}\n{}", cell("description_la"), cell("description_en")),
                attributes: texts(cell("attributes")),
                price: Some(1000),
                stock: Some(1),
                ..Product::default()
            }
        })
        .collect();
    assert!(products.len() > 800);
    products
}

/// Records of a CSV file. A quoted field may have commas, line breaks and doubled quotes.
fn records(text: &str) -> Vec<Vec<String>> {
    let mut records = vec![vec![String::new()]];
    let mut is_quoted = false;
    for letter in text.trim_start_matches('\u{feff}').trim_end().chars().filter(|it| *it != '\r') {
        let record = records.last_mut().unwrap();
        match letter {
            '"' => {
                is_quoted = !is_quoted;
                // Opened again right after it was closed: a doubled quote.
                if is_quoted && !record.last().unwrap().is_empty() {
                    record.last_mut().unwrap().push('"');
                }
            }
            ',' if !is_quoted => record.push(String::new()),
            '\n' if !is_quoted => records.push(vec![String::new()]),
            letter => record.last_mut().unwrap().push(letter),
        }
    }
    records
}

/// Texts of a JSON object, without its names. No text of the demo catalog has an escaped quote.
fn texts(json: &str) -> String {
    let parts: Vec<&str> = json.split('"').collect();
    let quoted = (1..parts.len()).step_by(2);
    let texts = quoted.filter(|at| parts.get(at + 1).is_some_and(|after| !after.starts_with(':')));
    texts.map(|at| parts[at]).collect::<Vec<_>>().join("\n")
}

#[test]
fn first_hit_is_of_the_kind_that_a_shopper_names() {
    let demo = Demo::open();
    let queries: [(&str, &[i64]); 7] = [
        ("ໂຕະຂຽນໜັງສື", &[TABLES_AND_DESKS]),
        ("ໂຕະ ຂຽນໜັງສື", &[TABLES_AND_DESKS]),
        ("ໂຕະຂຽນ ໜັງສື", &[TABLES_AND_DESKS]),
        // Steel lockers have a color in their names, which is the word for paint.
        ("สีทาบ้าน", &[INTERIOR_PAINT, EXTERIOR_PAINT]),
        ("ສີທາເຮືອນ", &[INTERIOR_PAINT, EXTERIOR_PAINT]),
        // They have doors as well.
        ("door lock", &[LOCKS_AND_DOOR_HANDLES]),
        // The shop has a wire brush.
        ("wire 2.5mm", &[WIRE_AND_CABLE]),
    ];
    for (text, wanted) in queries {
        let first = demo.first_groups(text);
        assert!(first.first().is_some_and(|group| wanted.contains(group)), "{text}: {first:?}");
    }
}

#[test]
fn everyday_word_for_a_toilet_shows_one_among_the_first() {
    let demo = Demo::open();
    for text in ["wc", "ຊັກໂຄກ"] {
        let first = demo.first_groups(text);
        assert!(first.contains(&TOILETS), "{text}: {first:?}");
    }
}

#[test]
fn paint_of_houses_is_not_half_of_the_catalog() {
    let demo = Demo::open();
    let found = demo.find("ສີທາເຮືອນ");
    assert!(found.total > 0 && found.total * 2 < demo.groups.len(), "{}", found.total);
    let counted: i64 = found.facets.groups.iter().map(|(_, count)| count).sum();
    assert!(counted > 0 && counted * 2 < demo.groups.len() as i64, "{counted}");
}
