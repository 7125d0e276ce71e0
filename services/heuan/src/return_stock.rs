//! `heuan orders correct NUMBER return`: takes a return back, after its units are reserved in the stock.

use anyhow::{Result, bail};
use heuan_catalog_gateway::{
    NAME,
    stock::{ReserveRequest, StockLine},
    store::Store,
};
use heuan_orders::{OrderSummary, ReturnStock, StaffCommands};
use heuan_rpc::Error;
use heuan_runtime::clock::Clock;

use crate::{
    service_error::{message_with_field, shortages},
    settings::Shop,
};

/// Duration of the reservation, longer than the command takes. The running shop takes the units at once.
const HOLD_MS: i64 = 600_000;

/// Takes the last return back. Refuses it if units that would leave the stock have been sold again, as the back office does.
pub async fn take_back(
    staff: &StaffCommands,
    shop: &Shop,
    number: &str,
    (amount, reason): (i64, &str),
) -> Result<OrderSummary> {
    let stock = staff.stock_of_last_return(number).await.map_err(message_with_field)?;
    let store = Store::open(&shop.location(NAME)).await?;
    let taken = take_held(staff, &store, number, &stock, (amount, reason)).await;
    store.close().await;
    taken
}

async fn take_held(
    staff: &StaffCommands,
    store: &Store,
    number: &str,
    stock: &ReturnStock,
    (amount, reason): (i64, &str),
) -> Result<OrderSummary> {
    let is_held = hold(store, stock).await?;
    let done = staff.take_return_back(number, (amount, reason), stock, is_held).await;
    if done.is_err() && is_held {
        release(staff, store, stock).await;
    }
    done.map_err(message_with_field)
}

/// Reserves the units. Returns false if no product has a counted stock.
async fn hold(store: &Store, stock: &ReturnStock) -> Result<bool> {
    let ids: Vec<i64> = stock.units.iter().map(|(pro_id, _)| *pro_id).collect();
    let levels = store.stock_levels(&ids).await?;
    // A product whose stock is not counted has no units to take.
    let is_counted = |pro_id: i64| levels.iter().any(|level| level.pro_id == pro_id);
    let units = stock.units.iter().filter(|(pro_id, _)| is_counted(*pro_id));
    let lines: Vec<StockLine> = units.map(|&(pro_id, quantity)| StockLine { pro_id, quantity }).collect();
    if lines.is_empty() {
        return Ok(false);
    }
    let request = ReserveRequest::new(stock.hold_id.clone(), lines, HOLD_MS).map_err(message_with_field)?;
    match store.reserve(&request, Clock::System.now_ms()).await {
        Ok(_) => Ok(true),
        Err(error) if error.detail.reason == "stock_short" => bail!(sold_again(&error)),
        Err(error) => Err(message_with_field(error)),
    }
}

/// Releases the units, unless the step was done although its response was lost. If the release fails, the reservation
/// expires.
async fn release(staff: &StaffCommands, store: &Store, stock: &ReturnStock) {
    let released = match staff.has_taken_back(stock).await {
        Ok(true) => return,
        Ok(false) => store.release(&stock.hold_id, true, Clock::System.now_ms()).await.map(drop),
        Err(error) => Err(error),
    };
    if let Err(error) = released {
        tracing::warn!(%error, "units of a return not released; their reservation expires later");
    }
}

fn sold_again(error: &Error) -> String {
    let todo = "units of the return were sold again; cancel that sale, or receive goods, and try again";
    [todo.to_owned()].into_iter().chain(shortages(error)).collect::<Vec<_>>().join("\n")
}
