import { Link } from '@tanstack/react-router';
import type { BOARD_GROUPS, BoardRow } from '../../../schemas/operations/board.js';
import { Select } from '../../components/select.js';
import * as words from '../../words/en/performance.js';
import { wordOf } from '../../words/fields.js';
import { GROUPS, OUTCOMES, type Outcome, rateInWords } from '../../words/performance.js';
import { Change, OUTCOME_NAMES, OutcomeCount, rateOf } from './outcome-count.js';
import { placeSearch } from './outcome-place.js';
import type { Change as OnChange, OutcomeSearch } from './report-search.js';

type Group = (typeof BOARD_GROUPS)[number];
const GROUP_NAMES = Object.keys(GROUPS) as Group[];

/** Returns the name of a row. */
function nameOf(row: BoardRow, group: Group, senders: ReadonlyMap<string, string>): string {
  const agent = row.workflow_id === null ? undefined : (row.workflow_name ?? words.deleted);
  switch (group) {
    case 'workflow':
      return agent ?? words.without(words.agent.toLowerCase());
    case 'owner':
      return row.owner_id === null ? words.without(words.owner.toLowerCase()) : (row.owner_name ?? words.formerUser);
    case 'sender':
      return row.sender_id === null
        ? words.without(words.sender.toLowerCase())
        : (senders.get(row.sender_id) ?? words.deleted);
    case 'channel':
      return wordOf(row.channel ?? '');
    case 'step':
      return [agent, row.step_key ?? words.without(words.step.toLowerCase())].filter(Boolean).join(' · ');
  }
}

interface Props {
  rows: readonly BoardRow[];
  /** The grouping of the rows, which can differ from the selection while the next rows are loading. */
  group: Group;
  sort: Outcome;
  search: OutcomeSearch;
  senders: ReadonlyMap<string, string>;
  onChange: OnChange;
}

function Row({ row, group, name, search }: { row: BoardRow; group: Group; name: string; search: OutcomeSearch }) {
  const own = placeSearch(row, group, search);
  return (
    <tr>
      <th scope="row">
        {group === 'workflow' && row.workflow_id ? (
          <Link
            from="/reports"
            to="/reports"
            search={(now) => ({ ...now, group: 'step', workflow_id: row.workflow_id ?? undefined })}
            title={words.showStepsOf(name)}
          >
            {name}
          </Link>
        ) : (
          name
        )}
      </th>
      {OUTCOME_NAMES.map((outcome) => (
        <td key={outcome} className="count">
          <OutcomeCount figures={row.now} outcome={outcome} search={own} place={name} />
          <div className="faint">
            {outcome !== 'sent' && `${rateInWords(rateOf(row.now, outcome))} · `}
            <Change now={row.now} before={row.before} outcome={outcome} />
          </div>
        </td>
      ))}
    </tr>
  );
}

/** The results of agents, owners, senders, channels or steps, the best first. */
export function OutcomeTable({ rows, group, sort, search, senders, onChange }: Props) {
  const value = (row: BoardRow): number => (sort === 'sent' ? row.now.sent : (rateOf(row.now, sort) ?? -1));
  const sorted = rows.toSorted((one, other) => value(other) - value(one) || other.now.sent - one.now.sent);
  const title = words.results(GROUPS[group].toLowerCase());
  return (
    <section className="card" aria-labelledby="outcomes-by">
      <header className="card-head">
        <h2 id="outcomes-by">{title}</h2>
        <Select
          aria-label={words.compareBy}
          className="on-screen"
          data={GROUP_NAMES.map((name) => ({ value: name, label: GROUPS[name] }))}
          value={group}
          onChange={(name) => onChange({ group: name && name !== 'workflow' ? name : undefined })}
        />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than a phone is moved by keys. */}
      <section className="scrolls" aria-label={title} tabIndex={0}>
        <table className="plain counted">
          <thead>
            <tr>
              <th scope="col">{GROUPS[group]}</th>
              {OUTCOME_NAMES.map((outcome) => (
                <th key={outcome} scope="col" className="count" aria-sort={outcome === sort ? 'descending' : undefined}>
                  <button
                    type="button"
                    className="head-button"
                    aria-pressed={outcome === sort}
                    aria-label={words.sortBy(OUTCOMES[outcome])}
                    onClick={() => onChange({ sort: outcome === 'sent' ? undefined : outcome })}
                  >
                    {OUTCOMES[outcome]}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="numbers">
            {sorted.map((row) => {
              const name = nameOf(row, group, senders);
              return (
                <Row
                  key={JSON.stringify(placeSearch(row, group, {}))}
                  row={row}
                  group={group}
                  name={name}
                  search={search}
                />
              );
            })}
          </tbody>
        </table>
      </section>
      <p className="faint card-note">{words.rowsOverlap}</p>
    </section>
  );
}
