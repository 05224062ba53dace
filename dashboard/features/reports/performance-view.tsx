import type { ReactNode } from 'react';
import type { Answer } from '../../api/operation-types.js';
import { CountsTable } from '../../components/counts-table.js';
import * as words from '../../words/en/performance.js';
import { wordOf } from '../../words/fields.js';
import { OUTCOMES, type Outcome, rateInWords } from '../../words/performance.js';
import { tookOf } from '../../words/reports.js';
import { useDrillDown } from './drill-down.js';
import { OutcomeChart } from './outcome-chart.js';
import { OutcomeCount } from './outcome-count.js';
import { OUTCOME_NAMES } from './outcome-figures.js';
import { type Group, OutcomeTable } from './outcome-table.js';
import type { OutcomeSearch } from './report-search.js';

/** The results of a period, compared with the previous one. */
export type PerformanceReport = Omit<Answer<'getPerformance'>, 'success'>;

interface StepProps {
  title: string;
  step: PerformanceReport['best_step'];
  search: OutcomeSearch;
  /** The text if no step is best or worst. */
  missing: string;
}

function Step({ title, step, search, missing }: StepProps) {
  const { Leads } = useDrillDown();
  return (
    <div className="sum">
      <dt>{title}</dt>
      {step ? (
        <>
          <dd>{step.step_key}</dd>
          <dd className="faint before">{step.workflow_name ?? words.deleted}</dd>
          <dd className="faint before">
            <Leads
              search={{
                ...search,
                workflow_id: step.workflow_id ?? undefined,
                step_key: step.step_key ?? undefined,
                outcome: 'sent',
              }}
            >
              {words.replyRateOf(rateInWords(step.reply_rate), words.leadCount(step.sent))}
            </Leads>
          </dd>
        </>
      ) : (
        <dd className="faint before">{missing}</dd>
      )}
    </div>
  );
}

function Highlights({ report, search }: { report: PerformanceReport; search: OutcomeSearch }) {
  const { now, before } = report.reply_time;
  return (
    <section className="card" aria-labelledby="highlights">
      <header className="card-head">
        <h2 id="highlights">{words.highlights}</h2>
      </header>
      <dl className="sums highlights">
        <Step title={words.bestStep} step={report.best_step} search={search} missing={words.notEnoughLeads} />
        <Step
          title={words.worstStep}
          step={report.worst_step}
          search={search}
          missing={report.best_step ? words.onlyOneStep : words.notEnoughLeads}
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

function Pipeline({ rows }: { rows: PerformanceReport['pipeline'] }) {
  const { Runs } = useDrillDown();
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
              <Runs key="agent" agentId={row.workflow_id}>
                {row.workflow_name ?? words.deleted}
              </Runs>,
              wordOf(row.status),
            ],
            counts: [row.runs],
            linkOf: (count) => (
              <Runs
                agentId={row.workflow_id}
                status={row.status}
                label={words.runsWithStatus(row.runs, row.workflow_name ?? words.deleted, wordOf(row.status))}
              >
                {count}
              </Runs>
            ),
            rest: [tookOf(row.median_seconds), tookOf(row.oldest_seconds)],
          }))}
        />
      )}
    </section>
  );
}

const timeOf = (seconds: number | null): string => (seconds === null ? '–' : tookOf(seconds));

function Team({ rows, search }: { rows: PerformanceReport['team']; search: OutcomeSearch }) {
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

interface Props {
  report: PerformanceReport;
  group: Group;
  sort: Outcome;
  /** The filters of the numbers. */
  search: OutcomeSearch;
  /** The names of senders, by ID. */
  senders: ReadonlyMap<string, string>;
  /** What is shown if no messages were sent in either period. */
  empty: ReactNode;
  onSort: (outcome: Outcome) => void;
  onGroup?: (group: Group) => void;
}

/** Shows the results of a period, on the page and on shared pages. */
export function PerformanceView({ report, search, empty, ...table }: Props) {
  if (report.now.sent + report.before.sent === 0) {
    return (
      <>
        {empty}
        {report.pipeline.length > 0 && <Pipeline rows={report.pipeline} />}
      </>
    );
  }
  return (
    <>
      <OutcomeChart report={report} search={search} />
      <Highlights report={report} search={search} />
      <OutcomeTable rows={report.rows} search={search} {...table} />
      <Team rows={report.team} search={search} />
      <Pipeline rows={report.pipeline} />
    </>
  );
}
