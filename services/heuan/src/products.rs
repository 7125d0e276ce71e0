//! `heuan product`: shows and changes a product as the back office does. May run while the shop is running.

use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::{Subcommand, ValueEnum};
use heuan_catalog_folder::{day_text, moment_of};
use heuan_catalog_gateway::{
    NAME,
    staff::{Actor, Adjustment, AdjustmentKind, Field, LedgerEntry, ProductEdit, StaffDetail, StockRequest},
    store::{Store, UndoRequest},
};
use heuan_runtime::{Settings, clock::Clock};

use crate::{
    data_folder,
    product_bulk::{self, Bulk},
    service_error::message_with_field,
    settings::{self, Shop},
};

#[derive(Subcommand)]
pub enum Product {
    /// Show a product, hidden or not, with its newest changes.
    Show { pro_id: i64 },
    /// Change fields, e.g. `price=58000 visible=false`. An empty value empties the field.
    Set {
        pro_id: i64,
        /// NAME=VALUE with the names of the API: `pro_name_la`, `price`, `original_price`, `brand`, `prog_id`, `visible` …
        #[arg(required = true)]
        fields: Vec<String>,
    },
    /// Change the units on hand. Units held for open checkouts always remain.
    Stock {
        pro_id: i64,
        kind: Kind,
        /// Units received, damaged or corrected (with sign); the counted units for `count`.
        #[arg(allow_negative_numbers = true)]
        quantity: i64,
        /// Needed for damage and correct.
        #[arg(long, default_value = "")]
        reason: String,
    },
    /// Create a product with 0 counted units, hidden unless a field says otherwise, e.g. `pro_name_en=Roller price=45000`.
    Create {
        /// NAME=VALUE as for `set`. It needs a name in Lao or in English.
        #[arg(required = true)]
        fields: Vec<String>,
        /// Default: the next free id.
        #[arg(long)]
        id: Option<i64>,
    },
    /// Copy a product under another id, without its stock, hidden.
    Duplicate { pro_id: i64, new_pro_id: i64 },
    /// Change prices, group, visibility or location of many products at once.
    Bulk(Bulk),
    /// Undo a change, by the id that `show` prints; only for one product with `--product`.
    Undo {
        change_id: String,
        #[arg(long)]
        product: Option<i64>,
    },
}

#[derive(Clone, Copy, ValueEnum)]
pub enum Kind {
    Receive,
    Count,
    Damage,
    Correct,
}

pub fn run(command: &Product) -> Result<ExitCode> {
    let settings = settings::load()?;
    let shop: Shop = settings.section("shop")?;
    data_folder::prepare(&shop.data_dir)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let store = Store::open(&shop.location(NAME)).await?;
        let outcome = carry_out(command, &store, &settings).await;
        store.close().await;
        outcome
    })?;
    Ok(ExitCode::SUCCESS)
}

async fn carry_out(command: &Product, store: &Store, settings: &Settings) -> Result<()> {
    let (actor, now) = (Actor::command_line(), Clock::System.now_ms());
    let pro_id = match command {
        Product::Show { pro_id } => *pro_id,
        Product::Set { pro_id, fields } => {
            let edit = edit(fields)?;
            let version = store.staff_product(*pro_id).await.map_err(message_with_field)?.product.version;
            store.edit_product(&actor, *pro_id, version, &edit, now).await.map_err(message_with_field)?;
            *pro_id
        }
        Product::Stock { pro_id, kind, quantity, reason } => {
            let kind = match kind {
                Kind::Receive => AdjustmentKind::Receive,
                Kind::Count => AdjustmentKind::Count,
                Kind::Damage => AdjustmentKind::Damage,
                Kind::Correct => AdjustmentKind::Correct,
            };
            let adjustment = &Adjustment::new(kind, *quantity, reason).map_err(message_with_field)?;
            let request = StockRequest {
                pro_id: *pro_id,
                version: None,
                expected_on_hand: None,
                adjustment,
                key: None,
            };
            store.adjust_stock(&actor, &request, now).await.map_err(message_with_field)?;
            *pro_id
        }
        Product::Create { fields, id } => {
            store.create_product(&actor, *id, &edit(fields)?, None, now).await.map_err(message_with_field)?
        }
        Product::Duplicate { pro_id, new_pro_id } => {
            store
                .duplicate_product(&actor, *pro_id, None, *new_pro_id, now)
                .await
                .map_err(message_with_field)?;
            *new_pro_id
        }
        Product::Bulk(bulk) => return product_bulk::run(bulk, store, settings).await,
        Product::Undo { change_id, product } => {
            let media = settings.section::<Shop>("shop")?.media_dir();
            let undo = UndoRequest { change_id, pro_id: *product, media: Some(&media) };
            let undone = store.undo_change(&actor, undo, now).await.map_err(message_with_field)?;
            let removed = undone.removed_count;
            println!(
                "undone: {} products, {} fields were changed since, {removed} former values were removed",
                undone.undone,
                undone.skipped_count - removed
            );
            return Ok(());
        }
    };
    print!("{}", text(&store.staff_product(pro_id).await.map_err(message_with_field)?));
    Ok(())
}

fn edit(fields: &[String]) -> Result<ProductEdit> {
    let mut builder = ProductEdit::builder();
    for pair in fields {
        let Some((name, value)) = pair.split_once('=') else { bail!("{pair}: write NAME=VALUE") };
        let Some(field) = Field::from_name(name).filter(|field| *field != Field::Stock) else {
            bail!("{name}: there is no such field; stock is changed by `heuan product stock`");
        };
        let number = || value.parse::<i64>().map_err(|_| anyhow::anyhow!("{name}: must be a whole number"));
        match field {
            Field::Price | Field::OriginalPrice if value.is_empty() => builder.price(field, Some(None)),
            Field::Price | Field::OriginalPrice => builder.price(field, Some(Some(number()?))),
            Field::Vatrate => builder.percent(field, Some(number()?)),
            Field::Category | Field::Group if value.is_empty() => builder.id(field, Some(0)),
            Field::Category | Field::Group => builder.id(field, Some(number()?)),
            Field::Visible => match value {
                "true" => builder.flag(field, Some(true)),
                "false" => builder.flag(field, Some(false)),
                _ => bail!("{name}: must be true or false"),
            },
            Field::VisibleFrom | Field::VisibleUntil if value.is_empty() => builder.moment(field, Some(None)),
            Field::VisibleFrom | Field::VisibleUntil => {
                let at = moment_of(value);
                let at = at.map_err(|_| anyhow::anyhow!("{name}: write a time such as 2026-12-01 08:00"))?;
                if let Some(warning) = at.warning(|at| day_text(*at)) {
                    eprintln!("warning: {name}: {warning}");
                }
                builder.moment(field, Some(Some(at.value)))
            }
            Field::Attributes => builder.attributes(Some(value)),
            Field::DescriptionLa | Field::DescriptionEn => builder.prose(field, Some(value)),
            Field::Cover | Field::Images => builder.set(field, Some(value.to_owned())),
            _ => builder.line(field, Some(value)),
        };
    }
    builder.build().map_err(message_with_field)
}

fn text(detail: &StaffDetail) -> String {
    let product = &detail.product;
    let kip = |price: Option<i64>| price.map_or("none".to_owned(), |price| format!("{price} kip"));
    let stock = product.stock.map_or("not counted".to_owned(), |free| {
        format!("{} on hand, {} held, {free} free", free.saturating_add(product.held), product.held)
    });
    let mut text = format!(
        "{}  {} / {}\n  {}, version {}\n  price {}, before {}, vat {} %\n  stock {stock}\n  category {}, group {}, brand {}{}\n",
        product.pro_id,
        product.name_la,
        product.name_en,
        if product.visible == 1 { "visible" } else { "hidden" },
        product.version,
        kip(product.price),
        kip(product.original_price),
        detail.product.vatrate,
        product.cat_id,
        product.prog_id,
        product.brand,
        if product.location.is_empty() { String::new() } else { format!(", location {}", product.location) },
    );
    for entry in &detail.ledger {
        text.push_str(&line(entry));
    }
    text
}

fn line(entry: &LedgerEntry) -> String {
    let at = Clock::fixed(entry.at).now();
    let value = |value: &Option<String>| value.clone().unwrap_or_else(|| "none".to_owned());
    let fields: Vec<String> = entry
        .fields
        .iter()
        .map(|one| format!("{} {} → {}", one.field.name(), value(&one.from), value(&one.to)))
        .collect();
    let name = if entry.name.is_empty() { entry.source.name() } else { entry.name.as_str() };
    let reason = if entry.reason.is_empty() { String::new() } else { format!(" ({})", entry.reason) };
    let undone = if entry.undone { ", undone" } else { "" };
    format!(
        "  {} {:02}:{:02}  {} by {name}{reason}{undone}: {}  [{}]\n",
        at.date(),
        at.hour(),
        at.minute(),
        entry.kind,
        fields.join(", "),
        entry.change_id
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(fields: &[&str]) -> Result<ProductEdit> {
        edit(&fields.iter().map(|field| (*field).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn fields_are_read_by_their_kind() {
        let edit = set(&["pro_name_en=A = B", "price=", "vatrate=7", "visible=false", "prog_id="]).unwrap();
        let value = |field: Field| edit.values[&field].as_deref();
        assert_eq!((value(Field::NameEn), value(Field::Price)), (Some("A = B"), None));
        assert_eq!((value(Field::Vatrate), value(Field::Visible)), (Some("7"), Some("0")));
        assert_eq!(value(Field::Group), Some("0"));
    }

    #[test]
    fn wrong_field_is_named() {
        for (field, name) in
            [("price", "price"), ("stock=5", "stock"), ("price=x", "price"), ("visible=1", "visible")]
        {
            let error = set(&[field]).unwrap_err().to_string();
            assert!(error.starts_with(name), "{error}");
        }
    }
}
