//! Queries of the audit log: insert, completion, and a filtered page, newest first.

use heuan_rpc::Error;
use heuan_store::{Db, StoreError, on, read, run, sqlx::AssertSqlSafe};

use super::{Store, store_error};
use crate::audit_log::{
    AuditEntry, AuditFilter, NewAuditEntry, search_text, searched_detail, searched_forms,
};

/// Measure of the texts of an entry that may change. A different measure shows that `search` was made from other texts: a
/// completion and an erasure change the length, or the beginning of the detail. The previous release changes the texts without
/// `search`. The expression is the one of index `audit_entry_outdated`.
const MEASURE: &str =
    "length(actor_name) + length(detail) + CASE WHEN substr(detail, 1, 8) = '(erased)' THEN 10000 ELSE 0 END";

/// Maximum characters of a searched text that is in index `audit_entry_searched`. Longer ones are in index `audit_entry_long`.
const MAX_INDEXED: usize = 500;

#[derive(heuan_store::FromRow)]
struct OutdatedRow {
    entry_id: String,
    actor_name: String,
    action: String,
    subject: String,
    detail: String,
}

impl Store {
    pub async fn insert_audit_entry(&self, id: &str, at: i64, new: &NewAuditEntry) -> Result<(), Error> {
        let mut tx = self.begin().await?;
        let sql = "INSERT INTO audit_entry \
               (entry_id, at, actor_id, actor_name, role, action, subject, detail, client_address, status, search, searched_from) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, '', $8, 0, $9, length(CAST($4 AS TEXT)))";
        let NewAuditEntry { actor_id, actor_name, role, action, subject, client_address } = new;
        let search = search_text(actor_name, action, subject);
        run!(tx, sql, id, at, actor_id, actor_name, role, action, subject, client_address, search)
            .map_err(store_error)?;
        tx.commit().await.map_err(store_error)
    }

    /// Completes an entry once.
    pub async fn complete_audit_entry(&self, id: &str, status: i32, detail: &str) -> Result<(), Error> {
        let mut tx = self.begin().await?;
        let sql = "UPDATE audit_entry SET status = $2, detail = $3, \
               search = CASE WHEN search = '' THEN '' ELSE search || CAST($4 AS TEXT) END, \
               searched_from = CASE WHEN search = '' THEN -1 ELSE searched_from + length(CAST($3 AS TEXT)) END \
             WHERE entry_id = $1 AND status = 0";
        run!(tx, sql, id, i64::from(status), detail, searched_detail(detail)).map_err(store_error)?;
        tx.commit().await.map_err(store_error)
    }

    /// Entries that match `filter`, newest first.
    pub async fn audit_entries(&self, filter: &AuditFilter, limit: i64) -> Result<Vec<AuditEntry>, Error> {
        let (sql, texts) = page_sql(&self.db, filter, limit);
        let rows = async {
            Ok(read!(self.db, |pool| {
                let mut query = sqlx::query_as(AssertSqlSafe(sql));
                for text in &texts {
                    query = query.bind(text);
                }
                query.fetch_all(pool).await?
            }))
        };
        rows.await.map_err(|error: StoreError| store_error(error))
    }

    /// Number of entries that match `filter`, over all pages.
    pub async fn audit_total(&self, filter: &AuditFilter) -> Result<i64, Error> {
        let (rule, texts) = rule(&self.db, &AuditFilter { before: String::new(), ..filter.clone() });
        let sql = format!("SELECT COUNT(*) FROM audit_entry {rule}");
        let total = async {
            Ok(read!(self.db, |pool| {
                let mut query = sqlx::query_scalar(AssertSqlSafe(sql));
                for text in &texts {
                    query = query.bind(text);
                }
                query.fetch_one(pool).await?
            }))
        };
        total.await.map_err(|error: StoreError| store_error(error))
    }

    /// Fills the searched text of up to `limit` entries again, if another release or an erasure has written their texts.
    /// Returns their number.
    pub async fn fill_audit_search(&self, limit: i64) -> Result<usize, Error> {
        let mut tx = self.begin().await?;
        let rows: Vec<OutdatedRow> = on!(tx, |conn| {
            sqlx::query_as(AssertSqlSafe(outdated_sql()))
                .bind(limit)
                .fetch_all(conn)
                .await
                .map_err(store_error)?
        });
        let count = rows.len();
        for OutdatedRow { entry_id, actor_name, action, subject, detail } in rows {
            let search = search_text(&actor_name, &action, &subject) + &searched_detail(&detail);
            // An entry that was changed meanwhile is filled the next time.
            let sql = format!(
                "UPDATE audit_entry SET search = $2, searched_from = {MEASURE} \
                 WHERE entry_id = $1 AND actor_name = $3 AND detail = $4"
            );
            run!(tx, AssertSqlSafe(sql), entry_id, search, actor_name, detail).map_err(store_error)?;
        }
        tx.commit().await.map_err(store_error)?;
        Ok(count)
    }
}

fn outdated_sql() -> String {
    format!(
        "SELECT entry_id, actor_name, action, subject, detail FROM audit_entry \
         WHERE searched_from <> {MEASURE} LIMIT $1"
    )
}

/// The statement of a page, with the texts to bind. A search finds the ids of its page in the two indexes of the searched texts,
/// which together have each entry once.
fn page_sql(db: &Db, filter: &AuditFilter, limit: i64) -> (String, Vec<String>) {
    let (rule, texts) = rule(db, filter);
    let columns = "entry_id, at, actor_id, actor_name, role, action, subject, detail, client_address, status";
    // The index of an actor finds fewer entries.
    let sql = if filter.search.is_empty() || filter.by_id != 0 {
        format!("SELECT {columns} FROM audit_entry {rule} ORDER BY at DESC, entry_id DESC LIMIT {limit}")
    } else {
        // SQLite begins a cross join with its first table. It would begin the others with all entries.
        let found = "SELECT at AS page_at, entry_id AS page_id FROM audit_entry";
        format!(
            "SELECT {columns} FROM ({found} {rule} AND length(search) <= {MAX_INDEXED} \
               UNION ALL {found} {rule} AND length(search) > {MAX_INDEXED} \
               ORDER BY page_at DESC, page_id DESC LIMIT {limit}) page \
             CROSS JOIN audit_entry WHERE entry_id = page_id ORDER BY at DESC, entry_id DESC"
        )
    };
    (sql, texts)
}

/// The `WHERE` clause of a filter, or an empty text, with the texts to bind. Other values are numbers. The clause has only the
/// conditions of the filter, so that the database reads a range of an index.
fn rule(db: &Db, filter: &AuditFilter) -> (String, Vec<String>) {
    let AuditFilter { search, by_id, from, to, before } = filter;
    let mut conditions = Vec::new();
    let mut texts = Vec::new();
    if *by_id != 0 {
        conditions.push(format!("actor_id = {by_id}"));
    }
    if *from != 0 {
        conditions.push(format!("at >= {from}"));
    }
    if *to != 0 {
        conditions.push(format!("at < {to}"));
    }
    if !before.is_empty() {
        texts.push(before.clone());
        // An entry that the retention has deleted meanwhile was the oldest one, so nothing follows it.
        let last = "(SELECT at FROM audit_entry WHERE entry_id = $1)";
        conditions.push(format!("at <= {last} AND (at < {last} OR entry_id < $1)"));
    }
    if !search.is_empty() {
        let forms = searched_forms(search).into_iter().map(|form| {
            texts.push(form);
            db.contains("search", &format!("${}", texts.len()))
        });
        let forms: Vec<String> = forms.collect();
        conditions.push(format!("({})", forms.join(" OR ")));
    }
    let rule =
        if conditions.is_empty() { String::new() } else { format!("WHERE {}", conditions.join(" AND ")) };
    (rule, texts)
}

#[cfg(test)]
mod tests {
    use heuan_testkit::{Engine, TestDb};
    use rstest::rstest;

    use super::*;

    const ID: &str = "019ab0c0f0007000800000000000000a";

    fn filter() -> AuditFilter {
        AuditFilter::default()
    }

    /// Otherwise the database reads all entries, at each start and cleanup.
    #[tokio::test]
    async fn entries_with_an_outdated_searched_text_are_read_from_an_index() {
        let place = TestDb::new(Engine::Sqlite).await;
        let db = Db::open(&place.location, &crate::store::MIGRATIONS).await.unwrap();
        let sql = format!("EXPLAIN QUERY PLAN {}", outdated_sql());
        let steps: Vec<(i64, i64, i64, String)> =
            read!(db, |pool| { sqlx::query_as(AssertSqlSafe(sql)).bind(1).fetch_all(pool).await.unwrap() });
        assert!(steps.iter().any(|step| step.3.contains("USING INDEX audit_entry_outdated")), "{steps:?}");
    }

    /// Otherwise the database reads or sorts all entries.
    #[rstest]
    #[case::newest(filter(), "audit_entry_time")]
    #[case::time(AuditFilter { from: 5, to: 9, ..filter() }, "audit_entry_time (at>? AND at<?)")]
    #[case::next_page(AuditFilter { before: ID.to_owned(), ..filter() }, "audit_entry_time (at<?)")]
    #[case::actor(AuditFilter { by_id: 7, ..filter() }, "audit_entry_of_actor (actor_id=?)")]
    #[case::actor_within_a_time(
        AuditFilter { by_id: 7, from: 5, before: ID.to_owned(), search: "noy".to_owned(), ..filter() },
        "audit_entry_of_actor (actor_id=? AND at>? AND at<?)"
    )]
    #[tokio::test]
    async fn page_is_read_from_a_range_of_an_index(#[case] filter: AuditFilter, #[case] index: &str) {
        let steps = plan_of(&filter).await;
        assert!(steps.iter().any(|step| step.contains(&format!("USING INDEX {index}"))), "{steps:?}");
        assert!(!steps.iter().any(|step| step.contains("TEMP B-TREE")), "{steps:?}");
    }

    /// Otherwise a search without hits reads the rows of all entries. Only the page itself is sorted.
    #[rstest]
    #[case::newest(filter(), "")]
    #[case::time(AuditFilter { from: 5, to: 9, ..filter() }, " (at>? AND at<?)")]
    #[case::next_page(AuditFilter { before: ID.to_owned(), ..filter() }, " (at<?)")]
    #[tokio::test]
    async fn search_is_read_from_the_indexes_of_the_searched_texts(
        #[case] filter: AuditFilter,
        #[case] range: &str,
    ) {
        let steps = plan_of(&AuditFilter { search: "noy".to_owned(), ..filter }).await;
        let indexes = ["COVERING INDEX audit_entry_searched", "INDEX audit_entry_long"];
        for index in indexes.map(|index| format!("USING {index}{range}")) {
            assert!(steps.iter().any(|step| step.ends_with(&index)), "{index}: {steps:?}");
        }
        assert!(steps.iter().any(|step| step == "MERGE (UNION ALL)"), "{steps:?}");
        let sorts = steps.iter().filter(|step| step.contains("TEMP B-TREE")).count();
        assert_eq!((sorts, steps.last().unwrap().as_str()), (1, "USE TEMP B-TREE FOR ORDER BY"), "{steps:?}");
    }

    /// The steps of the plan of a page.
    async fn plan_of(filter: &AuditFilter) -> Vec<String> {
        let place = TestDb::new(Engine::Sqlite).await;
        let db = Db::open(&place.location, &crate::store::MIGRATIONS).await.unwrap();
        let (sql, texts) = page_sql(&db, filter, 51);
        let sql = format!("EXPLAIN QUERY PLAN {sql}");
        let steps: Vec<(i64, i64, i64, String)> = read!(db, |pool| {
            let mut query = sqlx::query_as(AssertSqlSafe(sql));
            for text in &texts {
                query = query.bind(text);
            }
            query.fetch_all(pool).await.unwrap()
        });
        steps.into_iter().map(|(.., step)| step).collect()
    }
}
