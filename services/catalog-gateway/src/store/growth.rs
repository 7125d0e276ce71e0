//! Measurement of the CPU time of lists and facets with 2,000 and 100,000 products, on both databases.
//!
//! `cargo nextest run --release -p heuan-catalog-gateway --lib --run-ignored only -E 'test(growth)' --no-capture` prints the
//! figures. CPU time of PostgreSQL is not in them, so the elapsed time of a call is printed as well.

use std::time::{Duration, Instant};

use heuan_store::Db;
use heuan_testkit::{Engine, TestDb};
use rstest::rstest;
use sqlx::AssertSqlSafe;

use super::Store;
use crate::catalog::{Filter, Sort};

const SIZES: [i64; 2] = [2_000, 100_000];
/// Time for which each kind of call is repeated.
const TIME: Duration = Duration::from_millis(1500);
const GROUPS: i64 = 106;

/// Writes `count` products with the proportions of the demo catalog: 106 groups in 15 categories, 78 brands, and texts of the
/// same length.
pub(super) async fn fill(location: &heuan_store::DatabaseUrl, count: i64) {
    let db = Db::open(location, &super::MIGRATIONS).await.unwrap();
    let image = "\"products/0123456789abcdef0123456789abcdef.webp\"";
    let images = format!("[{image},{image},{image}]");
    let description = "ຊີມັງປອດແລນສຳລັບວຽກກໍ່ສ້າງ ".repeat(8);
    let attributes = format!("{{\"note\":\"{}\"}}", "x".repeat(200));
    // Multiplication by a prime scatters the values among the ids.
    let sql = format!(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count}) \
         INSERT INTO product (pro_id, cat_id, prog_id, name_la, name_en, price, original_price, discount, brand, \
           brand_slug, img_cover, images, description_la, description_en, attributes, stock, popularity, category_rank, \
           listed_at, revision, visible) \
         SELECT i, i % {GROUPS} % 15 + 1, i % {GROUPS} + 1, 'ຊີມັງປອດແລນ 50 ກິໂລ ' || i, 'Portland cement 50 kg ' || i, \
           CASE WHEN i % 40 = 0 THEN NULL ELSE (i * 7919) % 4999 * 1000 END, NULL, \
           CASE WHEN i % 7 = 0 THEN i * 31 % 50 ELSE 0 END, 'Brand ' || (i * 7907 % 78), 'brand-' || (i * 7907 % 78), \
           'products/0123456789abcdef0123456789abcdef.webp', '{images}', '{description}', '{description}', '{attributes}', \
           CASE WHEN i % 11 = 0 THEN NULL ELSE i * 17 % 30 END, i * 37 % 100, i / 15, \
           1700000000000 + (i * 7901) % 5000 * 60000, 1, CASE WHEN i % 97 = 0 THEN 0 ELSE 1 END FROM n"
    );
    let mut tx = db.begin().await.unwrap();
    heuan_store::run!(tx, AssertSqlSafe(sql.as_str())).unwrap();
    heuan_store::run!(tx, "UPDATE revision SET value = 1").unwrap();
    tx.commit().await.unwrap();
    if let Db::Pg(pool) = &db {
        sqlx::query("VACUUM ANALYZE product").execute(pool).await.unwrap();
    }
    db.close().await;
}

/// CPU time of all threads of this process.
fn cpu() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap();
    let ticks: u64 = stat
        .rsplit(')')
        .next()
        .unwrap()
        .split_whitespace()
        .skip(11)
        .take(2)
        .map(|ticks| ticks.parse::<u64>().unwrap())
        .sum();
    Duration::from_millis(ticks * 10)
}

/// CPU and elapsed milliseconds of one call.
async fn cost(mut call: impl AsyncFnMut(i64)) -> (f64, f64) {
    call(0).await;
    let (began, used, mut calls) = (Instant::now(), cpu(), 0);
    while began.elapsed() < TIME {
        calls += 1;
        call(calls).await;
    }
    #[expect(clippy::cast_precision_loss, reason = "a few thousand calls")]
    let of_one = |time: Duration| time.as_secs_f64() * 1000.0 / calls as f64;
    (of_one(cpu().saturating_sub(used)), of_one(began.elapsed()))
}

#[rstest]
#[tokio::test]
#[ignore = "a measurement of a minute"]
async fn growth_of_lists_and_facets_is_printed(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let mut stores = Vec::new();
    for size in SIZES {
        let place = TestDb::new(engine).await;
        fill(&place.location, size).await;
        let store = Store::open(&place.location).await.unwrap();
        stores.push((size, place, store));
    }
    let category = |number: i64| Filter { cat_id: Some(number % 15 + 1), ..Filter::default() };
    let group = |number: i64| Filter { prog_id: Some(number % GROUPS + 1), ..Filter::default() };
    let sorts = [Sort::Recommended, Sort::Newest, Sort::PriceAsc, Sort::PriceDesc, Sort::Discount];
    for (size, _, store) in &stores {
        let began = Instant::now();
        store.facets(&Filter { min_price: Some(1), ..Filter::default() }).await.unwrap();
        println!("{engine:?} {size}: first facets: {:.1} ms elapsed", began.elapsed().as_secs_f64() * 1000.0);
    }
    let print = |what: String, size: i64, (cpu, elapsed): (f64, f64)| {
        println!("{engine:?} {size:>7}: {what:<40} {cpu:>8.3} ms CPU {elapsed:>8.3} ms elapsed");
    };
    for sort in sorts {
        for (name, of) in [("category", &category as &dyn Fn(i64) -> Filter), ("group", &group)] {
            for (size, _, store) in &stores {
                let measured = cost(async |number| {
                    store.products(&of(number), sort, 0, 10).await.unwrap();
                });
                print(format!("{name}, {sort:?}"), *size, measured.await);
            }
        }
    }
    for sort in sorts {
        for (size, _, store) in &stores {
            let measured = cost(async |number| {
                store.products(&category(number), sort, 4990, 10).await.unwrap();
            });
            print(format!("category, page 500, {sort:?}"), *size, measured.await);
        }
    }
    for (name, of) in
        [("a category", &category as &dyn Fn(i64) -> Filter), ("all products", &|_| Filter::default())]
    {
        for (size, _, store) in &stores {
            let measured = cost(async |number| {
                store.facets(&Filter { min_price: Some(1000 + number), ..of(number) }).await.unwrap();
            });
            print(format!("facets of {name}, priced"), *size, measured.await);
            let measured = cost(async |number| {
                let filter = Filter { min_price: Some(1000 + number), ..of(number) };
                store.facets_by_sql(1, &filter).await.unwrap();
            });
            print(format!("facets of {name}, priced, by SQL"), *size, measured.await);
        }
    }
    // Measures the first facets after a sale, because the revision is new for each call.
    for (size, place, store) in &stores {
        let db = Db::open(&place.location, &super::MIGRATIONS).await.unwrap();
        let (mut waits, mut used) = (Vec::new(), Duration::ZERO);
        for number in 1..=40 {
            let mut tx = db.begin().await.unwrap();
            let revision = super::next_revision(&mut tx).await.unwrap();
            let sql = "UPDATE product SET stock = $2, revision = $3 WHERE pro_id = $1";
            heuan_store::run!(tx, sql, number * 37, number % 3, revision).unwrap();
            tx.commit().await.unwrap();
            store.poll_revision().await.unwrap();
            let (began, before) = (Instant::now(), cpu());
            store.facets(&Filter { min_price: Some(1000 + number), ..category(number) }).await.unwrap();
            waits.push(began.elapsed().as_secs_f64() * 1000.0);
            used += cpu().saturating_sub(before);
        }
        waits.sort_unstable_by(f64::total_cmp);
        println!(
            "{engine:?} {size:>7}: facets after a change: median {:.2} ms, longest {:.2} ms elapsed, {:.2} ms CPU",
            waits[20],
            waits[39],
            used.as_secs_f64() * 1000.0 / 40.0
        );
    }
}
