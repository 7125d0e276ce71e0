//! Relevance regression test. The figures are printed; `make bench-search` compares them.

use std::{
    collections::{BTreeSet, HashSet},
    fs,
    path::Path,
};

use heuan_lao_text::{fold, is_word};
use heuan_search_index::{
    Filter, Index, Product, SearchRequest, Sort, SuggestionEntry, Suggestions, Synonyms,
};
use proptest::{
    prelude::*,
    test_runner::{Config, RngAlgorithm, TestRng, TestRunner},
};

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
        let request = SearchRequest {
            text: cells[0],
            filter: &Filter::default(),
            sort: Sort::Best,
            skip: 0,
            limit: 10,
        };
        let hits = index.find(&request, &synonyms).unwrap().unwrap().hits;
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
const NONSENSE: [&str; 23] = [
    "ฟฟฟฟฟ",
    "ฟหกดฟหกด",
    "ຟຟຟຟຟ",
    "ຫກດຫກດ",
    "ກກກກ",
    "ມມມມ",
    "ມມ ມມ",
    "ອອອ",
    "ຟຟ",
    "ງຫຮກມລສ",
    "ກມຂລກນຕ",
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

/// The demo catalog: id and names of its products. The few quoted names are left out.
fn demo_products() -> Vec<Vec<String>> {
    let products = fs::read_to_string(DEMO).unwrap();
    let docs: Vec<Vec<String>> = products
        .lines()
        .skip(1)
        .map(|line| line.splitn(6, ',').map(str::to_owned).collect::<Vec<_>>())
        .filter(|cells| !cells[3].starts_with('"') && !cells[4].starts_with('"'))
        .map(|cells| vec![cells[0].clone(), cells[3].clone(), cells[4].clone()])
        .collect();
    assert!(docs.len() > 800);
    docs
}

/// Texts that are typed on the way to a name: its beginnings, its last word, and the number of its product.
fn typed_for(number: usize, name: &str) -> Vec<String> {
    let letters: Vec<char> = name.chars().collect();
    let mut typed: Vec<String> =
        [1, 2, 3, 5, 9].iter().map(|&count| letters.iter().take(count).collect()).collect();
    typed.extend(name.split_whitespace().next_back().map(str::to_owned));
    typed.extend([number.to_string(), format!("#{number}")]);
    typed
}

#[test]
fn every_suggestion_of_the_demo_catalog_finds_a_product() {
    let products = demo_products();
    let docs: Vec<Vec<&str>> = products.iter().map(|it| it.iter().map(String::as_str).collect()).collect();
    let folder = tempfile::tempdir().unwrap();
    let index = index_of(folder.path(), &docs);
    let names = docs.iter().flat_map(|doc| [doc[1], doc[2]]);
    let entry = |name: &str| SuggestionEntry { text: name.to_owned(), weight: 1, only_whole: true };
    let numbered = docs.iter().enumerate().map(|(at, doc)| (at as i64, doc[1].to_owned()));
    let suggestions = Suggestions::of(names.map(entry)).unwrap().with_products(numbered);
    let typed: BTreeSet<String> = docs
        .iter()
        .enumerate()
        .flat_map(|(at, doc)| [typed_for(at, doc[1]), typed_for(at, doc[2])])
        .flatten()
        .collect();
    let suggested: BTreeSet<String> = typed.iter().flat_map(|text| suggestions.complete(text, 10)).collect();
    assert!(suggested.len() > 500, "{}", suggested.len());
    let synonyms = Synonyms::with("");
    let lost: Vec<&String> = suggested.iter().filter(|text| !index.finds(text, &synonyms)).collect();
    assert_eq!(lost, [""; 0]);
    // The product with the printed number, before others whose names have it.
    for at in 1..docs.len() {
        let text = format!("#{at}");
        let request =
            SearchRequest { text: &text, filter: &Filter::default(), sort: Sort::Best, skip: 0, limit: 1 };
        let hits = index.find(&request, &synonyms).unwrap().unwrap().hits;
        assert_eq!(hits.first().map(|it| it.pro_id), Some(at as i64), "{text}");
    }
}

/// The Lao names of the first three hits.
fn names_found(index: &Index, synonyms: &Synonyms, docs: &[Vec<&str>], text: &str) -> Vec<String> {
    let filter = &Filter::default();
    let request = SearchRequest { text, filter, sort: Sort::Best, skip: 0, limit: 3 };
    let hits = index.find(&request, synonyms).unwrap().unwrap_or_default().hits;
    hits.iter().map(|it| docs[it.pro_id as usize][1].to_owned()).collect()
}

#[test]
fn nonsense_query_has_no_results() {
    let products = demo_products();
    let docs: Vec<Vec<&str>> = products.iter().map(|it| it.iter().map(String::as_str).collect()).collect();
    let folder = tempfile::tempdir().unwrap();
    let index = index_of(folder.path(), &docs);
    let synonyms = Synonyms::with("");
    let found: Vec<String> = NONSENSE
        .into_iter()
        .filter_map(|text| {
            let names = names_found(&index, &synonyms, &docs, text);
            (!names.is_empty()).then(|| format!("{text}: {}", names.join(", ")))
        })
        .collect();
    assert_eq!(found, [""; 0]);
}

#[test]
fn lao_consonants_find_nothing_unless_they_are_a_known_word() {
    let products = demo_products();
    let docs: Vec<Vec<&str>> = products.iter().map(|it| it.iter().map(String::as_str).collect()).collect();
    let folder = tempfile::tempdir().unwrap();
    let index = index_of(folder.path(), &docs);
    let synonyms = Synonyms::with("");
    let names: Vec<String> = docs.iter().map(|it| fold(it[1]).replace(' ', "")).collect();
    let mut runner = TestRunner::new_with_rng(
        Config { cases: 1500, failure_persistence: None, ..Config::default() },
        TestRng::deterministic_rng(RngAlgorithm::ChaCha),
    );
    let consonants = "[ກຂຄງຈສຊຍດຕຖທນບປຜຝພຟມຢລວຫອຮ]{3,9}";
    let tried = runner.run(&consonants, |text| {
        let folded = fold(&text);
        prop_assume!(!is_word(&folded) && !names.iter().any(|name| name.contains(&folded)));
        let found = names_found(&index, &synonyms, &docs, &text);
        prop_assert!(found.is_empty(), "{text}: {found:?}");
        let found = names_found(&index, &synonyms, &docs, &format!("{text} 4"));
        prop_assert!(found.is_empty(), "{text} 4: {found:?}");
        Ok(())
    });
    tried.unwrap();
}

#[test]
fn one_or_two_consonants_find_what_begins_with_them() {
    let products = demo_products();
    let docs: Vec<Vec<&str>> = products.iter().map(|it| it.iter().map(String::as_str).collect()).collect();
    let folder = tempfile::tempdir().unwrap();
    let index = index_of(folder.path(), &docs);
    let synonyms = Synonyms::with("");
    for text in ["ສ", "ສວ", "ກວ", "ນ້", "ມ"] {
        let found = names_found(&index, &synonyms, &docs, text);
        assert!(!found.is_empty(), "{text}");
    }
    let found = names_found(&index, &synonyms, &docs, "ຟຟ");
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn known_word_or_abbreviation_of_consonants_finds_its_products() {
    let products = demo_products();
    let docs: Vec<Vec<&str>> = products.iter().map(|it| it.iter().map(String::as_str).collect()).collect();
    let folder = tempfile::tempdir().unwrap();
    let index = index_of(folder.path(), &docs);
    let synonyms = Synonyms::with("");
    for (text, wanted) in
        [("4 ມມ", "4 ມມ"), ("60 ຊມ", "60"), ("ມລ", "ມລ"), ("ສວນ", "ສວນ"), ("ກວດ", "ກວດ"), ("ດອກສ", "ດອກສະ")]
    {
        let found = names_found(&index, &synonyms, &docs, text);
        assert!(found.iter().any(|name| name.contains(wanted)), "{text}: {found:?}");
    }
    let own = Synonyms::with("ທວ | ໂທລະພາບ | ສວນ");
    let request =
        SearchRequest { text: "ທວ", filter: &Filter::default(), sort: Sort::Best, skip: 0, limit: 3 };
    assert!(index.find(&request, &own).unwrap().unwrap().total > 0);
}
