//! Guarantees of the cache, each with a fetch that is counted.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use heuan_cache::{Cache, CacheConfig, CacheStatus, Failure, Fetched, Generation};
use tokio::sync::Notify;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Trouble {
    Absent,
    Down,
    Wrong,
}

type TestCache = Cache<Arc<str>, Trouble>;

struct Shop {
    cache: TestCache,
    generation: Generation,
    fetches: AtomicU32,
}

fn shop() -> Shop {
    let generation = Generation::default();
    generation.set_watch_connected(true);
    let limits = CacheConfig {
        capacity: 100_000,
        not_found_capacity: 100,
        max_age: Duration::from_mins(1),
        max_age_disconnected: Duration::from_secs(1),
        retry_after: Duration::from_secs(1),
        stale_after: Duration::from_millis(500),
    };
    let cache = Cache::new(
        limits,
        generation.clone(),
        |text: &Arc<str>| text.len(),
        |trouble| match trouble {
            Trouble::Absent => Failure::NotFound,
            Trouble::Down => Failure::Outage,
            Trouble::Wrong => Failure::Rejected,
        },
    );
    Shop { cache, generation, fetches: AtomicU32::new(0) }
}

impl Shop {
    async fn ask(
        &self,
        key: &str,
        result: Result<&str, Trouble>,
    ) -> Result<(Arc<str>, CacheStatus), Trouble> {
        let answer = self.cache.get(key, || async {
            self.fetches.fetch_add(1, Ordering::Relaxed);
            result.map(Arc::<str>::from)
        });
        answer.await.map(|answer| (answer.value, answer.status))
    }

    fn fetches(&self) -> u32 {
        self.fetches.load(Ordering::Relaxed)
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_misses_are_one_fetch() {
    let shop = shop();
    let (gate, begun) = (Notify::new(), Notify::new());
    let asks = (0..32).map(|_| {
        shop.cache.get("list", || async {
            shop.fetches.fetch_add(1, Ordering::Relaxed);
            begun.notify_one();
            gate.notified().await;
            Ok::<_, Trouble>(Arc::<str>::from("ten products"))
        })
    });
    let (answers, ()) = futures::future::join(futures::future::join_all(asks), async {
        begun.notified().await;
        gate.notify_one();
    })
    .await;
    assert_eq!(shop.fetches(), 1);
    assert!(
        answers.iter().all(|answer| answer.as_ref().is_ok_and(|answer| &*answer.value == "ten products"))
    );
}

#[tokio::test]
async fn failed_fetch_after_a_change_serves_the_stale_value() {
    let shop = shop();
    shop.ask("list", Ok("old")).await.unwrap();
    assert_eq!(shop.ask("list", Ok("new")).await.unwrap(), ("old".into(), CacheStatus::Hit));

    shop.generation.bump();
    assert_eq!(shop.ask("list", Err(Trouble::Down)).await.unwrap(), ("old".into(), CacheStatus::Stale));
    assert_eq!(shop.fetches(), 2);
}

#[tokio::test]
async fn entry_cached_after_a_flood_of_keys_is_served_stale_in_an_outage() {
    let shop = shop();
    let flood = async |name: &str, count: u32| {
        for n in 0..count {
            shop.ask(&format!("{name}{n}"), Ok("a short list")).await.unwrap();
        }
    };
    flood("asked once", 2_000).await;
    let page: String = "page ".repeat(4_000);
    shop.ask("home", Ok(&page)).await.unwrap();
    flood("a few more", 50).await;
    shop.generation.bump();
    assert_eq!(
        shop.ask("home", Err(Trouble::Down)).await.unwrap(),
        (page.as_str().into(), CacheStatus::Stale)
    );
}

#[tokio::test(start_paused = true)]
async fn outage_is_retried_once_per_pause() {
    let shop = shop();
    shop.ask("list", Ok("old")).await.unwrap();
    shop.generation.bump();
    for _ in 0..10 {
        assert_eq!(shop.ask("list", Err(Trouble::Down)).await.unwrap().1, CacheStatus::Stale);
    }
    assert_eq!(shop.fetches(), 2);

    tokio::time::advance(Duration::from_secs(1)).await;
    assert_eq!(shop.ask("list", Ok("new")).await.unwrap(), ("new".into(), CacheStatus::Miss));
    assert_eq!(shop.ask("list", Ok("newer")).await.unwrap(), ("new".into(), CacheStatus::Hit));
}

#[tokio::test(start_paused = true)]
async fn stale_value_is_returned_while_the_owner_stalls() {
    let shop = shop();
    shop.ask("list", Ok("old")).await.unwrap();
    shop.generation.bump();
    let gate = Arc::new(Notify::new());
    let ask = async || {
        let open = Arc::clone(&gate);
        let fetch = move || async move {
            open.notified().await;
            Ok::<_, Trouble>(Arc::<str>::from("new"))
        };
        let began = tokio::time::Instant::now();
        let answer = shop.cache.get_or_stale_after("list", fetch).await.unwrap();
        (&*answer.value == "old", answer.status, began.elapsed())
    };
    let stale_after = Duration::from_millis(500);
    assert!(
        matches!(ask().await, (true, CacheStatus::Stale, waited) if waited >= stale_after && waited < 2 * stale_after)
    );
    // While the fetch runs, other callers do not wait at all.
    assert_eq!(ask().await, (true, CacheStatus::Stale, Duration::ZERO));

    gate.notify_one();
    tokio::task::yield_now().await;
    assert_eq!(ask().await, (false, CacheStatus::Hit, Duration::ZERO));
    assert_eq!(shop.fetches(), 1);
}

#[tokio::test(start_paused = true)]
async fn first_fetch_waits_for_a_stalled_owner() {
    let shop = shop();
    let fetch = || async {
        tokio::time::sleep(Duration::from_secs(2)).await;
        Ok::<_, Trouble>(Arc::<str>::from("new"))
    };
    assert_eq!(shop.cache.get_or_stale_after("list", fetch).await.unwrap().status, CacheStatus::Miss);
}

#[tokio::test]
async fn outage_without_a_cached_value_is_an_error() {
    let shop = shop();
    assert_eq!(shop.ask("list", Err(Trouble::Down)).await.unwrap_err(), Trouble::Down);
}

#[tokio::test]
async fn value_fetched_before_a_change_is_stale_after_it() {
    let shop = shop();
    let answer = shop.cache.get("list", || async {
        shop.generation.bump();
        Ok::<_, Trouble>(Arc::<str>::from("read before the change"))
    });
    answer.await.unwrap();
    assert_eq!(shop.ask("list", Ok("after")).await.unwrap(), ("after".into(), CacheStatus::Miss));
}

#[tokio::test]
async fn fetch_older_than_a_change_is_not_joined() {
    let shop = shop();
    let gate = Notify::new();
    let slow = shop.cache.get("list", || async {
        gate.notified().await;
        Ok::<_, Trouble>(Arc::<str>::from("before"))
    });
    let fast = async {
        shop.generation.bump();
        let answer = shop.ask("list", Ok("after")).await;
        gate.notify_one();
        answer
    };
    let (_, after) = futures::future::join(slow, fast).await;
    assert_eq!(&*after.unwrap().0, "after");
}

#[tokio::test]
async fn absent_keys_are_remembered_until_the_next_change() {
    let shop = shop();
    for _ in 0..3 {
        assert_eq!(shop.ask("product 7", Err(Trouble::Absent)).await.unwrap_err(), Trouble::Absent);
    }
    assert_eq!(shop.fetches(), 1);
    shop.generation.bump();
    assert_eq!(&*shop.ask("product 7", Ok("here now")).await.unwrap().0, "here now");
}

#[tokio::test]
async fn deleted_value_is_not_served_stale() {
    let shop = shop();
    shop.ask("product 7", Ok("here")).await.unwrap();
    shop.generation.bump();
    assert_eq!(shop.ask("product 7", Err(Trouble::Absent)).await.unwrap_err(), Trouble::Absent);
    shop.generation.bump();
    assert_eq!(shop.ask("product 7", Err(Trouble::Down)).await.unwrap_err(), Trouble::Down);
}

#[tokio::test]
async fn invalid_requests_are_not_cached() {
    let shop = shop();
    for _ in 0..2 {
        assert_eq!(shop.ask("?", Err(Trouble::Wrong)).await.unwrap_err(), Trouble::Wrong);
    }
    assert_eq!(shop.fetches(), 2);
}

#[tokio::test(start_paused = true)]
async fn values_live_one_second_without_the_change_stream() {
    let shop = shop();
    shop.generation.set_watch_connected(false);
    shop.ask("list", Ok("one")).await.unwrap();
    assert_eq!(shop.ask("list", Ok("two")).await.unwrap().1, CacheStatus::Hit);
    tokio::time::advance(Duration::from_secs(1)).await;
    assert_eq!(&*shop.ask("list", Ok("two")).await.unwrap().0, "two");
}

#[tokio::test(start_paused = true)]
async fn values_of_stale_parts_are_fetched_again() {
    let shop = shop();
    let of_stale =
        || async { Ok::<_, Trouble>(Fetched { value: Arc::<str>::from("page"), stale: true, ttl: None }) };
    assert_eq!(shop.cache.get("page", of_stale).await.unwrap().status, CacheStatus::Stale);
    assert_eq!(shop.ask("page", Ok("unused")).await.unwrap(), ("page".into(), CacheStatus::Stale));
    tokio::time::advance(Duration::from_secs(1)).await;
    assert_eq!(shop.ask("page", Ok("fresh")).await.unwrap(), ("fresh".into(), CacheStatus::Miss));
}

#[tokio::test(start_paused = true)]
async fn value_with_a_short_ttl_is_cached_that_long_and_not_stale() {
    let shop = shop();
    let ttl = Some(Duration::from_millis(300));
    let half = || async { Ok::<_, Trouble>(Fetched { value: Arc::<str>::from("half"), stale: false, ttl }) };
    assert_eq!(shop.cache.get("page", half).await.unwrap().status, CacheStatus::Miss);
    assert_eq!(shop.ask("page", Ok("unused")).await.unwrap(), ("half".into(), CacheStatus::Hit));
    tokio::time::advance(Duration::from_millis(300)).await;
    assert_eq!(shop.ask("page", Ok("whole")).await.unwrap(), ("whole".into(), CacheStatus::Miss));
}

#[tokio::test]
async fn disabled_cache_fetches_each_time() {
    let shop = shop();
    let shop = Shop { cache: shop.cache.clone().disabled(), ..shop };
    for _ in 0..3 {
        assert_eq!(shop.ask("list", Ok("x")).await.unwrap().1, CacheStatus::Miss);
    }
    assert_eq!(shop.fetches(), 3);
}
