import type { ImportPreview } from '../../../schemas/imports/imports.js';
import * as words from '../../words/en/import-options.js';
import { translated } from '../../words/sentences.js';

/** Warnings of a preview, by column: what each is about, what to do, and in which lines. */
export const ColumnWarnings = ({
  columns,
  groups,
}: {
  columns: ImportPreview['columns'];
  groups: ImportPreview['warning_groups'];
}) => {
  const ofColumns = columns.flatMap(({ header, warning }) => (warning ? [{ header, warning }] : []));
  if (ofColumns.length + groups.length === 0) return null;
  return (
    <section className="card" aria-labelledby="column-warnings">
      <header className="card-head">
        <h2 id="column-warnings">{words.warnings}</h2>
      </header>
      <ul>
        {ofColumns.map(({ header, warning }) => (
          <li key={header} className="line">
            <div className="grow">
              <strong>{header}</strong>
              <p className="quiet">{translated(warning)}</p>
            </div>
          </li>
        ))}
        {groups.map(({ column, code, message, count, lines }) => (
          <li key={`${column} ${code}`} className="line">
            <div className="grow">
              <strong>{column ?? words.wholeRow}</strong>
              <p className="quiet">{translated(message)}</p>
            </div>
            <span className="faint numbers">{words.linesWithWarning(count, lines)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
};
