import { useState } from 'react';
import type { Retention } from '../../../schemas/accounts/retention.js';
import type { Answer } from '../../api/operation-types.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { ConfirmForm } from '../../components/confirm-form.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import { Select } from '../../components/select.js';
import { Timestamp } from '../../components/time/timestamp.js';
import { offerUndo } from '../../components/undo-toast.js';
import { capitalize } from '../../words/capitalize.js';
import * as words from '../../words/en/settings.js';
import { LOCALE } from '../../words/locale.js';
import { numberOf } from '../../words/reports.js';
import { daysOf, KEPT_WORDS, KIND_WORDS, RETENTION_WORDS } from '../../words/retention.js';

type Setting = keyof typeof RETENTION_WORDS;
type Records = Answer<'previewRetention'>['records'][number];

const SETTINGS = Object.keys(RETENTION_WORDS) as Setting[];
const CHOICES = [30, 90, 180, 365, 730, 1_825];
const FOR_EVER = 'ever';
const DAY = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'long' });
/** The retention setting of each kind of record. */
const RECORDS_OF: Record<Setting, readonly Records['kind'][]> = {
  history_days: ['history'],
  function_runs_days: ['function_runs', 'function_fires'],
  job_cycles_days: ['job_cycles'],
  message_html_days: ['message_html'],
  audit_values_days: ['audit_values'],
};

/** The purge of one kind: the records that are purged, those that stay and why, and the purged ones. */
function Figures({ records: { kind, count, before, kept, put_away }, goes }: { records: Records; goes: boolean }) {
  const word = capitalize(KIND_WORDS[kind]);
  return (
    <>
      {goes && before && (
        <p className="quiet">
          {words.fromBeforeToDelete(
            word,
            DAY.format(new Date(before)),
            numberOf(count),
            kept.map((each) => words.kept(numberOf(each.count), KEPT_WORDS[each.reason])).join(''),
          )}
        </p>
      )}
      {put_away.total > 0 && (
        <p className="faint">
          {words.deletedSoFar}
          {numberOf(put_away.total)}
          {put_away.last_at && (
            <>
              , {numberOf(put_away.last_count)}
              {words.ofThem}
              <Timestamp at={put_away.last_at} />
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

/** The retention settings, with a preview before they are saved. */
export function RetentionCard({ stored, mayChange }: Props) {
  const [chosen, setChosen] = useState<Retention>(stored ?? {});
  const update = useApiMutation('updateAccount');
  const retentionQuery = useApiQuery('previewRetention', { query: chosen }, { enabled: mayChange });
  const records = retentionQuery.data?.records ?? [];
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
        <h2 id="retention">{words.dataRetention}</h2>
      </header>
      <div className="card-body form">
        <p className="quiet">{words.everythingIsKeptUnlessYouSet}</p>
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
        {mayChange && <QueryBoundary query={retentionQuery}>{() => null}</QueryBoundary>}
        {mayChange && isChanged && retentionQuery.data && !retentionQuery.isPlaceholderData && (
          <div>
            <ConfirmForm
              title={words.save}
              submit={words.save}
              onSubmit={async () => {
                await update.mutateAsync({ body: { retention: Object.keys(chosen).length === 0 ? null : chosen } });
                offerUndo(words.settingsSaved);
              }}
            >
              {() => <p>{whatGoes(going)}</p>}
            </ConfirmForm>
          </div>
        )}
      </div>
    </section>
  );
}

/** Describes what saving does, which nothing takes back. */
function whatGoes(records: readonly Records[]): string {
  const going = records
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => `${KIND_WORDS[kind]} (${numberOf(count)})`);
  return going.length === 0
    ? words.nothingIsDeletedNowFromTomorrow
    : words.theseRecordsAreDeletedNowFrom(going.join(', '));
}

/** The choices, with what is stored among them. */
const choicesWith = (days: number | undefined) => [
  { value: FOR_EVER, label: words.forever },
  ...[...new Set([...CHOICES, ...(days === undefined ? [] : [days])])]
    .toSorted((a, b) => a - b)
    .map((each) => ({ value: String(each), label: daysOf(each) })),
];
