import { TextInput } from '@mantine/core';
import type { ImportPreview } from '../../../schemas/imports/imports.js';
import { Select } from '../../components/select.js';
import * as words from '../../words/en/import-options.js';
import { ENCODINGS } from './encodings.js';
import type { ImportOptions } from './import-options.js';

const DATE_ORDERS = [
  { value: 'day_first', label: words.dayFirst },
  { value: 'month_first', label: words.monthFirst },
];

interface ReadingOptionsProps {
  /** Absent while nothing could be read of the file. */
  preview: ImportPreview | undefined;
  choices: ImportOptions;
  onChange: (change: Partial<ImportOptions>) => void;
}

/** The options that the type of a file allows. Another header has other columns, so mappings are cleared. */
export function ReadingOptions({ preview, choices, onChange }: ReadingOptionsProps) {
  const file = preview?.file;
  const isSpreadsheet = file?.type === 'xlsx';
  const hasDates = preview?.columns.some(({ type, warning }) => type === 'date' || warning?.includes('date_order'));
  const reread = (change: Partial<ImportOptions>) => onChange({ ...change, mapping: {} });
  return (
    <div className="card-body pairs">
      {preview && preview.sheets.length > 1 && (
        <Select
          label={words.sheet}
          data={preview.sheets}
          value={choices.sheet || file?.sheet || null}
          onChange={(value) => reread({ sheet: value ?? '', header_line: '' })}
        />
      )}
      {file?.type !== 'ndjson' && (
        <TextInput
          type="number"
          inputMode="numeric"
          label={isSpreadsheet ? words.headerRow : words.headerLine}
          placeholder={file?.header_line ? words.detectedLine(file.header_line) : words.detectAutomatically}
          value={choices.header_line}
          onChange={({ currentTarget }) => reread({ header_line: currentTarget.value })}
          min={1}
        />
      )}
      {(hasDates || choices.date_order) && (
        <Select
          label={words.dateOrder}
          placeholder={words.detectAutomatically}
          data={DATE_ORDERS}
          value={choices.date_order || null}
          onChange={(value) => onChange({ date_order: value ?? '' })}
          clearable
        />
      )}
      {!isSpreadsheet && (
        <Select
          label={words.encoding}
          placeholder={words.detectAutomatically}
          data={ENCODINGS}
          value={choices.encoding || null}
          onChange={(value) => reread({ encoding: value ?? '' })}
          clearable
          searchable
        />
      )}
    </div>
  );
}
