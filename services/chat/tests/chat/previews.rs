//! Link previews: only public hosts are contacted, and with time limits.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use crate::support::{
    self, NOON, NOY, Service, config, customer, text,
    web::{Names, PUBLIC, Page, Server},
};
use heuan_chat::Config;
use heuan_proto::chat::v1 as wire;
use heuan_rpc::{Code, Error};
use heuan_runtime::clock::Clock;
use heuan_testkit::{Engine, TestDb, WriteFault};
use rstest::rstest;
use tokio::sync::Notify;

struct Web {
    service: Service,
    names: Names,
    /// A public server.
    public: Server,
    /// A private server, which must never be contacted; connections are counted.
    private: Server,
    db: TestDb,
}

impl Web {
    async fn new(engine: Engine) -> Self {
        Self::with(engine, config()).await
    }

    async fn with(engine: Engine, config: Config) -> Self {
        let (db, names) = (TestDb::new(engine).await, Names::default());
        let (public, private) = (Server::at(PUBLIC).await, Server::at([127, 0, 0, 1]).await);
        private.page("/", Page::Html("<title>secret</title>".to_owned()));
        names.lead("page.test", &[&["127.0.0.2"]]);
        names.lead("inner.test", &[&["127.0.0.1"]]);
        let clock = Clock::fixed(NOON);
        let service = Service::open_at(&db.location, clock, config, Some(names.network())).await;
        Self { service, names, public, private, db }
    }

    fn url(&self, path: &str) -> String {
        format!("http://page.test:{}{path}", self.public.port())
    }

    async fn preview(&self, url: &str) -> Result<wire::LinkPreview, Error> {
        self.preview_for("one", url).await
    }

    async fn preview_for(&self, client: &str, url: &str) -> Result<wire::LinkPreview, Error> {
        let request = wire::GetLinkPreviewRequest { url: url.to_owned(), client: client.to_owned() };
        Ok(self.service.client().get_link_preview(request).await?.into_inner().preview.unwrap())
    }

    async fn image(&self, image_id: &str) -> Result<Vec<u8>, Error> {
        let request = wire::GetPreviewImageRequest { image_id: image_id.to_owned() };
        Ok(self.service.client().get_preview_image(request).await?.into_inner().content)
    }
}

fn png(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    image::RgbImage::new(width, height).write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    bytes.into_inner()
}

#[rstest]
#[tokio::test]
async fn page_is_fetched_once_and_its_image_is_shrunk(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let web = Web::new(engine).await;
    let page = r#"<head><title>x</title><meta property="og:title" content="ຊີມັງ &amp; ຊາຍ">
        <meta property="og:image" content="/p.png"><meta name="description" content="D"></head>"#;
    web.public.page("/a", Page::Html(page.to_owned()));
    web.public.page("/p.png", Page::Bytes("image/png", png(2000, 1000)));
    let url = web.url("/a");
    let preview = web.preview(&format!("{url}#part")).await.unwrap();
    assert_eq!((preview.title.as_str(), preview.description.as_str()), ("ຊີມັງ & ຊາຍ", "D"));
    assert_eq!((preview.domain.as_str(), preview.url.as_str()), ("page.test", url.as_str()));
    assert_eq!(web.preview(&url).await.unwrap(), preview);
    assert_eq!(web.public.request_count(), 1);

    let image = web.image(&preview.image_id).await.unwrap();
    let small = image::load_from_memory(&image).unwrap();
    assert_eq!((small.width(), small.height()), (640, 320));
    web.image(&preview.image_id).await.unwrap();
    assert_eq!(web.public.request_count(), 2);
    assert!(web.image(&"0".repeat(32)).await.is_err());

    // The message with the link has the cached preview.
    let mut request = text(NOY, customer(NOY), "c");
    request.text = format!("ເບິ່ງ {url}.");
    let sent = web.service.send(request).await.unwrap().message.unwrap();
    assert_eq!(sent.link_previews, std::slice::from_ref(&preview));
    let listed = web.service.messages(NOY, customer(NOY)).await.unwrap();
    assert_eq!(listed[0].link_previews, [preview]);
}

#[tokio::test]
async fn address_above_the_limit_is_refused_as_an_address() {
    let web = Web::new(Engine::Sqlite).await;
    let url = format!("https://page.test/{}", "x".repeat(2_048));
    let error = web.preview(&url).await.unwrap_err();
    assert_eq!((error.detail.field.as_str(), error.detail.reason.as_str()), ("url", "address"));
    // An empty one is a mistake of the caller.
    let error = web.preview("").await.unwrap_err();
    assert_eq!((error.detail.field.as_str(), error.detail.reason.as_str()), ("url", ""));
}

#[tokio::test]
async fn private_address_is_never_contacted() {
    let web = Web::new(Engine::Sqlite).await;
    let port = web.private.port();
    let mut hostile: Vec<String> = [
        "127.0.0.1",
        "127.1",
        "127.0.1",
        "0",
        "0.0.0.0",
        "0x7f.1",
        "0x7f000001",
        "2130706433",
        "017700000001",
        "0177.0.0.1",
        "[::1]",
        "[::]",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "[::127.0.0.1]",
        "[64:ff9b::7f00:1]",
        "[2002:7f00:1::]",
        "[fe80::1]",
        "[fc00::1]",
        "10.0.0.1",
        "10.255.255.255",
        "172.16.0.1",
        "172.31.255.254",
        "192.168.0.1",
        "169.254.169.254",
        "100.64.0.1",
        "198.18.0.1",
        "192.0.2.1",
        "203.0.113.9",
        "224.0.0.1",
        "240.0.0.1",
        "255.255.255.255",
        "localhost",
        "localhost.",
        "LOCALHOST",
        "postgres",
        "redis",
        "metadata",
        "1.1.1.1",
        "①②⑦.⓪.⓪.①",
        "127。0。0。1",
    ]
    .into_iter()
    .map(|host| format!("http://{host}:{port}/"))
    .collect();
    hostile.extend(
        [
            "ftp://page.test/",
            "file:///etc/passwd",
            "gopher://page.test/",
            "data:text/html,<title>x</title>",
            "javascript:alert(1)",
            "http://user:secret@page.test/",
            "http://127.0.0.1@page.test/",
            "//page.test/",
            "http://",
            "http:///",
            "http://[",
            "page.test",
            "",
            " ",
            "http://page.test:99999/",
            "dict://inner.test:11211/stat",
            "jar:http://page.test!/",
            "ws://page.test/",
            "about:blank",
        ]
        .map(str::to_owned),
    );
    hostile.push(format!("http://page.test/{}", "x".repeat(3000)));
    // Names that resolve to private addresses: alone, beside a public address, or at the second lookup.
    for (name, answers) in [
        ("a.test", &[&["127.0.0.1"][..]][..]),
        ("b.test", &[&["127.0.0.2", "127.0.0.1"][..]][..]),
        ("c.test", &[&["::1"][..]][..]),
        ("d.test", &[&["::ffff:127.0.0.1"][..]][..]),
        ("e.test", &[&["10.0.0.1"][..]][..]),
        ("f.test", &[&["169.254.169.254"][..]][..]),
        ("g.test", &[&["fd00::1"][..]][..]),
        ("h.test", &[&["64:ff9b::7f00:1"][..]][..]),
        ("i.test", &[&["2002:7f00:1::1"][..]][..]),
        ("j.test", &[&["0.0.0.0"][..]][..]),
    ] {
        web.names.lead(name, answers);
        hostile.push(format!("http://{name}:{port}/"));
    }
    assert!(hostile.len() >= 60, "{}", hostile.len());
    for url in &hostile {
        let refused = web.preview(url).await.unwrap_err();
        assert_eq!(refused.detail.field, "url", "{url}: {refused}");
    }
    assert_eq!(web.private.connections(), 0);
    assert_eq!(web.public.connections(), 0);
}

#[tokio::test]
async fn redirect_or_image_to_a_private_address_is_refused() {
    let web = Web::new(Engine::Sqlite).await;
    let port = web.private.port();
    let inside = [
        format!("http://127.0.0.1:{port}/"),
        format!("http://inner.test:{port}/"),
        format!("http://[::ffff:127.0.0.1]:{port}/"),
        format!("http://2130706433:{port}/"),
        format!("//inner.test:{port}/"),
        "file:///etc/passwd".to_owned(),
    ];
    for (n, to) in inside.iter().enumerate() {
        web.public.page(&format!("/r{n}"), Page::Redirect(to.clone()));
        web.public.page(&format!("/rr{n}"), Page::Redirect(format!("/r{n}")));
        for path in [format!("/r{n}"), format!("/rr{n}")] {
            let refused = web.preview(&web.url(&path)).await.unwrap_err();
            assert_eq!(refused.detail.field, "url", "{to}: {refused}");
        }
        let page = format!(r#"<head><title>t</title><meta property="og:image" content="{to}"></head>"#);
        web.public.page(&format!("/i{n}"), Page::Html(page));
        let preview = web.preview(&web.url(&format!("/i{n}"))).await.unwrap();
        if !preview.image_id.is_empty() {
            assert!(web.image(&preview.image_id).await.is_err(), "{to}");
        }
    }
    assert_eq!(web.private.connections(), 0);
}

#[tokio::test]
async fn connection_uses_the_address_that_was_checked() {
    let web = Web::new(Engine::Sqlite).await;
    // Public first, private at the next lookup: each connection uses the address checked by its own lookup.
    web.names.lead("rebind.test", &[&["127.0.0.2"], &["127.0.0.1"]]);
    let to = format!("http://rebind.test:{}/next", web.public.port());
    web.public.page("/start", Page::Redirect(to));
    let _ = web.preview(&format!("http://rebind.test:{}/start", web.public.port())).await;
    assert_eq!(web.private.connections(), 0);
}

#[tokio::test]
async fn slow_or_endless_response_is_aborted() {
    let web = Web::with(Engine::Sqlite, Config { preview_ms: 1000, ..config() }).await;
    web.public.page("/silent", Page::Silent);
    web.public.page("/drip", Page::Drip);
    let began = Instant::now();
    for path in ["/silent", "/drip"] {
        let nothing = web.preview(&web.url(path)).await.unwrap_err();
        assert_eq!(nothing.code, heuan_rpc::Code::NotFound, "{path}: {nothing}");
    }
    // The silent page alone would take a minute.
    assert!(began.elapsed() < Duration::from_secs(50));
    let web = Web::new(Engine::Sqlite).await;
    web.public.page("/endless", Page::Endless);
    web.public.page("/round", Page::Redirect("/round".to_owned()));
    web.public.page("/untitled", Page::Html("<p>no title".to_owned()));
    web.public.page("/text", Page::Bytes("text/plain", b"<title>x</title>".to_vec()));
    for path in ["/untitled", "/text", "/absent"] {
        let nothing = web.preview(&web.url(path)).await.unwrap_err();
        assert_eq!(nothing.code, heuan_rpc::Code::NotFound, "{path}: {nothing}");
    }
    assert!(web.preview(&web.url("/round")).await.is_err());
    // Truncated at the limit; the head was complete by then.
    assert_eq!(web.preview(&web.url("/endless")).await.unwrap().title, "Endless");
    // A failed page is not fetched again at once.
    let before = web.public.request_count();
    web.preview(&web.url("/absent")).await.unwrap_err();
    assert_eq!(web.public.request_count(), before);
}

#[rstest]
#[tokio::test]
async fn page_or_image_without_a_free_slot_is_fetched_by_the_next_request(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let web = Web::with(engine, Config { preview_parallel: 1, ..config() }).await;
    let page = r#"<head><title>Tiles</title><meta property="og:image" content="/p.png"></head>"#;
    for path in ["/known", "/a"] {
        web.public.page(path, Page::Html(page.to_owned()));
    }
    web.public.page("/p.png", Page::Bytes("image/png", png(40, 40)));
    let known = web.preview(&web.url("/known")).await.unwrap();
    let release = Arc::new(Notify::new());
    web.public.page("/held", Page::Held(release.clone(), "<head><title>Held</title>".to_owned()));
    let (held, later) = (web.url("/held"), web.url("/a"));
    let without_a_slot = async {
        heuan_testkit::eventually("the slot is taken", async || web.public.request_count() == 2).await;
        let (page, image) = tokio::join!(web.preview(&later), web.image(&known.image_id));
        release.notify_one();
        (page.unwrap_err().code, image.unwrap_err().code)
    };
    let (held, refused) = tokio::join!(web.preview(&held), without_a_slot);
    assert_eq!(refused, (Code::NotFound, Code::NotFound));
    assert_eq!(held.unwrap().title, "Held");
    assert_eq!(web.preview(&later).await.unwrap().title, "Tiles");
    assert!(!web.image(&known.image_id).await.unwrap().is_empty());
}

#[tokio::test]
async fn decompression_bomb_is_not_an_image() {
    let web = Web::new(Engine::Sqlite).await;
    for (name, bytes) in [
        ("wide", png(12_000, 4_000)),
        ("text", b"<svg xmlns='http://www.w3.org/2000/svg'/>".to_vec()),
        ("large", vec![0xFF; 4 * 1024 * 1024]),
    ] {
        let page =
            format!(r#"<head><title>{name}</title><meta property="og:image" content="/{name}.png"></head>"#);
        web.public.page(&format!("/{name}"), Page::Html(page));
        web.public.page(&format!("/{name}.png"), Page::Bytes("image/png", bytes));
        let preview = web.preview(&web.url(&format!("/{name}"))).await.unwrap();
        assert!(web.image(&preview.image_id).await.is_err(), "{name}");
    }
}

#[rstest]
#[tokio::test]
async fn page_that_is_no_longer_requested_is_deleted(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let web = Web::new(engine).await;
    web.public.page(
        "/a",
        Page::Html(r#"<head><title>A</title><meta property="og:image" content="/a.png"></head>"#.to_owned()),
    );
    web.public.page("/a.png", Page::Bytes("image/png", png(8, 8)));
    let preview = web.preview(&web.url("/a")).await.unwrap();
    web.image(&preview.image_id).await.unwrap();
    let tables = support::tables(&web.db).await;
    let count = async |sql: &'static str| -> i64 {
        heuan_store::read!(tables, |pool| sqlx::query_scalar(sql).fetch_one(pool).await.unwrap())
    };
    let kept = "SELECT (SELECT COUNT(*) FROM preview) * 10 + (SELECT COUNT(*) FROM preview_image)";
    assert_eq!(count(kept).await, 11);
    // The hourly task also runs at the start.
    let config = config();
    for (days, left) in [(2, 10), (config.preview_days + 1, 0)] {
        let clock = Clock::fixed(NOON + days * 86_400_000);
        let later = Service::open_at(&web.db.location, clock, config.clone(), None).await;
        heuan_testkit::eventually("it is deleted", async || count(kept).await == left).await;
        later.shutdown.trigger();
    }
}

#[rstest]
#[tokio::test]
async fn preview_is_returned_without_space_to_store_it(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let web = Web::new(engine).await;
    let page = r#"<head><title>Tiles</title><meta property="og:image" content="/p.png"></head>"#;
    for path in ["/a", "/b"] {
        web.public.page(path, Page::Html(page.to_owned()));
    }
    web.public.page("/p.png", Page::Bytes("image/png", png(40, 40)));
    let known = web.preview(&web.url("/a")).await.unwrap();
    let fault = WriteFault::begin(&web.db.location).await;
    assert_eq!(web.preview(&web.url("/b")).await.unwrap().title, "Tiles");
    assert!(!web.image(&known.image_id).await.unwrap().is_empty());
    fault.end().await;
}

#[rstest]
#[tokio::test]
async fn fetches_for_one_client_are_limited_and_cached_previews_are_not(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let mut config = config();
    (config.previews_per_minute, config.previews_per_day) = (2, 3);
    let web = Web::with(engine, config).await;
    for path in ["/a", "/b", "/c", "/d", "/e"] {
        web.public.page(path, Page::Html("<head><title>T</title></head>".to_owned()));
    }
    let reason = async |client: &str, path: &str| {
        let refused = web.preview_for(client, &web.url(path)).await.err()?;
        assert_eq!((refused.code, refused.detail.field.as_str()), (Code::ResourceExhausted, "url"));
        Some((refused.detail.reason, refused.detail.retry_after_ms))
    };
    assert_eq!((reason("one", "/a").await, reason("one", "/b").await), (None, None));
    assert_eq!(reason("one", "/c").await, Some(("preview_rate".to_owned(), 60_000)));
    assert_eq!(web.public.request_count(), 2);
    assert_eq!((reason("one", "/a").await, reason("two", "/c").await), (None, None));
    web.service.clock.advance(60_000);
    assert_eq!(reason("one", "/d").await, None);
    assert_eq!(reason("one", "/e").await, Some(("preview_quota".to_owned(), 86_340_000)));
}
