//! Password hashing with argon2id, which is slow and memory-intensive by design. It runs on blocking threads with a bounded
//! number of concurrent and of waiting calls; further calls are refused, so that a burst of logins exhausts neither memory
//! nor time. Some of the waiting calls are reserved for known callers, so that strangers cannot keep customers out.

use std::{sync::Arc, time::Duration};

use argon2::{
    ARGON2ID_IDENT, Algorithm, Argon2, Params, PasswordHash, PasswordHasher as _, PasswordVerifier as _,
    Version,
    password_hash::phc::{Output, ParamsString, Salt},
};
use heuan_rpc::{Error, Result};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::{Config, password::Password};

/// Retry delay of a refused caller: about the time of a full queue.
const PAUSE: Duration = Duration::from_secs(1);

/// Target of the trace of each hash.
const WORK: &str = "heuan_accounts::hashing";

#[derive(Debug)]
pub struct Hasher {
    params: Params,
    /// Permits for running and waiting calls together.
    admitted: Arc<Semaphore>,
    /// Permits of unknown callers, who need one of both kinds. There are fewer of these, because the rest is
    /// reserved for known callers.
    admitted_unknown: Arc<Semaphore>,
    running: Arc<Semaphore>,
    /// Dummy hash verified for unknown accounts, so that response time does not reveal whether an account exists.
    dummy_hash: String,
}

/// A permit for one running or waiting call; released on drop.
#[derive(Debug)]
pub struct QueuePermit {
    #[expect(dead_code, reason = "held until dropped")]
    admitted: OwnedSemaphorePermit,
    #[expect(dead_code, reason = "held until dropped")]
    unknown: Option<OwnedSemaphorePermit>,
}

/// Kind of the caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Caller {
    /// A session, a browser that has signed in to the account before, or the operator. May take every permit.
    Known,
    /// A browser that is not known to the account.
    Unknown,
}

impl Caller {
    /// The caller of a browser that `is_known` to the account.
    pub fn of_browser(is_known: bool) -> Self {
        if is_known { Self::Known } else { Self::Unknown }
    }
}

/// Result of verifying a password.
#[derive(Debug, PartialEq, Eq)]
pub struct Verification {
    pub matches: bool,
    /// A new hash to store if the password matches and its hash has outdated parameters.
    pub rehashed: Option<String>,
}

impl Hasher {
    pub fn new(config: &Config) -> Result<Self> {
        let params =
            Params::new(config.argon2_memory_kib, config.argon2_iterations, config.argon2_parallelism, None)
                .map_err(Error::internal)?;
        let (running, waiting) = (config.hash_parallel as usize, config.hash_waiting as usize);
        let of_unknown = running + waiting.saturating_sub(config.hash_reserved as usize);
        Ok(Self {
            dummy_hash: make_dummy_hash(&params).map_err(Error::internal)?,
            params,
            admitted: Arc::new(Semaphore::new(running + waiting)),
            admitted_unknown: Arc::new(Semaphore::new(of_unknown)),
            running: Arc::new(Semaphore::new(running)),
        })
    }

    /// A hash of random bytes, which no known password matches.
    pub fn unmatchable_hash(&self) -> &str {
        &self.dummy_hash
    }

    /// Acquires a permit, or returns `RESOURCE_EXHAUSTED`. Call it before any write.
    pub fn try_enqueue(&self, caller: Caller) -> Result<QueuePermit> {
        let take = |permits: &Arc<Semaphore>| {
            Arc::clone(permits).try_acquire_owned().map_err(|_| Error::overloaded(PAUSE))
        };
        let unknown = match caller {
            Caller::Known => None,
            Caller::Unknown => Some(take(&self.admitted_unknown)?),
        };
        Ok(QueuePermit { admitted: take(&self.admitted)?, unknown })
    }

    pub async fn hash(&self, permit: QueuePermit, password: Password) -> Result<String> {
        let params = self.params.clone();
        trace_work("hash", ParamsString::try_from(&params).ok().as_ref());
        self.work(permit, move || make(&params, &password)).await
    }

    /// Verifies `password` against `hash`, or against the dummy hash.
    pub async fn verify(
        &self,
        permit: QueuePermit,
        password: Password,
        hash: Option<String>,
    ) -> Result<Verification> {
        let params = self.params.clone();
        let has_owner = hash.is_some();
        let hash = hash.unwrap_or_else(|| self.dummy_hash.clone());
        trace_work("verify", params_of(&hash).as_ref());
        self.work(permit, move || {
            let matches = password_matches(&password, &hash)? && has_owner;
            let rehashed =
                if matches && !is_made_with(&hash, &params) { Some(make(&params, &password)?) } else { None };
            Ok(Verification { matches, rehashed })
        })
        .await
    }

    /// Verifies `password` against each of `hashes` until one matches, with the dummy hash in place of a missing one. Returns the index of
    /// the match and its verification. Without a match all are verified, so that the time does not reveal which exist.
    pub async fn verify_each<const N: usize>(
        &self,
        permit: QueuePermit,
        password: Password,
        hashes: [Option<String>; N],
    ) -> Result<Option<(usize, Verification)>> {
        let params = self.params.clone();
        let hashes = hashes.map(|hash| (hash.is_some(), hash.unwrap_or_else(|| self.dummy_hash.clone())));
        let traced: Vec<_> = hashes.iter().map(|(_, hash)| params_of(hash)).collect();
        let verified = self.work(permit, move || {
            for (index, (has_owner, hash)) in hashes.into_iter().enumerate() {
                if password_matches(&password, &hash)? && has_owner {
                    let is_current = is_made_with(&hash, &params);
                    let rehashed = if is_current { None } else { Some(make(&params, &password)?) };
                    return Ok(Some((index, Verification { matches: true, rehashed })));
                }
            }
            Ok(None)
        });
        let verified = verified.await?;
        let count = verified.as_ref().map_or(N, |(index, _)| index + 1);
        for params in traced.iter().take(count) {
            trace_work("verify", params.as_ref());
        }
        Ok(verified)
    }

    /// The hash of `new` if `current` matches `hash`.
    pub async fn replace(
        &self,
        permit: QueuePermit,
        current: Password,
        hash: String,
        new: Password,
    ) -> Result<Option<String>> {
        let params = self.params.clone();
        self.work(permit, move || {
            if password_matches(&current, &hash)? { make(&params, &new).map(Some) } else { Ok(None) }
        })
        .await
    }

    /// Takes the permits of all running calls, so that each further one waits until they are dropped.
    #[cfg(test)]
    pub async fn occupy(&self) -> OwnedSemaphorePermit {
        let all = u32::try_from(self.running.available_permits()).unwrap();
        Arc::clone(&self.running).acquire_many_owned(all).await.unwrap()
    }

    /// The permits move to the thread, because it cannot be stopped when its caller leaves.
    async fn work<T, W>(&self, permit: QueuePermit, work: W) -> Result<T>
    where
        T: Send + 'static,
        W: FnOnce() -> Result<T> + Send + 'static,
    {
        let place = Arc::clone(&self.running).acquire_owned().await.map_err(Error::internal)?;
        let hashing = move || {
            let _held = (permit, place);
            work()
        };
        tokio::task::spawn_blocking(hashing).await.map_err(Error::internal)?
    }
}

/// The parameters in a hash.
fn params_of(hash: &str) -> Option<ParamsString> {
    PasswordHash::new(hash).ok().map(|hash| hash.params)
}

/// Traces what is hashed with which parameters. Tests compare it between known and unknown accounts.
fn trace_work(operation: &str, params: Option<&ParamsString>) {
    let params = params.map(ToString::to_string).unwrap_or_default();
    tracing::trace!(target: WORK, summary = format!("argon2id {operation} {params}"));
}

fn make(params: &Params, password: &Password) -> Result<String> {
    let mut salt = [0; 16];
    getrandom::fill(&mut salt).map_err(Error::internal)?;
    let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params.clone());
    let hash = argon2.hash_password_with_salt(password.bytes(), &salt).map_err(Error::internal)?;
    Ok(hash.to_string())
}

/// Uses the parameters of the hash and compares in constant time.
fn password_matches(password: &Password, hash: &str) -> Result<bool> {
    let hash = PasswordHash::new(hash).map_err(Error::internal)?;
    match Argon2::default().verify_password(password.bytes(), &hash) {
        Ok(()) => Ok(true),
        Err(argon2::password_hash::Error::PasswordInvalid) => Ok(false),
        Err(error) => Err(Error::internal(error)),
    }
}

fn is_made_with(hash: &str, params: &Params) -> bool {
    let costs = |params: &Params| (params.m_cost(), params.t_cost(), params.p_cost());
    PasswordHash::new(hash).is_ok_and(|hash| {
        let made = Params::try_from(&hash).is_ok_and(|made| costs(&made) == costs(params));
        made && hash.algorithm == ARGON2ID_IDENT
    })
}

fn make_dummy_hash(params: &Params) -> Result<String, argon2::password_hash::Error> {
    let mut random = [0; 48];
    getrandom::fill(&mut random).map_err(|_| argon2::password_hash::Error::Crypto)?;
    let (salt, output) = random.split_at(16);
    let hash = PasswordHash {
        algorithm: ARGON2ID_IDENT,
        version: Some(Version::V0x13.into()),
        params: ParamsString::try_from(params)?,
        salt: Some(Salt::new(salt)?),
        hash: Some(Output::new(output)?),
    };
    Ok(hash.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::tests::cheap;

    fn password(text: &str) -> Password {
        Password::for_login(text).unwrap()
    }

    #[tokio::test]
    async fn password_matches_only_its_own_hash() {
        let hasher = Hasher::new(&cheap()).unwrap();
        let hash = hasher
            .hash(hasher.try_enqueue(Caller::Unknown).unwrap(), password("correct horse"))
            .await
            .unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=64,t=1,p=1$"), "{hash}");
        let again = hasher
            .hash(hasher.try_enqueue(Caller::Unknown).unwrap(), password("correct horse"))
            .await
            .unwrap();
        assert_ne!(hash, again, "every hash has its own salt");
        for (text, matches) in [("correct horse", true), ("Correct horse", false)] {
            let verification = hasher
                .verify(hasher.try_enqueue(Caller::Unknown).unwrap(), password(text), Some(hash.clone()))
                .await
                .unwrap();
            assert_eq!(verification, Verification { matches, rehashed: None });
        }
    }

    #[tokio::test]
    async fn dummy_hash_costs_the_same_and_matches_no_password() {
        let hasher = Hasher::new(&cheap()).unwrap();
        assert!(is_made_with(&hasher.dummy_hash, &hasher.params));
        let verification = hasher
            .verify(hasher.try_enqueue(Caller::Unknown).unwrap(), password("correct horse"), None)
            .await
            .unwrap();
        assert!(!verification.matches);
    }

    #[tokio::test]
    async fn password_is_verified_against_each_hash() {
        let hasher = Hasher::new(&cheap()).unwrap();
        let mut hashes = Vec::new();
        for text in ["correct horse", "battery staple"] {
            hashes.push(
                hasher.hash(hasher.try_enqueue(Caller::Unknown).unwrap(), password(text)).await.unwrap(),
            );
        }
        let [first, second] = [0, 1].map(|index| Some(hashes[index].clone()));
        for (text, hashes, index) in [
            ("correct horse", [first.clone(), second.clone()], Some(0)),
            ("battery staple", [first.clone(), second.clone()], Some(1)),
            ("battery staple", [None, second], Some(1)),
            ("battery staple", [first, None], None),
            ("battery staple", [None, None], None),
        ] {
            let permit = hasher.try_enqueue(Caller::Unknown).unwrap();
            let verified = hasher.verify_each(permit, password(text), hashes).await.unwrap();
            assert_eq!(verified.map(|(index, _)| index), index);
        }
    }

    #[tokio::test]
    async fn hash_with_outdated_parameters_is_replaced() {
        let old = Hasher::new(&cheap()).unwrap();
        let hash =
            old.hash(old.try_enqueue(Caller::Unknown).unwrap(), password("correct horse")).await.unwrap();
        let new = Hasher::new(&Config { argon2_iterations: 2, ..cheap() }).unwrap();
        let verification = new
            .verify(new.try_enqueue(Caller::Unknown).unwrap(), password("correct horse"), Some(hash.clone()))
            .await
            .unwrap();
        let rehashed = verification.rehashed.unwrap();
        assert!(rehashed.contains("t=2"), "{rehashed}");
        let verification = new
            .verify(new.try_enqueue(Caller::Unknown).unwrap(), password("wrong horse"), Some(hash))
            .await
            .unwrap();
        assert_eq!(verification, Verification { matches: false, rehashed: None });
    }

    #[tokio::test]
    async fn calls_beyond_the_limit_are_refused() {
        let limits = Config { hash_parallel: 1, hash_waiting: 1, hash_reserved: 0, ..cheap() };
        let hasher = Hasher::new(&limits).unwrap();
        let (first, second) =
            (hasher.try_enqueue(Caller::Unknown).unwrap(), hasher.try_enqueue(Caller::Unknown).unwrap());
        let error = hasher.try_enqueue(Caller::Unknown).unwrap_err();
        assert!(error.is_overload() && error.pushback().is_some(), "{error:?}");
        drop(first);
        hasher.try_enqueue(Caller::Unknown).unwrap();
        hasher.hash(second, password("correct horse")).await.unwrap();
        assert_eq!(
            (hasher.admitted.available_permits(), hasher.admitted_unknown.available_permits()),
            (2, 2)
        );
    }

    #[tokio::test]
    async fn reserved_permits_are_for_known_callers_only() {
        let limits = Config { hash_parallel: 1, hash_waiting: 3, hash_reserved: 2, ..cheap() };
        let hasher = Hasher::new(&limits).unwrap();
        let mut unknown: Vec<_> = (0..2).map(|_| hasher.try_enqueue(Caller::Unknown).unwrap()).collect();
        assert!(hasher.try_enqueue(Caller::Unknown).unwrap_err().is_overload());
        let known: Vec<_> = (0..2).map(|_| hasher.try_enqueue(Caller::Known).unwrap()).collect();
        assert!(hasher.try_enqueue(Caller::Known).unwrap_err().is_overload());
        // A known caller takes the place of an unknown one as well.
        unknown.pop();
        let third = hasher.try_enqueue(Caller::Known).unwrap();
        assert!(hasher.try_enqueue(Caller::Unknown).unwrap_err().is_overload());
        drop((unknown, known, third));
        assert_eq!(
            (hasher.admitted.available_permits(), hasher.admitted_unknown.available_permits()),
            (4, 2)
        );
    }
}
