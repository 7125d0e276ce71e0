//! Takes attempts with right secrets off their counters if their change could not be written.

use heuan_rpc::Error;
use heuan_store::{Result as StoreResult, Tx, run};

use super::{LoginLimits, Store, VerifiedCode, VerifiedStaffCode, rate_limits, store_error};
use crate::{one_time_code::CodePurpose, rate_limit::RateLimitCounter};

/// Counters that an attempt has incremented.
#[derive(Clone, Copy, Debug)]
pub enum Counted<'a> {
    Counters(&'a [RateLimitCounter]),
    Login(&'a LoginLimits),
    /// A try of a code that was sent.
    SentCode(&'a VerifiedCode),
    /// A try of a code of the staff, and the counters of the attempt.
    StaffCode(&'a VerifiedStaffCode, &'a [RateLimitCounter]),
}

impl Store {
    /// Takes an attempt with a right secret off its counters. Nothing changes if the code of the attempt was used up
    /// or replaced meanwhile.
    pub async fn undo_attempt(&self, counted: &Counted<'_>) -> Result<(), Error> {
        let mut tx = self.begin().await?;
        let is_undone = match counted {
            Counted::Counters(counters) => rate_limits::undo_counts(&mut tx, counters).await.map(|()| true),
            Counted::Login(limits) => {
                rate_limits::undo_login_count(&mut tx, limits, false).await.map(|()| true)
            }
            Counted::SentCode(code) => undo_sent_code_try(&mut tx, code).await,
            Counted::StaffCode(code, attempts) => undo_staff_code_try(&mut tx, code, attempts).await,
        };
        if is_undone.map_err(store_error)? { tx.commit().await.map_err(store_error) } else { Ok(()) }
    }
}

/// Takes a try of a sent code off its counters. Returns false if there is no such code any more.
async fn undo_sent_code_try(tx: &mut Tx, code: &VerifiedCode) -> StoreResult<bool> {
    let sql = "UPDATE sent_code SET tries = tries - 1 WHERE subject = $1 AND code_hash = $2 AND tries > 0";
    if run!(*tx, sql, &code.subject, &code.code_hash)? == 0 {
        return Ok(false);
    }
    rate_limits::undo_counts(tx, &code.attempts).await?;
    Ok(true)
}

/// Takes a try of a code of the staff off its counters. Returns false if there is no such code any more. Its own counter comes
/// first, as when the try was counted, because otherwise transactions could deadlock.
async fn undo_staff_code_try(
    tx: &mut Tx,
    code: &VerifiedStaffCode,
    attempts: &[RateLimitCounter],
) -> StoreResult<bool> {
    rate_limits::undo_counts(tx, std::slice::from_ref(&code.counter)).await?;
    let sql = "UPDATE one_time_code SET tries = tries - $4, known_tries = known_tries - $5 \
         WHERE customer_id = $1 AND purpose = $2 AND code_hash = $3 AND tries >= $4 AND known_tries >= $5";
    let purpose = CodePurpose::ResetPassword.into_str();
    let known = i64::from(code.counts_as_known);
    if run!(*tx, sql, code.customer_id, purpose, &code.code_hash, 1 - known, known)? == 0 {
        return Ok(false);
    }
    rate_limits::undo_counts(tx, attempts).await?;
    Ok(true)
}
