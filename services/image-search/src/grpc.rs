//! gRPC handlers of `ImageSearchService`: search by image, and the status of the index.

use std::sync::Arc;

use heuan_proto::imagesearch::v1::{
    self as wire,
    image_search_service_server::{ImageSearchService, ImageSearchServiceServer},
};
use heuan_rpc::Error;
use tonic::{Request, Response, Status, service::Routes};

use crate::{decode::DecodeLimits, embed, image_search_service::ImageSearcher, similarity};

/// Maximum hits, more than a caller displays because it filters them.
const MAX_LIMIT: i32 = 200;
/// Maximum message size: an image with its metadata.
const MAX_MESSAGE: usize = DecodeLimits::QUERY.limits.max_bytes as usize + 64 * 1024;

pub fn routes(service: Arc<ImageSearcher>) -> Routes {
    Routes::new(ImageSearchServiceServer::new(Handler { service }).max_decoding_message_size(MAX_MESSAGE))
}

struct Handler {
    service: Arc<ImageSearcher>,
}

#[tonic::async_trait]
impl ImageSearchService for Handler {
    async fn search_by_image(
        &self,
        request: Request<wire::SearchByImageRequest>,
    ) -> Result<Response<wire::SearchByImageResponse>, Status> {
        let wire::SearchByImageRequest { image, limit } = request.into_inner();
        if !(1..=MAX_LIMIT).contains(&limit) {
            return Err(Error::invalid("limit", format!("must be 1 to {MAX_LIMIT}")).into());
        }
        let answer = self.service.search(image, limit.unsigned_abs() as usize).await?;
        let hits = answer.hits.into_iter().map(|hit| wire::ImageHit {
            pro_id: hit.pro_id,
            similarity: similarity::of(hit.score),
            image: hit.image.to_string(),
        });
        Ok(Response::new(wire::SearchByImageResponse {
            hits: hits.collect(),
            model: answer.model,
            pending_images: answer.counts.pending as i64,
        }))
    }

    async fn get_index_status(
        &self,
        _: Request<wire::GetIndexStatusRequest>,
    ) -> Result<Response<wire::GetIndexStatusResponse>, Status> {
        let counts = self.service.catalog_images().counts();
        Ok(Response::new(wire::GetIndexStatusResponse {
            model: self
                .service
                .embedder
                .get()
                .map(|embedder| embed::name(embedder.as_ref()))
                .unwrap_or_default(),
            indexed: counts.indexed as i64,
            pending_images: counts.pending as i64,
            failed: counts.failed as i64,
        }))
    }
}
