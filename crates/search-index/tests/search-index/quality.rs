//! Relevance regression test. The figures are printed; `make bench-search` compares them.

use std::{collections::HashSet, fs, path::Path};

use heuan_search_index::{Filter, Index, Product, SearchRequest, Sort, Synonyms};

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../bench/search/data");
const DEMO: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../demo/products.csv");
/// Measured figures, rounded down.
const RECALL_AT_5: f64 = 0.955;
const MRR: f64 = 0.945;

fn index_of(folder: &Path, docs: &[Vec<&str>]) -> Index {
    let index = Index::open(folder).unwrap();
    let mut writer = index.writer(1).unwrap();
    for (at, doc) in docs.iter().enumerate() {
        let (name_la, name_en) = (doc[1].to_owned(), doc[2].to_owned());
        writer.put(&Product { pro_id: at as i64, name_la, name_en, ..Product::default() }).unwrap();
    }
    writer.commit(1).unwrap();
    index.reload().unwrap();
    index
}

#[test]
fn lao_queries_reach_the_measured_recall() {
    let docs = fs::read_to_string(Path::new(DATA).join("docs.tsv")).unwrap();
    let docs: Vec<Vec<&str>> = docs.lines().map(|line| line.split('\t').collect()).collect();
    let folder = tempfile::tempdir().unwrap();
    let index = index_of(folder.path(), &docs);

    let synonyms = Synonyms::with("");
    let queries = fs::read_to_string(Path::new(DATA).join("dev.tsv")).unwrap();
    let (mut recall, mut reciprocal, mut count) = (0.0, 0.0, 0.0);
    for line in queries.lines() {
        let cells: Vec<&str> = line.split('\t').collect();
        let wanted: HashSet<&str> = cells[1].split(',').collect();
        let wish = SearchRequest {
            text: cells[0],
            filter: &Filter::default(),
            sort: Sort::Best,
            skip: 0,
            limit: 10,
        };
        let hits = index.find(&wish, &synonyms).unwrap().unwrap().hits;
        let found: Vec<&str> = hits.iter().map(|it| docs[it.pro_id as usize][0]).collect();
        let first = found.iter().take(5).filter(|it| wanted.contains(*it)).count();
        recall += first as f64 / wanted.len().min(5) as f64;
        reciprocal += found.iter().position(|it| wanted.contains(it)).map_or(0.0, |at| 1.0 / (at + 1) as f64);
        count += 1.0;
    }
    let (recall, mrr) = (recall / count, reciprocal / count);
    println!("recall@5 {recall:.3}, MRR@10 {mrr:.3} over {count} queries");
    assert!(recall >= RECALL_AT_5 && mrr >= MRR, "recall@5 {recall:.3}, MRR@10 {mrr:.3}");
}

/// Keys pressed at random, and letters that are no syllables.
const NONSENSE: [&str; 16] = [
    "ฟฟฟฟฟ",
    "ฟหกดฟหกด",
    "ຟຟຟຟຟ",
    "ຫກດຫກດ",
    "ກກກກກ",
    "ຫຫຫຫ",
    "ຟຫກດ",
    "ໜໜໜໜ",
    "ງງງງງງ",
    "asdfgh",
    "qqqqq",
    "zxcvbn",
    "xxxxx",
    "aaaaaaa",
    "啊啊啊啊",
    "ффффф",
];

#[test]
fn nonsense_finds_nothing() {
    let products = fs::read_to_string(DEMO).unwrap();
    // Id and names; the few quoted names are left out.
    let docs: Vec<Vec<&str>> = products
        .lines()
        .skip(1)
        .map(|line| line.splitn(6, ',').collect::<Vec<_>>())
        .filter(|cells| !cells[3].starts_with('"') && !cells[4].starts_with('"'))
        .map(|cells| vec![cells[0], cells[3], cells[4]])
        .collect();
    assert!(docs.len() > 800);
    let folder = tempfile::tempdir().unwrap();
    let index = index_of(folder.path(), &docs);
    let synonyms = Synonyms::with("");
    let found: Vec<String> = NONSENSE
        .into_iter()
        .filter_map(|text| {
            let filter = &Filter::default();
            let wish = SearchRequest { text, filter, sort: Sort::Best, skip: 0, limit: 3 };
            let hits = index.find(&wish, &synonyms).unwrap().unwrap_or_default().hits;
            let names: Vec<&str> = hits.iter().map(|it| docs[it.pro_id as usize][1]).collect();
            (!names.is_empty()).then(|| format!("{text}: {}", names.join(", ")))
        })
        .collect();
    assert_eq!(found, [""; 0]);
}
