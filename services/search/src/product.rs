//! Conversion of a catalog product for the index.

use heuan_proto::catalog::v1::ProductDetail;
use heuan_search_index::Product;

/// `None` if the message is empty.
pub fn of_catalog(detail: ProductDetail) -> Option<Product> {
    let product = detail.product?;
    let attributes = serde_json::from_str(&detail.attributes_json).unwrap_or_default();
    let mut known = String::new();
    texts(&attributes, &mut known);
    let body = format!("{}\n{}", detail.description_la, detail.description_en);
    Some(Product {
        pro_id: product.pro_id,
        cat_id: product.cat_id,
        prog_id: product.prog_id,
        name_la: product.name_la,
        name_en: product.name_en,
        brand: product.brand,
        body,
        attributes: known,
        price: product.price,
        original_price: product.original_price,
        stock: product.stock,
        popularity: product.popularity,
    })
}

/// Collects every text and number of a JSON value, one per line.
fn texts(value: &serde_json::Value, out: &mut String) {
    match value {
        serde_json::Value::Object(object) => object.values().for_each(|it| texts(it, out)),
        serde_json::Value::Array(list) => list.iter().for_each(|it| texts(it, out)),
        serde_json::Value::String(text) => {
            out.push_str(text);
            out.push('\n');
        }
        serde_json::Value::Number(number) => {
            out.push_str(&number.to_string());
            out.push('\n');
        }
        serde_json::Value::Null | serde_json::Value::Bool(_) => {}
    }
}
