//! Conversion of catalog types (products, facets, promotions, filters) to and from protobuf messages.

use heuan_proto::catalog::v1 as wire;
use heuan_rpc::Error;

use crate::brand::brand_slug;
use crate::catalog::{Category, Filter, Group, Product, ProductDetail, Sort};
use crate::collection::Collection;
use crate::facets::Facets;
use crate::promotion::{PromotionCard, PromotionType};

impl From<Category> for wire::Category {
    fn from(from: Category) -> Self {
        let Category { cat_id, name_la, name_en, img, product_count } = from;
        Self { cat_id, name_la, name_en, img, product_count }
    }
}

impl From<Group> for wire::Group {
    fn from(from: Group) -> Self {
        let Group { prog_id, cat_id, name_la, name_en, product_count } = from;
        Self { prog_id, cat_id, name_la, name_en, product_count }
    }
}

impl From<Product> for wire::Product {
    fn from(from: Product) -> Self {
        Self {
            pro_id: from.pro_id,
            cat_id: from.cat_id,
            prog_id: from.prog_id,
            name_la: from.name_la,
            name_en: from.name_en,
            img_cover: from.img_cover,
            // Validated at import; an unreadable list counts as no images.
            images: serde_json::from_str(&from.images).unwrap_or_default(),
            price: from.price,
            original_price: from.original_price,
            stock: from.stock,
            vatrate: from.vatrate,
            unit_la: from.unit_la,
            unit_en: from.unit_en,
            brand: from.brand,
            popularity: from.popularity,
            revision: from.revision,
        }
    }
}

impl From<ProductDetail> for wire::ProductDetail {
    fn from(from: ProductDetail) -> Self {
        Self {
            product: Some(from.product.into()),
            description_la: from.description_la,
            description_en: from.description_en,
            attributes_json: from.attributes,
        }
    }
}

impl From<Collection> for wire::Collection {
    fn from(from: Collection) -> Self {
        let Collection { name, title_la, title_en, image, product_count } = from;
        Self { name, title_la, title_en, image, product_count }
    }
}

impl From<Facets> for wire::ProductFacets {
    fn from(from: Facets) -> Self {
        let counts =
            |of: Vec<(i64, i64)>| all(of.into_iter().map(|(id, count)| wire::FacetCount { id, count }));
        let brand = |(brand, count)| wire::BrandCount { brand, count };
        Self {
            categories: counts(from.categories),
            groups: counts(from.groups),
            brands: from.brands.into_iter().map(brand).collect(),
            min_price: from.price.map(|(low, _)| low),
            max_price: from.price.map(|(_, high)| high),
            in_stock: from.in_stock,
            on_sale: from.on_sale,
        }
    }
}

impl From<PromotionType> for wire::PromotionType {
    fn from(from: PromotionType) -> Self {
        let PromotionType { promo_type_id, name_la, name_en } = from;
        Self { promo_type_id, name_la, name_en }
    }
}

impl From<PromotionCard> for wire::Promotion {
    fn from(from: PromotionCard) -> Self {
        let it = from.promotion;
        Self {
            promo_id: it.promo_id,
            promo_type_id: it.promo_type_id,
            title_la: it.title_la,
            title_en: it.title_en,
            starts: it.starts,
            ends: it.ends,
            banner: it.banner,
            product_count: it.product_count,
            products: all(from.products),
        }
    }
}

pub fn all<T, U: From<T>>(items: impl IntoIterator<Item = T>) -> Vec<U> {
    items.into_iter().map(U::from).collect()
}

/// Maps a sort order. `UNSPECIFIED` means the list's own order; an unknown number is an invalid argument.
pub fn sort(number: i32, own: Sort) -> Result<Sort, Error> {
    match wire::ProductSort::try_from(number) {
        Ok(wire::ProductSort::Unspecified) => Ok(own),
        Ok(wire::ProductSort::Popular) => Ok(Sort::Recommended),
        Ok(wire::ProductSort::Newest) => Ok(Sort::Newest),
        Ok(wire::ProductSort::PriceAsc) => Ok(Sort::PriceAsc),
        Ok(wire::ProductSort::PriceDesc) => Ok(Sort::PriceDesc),
        Ok(wire::ProductSort::Discount) => Ok(Sort::Discount),
        Err(_) => Err(Error::invalid("sort", "unknown sort order")),
    }
}

pub fn filter(from: Option<wire::ProductFilter>) -> Result<Filter, Error> {
    let from = from.unwrap_or_default();
    for (field, id) in [("category", from.cat_id), ("group", from.prog_id), ("promotion", from.promo_id)] {
        if id.is_some_and(|id| id <= 0) {
            return Err(Error::invalid(field, "must be a positive number"));
        }
    }
    for (field, price) in [("min_price", from.min_price), ("max_price", from.max_price)] {
        if price.is_some_and(|price| price < 0) {
            return Err(Error::invalid(field, "must not be negative"));
        }
    }
    let brand = brand_slug(&from.brand);
    if !from.brand.is_empty() && brand.is_empty() {
        return Err(Error::invalid("brand", "has no letter or digit"));
    }
    Ok(Filter {
        cat_id: from.cat_id,
        prog_id: from.prog_id,
        promo_id: from.promo_id,
        brand_slug: (!brand.is_empty()).then_some(brand),
        min_price: from.min_price,
        max_price: from.max_price,
        in_stock: from.in_stock,
        on_sale: from.on_sale,
    })
}
