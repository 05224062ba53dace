import type { ImportPreview } from '../../../schemas/imports/imports.js';
import { Chip } from '../../components/chip.js';
import { Select } from '../../components/select.js';
import * as words from '../../words/en/imports.js';
import { OUTCOMES } from '../../words/imports.js';
import { LOCALE } from '../../words/locale.js';
import { translated } from '../../words/sentences.js';
import { targetsFor } from './column-targets.js';

const NUMBER = new Intl.NumberFormat(LOCALE);

interface Counted {
  rows: number;
  created: number;
  updated: number;
  reused: number;
  failed: number;
  warnings: number;
  opted_out?: number;
}

/** The results of the rows, as counts. */
export const RowCounts = ({ preview, isPending = false }: { preview: Counted; isPending?: boolean }) => (
  <dl className="sums" aria-busy={isPending}>
    {(
      [
        [words.rows, preview.rows],
        [words.newLabel, preview.created],
        [words.updated, preview.updated],
        [words.unchanged, preview.reused],
        [words.skipped, preview.failed],
        [words.warnings, preview.warnings],
        ...(preview.opted_out === undefined ? [] : [[words.optedOut, preview.opted_out] as const]),
      ] as const
    ).map(([name, value]) => (
      <div key={name} className="sum">
        <dt>{name}</dt>
        <dd className="numbers">{NUMBER.format(value)}</dd>
      </div>
    ))}
  </dl>
);

/** Shows samples of a file whose encoding isn't certain. */
export const EncodingNote = ({ encoding: { name, certain, samples } }: Pick<ImportPreview, 'encoding'>) =>
  !certain && (
    <p className="quiet card-body" role="status">
      {words.theFileDoesntDeclareItsEncoding(name, samples.join(' · '))}
    </p>
  );

/** Shows how the file was read, if it is a spreadsheet or has lines before its header. */
export const FileNote = ({
  file: { sheet, header_line: line, footer_lines: footers },
}: Pick<ImportPreview, 'file'>) => {
  const notes = [
    ...(sheet === null ? [] : [words.sheet(sheet)]),
    ...(line !== null && line > 1 ? [words.theHeaderIsInLineEarlier(line)] : []),
    ...(footers.length > 0 ? [words.skippedAtTheEndLine(footers.join(', '))] : []),
  ];
  return notes.length > 0 && <p className="quiet card-body">{notes.join(' ')}</p>;
};

interface ColumnsProps {
  columns: ImportPreview['columns'];
  onMap: (header: string, to: string) => void;
}

/** The columns of the file, with samples of what is in them and where that goes. */
export const Columns = ({ columns, onMap }: ColumnsProps) => (
  <section className="card" aria-labelledby="columns">
    <header className="card-head">
      <h2 id="columns">{words.columns}</h2>
    </header>
    <ul>
      {columns.map(({ header, to, guessed, samples }) => (
        <li key={header} className="line column">
          <span className="grow">
            <strong className="cut">{header}</strong>
            <span className="faint cut">{samples.join(' · ') || words.empty}</span>
          </span>
          {guessed && <span className="faint wide-only">{words.detected}</span>}
          <Select
            size="xs"
            className="target"
            aria-label={words.fieldFor(header)}
            data={targetsFor(header, to)}
            value={to}
            onChange={(value) => value && onMap(header, value)}
            searchable
          />
        </li>
      ))}
    </ul>
  </section>
);

const inWords = (value: unknown): string => {
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** The fields that a row would fill, own fields by their names. */
const cellsOf = (lead: Record<string, unknown> | null): [name: string, value: unknown][] =>
  Object.entries(lead ?? {})
    .flatMap(([name, value]) => (name === 'metadata' ? Object.entries(value ?? {}) : [[name, value] as const]))
    .filter(([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) => [name, value]);

type Problems = ImportPreview['first_rows'][number]['problems'];

/** The number of a row with problems, and the line of the file on which it ends: cells may go over several lines. */
export const RowNumber = ({ row, line }: { row: number; line: number | null }) => (
  <span className="faint numbers row-number">
    {row}
    {line !== null && <span className="row-line">{words.inLine(line)}</span>}
  </span>
);

/** The errors of a row. */
export const RowProblems = ({ problems }: { problems: Problems }) =>
  problems.map(({ column, code, message }) => (
    <p key={`${column}${code}`} className="quiet">
      {column && <strong>{column}: </strong>}
      {translated(message)}
    </p>
  ));

/** The first rows as they would become leads, and the first that would not, together if they have the same problems. */
export function FirstRows({ preview }: { preview: ImportPreview }) {
  const shown = new Set(preview.first_rows.map(({ row }) => row));
  const lines = new Map(preview.errors.map(({ row, line }) => [row, line]));
  const more = preview.errors.filter(({ row }) => !shown.has(row));
  const alike = [...Map.groupBy(more, ({ problems }) => JSON.stringify(problems)).values()];
  return (
    <section className="card" aria-labelledby="rows">
      <header className="card-head">
        <h2 id="rows">{words.firstRows}</h2>
      </header>
      <ol>
        {preview.first_rows.map(({ row, outcome, lead, problems }) => (
          <li key={row} className="line import-row">
            <RowNumber row={row} line={lines.get(row) ?? null} />
            <div className="grow">
              <p>
                {cellsOf(lead).map(([name, value]) => (
                  <span key={name} className="cell">
                    <span className="faint">{name.replaceAll('_', ' ')}</span> {inWords(value)}
                  </span>
                ))}
              </p>
              <RowProblems problems={problems} />
            </div>
            <Chip {...OUTCOMES[outcome]} />
          </li>
        ))}
        {alike.map((rows) => (
          <li key={rows[0]?.row} className="line import-row">
            <RowNumber row={rows[0]?.row ?? 0} line={rows[0]?.line ?? null} />
            <div className="grow">
              <RowProblems problems={rows[0]?.problems ?? []} />
              {rows.length > 1 && <p className="faint">{words.alsoRows(rows.slice(1).map(({ row }) => row))}</p>}
            </div>
            <Chip {...OUTCOMES.failed} />
          </li>
        ))}
      </ol>
    </section>
  );
}
