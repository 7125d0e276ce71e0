//! Admin port of a process: health and metrics, separate from the public port.

use std::net::TcpListener;

use heuan_testkit::eventually;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

use crate::support::Shop;

#[tokio::test]
async fn edge_metrics_are_served_on_the_admin_port_only() {
    let shop = Shop::new();
    let open = shop.open();
    assert_eq!(open.get("/metrics").await.0, 404);
    assert_eq!(open.get_admin("/livez").await.0, 200);
    eventually("it is ready", async || open.get_admin("/readyz").await.0 == 200).await;
    let metrics = open.metrics().await;
    for name in ["process_resident_memory_bytes", "http_server_open_connections"] {
        assert!(metrics.contains(name), "{name}: {metrics}");
    }
    assert_eq!(open.end(), Some(0));
}

#[tokio::test]
async fn taken_default_admin_port_is_replaced_by_a_free_one() {
    // A port whose successor by 1000 is also bound by this test.
    let (public, taken) = std::iter::repeat_with(|| TcpListener::bind("127.0.0.1:0").unwrap())
        .find_map(|free| {
            let port = free.local_addr().unwrap().port();
            Some((port, TcpListener::bind(("127.0.0.1", port.checked_add(1000)?)).ok()?))
        })
        .unwrap();
    let shop = Shop::new();
    let open = shop.open_with(&[("PORT", &public.to_string())]);
    assert!(!open.admin.ends_with(&taken.local_addr().unwrap().to_string()), "{}", open.admin);
    assert_eq!(open.get_admin("/livez").await.0, 200);

    let taken_port = taken.local_addr().unwrap().port().to_string();
    let refused = Shop::new().command(&["run"]).env("HEUAN_EDGE__ADMIN_PORT", taken_port).output().unwrap();
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(!refused.status.success() && said.contains("edge.admin_port"), "{said}");
}

#[tokio::test]
async fn body_sent_to_an_admin_port_is_not_read() {
    let (open, _) = Shop::new().serve("weather-branches", &[]);
    let mut connection = TcpStream::connect(open.admin.trim_start_matches("http://")).await.unwrap();
    let head = "POST /metrics HTTP/1.1\r\nhost: admin\r\ntransfer-encoding: chunked\r\n\r\n";
    connection.write_all(head.as_bytes()).await.unwrap();
    let chunk = [b"1000\r\n".as_slice(), &[b' '; 0x1000], b"\r\n"].concat();
    let mut sent = 0;
    while sent < 256 << 20 && connection.write_all(&chunk).await.is_ok() {
        sent += chunk.len();
    }
    assert!(sent < 64 << 20, "{sent} bytes were read");
    let mut answer = Vec::new();
    let _ = connection.read_to_end(&mut answer).await;
    assert!(answer.is_empty() || answer.starts_with(b"HTTP/1.1 40"), "{}", String::from_utf8_lossy(&answer));
}
