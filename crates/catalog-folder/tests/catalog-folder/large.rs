//! A large folder is read as one.

use std::fmt::Write as _;

use crate::support::Folder;

/// `make bench` says how long it takes. Here it has to come to an end, which it would not if a step looked at all rows.
#[test]
fn a_hundred_thousand_products() {
    let folder = Folder::good();
    let mut table = String::from(
        "pro_id,prog_id,pro_name_la,pro_name_en,price,stock,vatrate,images,description_la,attributes\n",
    );
    let description = "ໃຊ້ສຳລັບງານຮາກຖານ, ງານກໍ່ ແລະ ງານສ້ອມແປງທົ່ວໄປໃນເຮືອນ. ".repeat(3);
    for id in 1..=100_000 {
        writeln!(
            table,
            "{id},11,ສີຂາວ {id},White paint {id},{},5,10,[],\"{description}\",\
             \"{{\"\"sku\"\": \"\"W-{id}\"\", \"\"colour\"\": {{\"\"la\"\": \"\"ຂາວ\"\", \"\"en\"\": \"\"White\"\"}}}}\"",
            id * 10
        )
        .unwrap();
    }
    folder.put("products.csv", &table);
    let read = folder.read().unwrap();
    assert_eq!(read.products.unwrap().rows.len(), 100_000);
}
