//! Client of weather-branches: pickup branches.

use heuan_proto::branches::v1::{self as wire, branches_service_client::BranchesServiceClient};
use heuan_rpc::{Error, Transport};

/// A pickup branch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    pub name_la: String,
    pub name_en: String,
}

#[derive(Clone)]
pub struct Branches(BranchesServiceClient<Transport>);

impl Branches {
    pub fn new(transport: Transport) -> Self {
        Self(BranchesServiceClient::new(transport))
    }

    pub async fn find(&self, branch_id: i64) -> Result<Option<Branch>, Error> {
        let answer = self.0.clone().list_branches(wire::ListBranchesRequest {}).await?.into_inner();
        let branch = answer.branches.into_iter().find(|branch| branch.b_id == branch_id);
        Ok(branch.map(|it| Branch { name_la: it.b_name, name_en: it.b_name_eng }))
    }
}
