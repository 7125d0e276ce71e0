//! Reading a large folder.

use std::fmt::Write as _;

use crate::support::Folder;

/// Must finish, which it would not if a step were quadratic in the rows. `make bench` measures the time.
#[test]
fn folder_of_a_hundred_thousand_products_is_read() {
    let folder = Folder::good();
    let mut table = String::from(
        "pro_id,prog_id,pro_name_la,pro_name_en,price,stock,vatrate,images,description_la,attributes\n",
    );
    let description = "ໃຊ້ສຳລັບງານຮາກຖານ, ງານກໍ່ ແລະ ງານສ້ອມແປງທົ່ວໄປໃນເຮືອນ. ".repeat(3);
    for id in 1..=100_000 {
        writeln!(
            table,
            "{id},11,ສີຂາວ {id},White paint {id},{},5,10,[],\"{description}\",\
             \"{{\"\"sku\"\": \"\"W-{id}\"\", \"\"color\"\": {{\"\"la\"\": \"\"ຂາວ\"\", \"\"en\"\": \"\"White\"\"}}}}\"",
            id * 10
        )
        .unwrap();
    }
    folder.put("products.csv", &table);
    let read = folder.read().unwrap();
    assert_eq!(read.products.unwrap().rows.len(), 100_000);
}
