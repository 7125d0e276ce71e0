//! Server-side rendered pages, with a small module in place of the storefront's.

use serde_json::Value;

use crate::support::{TestShop, eventually, shop_with};

/// Renders its input, and fails for one page.
const MODULE: &str = r"
export async function render(question) {
  const { address, queries, shopName, now } = JSON.parse(question);
  if (address === '/en/promotions') throw new Error('no');
  if (now % 3600000 !== 0) throw new Error('a time of its own');
  const names = Object.keys(queries).sort().join(' ');
  return { html: `<h1>${shopName} ${address}</h1><!--${names}-->`, route_key: `${address} </script>` };
}
";

async fn shop() -> TestShop {
    shop_with(with_module).await
}

fn with_module(config: &mut heuan_edge::EdgeConfig) {
    config.ssr = true;
    let folder = config.frontend_dir.join("ssr");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("render.js"), MODULE).unwrap();
}

fn state(html: &str) -> Value {
    let (_, rest) = html.split_once("id=\"heuan-state\">").unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

/// The page once it is server-side rendered.
async fn viewed(shop: &TestShop, path: &str) -> String {
    eventually(path, async || !shop.text(path).await.contains("<div id=\"root\"></div>")).await;
    shop.text(path).await
}

#[actix_web::test]
async fn rendered_page_types_contain_their_view_in_every_language() {
    let shop = shop().await;
    for (path, address) in [
        ("/la", "/la"),
        ("/en/shop?page=1&utm_source=x", "/en/shop"),
        ("/th/shop?sort=newest&category=1", "/th/shop?category=1&amp;sort=newest"),
        ("/cn/shop/3", "/cn/shop/3"),
        ("/vn/promotion", "/vn/promotion"),
        ("/la/promotion/1", "/la/promotion/1"),
    ] {
        let html = viewed(&shop, path).await;
        let shown = address.replace("&amp;", "&");
        let name = if path.starts_with("/la") { "ເຮືອນ" } else { "Heuan" };
        assert!(html.contains(&format!("<div id=\"root\"><h1>{name} {shown}</h1>")), "{html}");
        let state = state(&html);
        assert_eq!(state["view"]["of"], format!("{shown} </script>"));
        for key in state["queries"].as_object().unwrap().keys() {
            assert!(html.contains(key), "{key}");
        }
        assert!(html.contains("<noscript>") && !html.contains("<noscript><div"), "{html}");
    }
}

#[actix_web::test]
async fn other_pages_and_failures_are_served_without_a_view() {
    let shop = shop().await;
    for path in ["/la/cart", "/la/collections", "/la/shop?q=saw", "/en/promotions", "/la/nowhere"] {
        let html = shop.text(path).await;
        assert!(html.contains("<div id=\"root\"></div>"), "{path}");
        assert!(state(&html).get("view").is_none() && html.contains("<noscript><div"), "{path}");
    }
}

#[actix_web::test]
async fn disabled_or_missing_module_renders_nothing() {
    let off = shop_with(|config| {
        with_module(config);
        config.ssr = false;
    });
    let not_built = shop_with(|config| config.ssr = true);
    for shop in [off.await, not_built.await] {
        for _ in 0..2 {
            assert!(shop.text("/la").await.contains("<div id=\"root\"></div>"));
        }
    }
}

#[actix_web::test]
async fn rendered_page_is_the_same_for_all_clients() {
    let shop = shop().await;
    let visitors = viewed(&shop, "/en/shop/3").await;
    let request = shop.client.get(shop.url("/en/shop/3"));
    let cookies = "heuan_session=c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LTEyMzQ; cus_id=42; googtrans=/auto/ar";
    let customers = request.header("cookie", cookies).send().await.unwrap().text().await.unwrap();
    assert_eq!(visitors, customers);
}

#[actix_web::test]
async fn server_module_is_not_served() {
    let shop = shop().await;
    assert_eq!(shop.get("/ssr/render.js").await.status(), 404);
}
