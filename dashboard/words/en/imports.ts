import { plural } from '../plural.js';

/** The texts of `dashboard/imports`. */

export const unicodeUtf8 = 'Unicode (UTF-8)';
export const unicodeUtf16Le = 'Unicode (UTF-16 LE)';
export const unicodeUtf16Be = 'Unicode (UTF-16 BE)';
export const westernEuropeanWindows1252 = 'Western European (windows-1252)';
export const westernEuropeanIso885915 = 'Western European (ISO 8859-15)';
export const centralEuropeanWindows1250 = 'Central European (windows-1250)';
export const centralEuropeanIso88592 = 'Central European (ISO 8859-2)';
export const turkishWindows1254 = 'Turkish (windows-1254)';
export const cyrillicWindows1251 = 'Cyrillic (windows-1251)';
export const cyrillicKoi8R = 'Cyrillic (KOI8-R)';
export const greekWindows1253 = 'Greek (windows-1253)';
export const hebrewWindows1255 = 'Hebrew (windows-1255)';
export const arabicWindows1256 = 'Arabic (windows-1256)';
export const cyrillicMsDosCp866 = 'Cyrillic, MS-DOS (CP866)';
export const westernEuropeanMsDosCp850 = 'Western European, MS-DOS (CP850)';
export const centralEuropeanMsDosCp852 = 'Central European, MS-DOS (CP852)';
export const unitedStatesMsDosCp437 = 'United States, MS-DOS (CP437)';
export const westernEuropeanOldMacMacroman = 'Western European, old Mac (MacRoman)';
export const japaneseShiftJis = 'Japanese (Shift JIS)';
export const koreanEucKr = 'Korean (EUC-KR)';
export const simplifiedChineseGb18030 = 'Simplified Chinese (GB18030)';
export const traditionalChineseBig5 = 'Traditional Chinese (Big5)';
export const japaneseEucJp = 'Japanese (EUC-JP)';
export const stopImport = 'Stop import';
export const undoImport = 'Undo import';
export const leadsThatThisImportCreatedAre =
  'Leads that this import created are deleted, and leads that it updated return to their previous values. Later changes are kept. Messages that were already sent can’t be undone.';
export const skippedRowsAndWarnings = 'Skipped rows and warnings';
export const downloadAsCsv = 'Download as CSV';
export const lead = 'Lead';
export const skipped = 'Skipped';
export const warning = 'Warning';
export const showMore = 'Show more';
export const importLabel = 'Import';
export const progress = 'Progress';
export const rowLeft = (rows: number) => plural(rows, { one: '# row left.', other: '# rows left.' });
export const deletedRestoredKeptBecauseThey = (removed: string, restored: string, kept: string) =>
  `${removed} deleted, ${restored} restored, ${kept} kept because they changed later.`;
export const viewLeads = 'View leads';
export const importAnotherFile = 'Import another file';
export const file = 'File';
export const dropAFileHere = 'Drop a file here';
export const csvOrJsonLinesUpTo =
  'CSV or JSON lines up to 50 MiB, or an Excel file (XLSX) up to 20 MiB. You see a preview before anything is imported.';
export const selectFile = 'Select file';
export const fileToImport = 'File to import';
export const importHistory = 'Import history';
export const unnamedFile = 'Unnamed file';
export const newSkipped = (rows: number, created: string, skipped: string) =>
  `${plural(rows, { one: '# row', other: '# rows' })} · ${created} new · ${skipped} skipped`;
export const importLeads = 'Import leads';
export const update = 'Update';
export const keepUnchanged = 'Keep unchanged';
export const createAgain = 'Create again';
export const skipTheRow = 'Skip the row';
export const existingLeads = 'Existing leads';
export const sourceForRowsWithoutOne = 'Source for rows without one';
export const tagsForAllLeadsSeparatedBy = 'Tags for all leads, separated by commas';
export const enrollInAgent = 'Enroll in agent';
export const none = 'None';
export const skipTheFirstMessage = 'Skip the first message';
export const selectAnotherFile = 'Select another file';
export const importRow = (rows: number) => plural(rows, { one: 'Import # row', other: 'Import # rows' });
export const youCanDownloadTheSkippedRows = 'You can download the skipped rows with their errors after the import.';
export const rows = 'Rows';
export const newLabel = 'New';
export const updated = 'Updated';
export const unchanged = 'Unchanged';
export const warnings = 'Warnings';
export const optedOut = 'Opted out';
export const theFileDoesntDeclareItsEncoding = (encoding: string, cells: string) =>
  `The file doesn’t declare its encoding, so it was read as ${encoding}. Check these cells: ${cells}. If they are garbled, select another encoding.`;
export const sheet = (sheet: string | number) => `Sheet: ${sheet}.`;
export const theHeaderIsInLineEarlier = (line: string | number) =>
  `The header is in line ${line}. Earlier lines are skipped.`;
export const skippedAtTheEndLine = (lines: string) => `Skipped at the end: line ${lines}.`;
export const inLine = (line: number) => `line ${line}`;
export const columns = 'Columns';
export const detected = 'detected';
export const fieldFor = (header: string) => `Field for ${header}`;
export const firstRows = 'First rows';
export const firstName = 'First name';
export const lastName = 'Last name';
export const fullName = 'Full name';
export const phone = 'Phone';
export const company = 'Company';
export const title = 'Title';
export const source = 'Source';
export const timeZone = 'Time zone';
export const country = 'Country';
export const externalId = 'External ID';
export const dealValue = 'Deal value';
export const dealCurrency = 'Deal currency';
export const tags = 'Tags';
export const emailConsent = 'Email consent';
export const whatsappConsent = 'WhatsApp consent';
export const callConsent = 'Call consent';
export const smsConsent = 'SMS consent';
export const emailOptOut = 'Email opt-out';
export const whatsappOptOut = 'WhatsApp opt-out';
export const callOptOut = 'Call opt-out';
export const smsOptOut = 'SMS opt-out';
export const optOutFromAllChannels = 'Opt-out from all channels';
export const customField = (field: string) => `Custom field: ${field}`;
export const owner = 'Owner';
export const leadId = 'Lead ID';
export const customFieldsJson = 'Custom fields (JSON)';
export const dontImport = 'Don’t import';
export const undoing = (counts: string) => `Undoing… ${counts}`;
export const undone = (counts: string) => `Undone: ${counts}`;
export const empty = 'empty';
export const email = 'Email';
export const undoRequestedBy = (name: string) => `Requested by ${name}.`;
export const messagesStaySent = (messages: number) =>
  plural(messages, {
    one: '# message to these leads was already sent and can’t be undone.',
    other: '# messages to these leads were already sent and can’t be undone.',
  });
const LISTED_ROWS = 10;
export const alsoRows = (rows: readonly number[]) => {
  const listed = rows.slice(0, LISTED_ROWS).join(', ');
  const more = rows.length - LISTED_ROWS;
  return `${plural(rows.length, { one: 'Also row', other: 'Also rows' })} ${listed}${more > 0 ? ` and ${more} more` : ''}.`;
};
