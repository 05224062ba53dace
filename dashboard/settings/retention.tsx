import { useState } from 'react';
import type { Retention } from '../../schemas/accounts/retention.js';
import { useAct } from '../api/act.js';
import { useAsk } from '../api/ask.js';
import type { Answer } from '../api/names.js';
import { AskFirst } from '../parts/ask-first.js';
import { Asked } from '../parts/asked.js';
import { Select } from '../parts/select.js';
import { offerUndo } from '../parts/undo.js';
import { upper } from '../parts/upper.js';
import { When } from '../parts/when.js';
import { numberOf } from '../words/reports.js';
import { daysOf, KEPT_WORDS, KIND_WORDS, RETENTION_WORDS } from '../words/retention.js';

type Setting = keyof typeof RETENTION_WORDS;
type Records = Answer<'previewRetention'>['records'][number];

const SETTINGS = Object.keys(RETENTION_WORDS) as Setting[];
const CHOICES = [30, 90, 180, 365, 730, 1_825];
const FOR_EVER = 'ever';
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
/** Which setting lets which records go. */
const RECORDS_OF: Record<Setting, readonly Records['kind'][]> = {
  history_days: ['history'],
  function_runs_days: ['function_runs', 'function_fires'],
  job_cycles_days: ['job_cycles'],
  message_html_days: ['message_html'],
};

/** What goes of one kind, what stays and why, and what went. */
function Figures({ records: { kind, count, before, kept, put_away }, goes }: { records: Records; goes: boolean }) {
  const word = upper(KIND_WORDS[kind]);
  return (
    <>
      {goes && before && (
        <p className="quiet">
          {word} from before {DAY.format(new Date(before))}: {numberOf(count)} to go
          {kept.map((each) => `, ${numberOf(each.count)} to stay (${KEPT_WORDS[each.reason]})`).join('')}.
        </p>
      )}
      {put_away.total > 0 && (
        <p className="faint">
          Gone so far: {numberOf(put_away.total)}
          {put_away.last_at && (
            <>
              , {numberOf(put_away.last_count)} of them <When at={put_away.last_at} />
            </>
          )}
          .
        </p>
      )}
    </>
  );
}

interface Props {
  stored: Retention | null;
  mayChange: boolean;
}

/** After how many days records go, and what that comes to before it is saved. */
export function RetentionCard({ stored, mayChange }: Props) {
  const [chosen, setChosen] = useState<Retention>(stored ?? {});
  const update = useAct('updateAccount');
  const asked = useAsk('previewRetention', { query: chosen }, { when: mayChange });
  const records = asked.data?.records ?? [];
  const isChanged = SETTINGS.some((name) => chosen[name] !== stored?.[name]);
  const of = (name: Setting) => records.filter(({ kind }) => RECORDS_OF[name].includes(kind));
  const choose = (name: Setting, value: string | null) => {
    const { [name]: _before, ...others } = chosen;
    setChosen(value === null || value === FOR_EVER ? others : { ...others, [name]: Number(value) });
  };
  const going = SETTINGS.flatMap((name) => (chosen[name] === undefined ? [] : of(name)));
  return (
    <section className="card" aria-labelledby="retention">
      <header className="card-head">
        <h2 id="retention">What is kept</h2>
      </header>
      <div className="card-body form">
        <p className="quiet">
          Everything stays, unless you let it go after some days. What is still needed stays longer. Leads, texts of
          messages, meetings, consents and reports stay in any case.
        </p>
        {SETTINGS.map((name) => (
          <div key={name}>
            <Select
              label={RETENTION_WORDS[name]}
              data={choicesWith(stored?.[name])}
              value={String(chosen[name] ?? FOR_EVER)}
              onChange={(value) => choose(name, value)}
              readOnly={!mayChange}
            />
            {of(name).map((each) => (
              <Figures key={each.kind} records={each} goes={chosen[name] !== undefined} />
            ))}
          </div>
        ))}
        {mayChange && <Asked asked={asked}>{() => null}</Asked>}
        {mayChange && isChanged && asked.data && !asked.isPlaceholderData && (
          <div>
            <AskFirst
              title="Save"
              submit="Save"
              onSubmit={async () => {
                await update.do({ body: { retention: Object.keys(chosen).length === 0 ? null : chosen } });
                offerUndo('It is saved.');
              }}
            >
              {() => <p>{whatGoes(going)}</p>}
            </AskFirst>
          </div>
        )}
      </div>
    </section>
  );
}

/** Says what saving does, which nothing takes back. */
function whatGoes(records: readonly Records[]): string {
  const going = records
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => `${KIND_WORDS[kind]} (${numberOf(count)})`);
  return going.length === 0
    ? 'Nothing goes now. From tomorrow on, what has become old enough goes each day.'
    : `These go now, for good: ${going.join(', ')}. Each day follows what has become old enough by then.`;
}

/** The choices, with what is stored among them. */
const choicesWith = (days: number | undefined) => [
  { value: FOR_EVER, label: 'For ever' },
  ...[...new Set([...CHOICES, ...(days === undefined ? [] : [days])])]
    .toSorted((a, b) => a - b)
    .map((each) => ({ value: String(each), label: daysOf(each) })),
];
