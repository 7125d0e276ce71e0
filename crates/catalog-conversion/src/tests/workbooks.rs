//! Tests of whole workbooks.

use rust_xlsxwriter::{Format, Formula, Workbook};

use super::*;

/// A sheet: its name and the texts of its rows.
type Sheet<'a> = (&'a str, &'a [&'a [&'a str]]);

fn workbook(sheets: &[Sheet<'_>]) -> Vec<u8> {
    let mut workbook = Workbook::new();
    for (name, rows) in sheets {
        let sheet = workbook.add_worksheet();
        sheet.set_name(*name).unwrap();
        for (line, row) in rows.iter().enumerate() {
            for (column, text) in row.iter().enumerate() {
                sheet.write(line as u32, column as u16, *text).unwrap();
            }
        }
    }
    workbook.save_to_buffer().unwrap()
}

fn read_by(bytes: &[u8], mapping: Option<&str>) -> Result<Read, Diagnostics> {
    read(file_of(bytes), "list.xlsx", mapping, &Existing::default())
}

pub(super) fn converted(sheets: &[Sheet<'_>]) -> Conversion {
    conversion_of(read_by(&workbook(sheets), None).unwrap_or_else(|errors| panic!("{errors}")))
}

const NOTES: Sheet<'_> = ("Notes", &[&["To", "Do"], &["a", "b"]]);
const NO_ROWS: &[&[&str]] = &[];

/// The names S1, S2 and so on.
fn names(count: usize) -> Vec<String> {
    (1..=count).map(|number| format!("S{number}")).collect()
}

/// Sheets with these names that fit nothing.
fn notes(names: &[String]) -> Vec<Sheet<'_>> {
    names.iter().map(|name| (name.as_str(), NOTES.1)).collect()
}

/// Codes of errors with their values.
fn errors_of(refused: &Diagnostics) -> Vec<String> {
    let said = |it: &Diagnostic| {
        let mut parts = vec![it.code.to_owned()];
        parts.extend(it.values.iter().map(|(name, value)| format!("{name}={value}")));
        parts.join(" ")
    };
    refused.errors.iter().map(said).collect()
}

#[test]
fn first_sheet_with_the_columns_of_a_key_is_read_and_the_others_are_named() {
    let list: Sheet<'_> = ("2026", &[&["Artikel", "Bezeichnung"], &["A-1", "Hammer"]]);
    let old: Sheet<'_> = ("2025", &[&["Artikel", "Bezeichnung"], &["A-1", "Saw"]]);
    let title: Sheet<'_> = ("Title", &[&["Our products"]]);
    let mapping = "format = \"own\"\n[id]\nkeys = [[\"Artikel\"]]\n[columns]\nname = [\"Bezeichnung\"]\n";
    let done = conversion_of(read_by(&workbook(&[title, NOTES, list, old]), Some(mapping)).unwrap());
    assert_eq!(done.products.len(), 1);
    assert_eq!(done.named("Hammer").key, "A-1");
    let warning = done.warnings.iter().find(|it| it.reason.code == "sheets_not_read").unwrap();
    assert_eq!(
        warning.reason.values,
        [("count", "2".to_owned()), ("sheet", "2026".to_owned()), ("sheets", "Notes, 2025".to_owned())]
    );
    let prices: Sheet<'_> = ("Prices", &[&["Code", "Price"], &["A-1", "1000"]]);
    assert!(converted(&[NOTES, prices]).warns("only the sheet Prices is read"));
    assert!(!converted(&[title, prices]).warns("sheet"));
}

#[test]
fn sheet_with_a_price_or_the_stock_is_read_before_one_with_codes_and_names_alone() {
    let suppliers: Sheet<'_> =
        ("Suppliers", &[&["Code", "Name", "Phone"], &["S-1", "Lanna", "020 5512 3456"]]);
    let products: Sheet<'_> =
        ("Products", &[&["Code", "Name", "Price", "Stock"], &["A-1", "Hammer", "58000", "7"]]);
    let counts: Sheet<'_> = ("Counts", &[&["Code", "Name", "Stock"], &["A-2", "Saw", "3"]]);
    let key_of = |done: &Conversion| done.products.iter().map(|it| it.key.clone()).collect::<Vec<_>>();
    let done = converted(&[suppliers, products, counts]);
    assert_eq!(key_of(&done), ["A-1"]);
    assert!(done.warns("only the sheet Products is read"), "{:?}", done.warnings);
    assert!(done.warns("files of their own: Suppliers, Counts"), "{:?}", done.warnings);
    assert_eq!(key_of(&converted(&[suppliers, counts, products])), ["A-2"]);
    assert_eq!(key_of(&converted(&[products, suppliers])), ["A-1"]);
    // Without such a column in any of them, the first one that fits.
    let names: Sheet<'_> = ("Names", &[&["Code", "Name"], &["A-1", "Hammer"]]);
    assert_eq!(key_of(&converted(&[NOTES, suppliers, names])), ["S-1"]);

    let mapping =
        "format = \"own\"\n[id]\nkeys = [[\"Code\"]]\n[columns]\nname = [\"Name\"]\nstock = [\"Bestand\"]\n";
    let german: Sheet<'_> = ("Lager", &[&["Code", "Name", "Bestand"], &["A-3", "Drill", "2"]]);
    let done = conversion_of(read_by(&workbook(&[suppliers, products, german]), Some(mapping)).unwrap());
    assert_eq!(key_of(&done), ["A-3"]);
}

#[test]
fn products_of_the_shop_are_read_before_another_table_of_it() {
    let categories: Sheet<'_> = ("categories", &[&["cat_id", "cat_name_en"], &["1", "Paint"]]);
    let products: Sheet<'_> = ("products", &[&["pro_id", "price"], &["7", "1000"]]);
    let Read::Table(of, ..) = read_by(&workbook(&[categories, products]), None).unwrap() else {
        panic!("no table")
    };
    assert_eq!(of, FolderTable::Products);
    let Read::Table(of, ..) = read_by(&workbook(&[NOTES, categories]), None).unwrap() else {
        panic!("no table")
    };
    assert_eq!(of, FolderTable::Categories);
}

#[test]
fn mapping_is_proposed_for_the_sheet_with_the_most_columns() {
    let title: Sheet<'_> = ("Title", &[&["Our products"]]);
    let list: Sheet<'_> =
        ("Preise", &[&["Artikel", "Bezeichnung", "Verkaufspreis"], &["A-1", "Hammer", "58000"]]);
    let equal: Sheet<'_> = ("Alt", &[&["Nummer", "Ware", "Betrag"], &["A-1", "Hammer", "50000"]]);
    let refused = read_by(&workbook(&[title, NOTES, list, equal]), None).unwrap_err();
    assert_eq!(errors_of(&refused), ["format_unknown columns=Artikel, Bezeichnung, Verkaufspreis", ""]);
    assert_eq!(refused.total, 1);
    let proposal = &refused.errors[1].reason;
    assert!(proposal.contains("keys = [[\"Artikel\"]]"), "{proposal}");
    assert!(!proposal.contains("Nummer") && !proposal.contains("Our products"), "{proposal}");
}

#[test]
fn sheets_beyond_the_limit_are_named_in_the_warning() {
    let prices: Sheet<'_> = ("Prices", &[&["Code", "Price"], &["A-1", "1000"]]);
    let warning = |count: usize| {
        let names = names(count);
        let done = converted(&[&[prices][..], &notes(&names)[..]].concat());
        done.warnings.into_iter().find(|it| it.reason.code == "sheets_not_read").unwrap().reason
    };
    let reason = warning(21);
    let all = names(21).join(", ");
    assert!(reason.text.ends_with(&format!("files of their own: {all}")), "{reason}");
    assert_eq!(reason.values, [("count", "21".to_owned()), ("sheet", "Prices".to_owned()), ("sheets", all)]);
    let reason = warning(45);
    let all = names(40).join(", ");
    assert!(reason.text.ends_with(&format!("files of their own: {all} and 5 more")), "{reason}");
    assert_eq!((&*reason.values[0].1, &reason.values[2].1), ("45", &format!("{all}, …")));
}

#[test]
fn sheets_beyond_the_limit_are_named_in_the_fault_if_no_other_fits() {
    let prices: Sheet<'_> = ("Prices", &[&["Code", "Price"], &["A-1", "1000"]]);
    let names = names(20);
    let expected = "no_sheet_fits max=20 count=1 sheets=Prices";
    let bytes = workbook(&[&notes(&names)[..], &[prices]].concat());
    let refused = read_by(&bytes, None).unwrap_err();
    assert_eq!(errors_of(&refused), ["format_unknown columns=To, Do", expected, ""]);
    assert_eq!((refused.total, &*refused.errors[2].file), (2, MAPPING_FILE));
    let reason = &refused.errors[1].reason;
    assert!(reason.ends_with("move it to the front: Prices"), "{reason}");
    let mapping = "format = \"own\"\n[id]\nkeys = [[\"Code\"]]\n[columns]\nprice = [\"Price\"]\n";
    assert_eq!(errors_of(&read_by(&bytes, Some(mapping)).unwrap_err()), [expected]);
    let empty: Vec<Sheet<'_>> = names.iter().map(|name| (name.as_str(), NO_ROWS)).collect();
    let bytes = workbook(&[&empty[..], &[prices]].concat());
    assert_eq!(errors_of(&read_by(&bytes, None).unwrap_err()), [expected]);
}

#[test]
fn table_of_the_shop_in_a_workbook_warns_of_the_other_sheets_as_well() {
    let table: Sheet<'_> = ("products", &[&["pro_id", "price"], &["7", "1000"]]);
    let Read::Table(of, text, warnings) = read_by(&workbook(&[NOTES, table]), None).unwrap() else {
        panic!("no table")
    };
    assert_eq!((of, text.as_str()), (FolderTable::Products, "pro_id,price\r\n7,1000\r\n"));
    let warnings = warnings.unwrap();
    let found: Vec<Diagnostic> = warnings.warnings().collect();
    assert_eq!((found.len(), found[0].code), (1, "sheets_not_read"));
    // The lines of the table are those of the sheet.
    let mut diagnostic = Diagnostic { file: "products.csv".into(), line: Some(2), ..Diagnostic::default() };
    warnings.translate(&mut diagnostic);
    assert_eq!((&*diagnostic.file, diagnostic.line), ("products.csv", Some(2)));
    let Read::Table(_, _, none) = read_by(&workbook(&[table]), None).unwrap() else { panic!("no table") };
    assert_eq!(none, None);
}

#[test]
fn value_of_a_merged_cell_counts_in_each_of_its_rows() {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    for (column, name) in ["Category", "Code", "Name", "Price"].into_iter().enumerate() {
        sheet.write(0, column as u16, name).unwrap();
    }
    for line in 1..=3 {
        sheet.write(line, 1, format!("A-{line}")).unwrap();
        sheet.write(line, 2, format!("Good {line}")).unwrap();
    }
    let format = Format::new();
    sheet.merge_range(1, 0, 2, 0, "Paint", &format).unwrap();
    sheet.write(3, 0, "Tools").unwrap();
    sheet.merge_range(1, 3, 3, 3, "", &format).unwrap();
    sheet.write_with_format(1, 3, 58_000, &format).unwrap();
    let done = conversion_of(read_by(&workbook.save_to_buffer().unwrap(), None).unwrap());
    let of = |column: &str| -> Vec<String> {
        done.products.iter().map(|product| product.field(column).to_owned()).collect()
    };
    assert_eq!(of("price"), ["58000", "58000", "58000"]);
    let categories = of("cat_id");
    assert_eq!(categories[0], categories[1]);
    assert_ne!(categories[0], categories[2]);
    let names: Vec<&str> = done.categories.iter().map(|(_, name)| name.as_str()).collect();
    assert_eq!(names, ["Paint", "Tools"]);
}

#[test]
fn default_stock_does_not_apply_to_rows_that_share_merged_units() {
    let mapping = "format = \"own\"\n[id]\nkeys = [[\"Code\"]]\n[columns]\nname = [\"Name\"]\n\
        stock = [\"Stock\"]\n[defaults]\nstock = 100\n";
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    for (column, name) in ["Code", "Name", "Stock"].into_iter().enumerate() {
        sheet.write(0, column as u16, name).unwrap();
    }
    for line in 1..=4 {
        sheet.write(line, 0, format!("A-{line}")).unwrap();
        sheet.write(line, 1, format!("Good {line}")).unwrap();
    }
    let format = Format::new();
    sheet.merge_range(1, 2, 3, 2, "", &format).unwrap();
    sheet.write_with_format(1, 2, 30, &format).unwrap();
    let done = conversion_of(read_by(&workbook.save_to_buffer().unwrap(), Some(mapping)).unwrap());
    let stocks: Vec<&str> = done.products.iter().map(|product| product.field("stock")).collect();
    assert_eq!(stocks, ["30", "", "", "100"]);
}

#[test]
fn error_in_a_column_that_is_read_is_a_fault_and_in_another_one_is_none() {
    let list = |column: u16| {
        let mut workbook = Workbook::new();
        let sheet = workbook.add_worksheet();
        for (column, name) in ["Code", "Price", "Margin"].into_iter().enumerate() {
            sheet.write(0, column as u16, name).unwrap();
        }
        sheet.write(1, 0, "A-1").unwrap().write(1, 1, 58_000).unwrap();
        sheet.write(1, column, Formula::new("=1/0").set_result("#DIV/0!")).unwrap();
        // A row with nothing but a cell that is not read.
        sheet.write(2, 2, Formula::new("=1/0").set_result("#DIV/0!")).unwrap();
        read_by(&workbook.save_to_buffer().unwrap(), None)
    };
    let refused = list(1).unwrap_err();
    assert_eq!((refused.total, refused.errors[0].line, refused.errors[0].code), (1, Some(2), "cell_error"));
    assert!(refused.errors[0].reason.contains("cell B2 has the error #DIV/0!"), "{refused}");
    let done = conversion_of(list(2).unwrap());
    assert_eq!((done.products.len(), done.products[0].field("price")), (1, "58000"));
}

#[test]
fn code_that_its_format_pads_with_zeros_has_them() {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    sheet.write(0, 0, "Code").unwrap().write(0, 1, "Price").unwrap();
    sheet.write_with_format(1, 0, 123, &Format::new().set_num_format("00000")).unwrap();
    sheet.write(1, 1, 58_000).unwrap();
    let done = conversion_of(read_by(&workbook.save_to_buffer().unwrap(), None).unwrap());
    assert_eq!(done.products[0].key, "00123");
}

#[test]
fn number_with_three_decimals_has_one_meaning() {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    for (column, name) in ["Artikel", "Preis", "Bestand", "Gewicht"].into_iter().enumerate() {
        sheet.write(0, column as u16, name).unwrap();
    }
    sheet.write(1, 0, "A-1").unwrap();
    for column in 1..4 {
        sheet.write(1, column, 2.125).unwrap();
    }
    let bytes = workbook.save_to_buffer().unwrap();
    let mapping = "format = \"own\"\n[id]\nkeys = [[\"Artikel\"]]\n[columns]\nname = [\"Artikel\"]\nprice = [\"Preis\"]\n\
        stock = [\"Bestand\"]\n[attributes]\nweight = \"Gewicht\"\n";
    let refused = read_by(&bytes, Some(mapping)).unwrap_err();
    assert_eq!(refused.errors[0].code, "fraction_of_kip");
    let dollars = format!("{mapping}[price]\nmultiply = 1000\n");
    let done = conversion_of(read_by(&bytes, Some(&dollars)).unwrap());
    let good = &done.products[0];
    assert_eq!((good.field("price"), good.field("stock")), ("2125", "2"));
    assert_eq!(good.field("attributes"), r#"{"weight": "2.125"}"#);
}

#[test]
fn shared_text_that_is_too_long_is_counted() {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    // Excel ends texts at 32,767 characters, which are more bytes in Lao.
    let long = "ກ".repeat(32_000);
    sheet.write(0, 0, "Code").unwrap().write(0, 1, "Name").unwrap().write(0, 2, "Description").unwrap();
    for line in 1..=2 {
        sheet.write(line, 0, format!("A-{line}")).unwrap().write(line, 1, "Drill").unwrap();
        sheet.write(line, 2, &long).unwrap();
    }
    let done = conversion_of(read_by(&workbook.save_to_buffer().unwrap(), None).unwrap());
    assert!(done.warns("2 texts are longer than 64 kB and read as empty"), "{:?}", done.warnings);
}
