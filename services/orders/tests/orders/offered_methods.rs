//! Payment methods that the checkout offers, and the end of those of the sandbox.

use heuan_orders::Sandbox;
use heuan_proto::orders::v1 as wire;
use heuan_rpc::Code;
use heuan_testkit::Engine;
use rstest::rstest;

use crate::support::{NOY, Shop, buy};

#[tokio::test]
async fn only_offered_payment_methods_are_accepted() {
    let shop = Shop::open_with(Engine::Sqlite, |config| {
        config.sandbox = Sandbox::Off;
        config.transfer_account.clear();
    })
    .await;
    shop.shelve(&[(1, 10, 58_000)]).await;
    assert_eq!(shop.quote(NOY, buy(&[(1, 1)], "")).await.unwrap().payment_methods, ["cod"]);
    for method in ["qr", "transfer"] {
        let error = shop.place(NOY, "k", buy(&[(1, 1)], method)).await.unwrap_err();
        assert_eq!(error.detail.field, "payment.method");
    }
    let order = shop.place(NOY, "k", buy(&[(1, 1)], "cod")).await.unwrap();
    let act = shop.act(&order, wire::SandboxAction::Pay).await;
    assert_eq!(act.unwrap_err().code, Code::NotFound);
}

#[rstest]
#[tokio::test]
async fn sandbox_payments_end_when_a_catalog_other_than_the_demo_is_imported(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open_with(engine, |config| config.ends_with_demo = true).await;
    shop.shelve(&[(1, 10, 58_000)]).await;
    let methods = shop.quote(NOY, buy(&[(1, 1)], "")).await.unwrap().payment_methods;
    assert_eq!(methods, ["cod", "transfer", "qr"]);
    let before = shop.place(NOY, "before", buy(&[(1, 1)], "qr")).await.unwrap();

    shop.end_demo().await;
    heuan_testkit::eventually("it is known", async || {
        shop.quote(NOY, buy(&[(1, 1)], "")).await.unwrap().payment_methods == ["cod"]
    })
    .await;
    for method in ["qr", "transfer"] {
        for error in [
            shop.place(NOY, "after", buy(&[(1, 1)], method)).await.unwrap_err(),
            shop.quote(NOY, buy(&[(1, 1)], method)).await.unwrap_err(),
        ] {
            assert_eq!(error.detail.field, "payment.method", "{error:?}");
        }
    }
    let act = shop.act(&before, wire::SandboxAction::Pay).await.unwrap_err();
    assert_eq!(act.code, Code::Conflict);
    assert!(act.message.contains("sandbox payments ended"), "{act:?}");
    shop.place(NOY, "cash", buy(&[(1, 1)], "cod")).await.unwrap();
}

#[tokio::test]
async fn explicitly_enabled_sandbox_outlasts_the_demo() {
    let shop = Shop::open(Engine::Sqlite).await;
    shop.shelve(&[(1, 10, 58_000)]).await;
    shop.end_demo().await;
    let order = shop.place(NOY, "k", buy(&[(1, 1)], "qr")).await.unwrap();
    shop.act(&order, wire::SandboxAction::Pay).await.unwrap();
}
