//! Conversion and validation of the messages of `StaffCatalogService`: actor, edits, selections and ledger entries.

use heuan_proto::catalog::v1 as wire;
use heuan_rpc::Error;

use super::convert::all;
use crate::brand::brand_slug;
use crate::staff::{
    Actor, Adjustment, AdjustmentKind, BulkChange, ChangeKind, ChangeSource, Field, FieldValue, LedgerEntry,
    MAX_SELECTED, PriceChange, PriceStep, ProductEdit, Selection, StaffDetail, StaffFilter, StaffProduct,
    StaffSort, StockFilter,
};
use crate::store::{BulkResult, ChangedProduct, Skipped, StaffSearch, codes_of};

/// Maximum ids of a search: one more than a bulk change accepts, so that an excess is noticed.
const MAX_RANKED: usize = MAX_SELECTED + 1;
/// Maximum characters of a searched text.
pub const MAX_TEXT_CHARS: usize = 200;
/// Maximum ids of one request for locations.
const MAX_LOCATED: usize = 200;

/// The actor, who must be an editor or a manager.
pub fn actor(from: Option<wire::CatalogActor>) -> Result<Actor, Error> {
    let from = from.unwrap_or_default();
    if !matches!(from.role(), wire::ActorRole::Editor | wire::ActorRole::Manager) {
        return Err(Actor::refused());
    }
    known(from)
}

/// The actor, who may be of any staff role.
pub fn staff_actor(from: Option<wire::CatalogActor>) -> Result<Actor, Error> {
    let from = from.unwrap_or_default();
    if matches!(from.role(), wire::ActorRole::Unspecified | wire::ActorRole::Customer) {
        return Err(Actor::refused());
    }
    known(from)
}

fn known(from: wire::CatalogActor) -> Result<Actor, Error> {
    if from.account_id <= 0 {
        return Err(Error::invalid("actor.account_id", "must be a positive number"));
    }
    Ok(Actor { account_id: Some(from.account_id), name: from.name })
}

/// The ids of a request for locations, sorted and without duplicates.
pub fn located(mut pro_ids: Vec<i64>) -> Result<Vec<i64>, Error> {
    if pro_ids.is_empty() || pro_ids.len() > MAX_LOCATED {
        return Err(Error::invalid("pro_ids", format!("must be 1 to {MAX_LOCATED} products")));
    }
    pro_ids.sort_unstable();
    pro_ids.dedup();
    Ok(pro_ids)
}

pub fn limit(limit: i32) -> Result<usize, Error> {
    let limit = usize::try_from(limit).ok().filter(|limit| (1..=100).contains(limit));
    limit.ok_or_else(|| Error::invalid("limit", "must be from 1 to 100"))
}

/// The kind of the change sets of a list.
pub fn change_kind(name: &str) -> Result<ChangeKind, Error> {
    let kind = ChangeKind::LISTED.into_iter().find(|kind| kind.name() == name);
    kind.ok_or_else(|| {
        let names: Vec<&str> = ChangeKind::LISTED.iter().map(|kind| kind.name()).collect();
        Error::invalid("kind", format!("must be one of {}", names.join(", ")))
    })
}

pub fn sort(number: i32) -> Result<Option<StaffSort>, Error> {
    let sort = wire::StaffProductSort::try_from(number);
    Ok(match sort.map_err(|_| Error::invalid("sort", "unknown sort order"))? {
        wire::StaffProductSort::Unspecified => None,
        wire::StaffProductSort::Updated => Some(StaffSort::Updated),
        wire::StaffProductSort::Newest => Some(StaffSort::Newest),
        wire::StaffProductSort::PriceAsc => Some(StaffSort::PriceAsc),
        wire::StaffProductSort::PriceDesc => Some(StaffSort::PriceDesc),
        wire::StaffProductSort::StockAsc => Some(StaffSort::StockAsc),
        wire::StaffProductSort::StockDesc => Some(StaffSort::StockDesc),
    })
}

pub fn filter(from: Option<wire::StaffProductFilter>) -> Result<StaffFilter, Error> {
    let from = from.unwrap_or_default();
    for (field, id) in [("category", from.cat_id), ("group", from.prog_id)] {
        if id.is_some_and(|id| id <= 0) {
            return Err(Error::invalid(field, "must be a positive number"));
        }
    }
    let slug = brand_slug(&from.brand);
    if !from.brand.is_empty() && slug.is_empty() {
        return Err(Error::invalid("brand", "has no letter or digit"));
    }
    let stock = match wire::StockFilter::try_from(from.stock) {
        Ok(wire::StockFilter::Unspecified) => None,
        Ok(wire::StockFilter::In) => Some(StockFilter::In),
        Ok(wire::StockFilter::Low) => Some(StockFilter::Low),
        Ok(wire::StockFilter::Out) => Some(StockFilter::Out),
        Ok(wire::StockFilter::Uncounted) => Some(StockFilter::Uncounted),
        Err(_) => return Err(Error::invalid("stock", "unknown filter")),
    };
    Ok(StaffFilter {
        cat_id: from.cat_id,
        prog_id: from.prog_id,
        brand_slug: Some(slug).filter(|slug| !slug.is_empty()),
        stock,
        visible: from.visible,
        scheduled: from.scheduled,
    })
}

/// The paths of images that an edit names.
pub fn images(edit: &wire::ProductEdit) -> impl Iterator<Item = &str> {
    let images = edit.images.iter().flat_map(|images| &images.paths);
    images.chain(&edit.img_cover).map(String::as_str)
}

pub fn edit(from: wire::ProductEdit) -> Result<ProductEdit, Error> {
    let images = from.images.map(|images| serde_json::to_string(&images.paths)).transpose();
    let images = images.map_err(Error::internal)?;
    let mut builder = ProductEdit::builder();
    builder
        .line(Field::NameLa, from.name_la.as_deref())
        .line(Field::NameEn, from.name_en.as_deref())
        .prose(Field::DescriptionLa, from.description_la.as_deref())
        .prose(Field::DescriptionEn, from.description_en.as_deref())
        .price(Field::Price, from.price.map(|price| price.value))
        .price(Field::OriginalPrice, from.original_price.map(|price| price.value))
        .percent(Field::Vatrate, from.vatrate)
        .line(Field::UnitLa, from.unit_la.as_deref())
        .line(Field::UnitEn, from.unit_en.as_deref())
        .line(Field::Brand, from.brand.as_deref())
        .line(Field::Location, from.location.as_deref())
        .id(Field::Category, from.cat_id)
        .id(Field::Group, from.prog_id)
        .attributes(from.attributes_json.as_deref())
        .flag(Field::Visible, from.visible)
        .moment(Field::VisibleFrom, from.visible_from_ms.map(|at| at.value))
        .moment(Field::VisibleUntil, from.visible_until_ms.map(|at| at.value));
    if let Some(cover) = from.img_cover {
        builder.set(Field::Cover, Some(cover));
    }
    if let Some(images) = images {
        builder.set(Field::Images, Some(images));
    }
    builder.build()
}

pub fn adjustment(from: &wire::AdjustStockRequest) -> Result<Adjustment, Error> {
    let kind = match from.kind() {
        wire::StockAdjustmentKind::Receive => AdjustmentKind::Receive,
        wire::StockAdjustmentKind::Count => AdjustmentKind::Count,
        wire::StockAdjustmentKind::Damage => AdjustmentKind::Damage,
        wire::StockAdjustmentKind::Correct => AdjustmentKind::Correct,
        wire::StockAdjustmentKind::Unspecified => {
            return Err(Error::invalid("kind", "must be receive, count, damage or correct"));
        }
    };
    Adjustment::new(kind, from.quantity, &from.reason)
}

/// The search of a list or a bulk change; `None` without a text.
pub fn search(text: &str, mut ranked_pro_ids: Vec<i64>) -> Result<Option<StaffSearch>, Error> {
    if ranked_pro_ids.len() > MAX_RANKED {
        return Err(Error::invalid("ranked_pro_ids", format!("at most {MAX_RANKED} at once")));
    }
    if text.chars().count() > MAX_TEXT_CHARS {
        return Err(Error::invalid("text", format!("is longer than {MAX_TEXT_CHARS} characters")));
    }
    let text = text.trim().to_owned();
    let ranked_are_cut = ranked_pro_ids.len() > MAX_SELECTED;
    ranked_pro_ids.truncate(MAX_SELECTED);
    Ok((!text.is_empty()).then_some(StaffSearch { text, ranked_pro_ids, ranked_are_cut }))
}

/// The products of a bulk change. Its filter may be empty if there is a search, or if all products are
/// requested.
pub fn selection(
    from: Option<wire::change_products_request::Selection>,
    has_search: bool,
    is_all: bool,
) -> Result<Selection, Error> {
    use wire::change_products_request::Selection as From;
    match from {
        Some(From::Ids(ids)) if ids.pro_ids.is_empty() || ids.pro_ids.len() > MAX_SELECTED => {
            Err(Error::invalid("pro_ids", format!("must be 1 to {MAX_SELECTED} products")))
        }
        Some(From::Ids(ids)) => Ok(Selection::These(ids.pro_ids)),
        Some(From::Filter(from)) => {
            let filter = filter(Some(from))?;
            let is_narrowed = has_search || !filter.is_empty();
            if is_all && is_narrowed {
                return Err(Error::invalid("filter.all", "is for all products, without another condition"));
            }
            // An empty filter alone is more likely a mistake than a wish to change the whole shop.
            if !is_all && !is_narrowed {
                return Err(Error::invalid("filter", "name at least one condition, or all"));
            }
            Ok(Selection::Matching(filter))
        }
        None => Err(Error::invalid("pro_ids", "select products by pro_ids or by filter")),
    }
}

pub fn bulk_change(from: Option<wire::change_products_request::Change>) -> Result<BulkChange, Error> {
    use wire::change_products_request::Change as From;
    match from {
        Some(From::Price(price)) => {
            let step = match (price.by_basis_points, price.by_amount) {
                (Some(points), None) => PriceStep::BasisPoints(points),
                (None, Some(amount)) => PriceStep::Amount(amount),
                _ => {
                    return Err(Error::invalid("change.price", "name by_percent or by_amount, and not both"));
                }
            };
            Ok(BulkChange::Price(PriceChange::new(step, price.round_to)?))
        }
        Some(From::ProgId(prog_id)) if prog_id < 0 => {
            Err(Error::invalid("change.group", "must be a positive number"))
        }
        Some(From::ProgId(prog_id)) => Ok(BulkChange::Group(prog_id)),
        Some(From::Visible(visible)) => Ok(BulkChange::Visible(visible)),
        Some(From::Location(location)) => Ok(BulkChange::Location(location_of(&location)?)),
        None => Err(Error::invalid("change", "must be price, group, visible or location")),
    }
}

/// The location of a bulk change, validated as in an edit.
fn location_of(text: &str) -> Result<String, Error> {
    match ProductEdit::builder().line(Field::Location, Some(text)).build() {
        Ok(edit) => Ok(edit.values.into_values().flatten().next().unwrap_or_default()),
        Err(error) => {
            let message = error.detail.errors.first().map(|first| first.message.clone());
            Err(Error::invalid("change.location", message.unwrap_or(error.message)))
        }
    }
}

pub fn count(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

impl From<StaffProduct> for wire::StaffProduct {
    fn from(from: StaffProduct) -> Self {
        Self {
            pro_id: from.pro_id,
            version: from.version,
            name_la: from.name_la,
            name_en: from.name_en,
            img_cover: from.img_cover,
            cat_id: from.cat_id,
            prog_id: from.prog_id,
            group_name_la: from.group_name_la,
            group_name_en: from.group_name_en,
            brand: from.brand,
            price: from.price,
            original_price: from.original_price,
            unit_la: from.unit_la,
            unit_en: from.unit_en,
            stock: from.stock,
            held: from.held,
            visible: from.visible == 1,
            updated_at_ms: from.updated_at,
            visible_from_ms: from.visible_from,
            visible_until_ms: from.visible_until,
            location: from.location,
            vatrate: from.vatrate,
            code: codes_of(&from.attributes).into_iter().next().unwrap_or_default(),
        }
    }
}

impl From<StaffDetail> for wire::StaffProductDetail {
    fn from(from: StaffDetail) -> Self {
        Self {
            listed_at_ms: from.product.created_at,
            vatrate: from.product.vatrate,
            attributes_json: from.product.attributes.clone(),
            product: Some(from.product.into()),
            // Validated when written; an unreadable list counts as no images.
            images: serde_json::from_str(&from.images).unwrap_or_default(),
            description_la: from.description_la,
            description_en: from.description_en,
            sold: from.sold,
            category_name_la: from.category_name_la,
            category_name_en: from.category_name_en,
            ledger: all(from.ledger),
            ledger_cursor: from.ledger_cursor,
        }
    }
}

impl From<LedgerEntry> for wire::ProductChange {
    fn from(from: LedgerEntry) -> Self {
        let source = match from.source {
            ChangeSource::Edit => wire::ChangeSource::Edit,
            ChangeSource::Import => wire::ChangeSource::Import,
            ChangeSource::Order => wire::ChangeSource::Order,
        };
        Self {
            can_undo: from.can_undo(),
            change_id: from.change_id,
            at_ms: from.at,
            account_id: from.account_id.unwrap_or(0),
            name: from.name,
            source: source.into(),
            kind: from.kind,
            reason: from.reason,
            reference: from.reference,
            product_count: from.product_count,
            undone: from.undone,
            fields: all(from.fields),
        }
    }
}

impl From<FieldValue> for wire::FieldChange {
    fn from(from: FieldValue) -> Self {
        Self { field: from.field.name().to_owned(), from: from.from, to: from.to }
    }
}

impl From<ChangedProduct> for wire::ChangedProduct {
    fn from(from: ChangedProduct) -> Self {
        let ChangedProduct {
            pro_id,
            name_la,
            name_en,
            img_cover,
            before,
            after,
            location_before,
            location_after,
        } = from;
        Self { pro_id, name_la, name_en, img_cover, before, after, location_before, location_after }
    }
}

impl From<Skipped> for wire::SkippedProduct {
    fn from(from: Skipped) -> Self {
        Self { pro_id: from.pro_id, reason: from.reason.to_owned(), removed: from.removed }
    }
}

impl From<BulkResult> for wire::ChangeProductsResponse {
    fn from(from: BulkResult) -> Self {
        let unchanged = from.matched.saturating_sub(from.changed).saturating_sub(from.skipped_count);
        Self {
            change_id: from.change_id,
            preview_id: from.preview_id,
            matched: count(from.matched),
            changed: count(from.changed),
            unchanged: count(unchanged),
            products: all(from.products),
            skipped: all(from.skipped),
            halved: count(from.halved),
            halved_hidden: count(from.halved_hidden),
            reductions_ended: count(from.reductions_ended),
            skipped_counts: from
                .skipped_by_reason
                .into_iter()
                .map(|(reason, number)| wire::SkippedCount {
                    reason: reason.to_owned(),
                    count: count(number),
                })
                .collect(),
        }
    }
}
