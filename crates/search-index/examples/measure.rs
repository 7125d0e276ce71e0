//! Measurement tool behind `make bench-search`: results and latency of a list of queries.
//!
//! `measure answers PRODUCTS QUERIES` prints the ids of ten hits for each line of QUERIES, comma-separated.
//! `measure pages PRODUCTS QUERIES LIMIT` prints the number of hits and the ids of the first LIMIT, tab-separated.
//! `measure suggestions PRODUCTS QUERIES` prints ten suggestions for each line of QUERIES, tab-separated.
//! `measure speed PRODUCTS QUERIES COUNT` prints figures for COUNT products made of PRODUCTS, as `name<TAB>value`. Times are
//! CPU time of the thread, so that they do not depend on what else runs; `elapsed` ones do.
//! `measure slowest PRODUCTS QUERIES COUNT` prints the thirty slowest queries with their median in microseconds.
//! PRODUCTS has lines of `id, Lao name, English name, brand, body, attributes, group`, tab-separated; all but the first
//! two may be missing.

use std::{
    collections::HashMap,
    env, fs,
    time::{Duration, Instant},
};

use heuan_search_index::{
    Filter, Index, Product, SearchRequest, SearchResult, Sort, SuggestionEntry, Suggestions, Synonyms,
};

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["answers", products, queries] => answers(products, queries),
        ["pages", products, queries, limit] => pages(products, queries, limit.parse()?),
        ["suggestions", products, queries] => suggestions(products, queries),
        ["speed", products, queries, count] => speed(products, queries, count.parse()?),
        ["slowest", products, queries, count] => slowest(products, queries, count.parse()?),
        _ => Err("measure answers|pages|suggestions PRODUCTS QUERIES [LIMIT] | \
            measure speed|slowest PRODUCTS QUERIES COUNT"
            .into()),
    }
}

fn answers(products: &str, queries: &str) -> Result<(), Failure> {
    let (products, ids) = read(products)?;
    let folder = tempfile::tempdir()?;
    let index = built(&products, folder.path())?;
    let synonyms = Synonyms::with("");
    for query in fs::read_to_string(queries)?.lines() {
        let found = search(&index, &synonyms, query, 10)?;
        println!("{}", names(&found, &ids));
    }
    Ok(())
}

fn pages(products: &str, queries: &str, limit: usize) -> Result<(), Failure> {
    let (products, ids) = read(products)?;
    let folder = tempfile::tempdir()?;
    let index = built(&products, folder.path())?;
    let synonyms = Synonyms::with("");
    for query in fs::read_to_string(queries)?.lines() {
        let found = search(&index, &synonyms, query, limit)?;
        println!("{}\t{}", found.total, names(&found, &ids));
    }
    Ok(())
}

fn suggestions(products: &str, queries: &str) -> Result<(), Failure> {
    let suggestions = suggestions_of(&read(products)?.0)?;
    for query in fs::read_to_string(queries)?.lines() {
        println!("{}", suggestions.complete(query, 10).join("\t"));
    }
    Ok(())
}

fn suggestions_of(products: &[Product]) -> Result<Suggestions, Failure> {
    let written =
        products.iter().flat_map(|it| [&it.name_la, &it.name_en].map(|name| (name.clone(), it.popularity)));
    Ok(Suggestions::of(written.map(|(text, popularity)| SuggestionEntry {
        text,
        weight: popularity as u64 + 1,
        only_whole: false,
    }))?)
}

fn names(found: &SearchResult, ids: &HashMap<i64, String>) -> String {
    let names: Vec<&str> = found.hits.iter().map(|it| ids[&it.pro_id].as_str()).collect();
    names.join(",")
}

fn search(index: &Index, synonyms: &Synonyms, text: &str, limit: usize) -> Result<SearchResult, Failure> {
    let request = SearchRequest { text, filter: &Filter::default(), sort: Sort::Best, skip: 0, limit };
    Ok(index.find(&request, synonyms)?.unwrap_or_default())
}

fn read(path: &str) -> Result<(Vec<Product>, HashMap<i64, String>), Failure> {
    let mut ids = HashMap::new();
    let products = fs::read_to_string(path)?
        .lines()
        .enumerate()
        .map(|(at, line)| {
            let mut cells = line.split('\t').map(str::to_owned);
            let mut next = || cells.next().unwrap_or_default();
            ids.insert(at as i64 + 1, next());
            let (name_la, name_en, brand, body, attributes) = (next(), next(), next(), next(), next());
            let prog_id = next().parse().unwrap_or_default();
            Product {
                pro_id: at as i64 + 1,
                prog_id,
                name_la,
                name_en,
                brand,
                body,
                attributes,
                price: Some(1000),
                stock: Some(1),
                ..Product::default()
            }
        })
        .collect();
    Ok((products, ids))
}

fn built(products: &[Product], folder: &std::path::Path) -> Result<Index, Failure> {
    let index = Index::open(folder)?;
    let mut writer = index.writer(2)?;
    writer.hold_merges();
    for product in products {
        writer.put(product)?;
    }
    writer.commit(1)?;
    writer.merge_all()?;
    index.reload()?;
    Ok(index)
}

fn speed(products: &str, queries: &str, count: usize) -> Result<(), Failure> {
    let (some, _) = read(products)?;
    let before = resident();
    let many: Vec<Product> = (0..count).map(|at| varied(&some[at % some.len()], at)).collect();
    let folder = tempfile::tempdir()?;
    let began = Instant::now();
    let index = built(&many, folder.path())?;
    println!("build_s\t{:.1}", began.elapsed().as_secs_f64());
    println!("disk_mb\t{:.1}", size(folder.path())? as f64 / 1e6);
    let suggestions = suggestions_of(&many)?;
    println!("suggestion_texts\t{}", suggestions.len());
    drop(many);
    let synonyms = Synonyms::with("");
    let text = fs::read_to_string(queries)?;
    let queries: Vec<&str> = text.lines().collect();
    print_times("engine", &times(&queries, |query| drop(search(&index, &synonyms, query, 10))));
    let typed: Vec<String> = queries
        .iter()
        .flat_map(|query| query.char_indices().map(|(at, c)| query[..at + c.len_utf8()].to_owned()))
        .collect();
    let typed: Vec<&str> = typed.iter().map(String::as_str).collect();
    print_times("suggest", &times(&typed, |query| drop(suggestions.complete(query, 10))));
    println!("memory_mb\t{:.0}", (resident() - before) as f64 / 1e6);
    Ok(())
}

/// Derives a new product from an existing one: another size, brand and order.
fn varied(from: &Product, at: usize) -> Product {
    let round = at / 5060;
    let size = if round == 0 { String::new() } else { format!(" {}x{}", 5 + round * 5, 10 + at % 90) };
    Product {
        pro_id: at as i64 + 1,
        cat_id: at as i64 % 15 + 1,
        prog_id: at as i64 % 120 + 1,
        name_la: format!("{}{size}", from.name_la),
        name_en: format!("{}{size}", from.name_en),
        brand: format!("Brand{}", at % 200),
        popularity: (at * 7919 % 1000) as i64,
        price: Some(1000 + at as i64 % 100_000),
        ..from.clone()
    }
}

fn slowest(products: &str, queries: &str, count: usize) -> Result<(), Failure> {
    let (some, _) = read(products)?;
    let many: Vec<Product> = (0..count).map(|at| varied(&some[at % some.len()], at)).collect();
    let folder = tempfile::tempdir()?;
    let index = built(&many, folder.path())?;
    let synonyms = Synonyms::with("");
    let text = fs::read_to_string(queries)?;
    let queries: Vec<&str> = text.lines().collect();
    let mut by_query: HashMap<&str, Vec<Duration>> = HashMap::new();
    for Call { query, cpu, .. } in times(&queries, |query| drop(search(&index, &synonyms, query, 10))) {
        by_query.entry(query).or_default().push(cpu);
    }
    let mut medians: Vec<(u128, &str)> =
        by_query.into_iter().map(|(query, times)| (percentile(times, 50).as_micros(), query)).collect();
    medians.sort_unstable_by(|one, other| other.cmp(one));
    for (median, query) in medians.iter().take(30) {
        println!("{median}\t{query}\t{}", search(&index, &synonyms, query, 10)?.total);
    }
    Ok(())
}

struct Call<'a> {
    query: &'a str,
    /// CPU time of the thread.
    cpu: Duration,
    elapsed: Duration,
}

/// The calls of eleven rounds; the first is a warm-up and not counted.
fn times<'a>(queries: &[&'a str], mut ask: impl FnMut(&str)) -> Vec<Call<'a>> {
    let mut all = Vec::new();
    for round in 0..11 {
        for query in queries {
            let (began, used) = (Instant::now(), cpu());
            ask(query);
            if round > 0 {
                all.push(Call { query, cpu: cpu().saturating_sub(used), elapsed: began.elapsed() });
            }
        }
    }
    all
}

/// CPU time of this thread.
fn cpu() -> Duration {
    let used = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(used.tv_sec as u64, used.tv_nsec as u32)
}

fn print_times(name: &str, calls: &[Call<'_>]) {
    for percent in [50, 99] {
        let of = |time: fn(&Call<'_>) -> Duration| {
            percentile(calls.iter().map(time).collect(), percent).as_micros()
        };
        println!("{name}_p{percent}_us\t{}", of(|it| it.cpu));
        println!("{name}_elapsed_p{percent}_us\t{}", of(|it| it.elapsed));
    }
}

fn percentile(mut times: Vec<Duration>, percent: usize) -> Duration {
    times.sort_unstable();
    times.get(times.len() * percent / 100).copied().unwrap_or_default()
}

fn resident() -> u64 {
    let pages = fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let resident = pages.split(' ').nth(1).and_then(|it| it.parse::<u64>().ok()).unwrap_or_default();
    resident * 4096
}

fn size(folder: &std::path::Path) -> Result<u64, Failure> {
    fs::read_dir(folder)?.try_fold(0, |sum, file| Ok(sum + file?.metadata()?.len()))
}
