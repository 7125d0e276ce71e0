//! Two devices execute random commands concurrently, with the state they last saw. The result must equal a
//! sequential execution of the commands. Both databases.
//!
//! Every response has the cart's version, which orders the commands. Replaying them in that order on a simple model
//! must yield each response exactly, without a missing version.

use std::collections::BTreeMap;

use crate::support::Shop;
use heuan_proto::orders::v1::{
    self as wire, AddCartItemRequest, AddWishlistItemRequest, AddWishlistToCartRequest, ClearCartRequest,
    RemoveCartItemRequest, UpdateCartItemRequest,
};
use heuan_rpc::{Code, Error};
use heuan_testkit::Engine;
use proptest::{prelude::*, strategy::ValueTree as _, test_runner::TestRunner};
use rstest::rstest;

const PRODUCTS: [i64; 3] = [1, 2, 3];
/// Product 3 runs out.
const STOCK: [i64; 3] = [10_000, 10_000, 4];

#[derive(Clone, Copy, Debug, PartialEq)]
enum CartCommand {
    Add {
        pro_id: i64,
        quantity: i64,
    },
    /// The same command sent twice, because the first response was lost.
    AddTwice {
        pro_id: i64,
        quantity: i64,
    },
    /// With the version shown by this device.
    Set {
        pro_id: i64,
        quantity: i64,
    },
    SetBlindly {
        pro_id: i64,
        quantity: i64,
    },
    Remove {
        pro_id: i64,
    },
    Clear,
    /// The wishlist's command, used as the merge at login.
    Merge,
}

fn commands() -> impl Strategy<Value = Vec<CartCommand>> {
    let pro_id = || prop::sample::select(PRODUCTS.to_vec());
    let one = prop_oneof![
        4 => (pro_id(), 1i64..4).prop_map(|(pro_id, quantity)| CartCommand::Add { pro_id, quantity }),
        2 => (pro_id(), 1i64..4).prop_map(|(pro_id, quantity)| CartCommand::AddTwice { pro_id, quantity }),
        4 => (pro_id(), 1i64..6).prop_map(|(pro_id, quantity)| CartCommand::Set { pro_id, quantity }),
        1 => (pro_id(), 1i64..6).prop_map(|(pro_id, quantity)| CartCommand::SetBlindly { pro_id, quantity }),
        3 => pro_id().prop_map(|pro_id| CartCommand::Remove { pro_id }),
        1 => Just(CartCommand::Clear),
        1 => Just(CartCommand::Merge),
    ];
    prop::collection::vec(one, 1..14)
}

/// A command and its result.
#[derive(Clone, Debug)]
struct CompletedCommand {
    command: CartCommand,
    /// The version sent by the device.
    version: Option<i64>,
    outcome: Outcome,
    /// Whether the same request was accepted before.
    repeat: bool,
}

#[derive(Clone, Debug)]
enum Outcome {
    Cart { cart: wire::Cart, elsewhere: bool, added: Vec<i64> },
    Short { requested: i64, available: i64 },
}

struct Device<'a> {
    shop: &'a Shop,
    customer_id: i64,
    name: &'static str,
    shows: wire::Cart,
    done: Vec<CompletedCommand>,
}

impl<'a> Device<'a> {
    fn new(shop: &'a Shop, customer_id: i64, name: &'static str) -> Self {
        Self { shop, customer_id, name, shows: wire::Cart::default(), done: Vec::new() }
    }

    async fn send_all(mut self, commands: Vec<CartCommand>) -> Vec<CompletedCommand> {
        for (index, command) in commands.into_iter().enumerate() {
            let key = format!("{}-{index}", self.name);
            let times = if matches!(command, CartCommand::AddTwice { .. }) { 2 } else { 1 };
            // A refused request may be retried with its key, and then counts.
            let mut is_taken = false;
            for _ in 0..times {
                let version = self.version_of(command);
                let outcome = match self.send(command, version, &key).await {
                    Ok(outcome) => outcome,
                    Err(error) => short(&error),
                };
                if let Outcome::Cart { cart, .. } = &outcome {
                    assert!(cart.version >= self.shows.version, "{command:?} went back in time");
                    self.shows = cart.clone();
                }
                let repeat = std::mem::replace(&mut is_taken, matches!(outcome, Outcome::Cart { .. }));
                self.done.push(CompletedCommand { command, version, outcome, repeat });
            }
        }
        self.done
    }

    fn version_of(&self, command: CartCommand) -> Option<i64> {
        let CartCommand::Set { pro_id, .. } = command else { return None };
        // A device that does not show the line sends an invalid version.
        let shown = self.shows.lines.iter().find(|line| line.pro_id == pro_id);
        Some(shown.map_or(0, |line| line.version))
    }

    async fn send(&self, command: CartCommand, version: Option<i64>, key: &str) -> Result<Outcome, Error> {
        let (customer_id, mut client) = (self.customer_id, self.shop.cart());
        let plain =
            |cart: Option<wire::Cart>| Outcome::Cart { cart: cart.unwrap(), elsewhere: false, added: vec![] };
        Ok(match command {
            CartCommand::Add { pro_id, quantity } => {
                let request =
                    AddCartItemRequest { customer_id, pro_id, quantity, idempotency_key: String::new() };
                plain(client.add_cart_item(request).await?.into_inner().cart)
            }
            CartCommand::AddTwice { pro_id, quantity } => {
                let request =
                    AddCartItemRequest { customer_id, pro_id, quantity, idempotency_key: key.to_owned() };
                plain(client.add_cart_item(request).await?.into_inner().cart)
            }
            CartCommand::Set { pro_id, quantity } | CartCommand::SetBlindly { pro_id, quantity } => {
                let request = UpdateCartItemRequest { customer_id, pro_id, quantity, version };
                let answer = client.update_cart_item(request).await?.into_inner();
                let elsewhere = answer.version_conflict;
                Outcome::Cart { cart: answer.cart.unwrap(), elsewhere, added: vec![] }
            }
            CartCommand::Remove { pro_id } => plain(
                client
                    .remove_cart_item(RemoveCartItemRequest { customer_id, pro_id })
                    .await?
                    .into_inner()
                    .cart,
            ),
            CartCommand::Clear => {
                plain(client.clear_cart(ClearCartRequest { customer_id }).await?.into_inner().cart)
            }
            CartCommand::Merge => {
                let request = AddWishlistToCartRequest { customer_id };
                let answer = self.shop.wishlist().add_wishlist_to_cart(request).await?.into_inner();
                Outcome::Cart { cart: answer.cart.unwrap(), elsewhere: false, added: answer.added_pro_ids }
            }
        })
    }
}

/// The only allowed error.
fn short(error: &Error) -> Outcome {
    assert_eq!((error.code, error.detail.reason.as_str()), (Code::Conflict, "stock_short"), "{error}");
    let short = &error.detail.shortages[0];
    Outcome::Short { requested: short.requested, available: short.available }
}

/// Model of one device: quantity and version of each line.
#[derive(Clone, Debug, Default, PartialEq)]
struct Model {
    version: i64,
    lines: BTreeMap<i64, (i64, i64)>,
}

impl Model {
    fn of(cart: &wire::Cart) -> Self {
        let lines = cart.lines.iter().map(|line| (line.pro_id, (line.quantity, line.version))).collect();
        Self { version: cart.version, lines }
    }

    /// The cart after the command; `None` if nothing changes.
    fn transition(&self, done: &CompletedCommand) -> Option<Self> {
        let mut to = self.clone();
        let mut write = |pro_id, quantity| {
            to.version += 1;
            to.lines.insert(pro_id, (quantity, to.version));
        };
        match done.command {
            CartCommand::AddTwice { .. } if done.repeat => return None,
            CartCommand::Add { pro_id, quantity } | CartCommand::AddTwice { pro_id, quantity } => {
                write(pro_id, quantity + self.lines.get(&pro_id).map_or(0, |line| line.0));
            }
            CartCommand::Set { pro_id, quantity } | CartCommand::SetBlindly { pro_id, quantity } => {
                let line = self.lines.get(&pro_id)?;
                let fits = done.version.is_none_or(|version| version == line.1);
                if line.0 == quantity || !fits {
                    return None;
                }
                write(pro_id, quantity);
            }
            CartCommand::Remove { pro_id } => {
                to.lines.remove(&pro_id)?;
                to.version += 1;
            }
            CartCommand::Clear if self.lines.is_empty() => return None,
            CartCommand::Clear => {
                to.lines.clear();
                to.version += 1;
            }
            CartCommand::Merge => {
                for pro_id in PRODUCTS {
                    if !self.lines.contains_key(&pro_id) {
                        write(pro_id, 1);
                    }
                }
                return (to.version > self.version).then_some(to);
            }
        }
        Some(to)
    }
}

/// Orders the commands by version and replays them.
fn check(mut all: Vec<CompletedCommand>, description: &str) {
    let version = |done: &CompletedCommand| match &done.outcome {
        Outcome::Cart { cart, .. } => cart.version,
        Outcome::Short { .. } => -1,
    };
    let refused: Vec<CompletedCommand> = all.extract_if(.., |done| version(done) < 0).collect();
    for done in refused {
        let Outcome::Short { requested, available } = done.outcome else { unreachable!() };
        assert!(available == STOCK[2] && requested > available, "{done:?} in {description}");
    }
    // Of several responses with one version, the first is the command that made it; the others changed nothing.
    let mut now = Model::default();
    all.sort_by_key(|done| (version(done), done.repeat));
    let mut waiting = all;
    while !waiting.is_empty() {
        let next = version(&waiting[0]);
        let group: Vec<CompletedCommand> = waiting.extract_if(.., |done| version(done) == next).collect();
        if next > now.version {
            // A command without effect (a merge of existing products) may have the same response as the one that made
            // the version.
            let made = (0..group.len()).find(|made| {
                let to = Model::of(cart(&group[*made]));
                let mut others = group.iter().enumerate().filter(|(index, _)| index != made);
                now.transition(&group[*made]).as_ref() == Some(&to)
                    && others.all(|(_, done)| changed_nothing(&to, done))
            });
            let made = made
                .unwrap_or_else(|| panic!("{next} after {now:?} has no command: {group:?} in {description}"));
            now = Model::of(cart(&group[made]));
        } else {
            assert!(
                group.iter().all(|done| changed_nothing(&now, done)),
                "{group:?} at {now:?} in {description}"
            );
        }
    }
}

fn cart(done: &CompletedCommand) -> &wire::Cart {
    let Outcome::Cart { cart, .. } = &done.outcome else { unreachable!("refused ones are gone") };
    cart
}

/// A response without a version of its own shows the unchanged cart, and the reason.
fn changed_nothing(now: &Model, done: &CompletedCommand) -> bool {
    let Outcome::Cart { elsewhere, added, .. } = &done.outcome else { return false };
    let line = |pro_id: &i64| now.lines.get(pro_id);
    let why = match done.command {
        CartCommand::Set { pro_id, quantity } | CartCommand::SetBlindly { pro_id, quantity }
            if *elsewhere =>
        {
            line(&pro_id).is_none_or(|line| {
                line.0 != quantity && done.version.is_some_and(|version| version != line.1)
            })
        }
        _ if *elsewhere => false,
        _ => now.transition(done).is_none(),
    };
    why && added.is_empty() && *now == Model::of(cart(done))
}

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cart_is_consistent_after_any_history_of_two_devices(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    let products: Vec<_> =
        PRODUCTS.into_iter().zip(STOCK).map(|(pro_id, stock)| (pro_id, stock, 1000)).collect();
    shop.shelve(&products).await;
    let mut runner = TestRunner::deterministic();
    for case in 1..=80 {
        let one = commands().new_tree(&mut runner).unwrap().current();
        let other = commands().new_tree(&mut runner).unwrap().current();
        let description = format!("case {case}: {one:?} beside {other:?}");
        for pro_id in PRODUCTS {
            let request = AddWishlistItemRequest { customer_id: case, pro_id };
            shop.wishlist().add_wishlist_item(request).await.unwrap();
        }
        let devices = [("phone", one), ("desk", other)].map(|(name, commands)| {
            let shop = &shop;
            async move { Device::new(shop, case, name).send_all(commands).await }
        });
        let done = futures::future::join_all(devices).await.concat();
        let last = done.iter().filter_map(|done| match &done.outcome {
            Outcome::Cart { cart, .. } => Some(cart.version),
            Outcome::Short { .. } => None,
        });
        let last = last.max().unwrap_or_default();
        check(done, &description);
        assert_eq!(shop.the_cart(case).await.version, last, "{description}");
    }
}
