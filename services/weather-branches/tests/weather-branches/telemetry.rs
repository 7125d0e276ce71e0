//! Telemetry of outgoing calls: one span each, and one log line a minute when they fail.

use std::{
    fmt::Debug,
    sync::{Arc, Mutex},
};

use crate::support::{MINUTE, Shop, branch, json};
use heuan_telemetry::TRACE;
use heuan_testkit::{Engine, upstream::Reply};
use tracing::{
    Event, Level, Subscriber,
    field::{Field, Visit},
    span,
};
use tracing_subscriber::{Layer, Registry, layer::Context, layer::SubscriberExt as _};

/// Records `name=value` of every exported span, and every warning.
#[derive(Clone, Default)]
struct Seen(Arc<Mutex<Vec<String>>>);

impl Seen {
    fn with(&self, start: &str) -> Vec<String> {
        self.0.lock().unwrap().iter().filter(|text| text.starts_with(start)).cloned().collect()
    }
}

struct Texts<'a>(&'a str, &'a mut Vec<String>);

impl Visit for Texts<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.1.push(format!("{} {}={value:?}", self.0, field.name()));
    }
}

impl<S: Subscriber> Layer<S> for Seen {
    fn on_new_span(&self, attributes: &span::Attributes<'_>, _: &span::Id, _: Context<'_, S>) {
        if attributes.metadata().target() == TRACE {
            attributes.record(&mut Texts("span", &mut self.0.lock().unwrap()));
        }
    }

    fn on_record(&self, _: &span::Id, values: &span::Record<'_>, _: Context<'_, S>) {
        values.record(&mut Texts("span", &mut self.0.lock().unwrap()));
    }

    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        if *event.metadata().level() <= Level::WARN {
            event.record(&mut Texts("warning", &mut self.0.lock().unwrap()));
        }
    }
}

#[tokio::test]
async fn call_span_has_the_server_and_no_query() {
    let seen = Seen::default();
    let _guard = tracing::subscriber::set_default(Registry::default().with(seen.clone()));
    let shop = Shop::open(Engine::Sqlite, Reply::Json(200, json(30.0))).await;
    shop.write(&[branch(1)]).await;
    shop.weather().await;
    let spans = seen.with("span");
    for expected in [
        "span otel.name=\"GET /v1/forecast\"",
        "span otel.kind=\"client\"",
        "span server.address=\"127.0.0.1\"",
        "span http.response.status_code=200",
    ] {
        assert!(spans.iter().any(|text| text == expected), "{expected} in {spans:#?}");
    }
    assert!(!spans.iter().any(|text| text.contains("17.01")));
}

#[tokio::test]
async fn failures_are_logged_once_a_minute_with_their_count_and_without_the_key() {
    let seen = Seen::default();
    let _guard = tracing::subscriber::set_default(Registry::default().with(seen.clone()));
    let mut shop = Shop::open(Engine::Sqlite, Reply::Hangup).await;
    "s3cret".clone_into(&mut shop.config.key);
    shop.config.retry_s = 1;
    shop.write(&[branch(1), branch(2), branch(3)]).await;
    let shop = shop.replica().await;
    for _ in 0..3 {
        shop.weather().await;
        shop.clock.advance(MINUTE / 4);
    }
    assert_eq!(seen.with("warning count").len(), 1);
    shop.clock.advance(MINUTE);
    shop.weather().await;
    assert_eq!(seen.with("warning count")[..2], ["warning count=1", "warning count=9"]);
    assert!(!seen.with("").iter().any(|text| text.contains("s3cret")));
    let spans = seen.with("span");
    assert!(spans.iter().any(|text| text == "span otel.status_code=\"ERROR\""), "{spans:#?}");
}
