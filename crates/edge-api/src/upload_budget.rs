//! Budget for uploads in this process, counted in received bytes.
//!
//! A permit is charged with the received bytes, so that a client that declares much and sends little does not block
//! others. One client, which is an IPv4 address or an IPv6 /48, gets at most two thirds of the budget. The limit is in
//! bytes and not in requests, because a phone network may have one address for many shoppers, and images scaled down by
//! browsers are small.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use heuan_rpc::{Code, Error};

#[derive(Debug)]
pub struct UploadBudget {
    bytes: usize,
    used: Mutex<Used>,
}

#[derive(Debug, Default)]
struct Used {
    bytes: usize,
    by_client: HashMap<IpAddr, usize>,
}

/// The budget is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BudgetExceeded;

/// The error of a client whose upload does not fit.
pub fn upload_budget_error() -> Error {
    let mut error = Error::overloaded(Duration::from_secs(2));
    error.code = Code::Unavailable;
    error
}

/// The bytes of one upload; released on drop.
#[derive(Debug)]
pub struct UploadPermit {
    budget: Arc<UploadBudget>,
    client: IpAddr,
    bytes: usize,
}

impl UploadBudget {
    pub fn new(bytes: usize) -> Self {
        Self { bytes, used: Mutex::default() }
    }

    /// A permit for a body of `declared` bytes. It is refused if they would not fit, but only received bytes are
    /// charged.
    pub fn enter(self: &Arc<Self>, client: IpAddr, declared: usize) -> Result<UploadPermit, BudgetExceeded> {
        self.fits(&self.lock(), client, declared)?;
        Ok(UploadPermit { budget: Arc::clone(self), client, bytes: 0 })
    }

    fn fits(&self, used: &Used, client: IpAddr, more: usize) -> Result<(), BudgetExceeded> {
        let of_client = used.by_client.get(&client).copied().unwrap_or_default();
        let fits = used.bytes + more <= self.bytes && of_client + more <= self.bytes / 3 * 2;
        if fits { Ok(()) } else { Err(BudgetExceeded) }
    }

    /// No invariant spans a panic under this lock, so a poisoned lock is safe to use.
    fn lock(&self) -> MutexGuard<'_, Used> {
        self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl UploadPermit {
    /// Charges received bytes.
    pub fn consume(&mut self, bytes: usize) -> Result<(), BudgetExceeded> {
        let mut used = self.budget.lock();
        self.budget.fits(&used, self.client, bytes)?;
        used.bytes += bytes;
        *used.by_client.entry(self.client).or_default() += bytes;
        self.bytes += bytes;
        Ok(())
    }
}

impl Drop for UploadPermit {
    fn drop(&mut self) {
        let mut used = self.budget.lock();
        used.bytes -= self.bytes;
        if let Some(of_client) = used.by_client.get_mut(&self.client) {
            *of_client -= self.bytes;
            if *of_client == 0 {
                used.by_client.remove(&self.client);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    fn client(last: u8) -> IpAddr {
        Ipv4Addr::new(192, 0, 2, last).into()
    }

    #[test]
    fn only_received_bytes_are_charged_and_released() {
        let budget = Arc::new(UploadBudget::new(30));
        let stalled: Vec<UploadPermit> = (0..9).map(|_| budget.enter(client(1), 20).unwrap()).collect();
        let mut image = budget.enter(client(2), 20).unwrap();
        image.consume(20).unwrap();
        assert_eq!(budget.enter(client(3), 11).err(), Some(BudgetExceeded));
        assert!(budget.enter(client(3), 10).is_ok());
        drop((image, stalled));
        assert!(budget.enter(client(3), 20).is_ok() && budget.lock().by_client.is_empty());
    }

    #[test]
    fn single_client_cannot_use_the_whole_budget() {
        let budget = Arc::new(UploadBudget::new(30));
        let mut places = [budget.enter(client(1), 15).unwrap(), budget.enter(client(1), 15).unwrap()];
        places[0].consume(15).unwrap();
        assert_eq!((places[1].consume(6), places[1].consume(5)), (Err(BudgetExceeded), Ok(())));
        assert_eq!(budget.enter(client(1), 1).err(), Some(BudgetExceeded));
        let mut other = budget.enter(client(2), 10).unwrap();
        assert_eq!(other.consume(10), Ok(()));
        assert_eq!(budget.enter(client(3), 1).err(), Some(BudgetExceeded));
    }
}
