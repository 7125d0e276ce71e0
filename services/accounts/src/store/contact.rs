use heuan_rpc::Error;
use heuan_store::{StoreError, on, read, run};

use super::{Store, fault};
use crate::contact::Contact;

/// A stored message, for operators.
#[derive(heuan_store::FromRow)]
pub struct KeptContact {
    pub contact_id: i64,
    /// Unix milliseconds.
    pub at: i64,
    pub customer_id: Option<i64>,
    pub sender_type: i64,
    pub topic: i64,
    pub name: String,
    pub phone: Option<String>,
    pub email: Option<String>,
    pub message: String,
}

impl Store {
    /// Inserts a message under the next number.
    pub async fn keep_contact(
        &self,
        at: i64,
        customer_id: Option<i64>,
        contact: &Contact,
    ) -> Result<i64, Error> {
        let mut tx = self.begin().await?;
        let next = "UPDATE contact_counter SET value = value + 1 WHERE id = 1 RETURNING value - 1";
        let contact_id: i64 = on!(tx, |conn| sqlx::query_scalar(next).fetch_one(conn).await)
            .map_err(|error| fault(StoreError::from(error)))?;
        let sql = "INSERT INTO contact \
               (contact_id, at, customer_id, sender_type, topic, name, phone, email, message) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
        run!(
            tx,
            sql,
            contact_id,
            at,
            customer_id,
            contact.sender.number(),
            contact.topic.number(),
            &contact.name,
            contact.reach.phone.as_deref(),
            contact.reach.email.as_deref(),
            &contact.message,
        )
        .map_err(fault)?;
        tx.commit().await.map_err(fault)?;
        Ok(contact_id)
    }

    /// The newest `most` messages, newest first.
    pub async fn contacts(&self, most: i64) -> Result<Vec<KeptContact>, Error> {
        let sql = "SELECT contact_id, at, customer_id, sender_type, topic, name, phone, email, message \
             FROM contact ORDER BY contact_id DESC LIMIT $1";
        let rows = async { Ok(read!(self.db, |pool| sqlx::query_as(sql).bind(most).fetch_all(pool).await?)) };
        rows.await.map_err(|error: StoreError| fault(error))
    }
}
