//! The number of calls and statements of cart, quote and order does not grow with their lines.

use std::{
    fmt::Debug,
    sync::atomic::{AtomicUsize, Ordering},
};

use crate::support::{NOON, NOY, Places, Shop, cart_order, config};
use heuan_orders::Config;
use heuan_proto::orders::v1 as wire;
use heuan_rpc::call_counter;
use heuan_runtime::{Settings, clock::Clock};
use heuan_testkit::Engine;
use tracing::{
    Event, Instrument as _, Subscriber,
    field::{Field, Visit},
};
use tracing_subscriber::{
    Layer,
    filter::{LevelFilter, Targets},
    layer::{Context, SubscriberExt as _},
    registry::LookupSpan,
};

static STATEMENTS: AtomicUsize = AtomicUsize::new(0);

/// Target and name of the span around a counted command. Background tasks run outside of it.
const COMMAND: &str = "counted_command";

/// Statements that are not counted. The stock's owner processes lines one by one, in the order of products, which makes each
/// reservation atomic and prevents deadlocks. The catalog polls its revision whenever the last poll is too old.
const NOT_COUNTED: [&str; 3] =
    ["INSERT INTO reservation_line", "UPDATE stock SET", "SELECT value FROM revision"];

/// Counts the statements that sqlx runs within the span of a command.
struct Count;

/// Whether a statement is one of [`NOT_COUNTED`].
#[derive(Default)]
struct NotCounted(bool);

impl Visit for NotCounted {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        let text = format!("{value:?}");
        self.0 |= field.name() == "summary" && NOT_COUNTED.iter().any(|start| text.contains(start));
    }
}

impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for Count {
    fn on_event(&self, event: &Event<'_>, context: Context<'_, S>) {
        if !context.event_scope(event).is_some_and(|mut spans| spans.any(|span| span.name() == COMMAND)) {
            return;
        }
        let mut not_counted = NotCounted::default();
        event.record(&mut not_counted);
        STATEMENTS.fetch_add(usize::from(!not_counted.0), Ordering::SeqCst);
    }
}

/// Calls and statements of one command, excluding the client's own call.
async fn counted<T>(command: impl Future<Output = T>) -> (u64, usize) {
    let before = STATEMENTS.load(Ordering::SeqCst);
    let span = tracing::info_span!(target: COMMAND, "counted_command");
    let (_, calls) = call_counter::calls(command.instrument(span)).await;
    (calls - 1, STATEMENTS.load(Ordering::SeqCst) - before)
}

async fn counts(engine: Engine, lines: i64) -> Counts {
    // No background tasks run.
    let defaults: Config = Settings::load(heuan_orders::DEFAULTS, &[]).unwrap().section("orders").unwrap();
    let quiet = Config { poll_ms: 60_000, limits: defaults.limits, ..config() };
    let shop = Shop::opened(Places::new(engine).await, quiet, Clock::fixed(NOON), None, 60_000).await;
    let products: Vec<_> = (1..=lines + 1).map(|id| (id, 9, 1000)).collect();
    shop.shelve(&products).await;
    for pro_id in 1..=lines {
        let request = wire::AddWishlistItemRequest { customer_id: NOY, pro_id };
        shop.wishlist().add_wishlist_item(request).await.unwrap();
        shop.add(NOY, pro_id, 1).await.unwrap();
    }
    let all = wire::AddWishlistToCartRequest { customer_id: NOY };
    let update = wire::UpdateCartItemRequest { customer_id: NOY, pro_id: 1, quantity: 3, version: None };
    let (mut cart, mut wishlist) = (shop.cart(), shop.wishlist());
    let counts = vec![
        ("look", counted(shop.the_cart(NOY)).await),
        ("add", counted(shop.add(NOY, lines + 1, 1)).await),
        ("set", counted(cart.update_cart_item(update)).await),
        ("wishlist", counted(wishlist.get_wishlist(wire::GetWishlistRequest { customer_id: NOY })).await),
        ("add all", counted(wishlist.add_wishlist_to_cart(all)).await),
        ("quote", counted(shop.quote(NOY, cart_order("cod"))).await),
        ("order", counted(shop.place_from("192.0.2.1", NOY, "k", cart_order("qr"))).await),
    ];
    shop.close().await;
    counts
}

type Counts = Vec<(&'static str, (u64, usize))>;

#[tokio::test]
async fn ten_lines_cost_as_many_calls_and_statements_as_a_hundred() {
    let targets =
        Targets::new().with_target("sqlx::query", LevelFilter::DEBUG).with_target(COMMAND, LevelFilter::INFO);
    let subscriber = tracing_subscriber::registry().with(Count.with_filter(targets));
    tracing::subscriber::set_global_default(subscriber).unwrap();
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let (few, many) = (counts(engine, 10).await, counts(engine, 100).await);
        assert_eq!(few, many, "{engine:?}");
        for (command, (calls, statements)) in few {
            // Products, stock, the reservation, and once a minute the seller's data.
            let allowed = if command == "order" { 4 } else { 1 };
            assert!(calls <= allowed, "{command} makes {calls} calls");
            assert!((2..=40).contains(&statements), "{command} runs {statements} statements");
        }
    }
}
