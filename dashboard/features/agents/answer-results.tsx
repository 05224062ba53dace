import { useApiQuery } from '../../api/use-api-query.js';
import { CountsTable } from '../../components/counts-table.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import * as words from '../../words/en/agent.js';
import { costOf } from '../../words/turns.js';

/** The results of the agent's answers in the last thirty days, by variant. */
export function AnswerResults({ id }: { id: string }) {
  const variantsQuery = useApiQuery('compareVariants', { params: { id } });
  return (
    <section className="card" aria-labelledby="came-of-it">
      <header className="card-head">
        <h2 id="came-of-it">{words.answeringResultsLast30Days}</h2>
      </header>
      <QueryBoundary query={variantsQuery} lines={3}>
        {({ variants }) =>
          variants.every(({ turns }) => turns === 0) ? (
            <p className="calm">{words.noConversationsYetResultsAppear}</p>
          ) : (
            <CountsTable
              label={words.answeringResults}
              places={[words.variant]}
              counts={[
                words.conversations,
                words.turns,
                words.answered,
                words.fieldsCaptured,
                words.meetingsBooked,
                words.handedOff,
              ]}
              rest={[words.cost, words.costPerBooking]}
              rows={variants.map((row) => ({
                key: row.variant ?? '',
                places: [row.variant ?? words.none],
                counts: [row.conversations, row.turns, row.answered, row.captured, row.booked, row.handed_over],
                rest: [
                  costOf(row.cost_micros),
                  row.cost_per_booking_micros === null ? '–' : costOf(row.cost_per_booking_micros),
                ],
              }))}
            />
          )
        }
      </QueryBoundary>
    </section>
  );
}
