//! gRPC handlers of `BranchesService` and `BranchImportService`.

use std::sync::Arc;

use heuan_proto::branches::v1::{
    self as wire,
    branch_import_service_server::{BranchImportService, BranchImportServiceServer},
    branches_service_server::{BranchesService, BranchesServiceServer},
};
use heuan_rpc::Error;
use heuan_staff_content::checked_actor;
use tonic::{Request, Response, Status};

use crate::{
    branches::Branch,
    store::{Store, store_error},
};

pub fn server(store: Arc<Store>) -> BranchesServiceServer<impl BranchesService> {
    BranchesServiceServer::new(Handler { store })
}

pub fn import_server(store: Arc<Store>) -> BranchImportServiceServer<impl BranchImportService> {
    BranchImportServiceServer::new(Handler { store })
}

struct Handler {
    store: Arc<Store>,
}

#[tonic::async_trait]
impl BranchesService for Handler {
    async fn list_branches(
        &self,
        _: Request<wire::ListBranchesRequest>,
    ) -> Result<Response<wire::ListBranchesResponse>, Status> {
        let branches = self.store.branches().await.map_err(store_error)?;
        Ok(Response::new(wire::ListBranchesResponse {
            branches: branches.into_iter().map(Into::into).collect(),
        }))
    }
}

#[tonic::async_trait]
impl BranchImportService for Handler {
    async fn write_branches(
        &self,
        request: Request<wire::WriteBranchesRequest>,
    ) -> Result<Response<wire::WriteBranchesResponse>, Status> {
        let wire::WriteBranchesRequest { branches, replace, actor } = request.into_inner();
        // A catalog service of the previous release names no actor.
        if let Some(actor) = actor {
            checked_actor(actor)?;
        }
        if let Some(index) = branches.iter().position(|branch| branch.b_id <= 0) {
            let field = format!("branches[{index}].b_id");
            return Err(Error::invalid(&field, "must be a positive number").into());
        }
        let branches: Vec<Branch> = branches.into_iter().map(Into::into).collect();
        self.store.write(&branches, replace).await.map_err(store_error)?;
        Ok(Response::new(wire::WriteBranchesResponse {}))
    }

    async fn list_edited_branches(
        &self,
        _: Request<wire::ListEditedBranchesRequest>,
    ) -> Result<Response<wire::ListEditedBranchesResponse>, Status> {
        let b_ids = self.store.edited_since_import().await.map_err(store_error)?;
        Ok(Response::new(wire::ListEditedBranchesResponse { b_ids }))
    }
}

impl From<Branch> for wire::Branch {
    fn from(from: Branch) -> Self {
        Self {
            b_id: from.b_id,
            b_code: from.b_code,
            b_name: from.b_name,
            b_name_eng: from.b_name_eng,
            b_image: from.b_image,
            brchcode: from.brchcode,
            tb_address_la: from.tb_address_la,
            tb_address_en: from.tb_address_en,
            b_map: from.b_map,
            b_f_phone: from.b_f_phone,
            b_s_phone: from.b_s_phone,
            b_email: from.b_email,
            b_f_fax: from.b_f_fax,
            b_s_fax: from.b_s_fax,
            b_history_la: from.b_history_la,
            b_history_en: from.b_history_en,
            b_show_map: from.b_show_map,
            lat: from.lat,
            lng: from.lng,
            open: from.open,
            close: from.close,
        }
    }
}

impl From<wire::Branch> for Branch {
    fn from(from: wire::Branch) -> Self {
        Self {
            b_id: from.b_id,
            b_code: from.b_code,
            b_name: from.b_name,
            b_name_eng: from.b_name_eng,
            b_image: from.b_image,
            brchcode: from.brchcode,
            tb_address_la: from.tb_address_la,
            tb_address_en: from.tb_address_en,
            b_map: from.b_map,
            b_f_phone: from.b_f_phone,
            b_s_phone: from.b_s_phone,
            b_email: from.b_email,
            b_f_fax: from.b_f_fax,
            b_s_fax: from.b_s_fax,
            b_history_la: from.b_history_la,
            b_history_en: from.b_history_en,
            b_show_map: from.b_show_map,
            lat: from.lat,
            lng: from.lng,
            open: from.open,
            close: from.close,
        }
    }
}
