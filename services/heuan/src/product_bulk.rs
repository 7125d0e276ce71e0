//! `heuan product bulk`: one change of many products, or its preview.

use std::fmt::Write as _;

use anyhow::{Result, bail};
use clap::Args;
use heuan_catalog_gateway::{
    Config, NAME,
    brand::brand_slug,
    staff::{Actor, BulkChange, Field, PriceChange, PriceStep, ProductEdit, Selection, StaffFilter},
    store::{BulkMode, BulkResult, Store},
};
use heuan_runtime::{Settings, clock::Clock};

use crate::service_error::message_with_field;

/// Maximum products that a preview prints.
const PRINTED: usize = 20;

#[derive(Args)]
pub struct Bulk {
    /// The products by id.
    #[arg(long = "product", conflicts_with_all = ["brand", "category", "group"])]
    products: Vec<i64>,
    /// All products of a brand.
    #[arg(long)]
    brand: Option<String>,
    /// All products of a category, by its id.
    #[arg(long)]
    category: Option<i64>,
    /// All products of a group, by its id.
    #[arg(long)]
    group: Option<i64>,
    /// All products of the shop.
    #[arg(long, conflicts_with_all = ["products", "brand", "category", "group"])]
    all: bool,
    #[command(flatten)]
    change: Change,
    /// Change nothing, and print what would change.
    #[arg(long)]
    preview: bool,
}

/// Exactly one change.
#[derive(Args)]
#[group(required = true, multiple = false)]
struct Change {
    /// Raise prices by percent, with at most two decimals; negative lowers them.
    #[arg(long, allow_negative_numbers = true)]
    by_percent: Option<f64>,
    /// Raise prices by kip; negative lowers them.
    #[arg(long, allow_negative_numbers = true)]
    by_amount: Option<i64>,
    /// Move the products to a group, by its id.
    #[arg(long)]
    to_group: Option<i64>,
    /// Show or hide the products.
    #[arg(long)]
    visible: Option<bool>,
    /// Set the location; empty for none.
    #[arg(long)]
    location: Option<String>,
}

/// New prices are multiples of this number of kip.
const ROUND_TO: i64 = 500;

impl Bulk {
    fn selection(&self) -> Result<Selection> {
        if !self.products.is_empty() {
            return Ok(Selection::These(self.products.clone()));
        }
        let filter = StaffFilter {
            cat_id: self.category,
            prog_id: self.group,
            brand_slug: self.brand.as_deref().map(brand_slug),
            ..StaffFilter::default()
        };
        if filter.is_empty() && !self.all {
            bail!("select products by --product, --brand, --category or --group, or --all of them");
        }
        Ok(Selection::Matching(filter))
    }
}

impl Change {
    fn bulk_change(&self) -> Result<BulkChange> {
        let price =
            |step| PriceChange::new(step, ROUND_TO).map(BulkChange::Price).map_err(message_with_field);
        match self {
            Self { by_percent: Some(percent), .. } => {
                let points = (percent * 100.0).round();
                if (percent * 100.0 - points).abs() > 1e-6 || points.abs() > 1e6 {
                    bail!("--by-percent: must be from -90 to 900, with at most two decimals");
                }
                price(PriceStep::BasisPoints(points as i64))
            }
            Self { by_amount: Some(amount), .. } => price(PriceStep::Amount(*amount)),
            Self { to_group: Some(group), .. } => Ok(BulkChange::Group(*group)),
            Self { visible: Some(visible), .. } => Ok(BulkChange::Visible(*visible)),
            Self { location: Some(location), .. } => {
                let edit = ProductEdit::builder()
                    .line(Field::Location, Some(location))
                    .build()
                    .map_err(message_with_field)?;
                let location = edit.values.into_values().flatten().next().unwrap_or_default();
                Ok(BulkChange::Location(location))
            }
            _ => bail!("name one change"),
        }
    }
}

pub async fn run(bulk: &Bulk, store: &Store, settings: &Settings) -> Result<()> {
    let low_stock = settings.section::<Config>(NAME)?.low_stock;
    let (selection, change) = (bulk.selection()?, bulk.change.bulk_change()?);
    let mode = if bulk.preview { BulkMode::Preview } else { BulkMode::Apply { preview_id: None, key: None } };
    let at = (Clock::System.now_ms(), low_stock);
    let actor = Actor::command_line();
    let result =
        store.change_products(&actor, &selection, &change, &mode, at).await.map_err(message_with_field)?;
    print!("{}", text(&result, bulk.preview));
    Ok(())
}

fn text(result: &BulkResult, is_preview: bool) -> String {
    let mut text = String::new();
    for product in result.products.iter().take(PRINTED).filter(|_| is_preview) {
        let number = |value: Option<i64>| value.map_or("none".to_owned(), |value| value.to_string());
        let before = product.location_before.clone().unwrap_or_else(|| number(product.before));
        let after = product.location_after.clone().unwrap_or_else(|| number(product.after));
        let (pro_id, name_la, name_en) = (product.pro_id, &product.name_la, &product.name_en);
        let _ = writeln!(text, "  {pro_id}  {name_la} / {name_en}: {before} → {after}");
    }
    let verb = if is_preview { "would change" } else { "changed" };
    let BulkResult { changed, matched, skipped_count, change_id, .. } = result;
    let _ = write!(text, "{verb} {changed} of {matched} products, {skipped_count} cannot be changed so");
    if !change_id.is_empty() {
        let _ = write!(text, "; undo it with `heuan product undo {change_id}`");
    }
    text.push('\n');
    text
}
