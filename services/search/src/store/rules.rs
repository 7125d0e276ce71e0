//! SQL of search rules: searches pinned to the popular ones or blocked from them.

use heuan_store::{Result, on, read, run};

use super::Store;

/// Effect of a rule on a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum RuleAction {
    Pin,
    Block,
}

#[derive(Clone, Debug, PartialEq, Eq, heuan_store::FromRow)]
pub struct SearchRule {
    pub text_key: String,
    /// As the staff wrote it.
    pub text: String,
    action: String,
    pub created_at: i64,
    pub created_by: String,
}

impl SearchRule {
    pub fn action(&self) -> RuleAction {
        self.action.parse().unwrap_or(RuleAction::Block)
    }
}

/// A rule to be stored.
pub struct SavedRule<'a> {
    pub key: &'a str,
    pub text: &'a str,
    pub action: RuleAction,
    /// Maximum rules with this action.
    pub limit: i64,
    /// Id and name of the member of the staff.
    pub by: (i64, &'a str),
}

impl Store {
    /// Pinned searches in the order of pinning, then blocked ones by text.
    pub async fn rules(&self) -> Result<Vec<SearchRule>> {
        let sql = "SELECT text_key, text, action, created_at, created_by FROM search_rule \
             ORDER BY action DESC, CASE action WHEN 'pin' THEN created_at ELSE 0 END, text_key";
        Ok(read!(self.db, |pool| sqlx::query_as(sql).fetch_all(pool).await?))
    }

    /// Stores a rule, and replaces a rule with the same text. Returns `None` if the limit is reached.
    pub async fn save_rule(&self, rule: &SavedRule<'_>, at: i64) -> Result<Option<SearchRule>> {
        let action: &str = rule.action.into();
        let mut tx = self.db.begin().await?;
        // The update also serializes the count of rules.
        run!(tx, "UPDATE search_revision SET value = value + 1")?;
        let sql = "SELECT COUNT(*) FROM search_rule WHERE action = $1 AND text_key <> $2";
        let others: i64 =
            on!(tx, |conn| sqlx::query_scalar(sql).bind(action).bind(rule.key).fetch_one(conn).await?);
        if others >= rule.limit {
            return Ok(None);
        }
        let sql = "INSERT INTO search_rule (text_key, text, action, created_at, created_by_id, created_by) \
             VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (text_key) DO UPDATE SET text = excluded.text, \
             action = excluded.action, created_at = excluded.created_at, created_by_id = excluded.created_by_id, \
             created_by = excluded.created_by RETURNING text_key, text, action, created_at, created_by";
        let saved: SearchRule = on!(tx, |conn| sqlx::query_as(sql)
            .bind(rule.key)
            .bind(rule.text)
            .bind(action)
            .bind(at)
            .bind(rule.by.0)
            .bind(rule.by.1)
            .fetch_one(conn)
            .await?);
        tx.commit().await?;
        Ok(Some(saved))
    }

    pub async fn delete_rule(&self, key: &str) -> Result<()> {
        let mut tx = self.db.begin().await?;
        run!(tx, "UPDATE search_revision SET value = value + 1")?;
        run!(tx, "DELETE FROM search_rule WHERE text_key = $1", key)?;
        tx.commit().await
    }
}
