//! RPC client of the service for branches: reads and writes its table for the catalog folder.

use anyhow::Result;
use heuan_catalog_folder::Branch;
use heuan_proto::{
    branches::v1::{
        self as wire, branch_import_service_client::BranchImportServiceClient,
        branches_service_client::BranchesServiceClient,
    },
    staffcontent::v1::{ContentActor, ContentActorRole},
};
use heuan_rpc::{Error, Transport};

use crate::{import::BranchTables, staff::Actor};

/// The branches of the shop, which the service for branches owns.
#[derive(Clone)]
pub struct Branches {
    reads: BranchesServiceClient<Transport>,
    writes: BranchImportServiceClient<Transport>,
}

impl Branches {
    pub fn new(transport: Transport) -> Self {
        Self {
            reads: BranchesServiceClient::new(transport.clone()),
            writes: BranchImportServiceClient::new(transport),
        }
    }
}

/// Placeholder where there is no service for branches, as in a test of another part.
pub struct NoBranches;

#[tonic::async_trait]
impl BranchTables for NoBranches {
    async fn branches(&self) -> Result<Vec<Branch>> {
        Ok(Vec::new())
    }

    async fn edited(&self, _: Option<&Actor>) -> Result<Vec<i64>> {
        Ok(Vec::new())
    }

    async fn write(&self, _: &[Branch], _: bool, _: Option<&Actor>) -> Result<()> {
        anyhow::bail!("there is no service for branches")
    }
}

#[tonic::async_trait]
impl BranchTables for Branches {
    async fn branches(&self) -> Result<Vec<Branch>> {
        let answer = self.reads.clone().list_branches(wire::ListBranchesRequest {}).await;
        let branches = answer.map_err(|status| said(&status.into()))?.into_inner().branches;
        Ok(branches.into_iter().map(from_wire).collect())
    }

    async fn edited(&self, actor: Option<&Actor>) -> Result<Vec<i64>> {
        let request = wire::ListEditedBranchesRequest { actor: actor.map(content_actor) };
        let answer = self.writes.clone().list_edited_branches(request).await;
        Ok(answer.map_err(|status| said(&status.into()))?.into_inner().b_ids)
    }

    async fn write(&self, rows: &[Branch], replace: bool, actor: Option<&Actor>) -> Result<()> {
        let branches = rows.iter().cloned().map(to_wire).collect();
        let actor = actor.map(content_actor);
        let request = wire::WriteBranchesRequest { branches, replace, actor };
        let answer = self.writes.clone().write_branches(request).await;
        answer.map_err(|status| said(&status.into()))?;
        Ok(())
    }
}

/// The actor of an import. The role of editor or manager was checked when the import began.
fn content_actor(actor: &Actor) -> ContentActor {
    ContentActor {
        role: ContentActorRole::Editor.into(),
        account_id: actor.account_id.unwrap_or_default(),
        name: actor.name.clone(),
    }
}

fn said(error: &Error) -> anyhow::Error {
    anyhow::Error::msg(format!("the branches: {}", error.message))
}

macro_rules! convert {
    ($from:expr, $to:ident) => {{
        let from = $from;
        $to {
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
    }};
}

fn from_wire(from: wire::Branch) -> Branch {
    convert!(from, Branch)
}

fn to_wire(from: Branch) -> wire::Branch {
    use wire::Branch;
    convert!(from, Branch)
}
