//! Watch of the catalog: images of each product. The indexer embeds the new ones.

use std::time::Duration;

use heuan_proto::catalog::v1::{
    Product, WatchProductsRequest, WatchProductsResponse, catalog_service_client::CatalogServiceClient,
};
use heuan_rpc::{Error, Result, Transport, Watch, keep_watching};
use heuan_runtime::Shutdown;
use tokio::time::timeout;

use crate::image_search_service::ImageSearcher;

/// Timeout of a silent watch. The catalog sends a heartbeat every 15 s, so two missed ones mean a lost connection.
const SILENCE: Duration = Duration::from_secs(35);

/// Follows the catalog's products until shutdown, and resumes from the last revision when the watch breaks. Meanwhile
/// images are answered from the known data.
pub async fn follow(catalog: Transport, service: &ImageSearcher, shutdown: &Shutdown) {
    let client = CatalogServiceClient::new(catalog.without_deadline());
    keep_watching(&mut CatalogWatch { client, service, revision: 0 }, shutdown).await;
}

struct CatalogWatch<'a> {
    client: CatalogServiceClient<Transport>,
    service: &'a ImageSearcher,
    /// The revision to resume from.
    revision: i64,
}

impl Watch for CatalogWatch<'_> {
    const NAME: &'static str = "catalog";

    async fn run(&mut self) -> Result<()> {
        let request = WatchProductsRequest { from_revision: self.revision };
        let mut events = timeout(SILENCE, self.client.watch_products(request))
            .await
            .map_err(|_| Error::unavailable("the watch did not start"))??
            .into_inner();
        loop {
            let event = timeout(SILENCE, events.message()).await;
            let event = event.map_err(|_| Error::unavailable("the watch timed out"))??;
            let event = event.ok_or_else(|| Error::unavailable("the watch ended"))?;
            apply(self.service, event, &mut self.revision);
        }
    }
}

fn apply(service: &ImageSearcher, event: WatchProductsResponse, revision: &mut i64) {
    let mut catalog_images = service.catalog_images_mut();
    if event.reset {
        catalog_images.clear();
    }
    let is_news = !event.changed.is_empty();
    for product in event.changed.into_iter().filter_map(|detail| detail.product) {
        let Product { pro_id, img_cover, images, price, stock, .. } = product;
        let images: Vec<&str> =
            std::iter::once(img_cover.as_str()).chain(images.iter().map(String::as_str)).collect();
        catalog_images.put(pro_id, &images, price.is_some() && stock.is_some());
    }
    for pro_id in event.removed_pro_ids {
        catalog_images.remove(pro_id);
    }
    catalog_images.snapshot_complete |= event.snapshot_complete;
    drop(catalog_images);
    *revision = event.revision;
    if is_news || event.snapshot_complete {
        service.images_changed.notify_one();
    }
}
