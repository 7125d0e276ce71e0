//! Resized images, documents, and static files of the build.

use rstest::rstest;

use crate::support::{problem, shop};

#[actix_web::test]
async fn image_is_returned_at_the_requested_width() {
    let shop = shop().await;
    let response = shop.get("/media/products/1.png?w=160").await;
    assert_eq!(response.status(), 200);
    let headers = response.headers().clone();
    assert_eq!(headers["content-type"], "image/webp");
    assert!(!headers.contains_key("vary"), "the format is the same for all clients");
    assert_eq!(headers["cache-control"], "public, max-age=3600, stale-while-revalidate=86400");
    assert!(headers["content-security-policy"].to_str().unwrap().contains("sandbox"));
    assert!(!headers.contains_key("content-disposition"));
    let bytes = response.bytes().await.unwrap();
    assert_eq!(image::load_from_memory(&bytes).unwrap().width(), 160);

    let again = shop
        .get_with("/media/products/1.png?w=160", "if-none-match", headers["etag"].to_str().unwrap())
        .await;
    assert_eq!(again.status(), 304);

    let plain = shop.get("/media/products/1.png").await;
    assert_eq!(plain.headers()["content-type"], "image/png");
    assert_ne!(plain.headers()["etag"], headers["etag"]);
}

#[actix_web::test]
async fn document_is_served_as_a_download_with_its_name() {
    let shop = shop().await;
    let response = shop.get("/media/documents/report.pdf").await;
    assert_eq!(response.status(), 200);
    let headers = response.headers().clone();
    assert_eq!(headers["content-type"], "application/pdf");
    assert_eq!(headers["content-disposition"], "attachment; filename=\"report.pdf\"");
    assert_eq!(headers["x-content-type-options"], "nosniff");
    assert!(headers["content-security-policy"].to_str().unwrap().contains("sandbox"));
    assert_eq!(response.bytes().await.unwrap(), "%PDF-1.4\n%%EOF\n");
    // A file that is not a document is not served with a document's name.
    for path in ["/media/documents/page.pdf", "/media/documents/none.pdf", "/media/api-token.secret.pdf"] {
        assert_eq!(shop.get(path).await.status(), 404, "{path}");
    }
}

#[rstest]
#[case("161")]
#[case("0")]
#[case("99999999999")]
#[case("wide")]
#[actix_web::test]
async fn other_widths_are_refused_with_the_offered_ones(#[case] width: &str) {
    let response = shop().await.get(&format!("/media/products/1.png?w={width}")).await;
    assert_eq!(response.status(), 400);
    let body = problem(response).await;
    assert_eq!(body["field"], "w");
    assert!(body["detail"].as_str().unwrap().contains("160, 320, 480"), "{body}");
}

#[rstest]
#[case("/media/../api-token.secret")]
#[case("/media/%2e%2e/api-token.secret")]
#[case("/media/..%2fapi-token.secret")]
#[case("/media/products/%2e%2e%2f%2e%2e%2fapi-token.secret")]
#[case("/media//etc/passwd")]
#[case("/media/products")]
#[case("/media/products/1.png%00")]
#[case("/assets/../index.html")]
#[case("/assets/%2e%2e/index.html")]
#[case("/assets/..%2findex.html")]
#[actix_web::test]
async fn other_files_are_not_served(#[case] path: &str) {
    let shop = shop().await;
    // A client would normalize the path, so the request is written by hand.
    let answer = raw(&shop.url(""), path).await;
    let status = answer.split(' ').nth(1).unwrap_or_default().to_owned();
    assert!(["400", "404"].contains(&status.as_str()), "{path}: {answer}");
    assert!(!answer.contains("heuan:head"), "{path}: {answer}");
}

async fn raw(base: &str, path: &str) -> String {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    let mut stream = tokio::net::TcpStream::connect(base.trim_start_matches("http://")).await.unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

#[actix_web::test]
async fn hashed_files_are_compressed_and_immutable() {
    let shop = shop().await;
    let plain = shop.get("/assets/index-abc.js").await;
    assert_eq!(plain.headers()["cache-control"], "public, max-age=31536000, immutable");
    assert_eq!(plain.headers()["vary"], "accept-encoding");
    assert_eq!(plain.text().await.unwrap(), "plain");
    let packed = shop.get_with("/assets/index-abc.js", "accept-encoding", "br").await;
    assert_eq!(packed.headers()["content-encoding"], "br");
    assert_eq!(packed.headers()["vary"], "accept-encoding");
    assert!(packed.headers()["content-type"].to_str().unwrap().contains("javascript"));
    assert_eq!(packed.text().await.unwrap(), "packed");
}

#[actix_web::test]
async fn files_of_the_root_are_served_by_exact_name() {
    let shop = shop().await;
    let icon = shop.get("/favicon.svg").await;
    assert_eq!((icon.status().as_u16(), icon.text().await.unwrap()), (200, "<svg/>".to_owned()));
    let worker = shop.get_with("/sw.js", "accept-encoding", "br").await;
    assert_eq!(
        (&worker.headers()["content-encoding"], &worker.headers()["vary"]),
        (&"br".parse().unwrap(), &"accept-encoding".parse().unwrap())
    );
    assert!(worker.headers()["content-type"].to_str().unwrap().contains("javascript"));
    assert_eq!(worker.text().await.unwrap(), "packed");
    assert_eq!(shop.text("/sw.js").await, "self");
    for hidden in ["/index.html", "/sw.js.br", "/preload.json", "/assets/index-abc.js.map"] {
        assert_eq!(shop.get(hidden).await.status(), 404, "{hidden}");
    }
}
