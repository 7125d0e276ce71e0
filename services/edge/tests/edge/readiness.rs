//! `/readyz` of a starting edge.

use std::{collections::HashMap, future::pending};

use heuan_edge::Backends;
use heuan_proto::accounts::v1::accounts_service_server::AccountsServiceServer;
use heuan_rpc::{GrpcService, Policy, ServeOptions, Transport, serve};
use rstest::rstest;
use tokio::net::TcpListener;
use tonic::service::Routes;

use crate::support::{LONG, eventually, starting_shop};

/// A bound port that answers no call yet, and its transport.
async fn silent_port() -> (TcpListener, String) {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    (listener, address)
}

fn open(name: &str, routes: Routes, listener: TcpListener) {
    let service = GrpcService::of(name, routes, &Policy::default());
    tokio::spawn(serve(service, listener, ServeOptions::default(), pending()));
}

#[rstest]
#[case::accounts_first(["accounts", "orders"])]
#[case::orders_first(["orders", "accounts"])]
#[actix_web::test]
async fn readiness_is_red_until_accounts_and_orders_are_reached(#[case] order: [&str; 2]) {
    let (accounts, accounts_address) = silent_port().await;
    let (orders, orders_address) = silent_port().await;
    let mut ports = HashMap::from([
        ("accounts", (accounts, accounts_address.clone())),
        ("orders", (orders, orders_address.clone())),
    ]);
    let shop = starting_shop(
        |config| config.ready_wait_ms = 600_000,
        move |backends| Backends {
            accounts: Transport::connect(&accounts_address, backends.accounts.target()).unwrap(),
            orders: Transport::connect(&orders_address, backends.orders.target()).unwrap(),
            ..backends
        },
    );
    eventually("the catalog is watched", async || shop.fake.take_calls().contains(&"WatchProducts")).await;
    for name in order {
        assert_eq!(shop.get("/readyz").await.status(), 503, "before {name}");
        let (listener, address) = ports.remove(name).unwrap();
        let routes = match name {
            "accounts" => Routes::new(AccountsServiceServer::new(shop.accounts.clone())),
            _ => shop.orders.routes(Routes::default()),
        };
        open(name, routes, listener);
        Transport::connect(&address, LONG).unwrap().ready().await;
    }
    eventually("both are reached", async || shop.get("/readyz").await.status() == 200).await;
}

#[actix_web::test]
async fn readiness_is_green_without_accounts_and_orders_after_its_wait() {
    let (_silent, address) = silent_port().await;
    let shop = starting_shop(
        |config| config.ready_wait_ms = 50,
        move |backends| Backends {
            accounts: Transport::connect(&address, backends.accounts.target()).unwrap(),
            ..backends
        },
    );
    eventually("it is green", async || shop.get("/readyz").await.status() == 200).await;
}
