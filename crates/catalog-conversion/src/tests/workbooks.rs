//! Tests of whole workbooks.

use rust_xlsxwriter::Workbook;

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
    let mut fault = Diagnostic { file: "products.csv".into(), line: Some(2), ..Diagnostic::default() };
    warnings.translate(&mut fault);
    assert_eq!((&*fault.file, fault.line), ("products.csv", Some(2)));
    let Read::Table(_, _, none) = read_by(&workbook(&[table]), None).unwrap() else { panic!("no table") };
    assert_eq!(none, None);
}
