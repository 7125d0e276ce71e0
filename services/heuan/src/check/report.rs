//! Report of `heuan check`: the inconsistencies found and how many rows were checked, as text or JSON.

use heuan_store::consistency::Inconsistency;
use serde_json::{Value, json};

pub struct Report {
    pub inconsistencies: Vec<Inconsistency>,
    /// Number of times the tables were read.
    pub reads: usize,
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
        for Inconsistency { rule, problem, remedy, .. } in &self.inconsistencies {
            println!("{rule}: {problem}. To do: {remedy}");
        }
        let Self { inconsistencies, reads, rules, orders, reservations, customers } = self;
        let found = match inconsistencies.len() {
            0 => "no faults".to_owned(),
            1 => "1 fault".to_owned(),
            number => format!("{number} faults"),
        };
        let looked =
            if *reads > 1 { format!(", tables read {reads} times within 7 s") } else { String::new() };
        println!(
            "{found}: {rules} rules on {orders} orders, {reservations} reservations, {customers} customers{looked}"
        );
    }

    fn json(&self) -> Value {
        let inconsistencies: Vec<Value> = self
            .inconsistencies
            .iter()
            .map(|Inconsistency { rule, id, problem, remedy }| {
                json!({"rule": rule, "id": id, "problem": problem, "remedy": remedy})
            })
            .collect();
        json!({
            "faults": inconsistencies,
            "looks": self.reads,
            "rules": self.rules,
            "orders": self.orders,
            "reservations": self.reservations,
            "customers": self.customers,
        })
    }
}
