// Writes spreadsheets with Apache POI: java Spreadsheets.java <folder>.
import java.io.FileOutputStream;
import java.time.LocalDate;
import java.time.LocalDateTime;
import org.apache.poi.ss.usermodel.*;
import org.apache.poi.ss.util.CellRangeAddress;
import org.apache.poi.xssf.streaming.SXSSFWorkbook;
import org.apache.poi.xssf.usermodel.XSSFWorkbook;

class Spreadsheets {
  static final String[] HEADER = {
    "Name", "Email", "Phone", "Zip", "Since", "Seen", "Score", "VIP", "Total", "Bad", "Note", "Company"
  };
  static final String NOTE = "line one\nline two \uD83D\uDE00 & <b>";

  static CellStyle style(Workbook book, String code) {
    CellStyle style = book.createCellStyle();
    style.setDataFormat(book.createDataFormat().getFormat(code));
    return style;
  }

  static void fill(Workbook book, boolean evaluates) {
    Sheet lists = book.createSheet("Lists");
    lists.createRow(0).createCell(0).setCellValue("Name");
    lists.createRow(1).createCell(0).setCellValue("Hidden");
    Sheet sheet = book.createSheet("Leads");
    book.setActiveSheet(1);
    book.setSheetVisibility(0, SheetVisibility.VERY_HIDDEN);
    CellStyle day = style(book, "[$-40A]d\" de \"mmmm\" de \"yyyy;@");
    CellStyle moment = style(book, "dd.mm.yyyy hh:mm:ss");
    sheet.createRow(0).createCell(0).setCellValue("Leads of the fair");
    sheet.addMergedRegion(new CellRangeAddress(0, 0, 0, 5));
    Row header = sheet.createRow(2);
    for (int at = 0; at < HEADER.length; at++) header.createCell(at).setCellValue(HEADER[at]);

    Row first = sheet.createRow(3);
    first.createCell(0).setCellValue("Ana García");
    first.createCell(1).setCellValue("ana@example.com");
    first.createCell(2).setCellValue(3.4612345678e10);
    first.createCell(3).setCellValue("08001");
    first.createCell(4).setCellValue(LocalDate.of(2024, 2, 29));
    first.createCell(5).setCellValue(LocalDateTime.of(2024, 2, 29, 13, 45, 30));
    first.createCell(6).setCellValue(12.5);
    first.createCell(7).setCellValue(true);
    first.createCell(8).setCellFormula("G4*2");
    first.createCell(9).setCellErrorValue(FormulaError.NA.getCode());
    RichTextString rich = book.getCreationHelper().createRichTextString("Big deal!");
    Font bold = book.createFont();
    bold.setBold(true);
    rich.applyFont(4, 8, bold);
    first.createCell(10).setCellValue(rich);
    first.createCell(11).setCellValue("Acme");
    sheet.addMergedRegion(new CellRangeAddress(3, 5, 11, 11));

    Row last = sheet.createRow(5);
    last.createCell(0).setCellValue("Bo");
    last.createCell(1).setCellValue("bo@example.com");
    last.createCell(2).setCellValue("+34600111222");
    last.createCell(3).setCellValue(8002);
    last.getCell(3).setCellStyle(style(book, "00000"));
    last.createCell(4).setCellValue(LocalDate.of(1900, 1, 15));
    last.createCell(5).setCellValue(LocalDateTime.of(2024, 3, 1, 0, 0, 1));
    last.createCell(6).setCellValue(-0.1);
    last.createCell(7).setCellValue(false);
    last.createCell(8).setCellFormula("A6&\"!\"");
    last.createCell(9).setCellFormula("1/0");
    last.createCell(10).setCellValue(NOTE);
    for (Row row : new Row[] {first, last}) {
      row.getCell(4).setCellStyle(day);
      row.getCell(5).setCellStyle(moment);
    }
    if (evaluates) book.getCreationHelper().createFormulaEvaluator().evaluateAll();
  }

  static void save(Workbook book, String path) throws Exception {
    try (FileOutputStream out = new FileOutputStream(path)) {
      book.write(out);
    }
  }

  public static void main(String[] arguments) throws Exception {
    XSSFWorkbook book = new XSSFWorkbook();
    fill(book, true);
    save(book, arguments[0] + "/poi.xlsx");
    SXSSFWorkbook stream = new SXSSFWorkbook();
    fill(stream, true);
    save(stream, arguments[0] + "/poi-stream.xlsx");
  }
}
