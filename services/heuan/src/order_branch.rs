//! The branch that a command on an order names.

use anyhow::{Context as _, Result};
use heuan_orders::ReturnBranch;
use heuan_weather_branches::store::Store as Branches;

use crate::settings::Shop;

/// The branch in the tables of its service.
pub async fn find_branch(shop: &Shop, branch_id: i64) -> Result<ReturnBranch> {
    let store = Branches::open(&shop.location(heuan_weather_branches::NAME)).await?;
    let branches = store.branches().await;
    store.close().await;
    let branch = branches?.into_iter().find(|branch| branch.b_id == branch_id);
    let branch = branch.with_context(|| format!("there is no branch {branch_id}"))?;
    Ok(ReturnBranch { branch_id, name_la: branch.b_name, name_en: branch.b_name_eng })
}
