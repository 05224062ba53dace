// Writes spreadsheets with excelize: write <folder>.
package main

import (
	"os"
	"path/filepath"
	"time"

	"github.com/xuri/excelize/v2"
)

const note = "line one\nline two \U0001F600 & <b>"

var header = []any{"Name", "Email", "Phone", "Zip", "Since", "Seen", "Score", "VIP", "Total", "Bad", "Note", "Company"}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func path(name string) string { return filepath.Join(os.Args[1], name+".xlsx") }

func day(year, month, date int) time.Time {
	return time.Date(year, time.Month(month), date, 0, 0, 0, 0, time.UTC)
}

var (
	seen    = time.Date(2024, 2, 29, 13, 45, 30, 0, time.UTC)
	seenToo = time.Date(2024, 3, 1, 0, 0, 1, 0, time.UTC)
	rich    = []excelize.RichTextRun{{Text: "Big "}, {Text: "deal", Font: &excelize.Font{Bold: true}}, {Text: "!"}}
)

type book struct {
	*excelize.File
	day, moment, padded int
}

// open makes a book whose first sheet is hidden.
func open(since1904 bool) book {
	file := excelize.NewFile()
	must(file.SetWorkbookProps(&excelize.WorkbookPropsOptions{Date1904: &since1904}))
	must(file.SetSheetName("Sheet1", "Lists"))
	must(file.SetSheetCol("Lists", "A1", &[]any{"Name", "Hidden"}))
	sheet, err := file.NewSheet("Leads")
	must(err)
	file.SetActiveSheet(sheet)
	must(file.SetSheetVisible("Lists", false, true))
	style := func(code string) int {
		id, err := file.NewStyle(&excelize.Style{CustomNumFmt: &code})
		must(err)
		return id
	}
	return book{file, style("yyyy-mm-dd"), style("d/m/yy h:mm"), style("00000")}
}

func cells(name string, since1904 bool) {
	file := open(since1904)
	set := func(cell string, value any) { must(file.SetCellValue("Leads", cell, value)) }
	since := day(1900, 1, 15)
	if since1904 {
		since = day(2004, 1, 15)
	}
	set("A1", "Leads of the fair")
	must(file.MergeCell("Leads", "A1", "F1"))
	must(file.SetSheetRow("Leads", "A3", &header))
	must(file.SetSheetRow("Leads", "A4", &[]any{"Ana García", "ana@example.com", 3.4612345678e10, "08001", day(2024, 2, 29), seen, 12.5, true}))
	// A formula keeps the number that its cell has.
	set("I4", 25)
	must(file.SetCellFormula("Leads", "I4", "G4*2"))
	must(file.SetCellRichText("Leads", "K4", rich))
	set("L4", "Acme")
	must(file.MergeCell("Leads", "L4", "L6"))
	must(file.SetSheetRow("Leads", "A6", &[]any{"Bo", "bo@example.com", "+34600111222", 8002, since, seenToo, -0.1, false}))
	set("I6", "Bo!")
	set("K6", note)
	for _, row := range []string{"4", "6"} {
		must(file.SetCellStyle("Leads", "E"+row, "E"+row, file.day))
		must(file.SetCellStyle("Leads", "F"+row, "F"+row, file.moment))
	}
	must(file.SetCellStyle("Leads", "D6", "D6", file.padded))
	must(file.SaveAs(path(name)))
}

func stream(name string) {
	file := open(false)
	out, err := file.NewStreamWriter("Leads")
	must(err)
	styled := func(style int, value any) excelize.Cell { return excelize.Cell{StyleID: style, Value: value} }
	row := func(cell string, values ...any) { must(out.SetRow(cell, values)) }
	row("A1", "Leads of the fair")
	must(out.MergeCell("A1", "F1"))
	row("A3", header...)
	row("A4", "Ana García", "ana@example.com", 3.4612345678e10, "08001", styled(file.day, day(2024, 2, 29)),
		styled(file.moment, seen), 12.5, true, excelize.Cell{Formula: "G4*2", Value: 25}, nil, rich, "Acme")
	row("A6", "Bo", "bo@example.com", "+34600111222", styled(file.padded, 8002), styled(file.day, day(1900, 1, 15)),
		styled(file.moment, seenToo), -0.1, false, excelize.Cell{Formula: `A6&"!"`, Value: "Bo!"}, nil, note)
	must(out.Flush())
	must(file.SaveAs(path(name)))
}

func main() {
	cells("excelize", false)
	cells("excelize-1904", true)
	stream("excelize-stream")
}
