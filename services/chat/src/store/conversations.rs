//! SQL of conversations: the staff inbox with search, and claims with an expiry.

use std::fmt::Write as _;

use heuan_rpc::Error;
use heuan_store::{numbered, on, read, run, sqlx::AssertSqlSafe};

use super::{
    Store,
    events::{self, EventKind},
    padded,
    rows::{CONVERSATION, ConversationRow, MESSAGE, MessageRow},
    save_message::conversation,
    store_error,
};
use crate::{actor::Actor, conversation::Conversation, inbox_search::Term, message::Message};

/// Search and filters of the inbox.
#[derive(Clone, Debug, Default)]
pub struct Search {
    /// Terms of the search; a conversation must match each of them. Empty for all conversations.
    pub terms: Vec<Term>,
    pub unread_only: bool,
    /// 0 for any claim.
    pub claimed_by: i64,
}

/// Position of a page of the inbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InboxPosition {
    /// The page begins after this conversation.
    After(InboxCursor),
    /// Number of conversations before the page.
    Offset(i64),
}

/// The last conversation of a page, after which the next page begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InboxCursor {
    pub updated_at: i64,
    pub customer_id: i64,
}

/// One page of the inbox.
#[derive(Debug)]
pub struct Inbox {
    pub conversations: Vec<Conversation>,
    pub total: i64,
    pub unread: i64,
    /// Number of conversations whose last message is the customer's.
    pub unanswered: i64,
    /// Cursor of the next page; `None` at the end.
    pub next: Option<InboxCursor>,
}

/// `$1` unread only, `$2` whose claim, `$3` now.
const FILTER: &str =
    "($1 = 0 OR c.staff_unread > 0) AND ($2 = 0 OR (c.claimed_by = $2 AND c.claimed_until > $3))";

/// Number of conversations whose last message is the customer's, from index `conversation_unanswered`.
const UNANSWERED: &str = "SELECT COUNT(*) FROM conversation a WHERE a.last_seq > a.answered_seq AND EXISTS \
     (SELECT 1 FROM message l WHERE l.customer_id = a.customer_id AND l.seq = a.last_seq AND l.side = 'customer')";

/// Maximum characters of a searched text in index `message_searched`, which has the texts themselves.
const MAX_INDEXED_CHARS: usize = 600;

/// Position before every conversation.
const BEFORE_ALL: InboxCursor = InboxCursor { updated_at: i64::MAX, customer_id: 0 };

impl InboxCursor {
    fn at(conversation: &Conversation) -> Self {
        Self { updated_at: conversation.updated_at, customer_id: conversation.customer_id }
    }

    /// Text of the cursor, opaque to clients.
    pub fn write(self) -> String {
        format!("{}.{}", self.updated_at, self.customer_id)
    }

    pub fn read(text: &str) -> Result<Self, Error> {
        let read = || {
            let (updated_at, customer_id) = text.split_once('.')?;
            Some(Self { updated_at: updated_at.parse().ok()?, customer_id: customer_id.parse().ok()? })
        };
        read()
            .ok_or_else(|| Error::invalid("cursor", "is not a cursor of this list; begin at the first page"))
    }
}

impl Store {
    /// A page of the inbox, newest first. The page and its counts are read at one moment.
    pub async fn inbox(
        &self,
        search: &Search,
        now: i64,
        position: InboxPosition,
        limit: i64,
    ) -> Result<Inbox, Error> {
        let unread_only = i64::from(search.unread_only);
        let (after, offset) = match position {
            InboxPosition::After(after) => (after, 0),
            InboxPosition::Offset(offset) => (BEFORE_ALL, offset),
        };
        let (matching, patterns) = conditions(&search.terms, 8);
        // The first condition lets the index `conversation_updated` begin at the cursor. `OR` alone would
        // read the list from its beginning.
        let sql = format!(
            "SELECT {CONVERSATION} FROM conversation c WHERE {FILTER}{matching} \
               AND c.updated_at <= $4 AND (c.updated_at < $4 OR c.customer_id > $5) \
             ORDER BY c.updated_at DESC, c.customer_id LIMIT $6 OFFSET $7"
        );
        let mut tx = self.db.snapshot().await.map_err(store_error)?;
        let rows: Vec<ConversationRow> = on!(tx, |conn| {
            let mut query = sqlx::query_as(AssertSqlSafe(sql))
                .bind(unread_only)
                .bind(search.claimed_by)
                .bind(now)
                .bind(after.updated_at)
                .bind(after.customer_id)
                .bind(limit.saturating_add(1))
                .bind(offset);
            for pattern in &patterns {
                query = query.bind(pattern);
            }
            query.fetch_all(conn).await.map_err(store_error)?
        });
        let page_size = usize::try_from(limit).unwrap_or_default();
        let has_more = rows.len() > page_size;
        let is_first = matches!(position, InboxPosition::Offset(0));
        let total = if is_first && !has_more {
            // The page has every match.
            rows.len() as i64
        } else {
            let (matching, patterns) = conditions(&search.terms, 4);
            let sql = format!("SELECT COUNT(*) FROM conversation c WHERE {FILTER}{matching}");
            on!(tx, |conn| {
                let mut query = sqlx::query_scalar(AssertSqlSafe(sql))
                    .bind(unread_only)
                    .bind(search.claimed_by)
                    .bind(now);
                for pattern in &patterns {
                    query = query.bind(pattern);
                }
                query.fetch_one(conn).await.map_err(store_error)?
            })
        };
        let sql =
            format!("SELECT (SELECT COUNT(*) FROM conversation u WHERE u.staff_unread > 0), ({UNANSWERED})");
        let (unread, unanswered): (i64, i64) =
            on!(tx, |conn| sqlx::query_as(AssertSqlSafe(sql)).fetch_one(conn).await.map_err(store_error)?);
        tx.commit().await.map_err(store_error)?;
        let page = rows.into_iter().take(page_size);
        let mut conversations: Vec<Conversation> = page.map(Conversation::from).collect();
        self.add_last(&mut conversations).await?;
        let next = conversations.last().filter(|_| has_more).map(InboxCursor::at);
        Ok(Inbox { conversations, total, unread, unanswered, next })
    }

    pub async fn conversation(&self, customer_id: i64) -> Result<Option<Conversation>, Error> {
        let sql = format!("SELECT {CONVERSATION} FROM conversation c WHERE c.customer_id = $1");
        let row: Option<ConversationRow> = read!(self.db, |pool| {
            sqlx::query_as(AssertSqlSafe(sql))
                .bind(customer_id)
                .fetch_optional(pool)
                .await
                .map_err(store_error)?
        });
        let Some(row) = row else { return Ok(None) };
        let mut found = [Conversation::from(row)];
        self.add_last(&mut found).await?;
        let [conversation] = found;
        Ok(Some(conversation))
    }

    /// Adds the last message of each conversation, in one query.
    async fn add_last(&self, conversations: &mut [Conversation]) -> Result<(), Error> {
        let ids: Vec<i64> = conversations.iter().map(|one| one.customer_id).collect();
        let ids = padded(&ids);
        if ids.is_empty() {
            return Ok(());
        }
        let sql = format!(
            "SELECT {MESSAGE} FROM message m, conversation c \
             WHERE c.customer_id IN ({}) AND m.customer_id = c.customer_id AND m.seq = c.last_seq",
            numbered(1, ids.len())
        );
        let rows: Vec<MessageRow> = read!(self.db, |pool| {
            let mut query = sqlx::query_as(AssertSqlSafe(sql));
            for id in ids {
                query = query.bind(id);
            }
            query.fetch_all(pool).await.map_err(store_error)?
        });
        for message in rows.into_iter().map(Message::from) {
            let of = conversations.iter_mut().find(|one| one.customer_id == message.customer_id);
            if let Some(conversation) = of {
                conversation.last_message = Some(message);
            }
        }
        Ok(())
    }

    /// Claims a conversation for `staff` until a time, even if another member has a claim. Returns `None` before
    /// the first message, and `Some(None)` if `version` is outdated.
    pub async fn claim(
        &self,
        customer_id: i64,
        staff: &Actor,
        version: i64,
        until: i64,
        now: i64,
    ) -> Result<Option<Option<Conversation>>, Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let position = events::next_position(&mut tx).await?;
        let Some(before) = conversation(&mut tx, customer_id).await? else { return Ok(None) };
        if before.version != version && before.version_by != staff.account_id {
            return Ok(Some(None));
        }
        let sql = "UPDATE conversation SET claimed_by = $2, claimed_name = $3, claimed_until = $4, \
               version = version + 1, version_by = $2 WHERE customer_id = $1";
        run!(tx, sql, customer_id, staff.account_id, &staff.fname, until).map_err(store_error)?;
        events::put(&mut tx, position, customer_id, EventKind::Conversation, 0, staff, now).await?;
        let after = conversation(&mut tx, customer_id).await?;
        tx.commit().await.map_err(store_error)?;
        self.notify_watchers(position);
        Ok(Some(after))
    }

    /// Releases a claim of `staff`; another member's claim is unchanged. Returns `None` before the first
    /// message.
    pub async fn release(
        &self,
        customer_id: i64,
        staff: &Actor,
        now: i64,
    ) -> Result<Option<Conversation>, Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let position = events::next_position(&mut tx).await?;
        let Some(before) = conversation(&mut tx, customer_id).await? else { return Ok(None) };
        if before.claimed_by_at(now) != Some(staff.account_id) {
            return Ok(Some(before));
        }
        let sql = "UPDATE conversation SET claimed_by = 0, claimed_name = '', claimed_until = 0, \
               version = version + 1, version_by = $2 WHERE customer_id = $1";
        run!(tx, sql, customer_id, staff.account_id).map_err(store_error)?;
        events::put(&mut tx, position, customer_id, EventKind::Conversation, 0, staff, now).await?;
        let after = conversation(&mut tx, customer_id).await?;
        tx.commit().await.map_err(store_error)?;
        self.notify_watchers(position);
        Ok(after)
    }
}

/// Conditions of the terms, each after `AND`, and the patterns to bind, beginning with parameter `$first`.
fn conditions(terms: &[Term], first: usize) -> (String, Vec<String>) {
    let (mut sql, mut patterns) = (String::new(), Vec::new());
    for term in terms {
        let numbers = first + patterns.len()..first + patterns.len() + term.len();
        patterns.extend(term.iter().map(|spelling| pattern(spelling)));
        let any = |table: &str| {
            let one = |number| format!("{table}.search_text LIKE ${number} ESCAPE '!'");
            numbers.clone().map(one).collect::<Vec<_>>().join(" OR ")
        };
        let (names, messages) = (any("c"), any("s"));
        // The conditions of the indexes `message_searched` and `message_searched_long`.
        let [short, long] = ["<=", ">"].map(|order| {
            format!(
                "EXISTS (SELECT 1 FROM message s WHERE s.customer_id = c.customer_id \
                   AND length(s.search_text) {order} {MAX_INDEXED_CHARS} AND ({messages}))"
            )
        });
        let _ = write!(sql, " AND ({names} OR {short} OR {long})");
    }
    (sql, patterns)
}

/// LIKE pattern for a text anywhere, with wildcards escaped.
fn pattern(text: &str) -> String {
    let mut pattern = String::from("%");
    for letter in text.chars() {
        if matches!(letter, '%' | '_' | '!') {
            pattern.push('!');
        }
        pattern.push(letter);
    }
    pattern.push('%');
    pattern
}
