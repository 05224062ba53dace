import { useState } from 'react';
import type { Answer } from '../../api/operation-types.js';
import { usePermission } from '../../api/session.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { ConfirmForm } from '../../components/confirm-form.js';
import { TextField } from '../../components/form-field.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import { Select } from '../../components/select.js';
import { offerUndo } from '../../components/undo-toast.js';
import * as words from '../../words/en/report-goals.js';
import { dayOf, numberOf, partOf } from '../../words/reports.js';

type Goal = Answer<'listReportGoals'>['goals'][number];

const ACCOUNT = 'account';

const nameOf = ({ owner_id, owner_name }: Goal): string =>
  owner_id === null ? words.wholeAccount : (owner_name ?? words.formerUser);

interface ProgressProps {
  label: string;
  reached: number;
  target: number | null;
}

/** What was reached of a target, as a bar whose full width is the target. */
const Progress = ({ label, reached, target }: ProgressProps) =>
  target === null ? (
    <span className="faint">{words.reachedWithoutTarget(numberOf(reached))}</span>
  ) : (
    <span className="goal">
      <progress aria-label={label} max={target} value={Math.min(reached, target)} />
      <span className="numbers">{words.reachedOf(numberOf(reached), numberOf(target), partOf(reached, target))}</span>
    </span>
  );

/** Sets the targets of the account or of a user. The fields show the goal that the user has now. */
function SetGoal({ goals }: { goals: readonly Goal[] }) {
  const users = useApiQuery('listUsers').data?.users ?? [];
  const set = useApiMutation('setReportGoal');
  const [owner, setOwner] = useState(ACCOUNT);
  const ownerId = owner === ACCOUNT ? null : owner;
  const targetOf = (value: string | undefined): number | null => (value ? Number(value) : null);
  const goal = goals.find(({ owner_id }) => owner_id === ownerId);
  return (
    <ConfirmForm
      title={words.setGoal}
      submit={words.setGoal}
      small
      onSubmit={async ({ meetings_target, won_target }) => {
        await set.mutateAsync({
          body: {
            owner_id: ownerId,
            meetings_target: targetOf(meetings_target),
            won_target: targetOf(won_target),
          },
        });
        offerUndo(words.goalSaved);
      }}
    >
      {(errorOf) => (
        <>
          <Select
            label={words.goalOf}
            data={[
              { value: ACCOUNT, label: words.wholeAccount },
              ...users.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={owner}
            onChange={(chosen) => setOwner(chosen ?? ACCOUNT)}
            searchable
          />
          <TextField
            key={`meetings ${owner}`}
            name="meetings_target"
            label={words.meetingsTarget}
            type="number"
            value={goal?.meetings_target}
            errorOf={errorOf}
          />
          <TextField
            key={`won ${owner}`}
            name="won_target"
            label={words.wonTarget}
            type="number"
            value={goal?.won_target}
            errorOf={errorOf}
          />
          <p className="faint">{words.emptyMeansNone}</p>
        </>
      )}
    </ConfirmForm>
  );
}

/** The monthly goals of the account and of owners, with what was reached this month. */
export function ReportGoals() {
  const may = usePermission();
  const goalsQuery = useApiQuery('listReportGoals');
  return (
    <section className="card" aria-labelledby="goals">
      <QueryBoundary query={goalsQuery} lines={3}>
        {({ goals, from, to }) => (
          <>
            <header className="card-head">
              <h2 id="goals">{words.goals}</h2>
              <span className="faint">{words.thisMonth(dayOf(from), dayOf(to))}</span>
              {may('reports:write') && <SetGoal goals={goals} />}
            </header>
            {goals.length === 0 ? (
              <p className="calm">{words.noGoals}</p>
            ) : (
              <>
                {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than a phone is moved by keys. */}
                <section className="scrolls" aria-label={words.goals} tabIndex={0}>
                  <table className="plain counted">
                    <thead>
                      <tr>
                        <th scope="col">{words.goalOf}</th>
                        <th scope="col">{words.meetingsBooked}</th>
                        <th scope="col">{words.won}</th>
                      </tr>
                    </thead>
                    <tbody>
                      {goals.map((goal) => {
                        const name = nameOf(goal);
                        return (
                          <tr key={goal.owner_id ?? ACCOUNT}>
                            <th scope="row">{name}</th>
                            <td>
                              <Progress
                                label={words.progressOf(name, words.meetingsBooked)}
                                reached={goal.meetings}
                                target={goal.meetings_target}
                              />
                            </td>
                            <td>
                              <Progress
                                label={words.progressOf(name, words.won)}
                                reached={goal.won}
                                target={goal.won_target}
                              />
                            </td>
                          </tr>
                        );
                      })}
                    </tbody>
                  </table>
                </section>
                <p className="faint card-note">{words.goalNote}</p>
              </>
            )}
          </>
        )}
      </QueryBoundary>
    </section>
  );
}
