//! Preloads of the images above the fold. Widths and `sizes` must equal those of the frontend's components, because otherwise the
//! browser fetches another image.

use heuan_media::WIDTHS;
use percent_encoding::utf8_percent_encode;

use super::page_meta::{Banners, Category, DataEnvelope, products, read_product};
use crate::{Page, data::Data};
use heuan_edge_api::{
    cached_query::CachedQuery, category::CategoriesQuery, collection::PATH_PART, content::BannerQuery,
};
use heuan_edge_http::escape;

/// `sizes` and widest candidate of the first tile in `app/home/Hero.tsx`.
const HERO: (&str, u32) = ("(width >= 64rem) 380px, 60vw", 640);
/// `sizes` of the first image in `features/catalog/product/Gallery.tsx`.
const COVER: (&str, u32) = ("(width >= 64rem) 680px, (width >= 43.75rem) 50vw, 100vw", 1280);
/// `sizes` of a product card.
const CARD: (&str, u32) = ("(width >= 64rem) 250px, (width >= 48rem) 33vw, 46vw", 640);
/// Cards in the first row on a phone.
const FIRST_ROW: usize = 2;

/// One image to preload.
#[derive(Debug, PartialEq)]
pub struct Image {
    path: String,
    sizes: &'static str,
    up_to: u32,
}

impl Image {
    fn new(path: String, (sizes, up_to): (&'static str, u32)) -> Self {
        Self { path, sizes, up_to }
    }

    pub fn preload(&self) -> String {
        let widths = WIDTHS.into_iter().filter(|width| *width <= self.up_to);
        let candidates: Vec<String> =
            widths.map(|width| format!("{} {width}w", address(&self.path, width))).collect();
        format!(
            "<link rel=\"preload\" as=\"image\" fetchpriority=\"high\" imagesrcset=\"{}\" imagesizes=\"{}\">\n",
            escape::html(&candidates.join(", ")),
            escape::html(self.sizes)
        )
    }
}

/// Returns the URL of an image at a width, as the frontend's `mediaUrl` does.
pub fn address(path: &str, width: u32) -> String {
    format!("{}?w={width}", file_address(path))
}

/// Returns the URL of an original file.
pub fn file_address(path: &str) -> String {
    let segments: Vec<String> =
        path.split('/').map(|segment| utf8_percent_encode(segment, PATH_PART).to_string()).collect();
    format!("/media/{}", segments.join("/"))
}

/// Returns the images above the fold.
pub fn preload(page: &Page, data: &Data) -> Vec<Image> {
    let (paths, shown): (Vec<String>, _) = match page {
        Page::Home => (hero(data).into_iter().collect(), HERO),
        Page::Product { pro_id } => {
            (read_product(*pro_id, data).map(|product| product.pro_img_cover).into_iter().collect(), COVER)
        }
        Page::Shop(query) => (first_row(query, data), CARD),
        Page::Collection(query) => (first_row(query, data), CARD),
        _ => return Vec::new(),
    };
    paths.into_iter().filter(|path| !path.is_empty()).map(|path| Image::new(path, shown)).collect()
}

fn first_row(call: &impl CachedQuery, data: &Data) -> Vec<String> {
    products(call, data).into_iter().take(FIRST_ROW).map(|product| product.pro_img_cover).collect()
}

/// Returns the first tile of the hero as `heroTiles` of the frontend does: the first that the merchant has written,
/// otherwise the first category with an image.
fn hero(data: &Data) -> Option<String> {
    let banners = data.read::<DataEnvelope<Banners>>(&BannerQuery);
    let written = banners.and_then(|banners| banners.data.hero?.tiles.into_iter().next());
    let first_category = || {
        let categories = data.read::<DataEnvelope<Vec<Category>>>(&CategoriesQuery)?.data;
        categories.into_iter().map(|category| category.cat_img).find(|image| !image.is_empty())
    };
    written.map(|tile| tile.image).or_else(first_category)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn image_sizes_equal_those_of_the_components() {
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/../../frontend/src/");
        for (file, (sizes, _)) in [
            ("app/home/Hero.tsx", HERO),
            ("features/catalog/product/Gallery.tsx", COVER),
            ("domain/product-card/ProductCard.tsx", CARD),
        ] {
            let text = std::fs::read_to_string(format!("{source}{file}")).unwrap();
            assert!(text.contains(sizes), "{file} shows its image at other sizes than {sizes}");
        }
    }

    #[test]
    fn preloaded_image_candidates_equal_those_of_the_frontend() {
        let link = Image::new("products/ສີ 1.webp".to_owned(), HERO).preload();
        assert!(link.contains("/media/products/%E0%BA%AA%E0%BA%B5%201.webp?w=160 160w, "), "{link}");
        assert!(link.contains("640w\" imagesizes=\"(width &gt;= 64rem) 380px, 60vw\""), "{link}");
        assert!(!link.contains("960w"));
    }
}
