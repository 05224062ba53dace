import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { BOARD_GROUPS } from '../../../schemas/operations/board.js';
import type { Answer } from '../../api/operation-types.js';
import { addressOf } from '../../api/request.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { CountsTable } from '../../components/counts-table.js';
import { Empty } from '../../components/page.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import { Select } from '../../components/select.js';
import * as words from '../../words/en/performance.js';
import { wordOf } from '../../words/fields.js';
import { GROUPS, OUTCOMES, rateInWords } from '../../words/performance.js';
import { tookOf } from '../../words/reports.js';
import { AgentSelect } from './agent-select.js';
import { DownloadReport } from './download-report.js';
import { OutcomeChart } from './outcome-chart.js';
import { OUTCOME_NAMES, OutcomeCount } from './outcome-count.js';
import { OutcomeTable } from './outcome-table.js';
import type { Change, Days, OutcomeSearch, ReportSearch } from './report-search.js';
import { useSenderNames } from './sender-names.js';

type Board = Answer<'getBoard'>;
type Group = (typeof BOARD_GROUPS)[number];
const CHANNELS = ['email', 'whatsapp', 'call'] as const;

const isGroup = (name: string | undefined): name is Group => name !== undefined && name in GROUPS;

interface Props {
  days: Days;
  search: ReportSearch;
  onChange: Change;
}

interface FiltersProps {
  search: ReportSearch;
  senders: ReadonlyMap<string, string>;
  onChange: Change;
}

function Filters({ search, senders, onChange }: FiltersProps) {
  const users = useApiQuery('listUsers').data?.users ?? [];
  return (
    <>
      <AgentSelect all value={search.workflow_id} onChange={(workflow_id) => onChange({ workflow_id })} />
      <Select
        className="filter"
        label={words.owner}
        placeholder={words.allOwners}
        data={users.map(({ id, name }) => ({ value: id, label: name }))}
        value={search.owner_id ?? null}
        onChange={(owner_id) => onChange({ owner_id: owner_id ?? undefined })}
        searchable
        clearable
      />
      <Select
        className="filter"
        label={words.sender}
        placeholder={words.allSenders}
        data={[...senders].map(([value, label]) => ({ value, label }))}
        value={search.sender_id ?? null}
        onChange={(sender_id) => onChange({ sender_id: sender_id ?? undefined })}
        searchable
        clearable
      />
      <Select
        className="filter"
        label={words.channel}
        placeholder={words.allChannels}
        data={CHANNELS.map((value) => ({ value, label: wordOf(value) }))}
        value={search.channel ?? null}
        onChange={(channel) => onChange({ channel: channel ?? undefined })}
        clearable
      />
    </>
  );
}

interface StepProps {
  title: string;
  step: Board['best_step'];
  search: OutcomeSearch;
  /** The text if no step is best or worst. */
  missing: string;
}

const Step = ({ title, step, search, missing }: StepProps) => (
  <div className="sum">
    <dt>{title}</dt>
    {step ? (
      <>
        <dd>{step.step_key}</dd>
        <dd className="faint before">{step.workflow_name ?? words.deleted}</dd>
        <dd className="faint before">
          <Link
            to="/reports/leads"
            search={{
              ...search,
              workflow_id: step.workflow_id ?? undefined,
              step_key: step.step_key ?? undefined,
              outcome: 'sent',
            }}
          >
            {words.replyRateOf(rateInWords(step.reply_rate), words.leadCount(step.sent))}
          </Link>
        </dd>
      </>
    ) : (
      <dd className="faint before">{missing}</dd>
    )}
  </div>
);

function Highlights({ board, search }: { board: Board; search: OutcomeSearch }) {
  const { now, before } = board.reply_time;
  return (
    <section className="card" aria-labelledby="highlights">
      <header className="card-head">
        <h2 id="highlights">{words.highlights}</h2>
      </header>
      <dl className="sums highlights">
        <Step title={words.bestStep} step={board.best_step} search={search} missing={words.notEnoughLeads} />
        <Step
          title={words.worstStep}
          step={board.worst_step}
          search={search}
          missing={board.best_step ? words.onlyOneStep : words.notEnoughLeads}
        />
        <div className="sum">
          <dt>{words.timeToFirstReply}</dt>
          {now.median_seconds === null ? (
            <dd className="faint before">{words.noRepliesYet}</dd>
          ) : (
            <>
              <dd className="numbers">{tookOf(now.median_seconds)}</dd>
              <dd className="faint before">
                {words.medianOf(words.replyCount(now.first_replies))}
                {now.p90_seconds !== null && ` · ${words.ninetyPercentWithin(tookOf(now.p90_seconds))}`}
              </dd>
            </>
          )}
          {before.median_seconds !== null && (
            <dd className="faint before numbers">{words.before(tookOf(before.median_seconds))}</dd>
          )}
        </div>
      </dl>
    </section>
  );
}

function Pipeline({ rows }: { rows: Board['pipeline'] }) {
  return (
    <section className="card" aria-labelledby="pipeline">
      <header className="card-head">
        <h2 id="pipeline">{words.pipeline}</h2>
        <span className="faint">{words.pipelineNow}</span>
      </header>
      {rows.length === 0 ? (
        <p className="calm">{words.noOpenRuns}</p>
      ) : (
        <CountsTable
          label={words.pipeline}
          places={[words.agent, words.status]}
          counts={[words.openRuns]}
          rest={[words.medianAge, words.oldest]}
          rows={rows.map((row) => ({
            key: `${row.workflow_id} ${row.status}`,
            places: [
              <Link key="agent" to="/runs" search={{ workflow_id: row.workflow_id, run_status: 'running' }}>
                {row.workflow_name ?? words.deleted}
              </Link>,
              wordOf(row.status),
            ],
            counts: [row.runs],
            rest: [tookOf(row.median_seconds), tookOf(row.oldest_seconds)],
          }))}
        />
      )}
    </section>
  );
}

const timeOf = (seconds: number | null): string => (seconds === null ? '–' : tookOf(seconds));

function Team({ rows, search }: { rows: Board['team']; search: OutcomeSearch }) {
  return (
    <section className="card" aria-labelledby="team">
      <header className="card-head">
        <h2 id="team">{words.team}</h2>
        <span className="faint">{words.teamNote}</span>
      </header>
      {rows.length === 0 ? (
        <p className="calm">{words.noTeam}</p>
      ) : (
        <CountsTable
          label={words.team}
          places={[words.teamMember]}
          counts={[words.firstReplies]}
          bars={false}
          rest={[words.medianTime, words.percentile90, ...OUTCOME_NAMES.map((name) => OUTCOMES[name])]}
          rows={rows.map(({ user_id, name, reply_time, leads }) => ({
            key: user_id,
            places: [name ?? words.formerUser],
            counts: [reply_time.first_replies],
            rest: [
              timeOf(reply_time.median_seconds),
              timeOf(reply_time.p90_seconds),
              ...OUTCOME_NAMES.map((outcome) => (
                <OutcomeCount
                  key={outcome}
                  figures={leads}
                  outcome={outcome}
                  search={{ ...search, owner_id: user_id }}
                  place={name ?? words.formerUser}
                />
              )),
            ],
          }))}
        />
      )}
    </section>
  );
}

/** Compares the results of a period with the previous one, and names what works best. */
export function Performance({ days, search, onChange }: Props) {
  const senders = useSenderNames(true);
  const group = isGroup(search.group) ? search.group : 'workflow';
  const { workflow_id, owner_id, sender_id, channel } = search;
  const filters = { ...days, workflow_id, owner_id, sender_id, channel };
  const query = { ...filters, group };
  const boardQuery = useApiQuery('getBoard', { query });
  return (
    <div className="stack performance">
      <div className="filters ends">
        <Filters search={search} senders={senders} onChange={onChange} />
        <DownloadReport address={addressOf('getBoard', {}, query)} name={`performance-${days.from}-${days.to}`} />
        <Button variant="default" onClick={() => window.print()}>
          {words.print}
        </Button>
      </div>
      <QueryBoundary query={boardQuery} lines={10}>
        {(board) =>
          board.now.sent + board.before.sent === 0 ? (
            <>
              <Empty title={words.noResultsTitle}>
                <p>{words.noResultsText}</p>
                <Link to="/agents">{words.openAgents}</Link>
              </Empty>
              {board.pipeline.length > 0 && <Pipeline rows={board.pipeline} />}
            </>
          ) : (
            <>
              <OutcomeChart board={board} search={filters} />
              <Highlights board={board} search={filters} />
              <OutcomeTable
                rows={board.rows}
                group={group}
                sort={search.sort ?? 'sent'}
                search={filters}
                senders={senders}
                onChange={onChange}
              />
              <Team rows={board.team} search={filters} />
              <Pipeline rows={board.pipeline} />
            </>
          )
        }
      </QueryBoundary>
    </div>
  );
}
