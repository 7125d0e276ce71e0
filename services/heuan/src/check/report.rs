//! Report of `heuan check`: the faults found and how many rows were checked, as text or JSON.

use heuan_store::audit::Inconsistency;
use serde_json::{Value, json};

pub struct Report {
    pub faults: Vec<Inconsistency>,
    /// Number of times the tables were read.
    pub looks: usize,
    pub rules: usize,
    pub orders: usize,
    pub reservations: usize,
    pub customers: usize,
}

impl Report {
    pub fn print(&self, json: bool) {
        if json {
            println!("{}", self.json());
            return;
        }
        for Inconsistency { rule, problem, remedy, .. } in &self.faults {
            println!("{rule}: {problem}. To do: {remedy}");
        }
        let Self { faults, looks, rules, orders, reservations, customers } = self;
        let found = match faults.len() {
            0 => "no faults".to_owned(),
            1 => "1 fault".to_owned(),
            number => format!("{number} faults"),
        };
        let looked =
            if *looks > 1 { format!(", tables read {looks} times within 7 s") } else { String::new() };
        println!(
            "{found}: {rules} rules on {orders} orders, {reservations} reservations, {customers} customers{looked}"
        );
    }

    fn json(&self) -> Value {
        let faults: Vec<Value> = self
            .faults
            .iter()
            .map(|Inconsistency { rule, id, problem, remedy }| {
                json!({"rule": rule, "id": id, "problem": problem, "remedy": remedy})
            })
            .collect();
        json!({
            "faults": faults,
            "looks": self.looks,
            "rules": self.rules,
            "orders": self.orders,
            "reservations": self.reservations,
            "customers": self.customers,
        })
    }
}
