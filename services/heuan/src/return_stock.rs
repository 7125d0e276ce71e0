//! The stock of a return that `heuan orders correct NUMBER return` takes back.

use anyhow::{Result, bail};
use heuan_catalog_gateway::{NAME, store::Store};
use heuan_orders::StaffCommands;

use crate::{service_error::message_with_field, settings::Shop};

/// Refuses to take units of the last return out of the stock that have been sold again, as the back office does.
pub async fn check(staff: &StaffCommands, shop: &Shop, number: &str) -> Result<()> {
    let units = staff.units_of_last_return(number).await.map_err(message_with_field)?;
    if units.is_empty() {
        return Ok(());
    }
    let ids: Vec<i64> = units.iter().map(|(pro_id, _)| *pro_id).collect();
    let store = Store::open(&shop.location(NAME)).await?;
    let levels = store.stock_levels(&ids).await;
    store.close().await;
    let levels = levels?;
    let mut short = Vec::new();
    for (pro_id, wanted) in units {
        // A product without counted stock has none to take.
        let Some(level) = levels.iter().find(|level| level.pro_id == pro_id) else { continue };
        if level.available < wanted {
            short.push(format!("product {pro_id}: {} of {wanted} units are available", level.available));
        }
    }
    if short.is_empty() {
        return Ok(());
    }
    let todo = "units of the return were sold again; cancel that sale, or receive goods, and try again";
    bail!("{todo}\n{}", short.join("\n"))
}
