//! A table of the catalog as an Excel workbook, which an import can read as well.

use anyhow::{Context as _, Result, bail};
use heuan_catalog_folder::{FolderTable, Records};
use rust_xlsxwriter::{Format, Workbook};

/// Maximum rows of a sheet, including the header.
const MAX_ROWS: u32 = 1_048_576;
/// Maximum characters of a cell.
const MAX_CELL_CHARS: usize = 32_767;
/// Excel keeps 15 digits of a number.
const MAX_DIGITS: usize = 15;

/// The workbook of a table that is given as CSV. It blocks on the CPU.
pub fn workbook_of(table: FolderTable, csv: &[u8]) -> Result<Vec<u8>> {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet_with_constant_memory()?;
    sheet.set_name(table.name())?;
    sheet.set_freeze_panes(1, 0)?;
    let bold = Format::new().set_bold();
    let mut records = Records::separated_by(b',', csv);
    let (mut row, mut is_number) = (0, Vec::new());
    while let Some(next) = records.next() {
        let record = next.map_err(|error| anyhow::anyhow!(error.reason))?;
        if row == MAX_ROWS {
            bail!("a workbook has at most {MAX_ROWS} rows; export the table as CSV");
        }
        for index in 0..record.len() {
            let column = u16::try_from(index)?;
            let text = std::str::from_utf8(record.field(index)).context("a field is not UTF-8")?;
            if row == 0 {
                is_number.push(is_number_column(text));
                sheet.write_string_with_format(row, column, text, &bold)?;
            } else if text.is_empty() {
            } else if is_number.get(index) == Some(&true)
                && text.len() <= MAX_DIGITS
                && let Ok(number) = text.parse::<f64>()
            {
                sheet.write_number(row, column, number)?;
            } else if text.chars().count() > MAX_CELL_CHARS {
                bail!("row {} has a text that is too long for a workbook; export the table as CSV", row + 1);
            } else {
                sheet.write_string(row, column, text)?;
            }
        }
        row += 1;
    }
    Ok(workbook.save_to_buffer()?)
}

/// Whether a column has numbers; texts such as telephone numbers stay texts.
fn is_number_column(column: &str) -> bool {
    column.ends_with("_id")
        || matches!(
            column,
            "price" | "product_price1" | "stock" | "vatrate" | "visible" | "lat" | "lng" | "b_show_map"
        )
}
