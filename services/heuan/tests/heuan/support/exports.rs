//! Product exports as Shopify, `WooCommerce` and Odoo write them, with products of building materials.

use rust_xlsxwriter::Workbook;

const KINDS: [(&str, &str, &str); 8] = [
    ("Interior paint", "Paint", "ສີພາຍໃນ"),
    ("Roof sheet", "Roofing", "ສັງກະສີ"),
    ("Hammer drill", "Power tools", "ສະຫວ່ານ"),
    ("Ball valve", "Plumbing", "ວາວ"),
    ("LED panel", "Lighting", "ໂຄມໄຟ LED"),
    ("Floor tile", "Tiles", "ກະເບື້ອງ"),
    ("Wood screw", "Fasteners", "ສະກູ"),
    ("Door lock", "Hardware", "ກະແຈປະຕູ"),
];

fn csv(rows: &[Vec<String>]) -> String {
    let field = |text: &String| {
        if text.contains([',', '"', '\n']) {
            format!("\"{}\"", text.replace('"', "\"\""))
        } else {
            text.clone()
        }
    };
    rows.iter().map(|row| row.iter().map(field).collect::<Vec<_>>().join(",") + "\n").collect()
}

/// A row of the columns of `header`.
fn row(header: &[&str], cells: &[(&str, String)]) -> Vec<String> {
    for (name, _) in cells {
        assert!(header.contains(name), "{name}");
    }
    let cell = |column: &&str| {
        cells.iter().find(|(name, _)| name == column).map_or(String::new(), |(_, text)| text.clone())
    };
    header.iter().map(cell).collect()
}

fn words(header: &[&str]) -> Vec<String> {
    header.iter().map(|name| (*name).to_owned()).collect()
}

const SHOPIFY: [&str; 41] = [
    "Handle",
    "Title",
    "Body (HTML)",
    "Vendor",
    "Product Category",
    "Type",
    "Tags",
    "Published",
    "Option1 Name",
    "Option1 Value",
    "Option1 Linked To",
    "Option2 Name",
    "Option2 Value",
    "Option2 Linked To",
    "Option3 Name",
    "Option3 Value",
    "Option3 Linked To",
    "Variant SKU",
    "Variant Grams",
    "Variant Inventory Tracker",
    "Variant Inventory Qty",
    "Variant Inventory Policy",
    "Variant Fulfillment Service",
    "Variant Price",
    "Variant Compare At Price",
    "Variant Requires Shipping",
    "Variant Taxable",
    "Variant Barcode",
    "Image Src",
    "Image Position",
    "Image Alt Text",
    "Gift Card",
    "SEO Title",
    "SEO Description",
    "Variant Image",
    "Variant Weight Unit",
    "Variant Tax Code",
    "Cost per item",
    "Included / Laos",
    "Price / Laos",
    "Status",
];

/// Products of which every fourth one has two variants: `products` products in all, variants counted.
pub fn shopify(products: usize, images: &str) -> String {
    let mut rows = vec![words(&SHOPIFY)];
    let (mut made, mut number) = (0, 0);
    while made < products {
        let (name, category, lao) = KINDS[number % KINDS.len()];
        let title = if number % 3 == 0 { format!("{lao} {number}") } else { format!("{name} {number}") };
        let variants =
            if number % 4 == 0 && made + 2 <= products { vec!["5 l", "18 l"] } else { vec!["Default Title"] };
        for (index, option) in variants.iter().enumerate() {
            let mut cells = vec![
                ("Handle", format!("{}-{number}", name.to_lowercase().replace(' ', "-"))),
                ("Option1 Value", (*option).to_owned()),
                ("Variant SKU", format!("SH-{number}-{index}")),
                ("Variant Grams", "1200.0".to_owned()),
                ("Variant Inventory Tracker", "shopify".to_owned()),
                ("Variant Inventory Qty", (number * 3 + index).to_string()),
                ("Variant Inventory Policy", "deny".to_owned()),
                ("Variant Price", format!("{}.00", 15_000 + number * 500 + index * 90_000)),
                ("Variant Requires Shipping", "true".to_owned()),
                ("Variant Taxable", "true".to_owned()),
                ("Variant Barcode", format!("885{number:010}")),
                ("Variant Weight Unit", "kg".to_owned()),
            ];
            if index == 0 {
                cells.extend([
                    ("Title", title.clone()),
                    (
                        "Body (HTML)",
                        format!("<p>Strong &amp; <strong>good</strong></p>\n<ul><li>No. {number}</li></ul>"),
                    ),
                    ("Vendor", "Lanna".to_owned()),
                    ("Product Category", format!("Hardware > {category}")),
                    ("Type", name.to_owned()),
                    ("Tags", "building, new".to_owned()),
                    ("Published", "true".to_owned()),
                    ("Option1 Name", if variants.len() > 1 { "Size" } else { "Title" }.to_owned()),
                    (
                        "Image Src",
                        if number < 2 { format!("{images}/{number}.png?v=1") } else { String::new() },
                    ),
                    ("Image Position", if number < 2 { "1" } else { "" }.to_owned()),
                    ("Gift Card", "false".to_owned()),
                    ("Status", "active".to_owned()),
                ]);
            }
            rows.push(row(&SHOPIFY, &cells));
            made += 1;
        }
        number += 1;
    }
    csv(&rows)
}

/// The columns that Shopify renamed in 2025.
const RENAMED: [(&str, &str); 19] = [
    ("Handle", "URL handle"),
    ("Body (HTML)", "Description"),
    ("Product Category", "Product category"),
    ("Published", "Published on online store"),
    ("Option1 Name", "Option1 name"),
    ("Option1 Value", "Option1 value"),
    ("Variant SKU", "SKU"),
    ("Variant Grams", "Weight value (grams)"),
    ("Variant Inventory Tracker", "Inventory tracker"),
    ("Variant Inventory Qty", "Inventory quantity"),
    ("Variant Price", "Price"),
    ("Variant Compare At Price", "Compare-at price"),
    ("Variant Requires Shipping", "Requires shipping"),
    ("Variant Taxable", "Charge tax"),
    ("Variant Barcode", "Barcode"),
    ("Image Src", "Product image URL"),
    ("Image Position", "Image position"),
    ("Variant Image", "Variant image URL"),
    ("Variant Weight Unit", "Weight unit for display"),
];

/// The same export with the columns as Shopify has named them since 2025.
pub fn renamed_shopify(export: &str) -> String {
    let (header, rows) = export.split_once('\n').unwrap();
    let name = |column: &str| {
        let renamed = RENAMED.iter().find(|(former, _)| *former == column);
        renamed.map_or_else(|| column.to_owned(), |(_, present)| (*present).to_owned())
    };
    let header: Vec<String> = header.split(',').map(name).collect();
    format!("{}\n{rows}", header.join(","))
}

const WOOCOMMERCE: [&str; 50] = [
    "ID",
    "Type",
    "SKU",
    "GTIN, UPC, EAN, or ISBN",
    "Name",
    "Published",
    "Is featured?",
    "Visibility in catalog",
    "Short description",
    "Description",
    "Date sale price starts",
    "Date sale price ends",
    "Tax status",
    "Tax class",
    "In stock?",
    "Stock",
    "Low stock amount",
    "Backorders allowed?",
    "Sold individually?",
    "Weight (kg)",
    "Length (cm)",
    "Width (cm)",
    "Height (cm)",
    "Allow customer reviews?",
    "Purchase note",
    "Sale price",
    "Regular price",
    "Categories",
    "Tags",
    "Shipping class",
    "Images",
    "Download limit",
    "Download expiry days",
    "Parent",
    "Grouped products",
    "Upsells",
    "Cross-sells",
    "External URL",
    "Button text",
    "Position",
    "Brands",
    "Attribute 1 name",
    "Attribute 1 value(s)",
    "Attribute 1 visible",
    "Attribute 1 global",
    "Attribute 2 name",
    "Attribute 2 value(s)",
    "Attribute 2 visible",
    "Attribute 2 global",
    "Swatches Attributes",
];

/// Simple products, and variable ones with two variations each: `products` products that are sold.
pub fn woocommerce(products: usize) -> String {
    let mut rows = vec![words(&WOOCOMMERCE)];
    let (mut made, mut id) = (0, 1000);
    while made < products {
        let (name, category, _) = KINDS[made % KINDS.len()];
        let categories = format!("{category} > {name}, Sale");
        id += 1;
        let mut cells = vec![
            ("ID", id.to_string()),
            ("SKU", format!("WC-{id}")),
            ("Name", format!("{name} {id}")),
            ("Published", "1".to_owned()),
            ("Is featured?", "0".to_owned()),
            ("Visibility in catalog", "visible".to_owned()),
            ("Short description", "For the house".to_owned()),
            ("Description", "<strong>Good</strong>\\n\\nFor the house".to_owned()),
            ("Tax status", "taxable".to_owned()),
            ("In stock?", "1".to_owned()),
            ("Allow customer reviews?", "1".to_owned()),
            ("Categories", categories),
            ("Brands", "Mekong".to_owned()),
        ];
        if made % 5 == 0 && made + 2 <= products {
            cells.extend([
                ("Type", "variable".to_owned()),
                ("Attribute 1 name", "Color".to_owned()),
                ("Attribute 1 value(s)", "Red, Blue".to_owned()),
            ]);
            rows.push(row(&WOOCOMMERCE, &cells));
            let parent = id;
            for color in ["Red", "Blue"] {
                id += 1;
                rows.push(row(
                    &WOOCOMMERCE,
                    &[
                        ("ID", id.to_string()),
                        ("Type", "variation".to_owned()),
                        ("Name", format!("{name} {parent} - {color}")),
                        ("Published", "1".to_owned()),
                        ("In stock?", "1".to_owned()),
                        ("Stock", "7".to_owned()),
                        ("Regular price", "58000".to_owned()),
                        ("Sale price", if color == "Red" { "50000" } else { "" }.to_owned()),
                        (
                            "Parent",
                            if parent % 2 == 0 { format!("id:{parent}") } else { format!("WC-{parent}") },
                        ),
                        ("Attribute 1 name", "Color".to_owned()),
                        ("Attribute 1 value(s)", color.to_owned()),
                    ],
                ));
                made += 1;
            }
        } else {
            cells.extend([
                ("Type", "simple".to_owned()),
                ("Stock", made.to_string()),
                ("Regular price", (20_000 + made * 500).to_string()),
                ("Weight (kg)", "1.2".to_owned()),
            ]);
            rows.push(row(&WOOCOMMERCE, &cells));
            made += 1;
        }
    }
    csv(&rows)
}

const ODOO: [&str; 10] = [
    "External ID",
    "Internal Reference",
    "Name",
    "Barcode",
    "Variant Values",
    "Product Category",
    "Sales Price",
    "Cost",
    "Quantity On Hand",
    "Unit of Measure",
];

/// The list of product variants; every sixth one has a second attribute value in a row of its own.
pub fn odoo(products: usize) -> Vec<Vec<String>> {
    let mut rows = vec![words(&ODOO)];
    for number in 0..products {
        let (name, category, lao) = KINDS[number % KINDS.len()];
        let has_values = number % 6 == 0;
        rows.push(row(
            &ODOO,
            &[
                ("External ID", format!("__export__.product_product_{number}_a1b2c3")),
                ("Internal Reference", format!("OD-{number:04}")),
                (
                    "Name",
                    if number % 2 == 0 { format!("{lao} {number}") } else { format!("{name} {number}") },
                ),
                ("Barcode", format!("6291{number:09}")),
                ("Variant Values", if has_values { "Color: White" } else { "" }.to_owned()),
                ("Product Category", format!("All / Saleable / {category} / {name}")),
                ("Sales Price", format!("{}.00", 30_000 + number * 1_000)),
                ("Cost", "100.00".to_owned()),
                ("Quantity On Hand", format!("{}.00", number % 40)),
                ("Unit of Measure", "Units".to_owned()),
            ],
        ));
        if has_values {
            rows.push(row(&ODOO, &[("Variant Values", "Size: 5 l".to_owned())]));
        }
    }
    rows
}

pub fn odoo_csv(products: usize) -> String {
    csv(&odoo(products))
}

/// The same as a workbook, in which numbers are numbers.
pub fn odoo_xlsx(products: usize) -> Vec<u8> {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    for (line, row) in odoo(products).iter().enumerate() {
        for (column, text) in row.iter().enumerate() {
            let (line, column) = (line as u32, column as u16);
            match text.parse::<f64>() {
                Ok(number) if line > 0 => sheet.write(line, column, number).unwrap(),
                _ => sheet.write(line, column, text).unwrap(),
            };
        }
    }
    workbook.save_to_buffer().unwrap()
}
