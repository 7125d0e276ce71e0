//! gRPC service of the retention times of personal data, for each service.

use heuan_proto::privacy::v1::{
    GetRetentionRequest, GetRetentionResponse, RetentionTime,
    retention_service_server::{RetentionService, RetentionServiceServer},
};
use tonic::{Request, Response, Status};

/// The gRPC service of these times: names and days. 0 days mean as long as the account exists, and -1 means no
/// limit.
pub fn retention_server(times: &[(&str, i64)]) -> RetentionServiceServer<impl RetentionService> {
    let times = times.iter().map(|(name, days)| RetentionTime { name: (*name).to_owned(), days: *days });
    RetentionServiceServer::new(Times(times.collect()))
}

struct Times(Vec<RetentionTime>);

#[tonic::async_trait]
impl RetentionService for Times {
    async fn get_retention(
        &self,
        _: Request<GetRetentionRequest>,
    ) -> Result<Response<GetRetentionResponse>, Status> {
        Ok(Response::new(GetRetentionResponse { times: self.0.clone() }))
    }
}
