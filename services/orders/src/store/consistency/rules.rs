//! Consistency rules that are SQL queries.

use heuan_store::consistency::Rule;

pub const RULES: [Rule; 7] = [
    Rule {
        name: "orders.points-balance",
        sql: "SELECT CAST(b.customer_id AS TEXT), 'customer ' || CAST(b.customer_id AS TEXT) || ' has a balance of ' || \
               CAST(SUM(b.balance) AS TEXT) || ' points, the ledger gives ' || CAST(SUM(b.entered) AS TEXT) \
             FROM (SELECT customer_id, balance, 0 AS entered FROM points_account \
               UNION ALL SELECT customer_id, 0 AS balance, points AS entered FROM points_entry \
               UNION ALL SELECT customer_id, 0 AS balance, points AS entered FROM points_correction) b \
             GROUP BY b.customer_id HAVING SUM(b.balance) <> SUM(b.entered)",
        remedy: "set points_account.balance to the sum of the customer's rows in points_entry and points_correction",
    },
    Rule {
        name: "orders.points-order",
        sql: "SELECT p.order_id || ' ' || p.kind, 'points are ' || p.kind || ' for order ' || p.order_id || \
               ', which customer ' || CAST(p.customer_id AS TEXT) || ' does not have' FROM points_entry p \
             WHERE NOT EXISTS (SELECT 1 FROM customer_order o WHERE o.order_id = p.order_id AND o.customer_id = p.customer_id)",
        remedy: "restore the orders database from a backup",
    },
    Rule {
        name: "orders.outbox-order",
        sql: "SELECT e.event_id, 'event ' || e.event_id || ' tells of order ' || e.order_id || ', which customer ' || \
               CAST(e.customer_id AS TEXT) || ' does not have' FROM outbox e \
             WHERE NOT EXISTS (SELECT 1 FROM customer_order o WHERE o.order_id = e.order_id AND o.customer_id = e.customer_id)",
        remedy: "delete the row of table outbox",
    },
    // The rule counts tries instead of using the clock, because a shop that is not running delivers nothing.
    Rule {
        name: "orders.outbox-overdue",
        sql: "SELECT e.event_id, 'event ' || e.event_id || ' was not delivered in ' || CAST(e.tries AS TEXT) || ' tries over ' || \
               CAST((e.next_at - e.at) / 60000 AS TEXT) || ' minutes' FROM outbox e \
             WHERE e.tries > 3 AND e.next_at - e.at > 900000",
        remedy: "look why notifications does not accept events: its log, and the metric outbox_backlog",
    },
    Rule {
        name: "orders.payment-order",
        sql: "SELECT p.reference, 'payment ' || p.reference || ' of ' || CAST(p.amount AS TEXT) || \
               ' kip was made, but no order has it' FROM sandbox_payment p WHERE p.paid = 1 \
               AND NOT EXISTS (SELECT 1 FROM customer_order o WHERE o.reference = p.reference)",
        remedy: "refund it",
    },
    Rule {
        name: "orders.payment-amount",
        sql: "SELECT p.reference, 'the code of payment ' || p.reference || ' is of ' || CAST(p.amount AS TEXT) || \
               ' kip, its order costs ' || CAST(o.total AS TEXT) FROM sandbox_payment p \
             JOIN customer_order o ON o.reference = p.reference \
               WHERE p.paid = 0 AND o.money IN ('pending', 'expired', 'failed') AND o.total > 0 AND p.amount <> o.total AND o.line_change = '' \
               AND NOT EXISTS (SELECT 1 FROM line_change c WHERE c.order_id = o.order_id AND p.settles_at IS NOT NULL)",
        remedy: "compare both with the customer's receipt; refund or collect the difference",
    },
    // The rule compares with the newest order instead of the clock; see orders.outbox-overdue. Late payments are queried
    // for a day.
    Rule {
        name: "orders.payment-unnoticed",
        sql: "SELECT p.reference, 'order ' || o.number || ' is ' || o.status || ' and ' || o.money || \
               ', but its payment ' || p.reference || ' was made' FROM sandbox_payment p \
             JOIN customer_order o ON o.reference = p.reference WHERE p.paid = 1 AND o.money IN ('pending', 'expired', 'failed') \
               AND p.settles_at + CASE o.money WHEN 'pending' THEN 600000 ELSE 172800000 END \
                 < (SELECT MAX(n.created_at) FROM customer_order n)",
        remedy: "`heuan orders paid NUMBER`",
    },
];
