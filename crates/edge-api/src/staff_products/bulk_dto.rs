//! JSON types of bulk changes: selection, change of prices, group, visibility or location, and the changed and skipped
//! products.

use heuan_proto::catalog::v1::{
    self as proto,
    change_products_request::{Change, Selection},
};
use heuan_rpc::{Error, Result};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::list::{StockFilter, Visibility};
use crate::search::{self, SearchText};
use heuan_edge_http::{envelope::filled, input::null_as_default};

const ROUND_TO: i64 = 500;

/// Products, and one change of all of them. Exactly one of `pro_ids` and `filter`.
#[derive(Deserialize, ToSchema)]
pub struct BulkBody {
    #[schema(max_items = 20_000)]
    pro_ids: Option<Vec<i64>>,
    filter: Option<BulkFilterBody>,
    pub change: BulkChangeBody,
    /// Nothing is changed.
    #[serde(default, deserialize_with = "null_as_default")]
    #[schema(nullable)]
    pub dry_run: bool,
    /// As the preview said. A change that would do anything else is refused; without it nothing is compared.
    #[schema(max_length = 64)]
    preview_id: Option<String>,
}

/// Conditions of a selection, at least one. It may select at most 20,000 products, with `search` all those of its list.
#[derive(Deserialize, ToSchema)]
pub struct BulkFilterBody {
    #[schema(minimum = 1)]
    category: Option<i64>,
    /// Searched text, as in the list of products.
    #[schema(max_length = 200)]
    search: Option<String>,
    #[schema(minimum = 1)]
    group: Option<i64>,
    /// Brand name or its slug.
    #[schema(max_length = 200)]
    brand: Option<String>,
    stock: Option<StockFilter>,
    visibility: Option<Visibility>,
    /// All products of the shop, without another condition.
    #[serde(default, deserialize_with = "null_as_default")]
    #[schema(nullable)]
    all: bool,
}

/// Exactly one of the four.
#[derive(Deserialize, ToSchema)]
pub struct BulkChangeBody {
    price: Option<PriceChangeBody>,
    /// `prog_id` of the new group, whose category is taken along.
    #[schema(minimum = 1)]
    group: Option<i64>,
    visible: Option<bool>,
    /// Location of the goods in the store or warehouse; empty for none.
    #[schema(max_length = 40)]
    location: Option<String>,
}

/// A change of prices. Exactly one of `by_percent` and `by_amount`.
#[derive(Deserialize, ToSchema)]
pub struct PriceChangeBody {
    /// At most two decimals.
    #[schema(minimum = -90, maximum = 900)]
    by_percent: Option<f64>,
    /// Kip.
    #[schema(minimum = -10_000_000_000_000_i64, maximum = 10_000_000_000_000_i64)]
    by_amount: Option<i64>,
    /// New prices are multiples of it, half upwards: 1, 100, 500 or 1000. Default: 500.
    #[schema(minimum = 1, maximum = 1000)]
    round_to: Option<i64>,
}

/// Effect of a bulk change, made or previewed.
#[derive(Serialize, ToSchema)]
pub struct BulkResult {
    dry_run: bool,
    /// Undoes it. Null for a preview, and if nothing was changed.
    #[schema(required)]
    change_id: Option<String>,
    /// Of a preview: stands for the selected products and what would change of them.
    #[schema(required)]
    preview_id: Option<String>,
    matched: i64,
    changed: i64,
    unchanged: i64,
    /// The changed products by id, at most 1,000.
    products: Vec<BulkProduct>,
    /// Whether more products are changed than listed.
    truncated: bool,
    /// Products that cannot be changed so, at most 1,000.
    skipped: Vec<BulkSkipped>,
    /// All products that cannot be changed so, by reason. Empty for a repeated change, whose numbers below are 0.
    skipped_counts: Vec<BulkSkippedCount>,
    /// All products whose price falls by more than half.
    halved: i64,
    /// Those of `halved` that shoppers do not see.
    halved_hidden: i64,
    /// All products whose price reaches `original_price`, so that they are no longer reduced.
    reductions_ended: i64,
}

/// One changed product.
#[derive(Serialize, ToSchema)]
pub struct BulkProduct {
    pro_id: i64,
    pro_name_la: String,
    pro_name_en: String,
    pro_img_cover: String,
    /// Kip, `prog_id` or null, whether it was visible, or its location.
    #[schema(required)]
    before: Value,
    #[schema(required)]
    after: Value,
    /// Kip; null unless prices change.
    #[schema(required)]
    difference: Option<i64>,
}

/// A product that is not changed.
#[derive(Serialize, ToSchema)]
pub struct BulkSkipped {
    pro_id: i64,
    /// `no_price`, `not_positive` (or too high) or `unknown`.
    reason: String,
}

/// Number of products that are not changed for one reason.
#[derive(Serialize, ToSchema)]
pub struct BulkSkippedCount {
    /// As of `BulkSkipped`.
    reason: String,
    count: i64,
}

/// The kind of the changed field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Changed {
    Price,
    Group,
    Visible,
    Location,
}

impl Changed {
    pub fn of(body: &BulkChangeBody) -> Self {
        match body {
            BulkChangeBody { price: Some(_), .. } => Self::Price,
            BulkChangeBody { group: Some(_), .. } => Self::Group,
            BulkChangeBody { location: Some(_), .. } => Self::Location,
            _ => Self::Visible,
        }
    }

    fn value(self, number: Option<i64>, location: Option<String>) -> Value {
        match self {
            Self::Price => number.map_or(Value::Null, Value::from),
            Self::Group => number.filter(|id| *id > 0).map_or(Value::Null, Value::from),
            Self::Visible => Value::from(number == Some(1)),
            Self::Location => Value::from(location.unwrap_or_default()),
        }
    }
}

impl BulkBody {
    /// The search text of the filter.
    pub fn search(&self) -> Result<Option<SearchText>> {
        let text = self.filter.as_ref().and_then(|filter| filter.search.as_deref());
        let refused = |error: Error| search::refused("filter.search", error.message);
        text.map(SearchText::new).transpose().map_err(refused)
    }

    pub fn into_request(self) -> Result<proto::ChangeProductsRequest> {
        let all = self.filter.as_ref().is_some_and(|filter| filter.all);
        let selection = match (self.pro_ids, self.filter) {
            (Some(pro_ids), None) => Selection::Ids(proto::ProductIds { pro_ids }),
            (None, Some(filter)) => Selection::Filter(filter.into()),
            _ => return Err(Error::invalid("pro_ids", "select by pro_ids or by filter, not by both")),
        };
        Ok(proto::ChangeProductsRequest {
            selection: Some(selection),
            all,
            change: Some(self.change.into_change()?),
            dry_run: self.dry_run,
            preview_id: self.preview_id.unwrap_or_default(),
            ..proto::ChangeProductsRequest::default()
        })
    }
}

impl BulkChangeBody {
    fn into_change(self) -> Result<Change> {
        match (self.price, self.group, self.visible, self.location) {
            (Some(price), None, None, None) => Ok(Change::Price(price.into_change()?)),
            (None, Some(group), None, None) if group > 0 => Ok(Change::ProgId(group)),
            (None, Some(_), None, None) => Err(Error::invalid("change.group", "must be a positive number")),
            (None, None, Some(visible), None) => Ok(Change::Visible(visible)),
            (None, None, None, Some(location)) => Ok(Change::Location(location)),
            _ => Err(Error::invalid("change", "must be exactly one of price, group, visible and location")),
        }
    }
}

impl PriceChangeBody {
    fn into_change(self) -> Result<proto::PriceChange> {
        let by_basis_points = self.by_percent.map(basis_points).transpose()?;
        Ok(proto::PriceChange {
            by_basis_points,
            by_amount: self.by_amount,
            round_to: self.round_to.unwrap_or(ROUND_TO),
        })
    }
}

/// A percentage with at most two decimals in hundredths of a percent.
fn basis_points(percent: f64) -> Result<i64> {
    let field = "change.price.by_percent";
    if !(-90.0..=900.0).contains(&percent) {
        return Err(Error::invalid(field, "must be from -90 to 900"));
    }
    let points = (percent * 100.0).round();
    if (percent * 100.0 - points).abs() > 1e-6 {
        return Err(Error::invalid(field, "must have at most two decimals"));
    }
    Ok(points as i64)
}

impl From<BulkFilterBody> for proto::StaffProductFilter {
    fn from(from: BulkFilterBody) -> Self {
        let (visible, scheduled) = Visibility::conditions(from.visibility);
        Self {
            cat_id: from.category,
            prog_id: from.group,
            brand: from.brand.unwrap_or_default(),
            stock: from.stock.map(StockFilter::to_proto).unwrap_or_default().into(),
            visible,
            scheduled,
        }
    }
}

impl BulkResult {
    pub fn new(from: proto::ChangeProductsResponse, kind: Changed, dry_run: bool) -> Self {
        let listed = i64::try_from(from.products.len()).unwrap_or(i64::MAX);
        let products = from.products.into_iter().map(|one| BulkProduct {
            pro_id: one.pro_id,
            pro_name_la: one.name_la,
            pro_name_en: one.name_en,
            pro_img_cover: one.img_cover,
            before: kind.value(one.before, one.location_before),
            after: kind.value(one.after, one.location_after),
            difference: one
                .after
                .zip(one.before)
                .filter(|_| kind == Changed::Price)
                .map(|(after, before)| after - before),
        });
        Self {
            dry_run,
            change_id: filled(from.change_id),
            preview_id: filled(from.preview_id),
            matched: from.matched,
            changed: from.changed,
            unchanged: from.unchanged,
            products: products.collect(),
            truncated: from.changed > listed,
            skipped: from
                .skipped
                .into_iter()
                .map(|one| BulkSkipped { pro_id: one.pro_id, reason: one.reason })
                .collect(),
            skipped_counts: from
                .skipped_counts
                .into_iter()
                .map(|one| BulkSkippedCount { reason: one.reason, count: one.count })
                .collect(),
            halved: from.halved,
            halved_hidden: from.halved_hidden,
            reductions_ended: from.reductions_ended,
        }
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case(3.0, Some(300))]
    #[case(-2.55, Some(-255))]
    #[case(0.07, Some(7))]
    #[case(1.005, None)]
    #[case(-90.01, None)]
    #[case(f64::NAN, None)]
    fn percentage_has_at_most_two_decimals(#[case] percent: f64, #[case] points: Option<i64>) {
        assert_eq!(basis_points(percent).ok(), points);
    }
}
