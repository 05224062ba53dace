import type { PERFORMANCE_GROUPS, PerformanceRow } from '../../../schemas/operations/performance.js';
import { Select } from '../../components/select.js';
import * as words from '../../words/en/performance.js';
import { wordOf } from '../../words/fields.js';
import { GROUPS, OUTCOMES, type Outcome, rateInWords } from '../../words/performance.js';
import { useDrillDown } from './drill-down.js';
import { Change, OutcomeCount } from './outcome-count.js';
import { OUTCOME_NAMES, rateOf } from './outcome-figures.js';
import { placeSearch } from './outcome-place.js';
import type { OutcomeSearch } from './report-search.js';

export type Group = (typeof PERFORMANCE_GROUPS)[number];
const GROUP_NAMES = Object.keys(GROUPS) as Group[];

/** Returns the name of a row. */
function nameOf(row: PerformanceRow, group: Group, senders: ReadonlyMap<string, string>): string {
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
  rows: readonly PerformanceRow[];
  /** The grouping of the rows, which can differ from the selection while the next rows are loading. */
  group: Group;
  sort: Outcome;
  search: OutcomeSearch;
  senders: ReadonlyMap<string, string>;
  onSort: (outcome: Outcome) => void;
  /** Undefined if the grouping can't be changed. */
  onGroup?: ((group: Group) => void) | undefined;
}

function Row({ row, group, name, search }: { row: PerformanceRow; group: Group; name: string; search: OutcomeSearch }) {
  const { Steps } = useDrillDown();
  const own = placeSearch(row, group, search);
  return (
    <tr>
      <th scope="row">
        {group === 'workflow' && row.workflow_id ? (
          <Steps agentId={row.workflow_id} title={words.showStepsOf(name)}>
            {name}
          </Steps>
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
export function OutcomeTable({ rows, group, sort, search, senders, onSort, onGroup }: Props) {
  const value = (row: PerformanceRow): number => (sort === 'sent' ? row.now.sent : (rateOf(row.now, sort) ?? -1));
  const sorted = rows.toSorted((one, other) => value(other) - value(one) || other.now.sent - one.now.sent);
  const title = words.results(GROUPS[group].toLowerCase());
  return (
    <section className="card" aria-labelledby="outcomes-by">
      <header className="card-head">
        <h2 id="outcomes-by">{title}</h2>
        {onGroup && (
          <Select
            aria-label={words.compareBy}
            className="on-screen"
            data={GROUP_NAMES.map((name) => ({ value: name, label: GROUPS[name] }))}
            value={group}
            onChange={(name) => onGroup(name ?? 'workflow')}
          />
        )}
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
                    onClick={() => onSort(outcome)}
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
