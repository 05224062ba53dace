"""Writes spreadsheets with openpyxl and XlsxWriter: write.py <folder>."""

import sys
import zipfile
from datetime import date, datetime

import xlsxwriter
from openpyxl import Workbook
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.utils.datetime import CALENDAR_MAC_1904

FOLDER = sys.argv[1]
HEADER = ["Name", "Email", "Phone", "Zip", "Since", "Seen", "Score", "VIP", "Total", "Bad", "Note", "Company"]
NOTE = "line one\nline two \U0001F600 & <b>"


def path(name):
    return f"{FOLDER}/{name}.xlsx"


def with_openpyxl(name, iso_dates=False, mac=False):
    book = Workbook()
    book.iso_dates = iso_dates
    if mac:
        book.epoch = CALENDAR_MAC_1904
    lists = book.active
    lists.title = "Lists"
    lists.sheet_state = "hidden"
    for row in (["Name"], ["Hidden"]):
        lists.append(row)
    sheet = book.create_sheet("Leads")
    sheet["A1"] = "Leads of the fair"
    sheet.merge_cells("A1:F1")
    rich = CellRichText("Big ", TextBlock(InlineFont(b=True), "deal"), "!")
    first = ["Ana García", "ana@example.com", 3.4612345678e10, "08001", date(2024, 2, 29)]
    first += [datetime(2024, 2, 29, 13, 45, 30), 12.5, True, "=G4*2", "#N/A", rich, "Acme"]
    since = date(2004, 1, 15) if mac else date(1900, 1, 15)
    last = ["Bo", "bo@example.com", "+34600111222", 8002, since]
    last += [datetime(2024, 3, 1, 0, 0, 1), -0.1, False, '=A6&"!"', "#DIV/0!", NOTE]
    for at, cells in ((3, HEADER), (4, first), (6, last)):
        for column, value in enumerate(cells, 1):
            sheet.cell(at, column, value)
    sheet["D4"].number_format = "@"
    sheet["D6"].number_format = "00000"
    sheet.merge_cells("L4:L6")
    book.save(path(name))


def with_xlsxwriter(name, **options):
    book = xlsxwriter.Workbook(path(name), options)
    lists = book.add_worksheet("Lists")
    lists.write_column(0, 0, ["Name", "Hidden"])
    sheet = book.add_worksheet("Leads")
    sheet.activate()
    lists.hide()
    day = book.add_format({"num_format": "dd/mm/yyyy"})
    moment = book.add_format({"num_format": "[$-409]d mmm yyyy h:mm AM/PM;@"})
    zipped = book.add_format({"num_format": "00000"})
    bold = book.add_format({"bold": True})
    since = datetime(2004, 1, 15) if options.get("date_1904") else datetime(1900, 1, 15)
    in_order = options.get("constant_memory")
    if in_order:
        sheet.write_string(0, 0, "Leads of the fair")
    else:
        sheet.merge_range("A1:F1", "Leads of the fair")
    sheet.write_row(2, 0, HEADER)
    sheet.write_string(3, 0, "Ana García")
    sheet.write_url(3, 1, "mailto:ana@example.com", string="ana@example.com")
    sheet.write_number(3, 2, 3.4612345678e10)
    sheet.write_string(3, 3, "08001")
    sheet.write_datetime(3, 4, datetime(2024, 2, 29), day)
    sheet.write_datetime(3, 5, datetime(2024, 2, 29, 13, 45, 30), moment)
    sheet.write_number(3, 6, 12.5)
    sheet.write_boolean(3, 7, True)
    sheet.write_formula(3, 8, "=G4*2", None, 25)
    sheet.write_formula(3, 9, "=NA()", None, "#N/A")
    sheet.write_rich_string(3, 10, "Big ", bold, "deal", "!")
    if in_order:
        sheet.write_string(3, 11, "Acme")
    else:
        sheet.merge_range("L4:L6", "Acme")
    sheet.write_row(5, 0, ["Bo", "bo@example.com", "+34600111222"])
    sheet.write_number(5, 3, 8002, zipped)
    sheet.write_datetime(5, 4, since, day)
    sheet.write_datetime(5, 5, datetime(2024, 3, 1, 0, 0, 1), moment)
    sheet.write_number(5, 6, -0.1)
    sheet.write_boolean(5, 7, False)
    sheet.write_formula(5, 8, '=A6&"!"', None, "Bo!")
    sheet.write_formula(5, 9, "=1/0", None, "#DIV/0!")
    sheet.write_string(5, 10, NOTE)
    book.close()


def wide(name, last):
    """All 16,384 columns of the rows are formatted; `last` is what the last one has."""
    book = xlsxwriter.Workbook(path(name))
    sheet = book.add_worksheet("Leads")
    frame = book.add_format({"border": 1})
    for row, cells in enumerate((["Name", "Email"], ["Ana", "ana@example.com"], ["Bo", "bo@example.com"])):
        for column in range(2, 16384):
            sheet.write_blank(row, column, None, frame)
        sheet.write_row(row, 0, cells, frame)
    if last:
        sheet.write_string(1, 16383, last)
    book.close()


def bomb(name, declared=None):
    """A sheet of 500 MB of spaces; `declared` is the size that the directory claims."""
    with_xlsxwriter("seed")
    with zipfile.ZipFile(path("seed")) as seed, zipfile.ZipFile(path(name), "w", zipfile.ZIP_DEFLATED) as out:
        for part in seed.namelist():
            if part != "xl/worksheets/sheet2.xml":
                out.writestr(part, seed.read(part))
                continue
            with out.open(part, "w") as sheet:
                sheet.write(b"<worksheet><sheetData>")
                for _ in range(500):
                    sheet.write(b" " * 1_000_000)
                sheet.write(b"</sheetData></worksheet>")
    if declared is None:
        return
    with open(path(name), "r+b") as file:
        content = file.read()
        entry = content.rindex(b"PK\x01\x02", 0, content.rindex(b"xl/worksheets/sheet2.xml"))
        file.seek(entry + 24)
        file.write(declared.to_bytes(4, "little"))


with_openpyxl("openpyxl")
with_openpyxl("openpyxl-iso-dates", iso_dates=True)
with_openpyxl("openpyxl-1904", mac=True)
with_xlsxwriter("xlsxwriter")
with_xlsxwriter("xlsxwriter-in-order", constant_memory=True)
with_xlsxwriter("xlsxwriter-1904", date_1904=True)
with_xlsxwriter("xlsxwriter-zip64", use_zip64=True)
wide("formatted-columns", None)
wide("filled-columns", "far away")
bomb("bomb")
bomb("bomb-that-lies", 1_000)
