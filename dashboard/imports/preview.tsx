import type { ImportPreview } from '../../schemas/imports/imports.js';
import { Chip } from '../parts/chip.js';
import { Select } from '../parts/select.js';
import { OUTCOMES } from '../words/imports.js';
import { targetsFor } from './targets.js';

const NUMBER = new Intl.NumberFormat();

interface Counted {
  rows: number;
  created: number;
  updated: number;
  reused: number;
  failed: number;
  warnings: number;
  opted_out?: number;
}

/** What becomes of the rows, in numbers. */
export const Sums = ({ preview, busy = false }: { preview: Counted; busy?: boolean }) => (
  <dl className="sums" aria-busy={busy}>
    {(
      [
        ['Rows', preview.rows],
        ['New', preview.created],
        ['Changed', preview.updated],
        ['Unchanged', preview.reused],
        ['Refused', preview.failed],
        ['Warnings', preview.warnings],
        ...(preview.opted_out === undefined ? [] : [['Opted out', preview.opted_out] as const]),
      ] as const
    ).map(([name, value]) => (
      <div key={name} className="sum">
        <dt>{name}</dt>
        <dd className="numbers">{NUMBER.format(value)}</dd>
      </div>
    ))}
  </dl>
);

/** Asks to check the letters of a file that doesn't say what it is written in. */
export const EncodingNote = ({ encoding: { name, certain, samples } }: Pick<ImportPreview, 'encoding'>) =>
  !certain && (
    <p className="quiet card-body" role="status">
      The file doesn’t name its encoding, so it was read as {name}. Check these cells: {samples.join(' · ')}. If they
      are misread, select another encoding.
    </p>
  );

interface ColumnsProps {
  columns: ImportPreview['columns'];
  onMap: (header: string, to: string) => void;
}

/** The columns of the file, with samples of what is in them and where that goes. */
export const Columns = ({ columns, onMap }: ColumnsProps) => (
  <section className="card" aria-labelledby="columns">
    <header className="card-head">
      <h2 id="columns">Columns</h2>
    </header>
    <ul>
      {columns.map(({ header, to, guessed, samples }) => (
        <li key={header} className="line column">
          <span className="grow">
            <strong className="cut">{header}</strong>
            <span className="faint cut">{samples.join(' · ') || 'empty'}</span>
          </span>
          {guessed && <span className="faint wide-only">guessed</span>}
          <Select
            size="xs"
            className="target"
            aria-label={`Where ${header} goes`}
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

/** What is wrong with a row. */
export const RowProblems = ({ problems }: { problems: Problems }) =>
  problems.map(({ column, code, message }) => (
    <p key={`${column}${code}`} className="quiet">
      {column && <strong>{column}: </strong>}
      {message}
    </p>
  ));

/** The first rows as they would become leads, and the first that would not. */
export function FirstRows({ preview }: { preview: ImportPreview }) {
  const shown = new Set(preview.first_rows.map(({ row }) => row));
  const more = preview.errors.filter(({ row }) => !shown.has(row));
  return (
    <section className="card" aria-labelledby="rows">
      <header className="card-head">
        <h2 id="rows">First rows</h2>
      </header>
      <ol>
        {preview.first_rows.map(({ row, outcome, lead, problems }) => (
          <li key={row} className="line import-row">
            <span className="faint numbers row-number">{row}</span>
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
        {more.map(({ row, problems }) => (
          <li key={row} className="line import-row">
            <span className="faint numbers row-number">{row}</span>
            <div className="grow">
              <RowProblems problems={problems} />
            </div>
            <Chip {...OUTCOMES.failed} />
          </li>
        ))}
      </ol>
    </section>
  );
}
