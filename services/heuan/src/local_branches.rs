//! The branches in the tables of their service, for commands that import and export beside the running shop.

use std::sync::Arc;

use anyhow::Result;
use heuan_catalog_folder::Branch as Row;
use heuan_catalog_gateway::{import::BranchTables, staff::Actor};
use heuan_weather_branches::{branches::Branch, store::Store};

pub struct LocalBranches(pub Arc<Store>);

#[tonic::async_trait]
impl BranchTables for LocalBranches {
    async fn branches(&self) -> Result<Vec<Row>> {
        Ok(self.0.branches().await?.into_iter().map(row).collect())
    }

    async fn edited(&self, _: Option<&Actor>) -> Result<Vec<i64>> {
        Ok(self.0.edited_since_import().await?)
    }

    async fn write(&self, rows: &[Row], replace: bool, _: Option<&Actor>) -> Result<()> {
        let branches: Vec<Branch> = rows.iter().cloned().map(stored).collect();
        Ok(self.0.write(&branches, replace).await?)
    }
}

macro_rules! convert {
    ($from:expr, $to:ident { $($field:ident)* }) => {{
        let from = $from;
        $to { $($field: from.$field),* }
    }};
}

fn row(branch: Branch) -> Row {
    convert!(branch, Row {
        b_id b_code b_name b_name_eng b_image brchcode tb_address_la tb_address_en b_map b_f_phone b_s_phone b_email
        b_f_fax b_s_fax b_history_la b_history_en b_show_map lat lng open close
    })
}

fn stored(row: Row) -> Branch {
    convert!(row, Branch {
        b_id b_code b_name b_name_eng b_image brchcode tb_address_la tb_address_en b_map b_f_phone b_s_phone b_email
        b_f_fax b_s_fax b_history_la b_history_en b_show_map lat lng open close
    })
}
