//! Tests of workbooks: values as typed, and small files that would take much memory or time.

use std::io::{Cursor, Write as _};

use rstest::rstest;
use rust_xlsxwriter::{Format, Formula, Workbook};
use zip::write::SimpleFileOptions;

use super::*;
use crate::source::{MAX_CELL_BYTES, MAX_CELLS, Row};

fn open(bytes: &[u8]) -> Result<Vec<(String, Table)>, Vec<FileError>> {
    read_workbook(file(bytes)).map(|sheets| sheets.tables)
}

fn file(bytes: &[u8]) -> File {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(bytes).unwrap();
    file
}

const RELATIONS: &str = r#"<Relationships><Relationship Id="a" Type="x/officeDocument" Target="xl/workbook.xml"/></Relationships>"#;
const OF_BOOK: &str = r#"<Relationships>
    <Relationship Id="s1" Type="x/worksheet" Target="worksheets/sheet1.xml"/>
    <Relationship Id="t" Type="x/sharedStrings" Target="/xl/sharedStrings.xml"/>
    <Relationship Id="f" Type="x/styles" Target="styles.xml"/></Relationships>"#;
const BOOK: &str = r#"<workbook><sheets><sheet name="Prices" sheetId="1" r:id="s1"/></sheets></workbook>"#;

/// A workbook whose further parts are repetitions of a text between a beginning and an end: path, beginning, text, number, end.
fn repeated(parts: &[(&str, &str, &str, usize, &str)]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Deflated);
    let lists =
        [("_rels/.rels", RELATIONS), ("xl/_rels/workbook.xml.rels", OF_BOOK), ("xl/workbook.xml", BOOK)];
    for (path, text) in lists.iter().filter(|(path, _)| parts.iter().all(|part| part.0 != *path)) {
        zip.start_file(*path, options).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    for (path, before, text, times, after) in parts {
        zip.start_file(*path, options).unwrap();
        zip.write_all(before.as_bytes()).unwrap();
        let many = text.repeat(1_000);
        for _ in 0..times / 1_000 {
            zip.write_all(many.as_bytes()).unwrap();
        }
        zip.write_all(text.repeat(times % 1_000).as_bytes()).unwrap();
        zip.write_all(after.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

fn sheet(rows: &str) -> Vec<u8> {
    repeated(&[("xl/worksheets/sheet1.xml", "<worksheet><sheetData>", rows, 1, "</sheetData></worksheet>")])
}

fn refusal(bytes: &[u8]) -> String {
    assert!(bytes.len() < 512 << 10, "{}", bytes.len());
    open(bytes).unwrap_err().remove(0).1.text
}

#[test]
fn cells_are_read_as_typed() {
    let mut workbook = Workbook::new();
    workbook.add_worksheet().set_name("Empty").unwrap();
    let sheet = workbook.add_worksheet();
    sheet.set_name("Prices").unwrap();
    for (column, name) in ["Code", "Name", "Price", "Day", "VAT", "Opens", "Visible"].into_iter().enumerate()
    {
        sheet.write(0, column as u16, name).unwrap();
    }
    sheet.write(2, 0, 8_851_234_567_890.0).unwrap();
    sheet.write(2, 1, "ສີຂາວ & <b>").unwrap();
    sheet.write(2, 2, 58_000.5).unwrap();
    let day = rust_xlsxwriter::ExcelDateTime::from_ymd(2026, 11, 1).unwrap();
    sheet.write_with_format(2, 3, &day, &Format::new().set_num_format("yyyy-mm-dd")).unwrap();
    sheet.write_with_format(2, 4, 0.1, &Format::new().set_num_format("0%")).unwrap();
    sheet.write_with_format(2, 5, 1.0 / 3.0, &Format::new().set_num_format("h:mm AM/PM")).unwrap();
    sheet.write(2, 6, true).unwrap();
    let sheets = open(&workbook.save_to_buffer().unwrap()).unwrap();
    assert_eq!((sheets.len(), sheets[0].0.as_str()), (1, "Prices"));
    let row = &sheets[0].1.rows[0];
    assert_eq!(row.line, 3);
    assert_eq!(
        row.cells,
        ["8851234567890", "ສີຂາວ & <b>", "58000.5", "2026-11-01 00:00:00", "10%", "08:00:00", "TRUE"]
    );
}

#[test]
fn texts_within_cells_and_shared_ones_with_formats_are_read() {
    let bytes = repeated(&[
        (
            "xl/sharedStrings.xml",
            r#"<sst uniqueCount="99999999999999999999">"#,
            r"<si><r><t>Code</t></r><rPh><t>spoken</t></rPh></si><si><t>Name &amp; more</t></si>",
            1,
            "</sst>",
        ),
        (
            "xl/worksheets/sheet1.xml",
            "<x:worksheet><x:sheetData>",
            r#"<x:row><x:c t="s"><x:v>0</x:v></x:c><x:c t="s"><x:v>1</x:v></x:c></x:row>
               <x:row><x:c t="inlineStr"><x:is><x:t>A-1</x:t></x:is></x:c><x:c t="str"><x:f>"a"</x:f><x:v>Paint_x000D_</x:v></x:c></x:row>"#,
            1,
            "</x:sheetData></x:worksheet>",
        ),
    ]);
    let (_, table) = open(&bytes).unwrap().remove(0);
    assert_eq!(table.header.names, ["Code", "Name & more"]);
    assert_eq!(table.rows[0].cells, ["A-1", "Paint\r"]);
    assert_eq!(table.cell_errors(|_| true), []);
}

#[test]
fn formula_without_a_result_names_its_cell() {
    let bytes = sheet(
        r#"<row r="1"><c r="A1" t="str"><v>Code</v></c><c r="B1" t="str"><v>Price</v></c></row>
           <row r="2"><c r="A2" t="str"><f>""</f><v></v></c><c r="B2"><f>A1*2</f></c></row>
           <row r="3"><c r="A3"><v>7</v></c><c r="B3"><f t="shared" si="0"/><v/></c></row>
           <row r="4"><c r="A4"><v>8</v></c><c r="B4"><f>1+1</f><v>2</v></c></row>"#,
    );
    let (_, table) = open(&bytes).unwrap().remove(0);
    let errors = table.cell_errors(|_| true);
    let lines: Vec<Option<u64>> = errors.iter().map(|(line, _)| *line).collect();
    assert_eq!(lines, [Some(2), Some(3)]);
    let reason = &errors[0].1;
    assert!(
        reason.text.starts_with("cell B2 has a formula without its result; open the workbook in Excel"),
        "{reason}"
    );
    assert_eq!(
        (reason.code, &reason.values[..]),
        ("formula_without_result", &[("cell", "B2".to_owned())][..])
    );
    // A formula with its result is a value.
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    sheet.write(0, 0, "Code").unwrap().write(0, 1, "Price").unwrap();
    sheet.write(1, 0, "A-1").unwrap().write(1, 1, Formula::new("=1+1").set_result("2")).unwrap();
    let (_, table) = open(&workbook.save_to_buffer().unwrap()).unwrap().remove(0);
    assert_eq!((table.rows[0].cells[1].as_str(), table.cell_errors(|_| true).len()), ("2", 0));
}

#[test]
fn cell_with_an_error_names_it() {
    let bytes = sheet(
        r#"<row r="1"><c t="str"><v>Code</v></c><c t="str"><v>Price</v></c><c t="str"><v>Margin</v></c></row>
           <row r="2"><c t="str"><v>A-1</v></c><c t="e"><f>1/0</f><v>#DIV/0!</v></c><c t="e"><v>#N/A</v></c></row>"#,
    );
    let (_, table) = open(&bytes).unwrap().remove(0);
    let errors = table.cell_errors(|column| column != "Margin");
    let [(line, reason)] = &errors[..] else { panic!("{errors:?}") };
    assert_eq!((*line, reason.code), (Some(2), "cell_error"));
    assert_eq!(reason.values, [("cell", "B2".to_owned()), ("error", "#DIV/0!".to_owned())]);
    assert_eq!(table.rows[0].cells, ["A-1"]);
    // An image in a cell.
    let image = sheet(
        r#"<row><c t="str"><v>Code</v></c><c t="str"><v>Image</v></c></row><row><c><v>1</v></c><c t="e" vm="1"><v>#VALUE!</v></c></row>"#,
    );
    assert_eq!(open(&image).unwrap()[0].1.cell_errors(|_| true), []);
    let header = sheet(
        r#"<row><c t="str"><v>Code</v></c><c t="e"><v>#REF!</v></c></row><row><c><v>1</v></c><c><v>2</v></c></row>"#,
    );
    let (_, table) = open(&header).unwrap().remove(0);
    assert_eq!(table.cell_errors(|_| false).len(), 1);
}

#[test]
fn image_of_a_formula_is_no_error() {
    let image = sheet(
        r#"<row><c t="str"><v>Code</v></c><c t="str"><v>Image</v></c></row><row><c><v>1</v></c><c t="e" vm="1"><f>_xlfn.IMAGE("https://a.example/b.png")</f><v>#VALUE!</v></c></row>
           <row><c><v>2</v></c><c t="e" vm="1"><f t="shared" ref="B3:B5" si="0">_xlfn.IMAGE(C3)</f><v>#VALUE!</v></c></row>
           <row><c><v>3</v></c><c t="e" vm="1"><f t="shared" si="0"/><v>#VALUE!</v></c></row>
           <row><c><v>4</v></c><c><f t="shared" si="0"/></c></row>"#,
    );
    assert_eq!(open(&image).unwrap()[0].1.cell_errors(|_| true), []);
}

#[test]
fn error_in_a_second_column_of_a_name_is_not_read() {
    let table = sheet(
        r#"<row><c t="str"><v>Price</v></c><c t="str"><v>price</v></c></row><row><c><v>1</v></c><c t="e"><v>#N/A</v></c></row>"#,
    );
    assert_eq!(open(&table).unwrap()[0].1.cell_errors(|_| true), []);
}

#[test]
fn units_of_a_merged_cell_are_those_of_its_first_row() {
    let rows = r#"<row r="1"><c t="str"><v>Code</v></c><c t="str"><v>Stock</v></c></row><row r="2"><c t="str"><v>A</v></c><c><v>30</v></c></row><row r="3"><c t="str"><v>B</v></c></row></sheetData><mergeCells><mergeCell ref="B2:B3"/></mergeCells>"#;
    let workbook =
        repeated(&[("xl/worksheets/sheet1.xml", "<worksheet><sheetData>", rows, 1, "</worksheet>")]);
    let (_, mut table) = open(&workbook).unwrap().remove(0);
    assert_eq!(table.rows[1].cells, ["B", "30"]);
    table.clear_repeated(|name| name == "Stock");
    assert_eq!((table.rows[0].cells[1].as_str(), table.rows[1].cells[1].as_str()), ("30", ""));
}

#[test]
fn merged_cells_that_overlap_are_refused_before_they_take_time() {
    let rows: Vec<String> =
        (1..=2_000).map(|line| format!(r#"<row r="{line}"><c><v>1</v></c></row>"#)).collect();
    let bomb = repeated(&[(
        "xl/worksheets/sheet1.xml",
        &format!("<worksheet><sheetData>{}</sheetData><mergeCells>", rows.concat()),
        r#"<mergeCell ref="A1:A2000"/>"#,
        6_000,
        "</mergeCells></worksheet>",
    )]);
    assert!(refusal(&bomb).contains("rows times columns"));
    // Ranges that are none, or are beyond the last column.
    for range in ["", "A1", "A1:", "A0:A5", "ALM1:ALM5", "A1:B1", "B1:B3"] {
        let merged = repeated(&[(
            "xl/worksheets/sheet1.xml",
            "<worksheet><sheetData>",
            &format!(
                r#"<row r="1"><c><v>1</v></c></row><row r="2"><c><v>2</v></c></row></sheetData><mergeCell ref="{range}"/>"#
            ),
            1,
            "</worksheet>",
        )]);
        let (_, table) = open(&merged).unwrap().remove(0);
        assert_eq!(table.rows[0].cells, ["2"], "{range}");
    }
}

#[test]
fn cell_in_the_last_row_and_column_is_refused_without_filling_memory() {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    sheet.write(0, 0, "Code").unwrap();
    sheet.write(1_048_575, 16_383, "x").unwrap();
    let errors = open(&workbook.save_to_buffer().unwrap()).unwrap_err();
    let (line, reason) = &errors[0];
    assert_eq!(
        (*line, reason.code, reason.text.as_str()),
        (Some(1_048_576), "cell_too_far", "has more than 1000 columns (cell XFD1048576)")
    );
}

#[test]
fn file_that_is_no_workbook_is_refused() {
    let compound: [u8; 8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1];
    for (bytes, code) in [
        (&b"PK\x03\x04"[..], "workbook_unreadable"),
        (b"", "workbook_unreadable"),
        (b"<html></html>", "workbook_unreadable"),
        (&compound, "workbook_protected"),
        (&sheet(r#"<row><c t="s"><v>9</v></c></row>"#), "workbook_unreadable"),
    ] {
        assert_eq!(open(bytes).unwrap_err()[0].1.code, code, "{bytes:?}");
    }
    assert!(refusal(&[0xD0, 0xCF, 0x11, 0xE0]).contains("password"));
    assert_eq!(refusal(b"<html></html>"), unreadable().text);
}

#[test]
fn workbook_that_unpacks_to_far_more_than_its_size_is_refused() {
    let bomb = repeated(&[("xl/media/x.xml", "", " ", 20 << 20, "")]);
    let reason = open(&bomb).unwrap_err().remove(0).1;
    assert!(reason.text.starts_with("unpacks to more than 200 times its size"), "{reason}");
    let path = ("path", "xl/media/x.xml".to_owned());
    assert!(reason.code == "unpacks_too_far" && reason.values.contains(&path), "{reason:?}");
}

#[test]
fn many_shared_texts_are_refused_before_they_are_held() {
    let many = repeated(&[("xl/sharedStrings.xml", "<sst>", "<si/>", 1_100_000, "</sst>")]);
    assert!(refusal(&many).contains("1000000 different texts"), "{}", refusal(&many));
    // The memory used until then is counted: four bytes for each text, in addition to the text.
    let some = repeated(&[("xl/sharedStrings.xml", "<sst>", "<si><t>ab</t></si>", 100_000, "</sst>")]);
    let strings = Strings::read(&mut Package::open(file(&some)).unwrap(), "xl/sharedStrings.xml").unwrap();
    assert_eq!((strings.get(0), strings.get(99_999), strings.get(100_000)), (Some("ab"), Some("ab"), None));
    assert!(strings.held() <= 2 * 100_000 * (2 + 4), "{}", strings.held());
}

#[test]
fn long_tag_or_text_is_refused_before_it_is_held() {
    for (before, text, after) in [
        ("<worksheet><sheetData><row><c t=\"str\"><v>", "xxxx", "</v></c></row></sheetData></worksheet>"),
        ("<worksheet ", "a='b' ", "><sheetData/></worksheet>"),
        ("<worksheet><!-- ", "<<>>", " --><sheetData/></worksheet>"),
    ] {
        let bomb = repeated(&[("xl/worksheets/sheet1.xml", before, text, 1 << 20, after)]);
        assert!(refusal(&bomb).contains("text of more than 1 MB"), "{before}");
    }
}

#[test]
fn text_longer_than_a_cell_is_read_as_empty() {
    // Texts in pieces, each of which is short.
    let long = "&amp;".repeat(MAX_CELL_BYTES + 1);
    let text = format!(
        "<row><c t=\"str\"><v>Code</v></c><c t=\"str\"><v>Price</v></c></row>\
         <row><c t=\"str\"><v>{long}</v></c><c><v>1</v></c></row>"
    );
    let (_, table) = open(&sheet(&text)).unwrap().remove(0);
    assert_eq!(table.rows.last().unwrap().cells, ["", "1"]);
}

#[test]
fn shared_text_in_many_cells_is_refused_before_memory_grows() {
    let text = "x".repeat(60_000);
    let row = format!("<row>{}</row>", r#"<c t="s"><v>0</v></c>"#.repeat(100));
    let bomb = repeated(&[
        ("xl/sharedStrings.xml", "<sst><si><t>", &text, 1, "</t></si></sst>"),
        ("xl/worksheets/sheet1.xml", "<worksheet><sheetData>", &row, 1_000, "</sheetData></worksheet>"),
    ]);
    assert!(refusal(&bomb).contains("128 MB of texts"));
}

#[test]
fn rows_times_columns_are_limited() {
    let mut collector = Collector::new(usize::MAX, Used { bytes: 0, cells: MAX_CELLS - 1_000 });
    let row = |line| Row { line, cells: vec!["x".to_owned(); 600], ..Row::default() };
    collector.add(row(1)).unwrap();
    let before = collector.used();
    assert!(collector.add(row(2)).unwrap_err().1.text.contains("rows times columns"));
    assert_eq!(collector.used(), before);
    // The far cells of a sheet count as the columns before them.
    let far = repeated(&[(
        "xl/worksheets/sheet1.xml",
        "<worksheet><sheetData>",
        r#"<row><c r="ALL1"><v>1</v></c></row><row><c r="ALL2"><v>1</v></c></row>"#,
        5_000,
        "</sheetData></worksheet>",
    )]);
    assert!(refusal(&far).contains("128 MB of texts"));
}

#[test]
fn sheet_that_is_listed_many_times_is_read_once() {
    let book = format!(
        "<workbook><sheets>{}</sheets></workbook>",
        r#"<sheet name="a" r:id="s1"/><sheet name="b" r:id="s1" state="hidden"/>"#.repeat(50)
    );
    let bytes = repeated(&[
        ("xl/workbook.xml", "", &book, 1, ""),
        (
            "xl/worksheets/sheet1.xml",
            "<worksheet><sheetData>",
            "<row><c><v>1</v></c></row>",
            1,
            "</sheetData></worksheet>",
        ),
    ]);
    assert_eq!(open(&bytes).unwrap().len(), 1);
}

#[test]
fn hidden_sheet_is_not_read() {
    let mut workbook = Workbook::new();
    workbook.add_worksheet().set_name("Shown").unwrap().write(0, 0, "Code").unwrap();
    workbook.add_worksheet().set_name("Hidden").unwrap().set_hidden(true).write(0, 0, "Code").unwrap();
    workbook.add_worksheet().set_name("Deeply").unwrap().set_very_hidden(true).write(0, 0, "Code").unwrap();
    let sheets = open(&workbook.save_to_buffer().unwrap()).unwrap();
    let names: Vec<&str> = sheets.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["Shown"]);
}

#[rstest]
#[case(r#"<workbookPr date1904="1"/>"#, "2026-11-01 00:00:00")]
#[case(r#"<workbookPr date1904="true"/>"#, "2026-11-01 00:00:00")]
#[case(r#"<workbookPr date1904="0"/>"#, "2022-10-31 00:00:00")]
#[case("<workbookPr/>", "2022-10-31 00:00:00")]
fn days_are_counted_from_the_year_that_the_workbook_names(#[case] properties: &str, #[case] day: &str) {
    let book =
        format!(r#"<workbook>{properties}<sheets><sheet name="Prices" r:id="s1"/></sheets></workbook>"#);
    let bytes = repeated(&[
        ("xl/workbook.xml", "", &book, 1, ""),
        ("xl/styles.xml", "<styleSheet><cellXfs>", r#"<xf numFmtId="14"/>"#, 1, "</cellXfs></styleSheet>"),
        (
            "xl/worksheets/sheet1.xml",
            "<worksheet><sheetData>",
            r#"<row><c t="str"><v>Day</v></c></row><row><c s="0"><v>44865</v></c></row>"#,
            1,
            "</sheetData></worksheet>",
        ),
    ]);
    let (_, table) = open(&bytes).unwrap().remove(0);
    assert_eq!(table.rows[0].cells, [day]);
}

#[test]
fn many_formats_are_refused() {
    let bomb =
        repeated(&[("xl/styles.xml", "<styleSheet><cellXfs>", "<xf/>", 200_000, "</cellXfs></styleSheet>")]);
    assert!(refusal(&bomb).contains("65536 formats"));
}
