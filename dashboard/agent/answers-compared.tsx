import { useAsk } from '../api/ask.js';
import { Asked } from '../parts/asked.js';
import { Counted } from '../reports/counted.js';
import { costOf } from '../words/turns.js';

/** What the agent's answers came to in the last thirty days, by variant where it has some. */
export function AnswersCompared({ id }: { id: string }) {
  const asked = useAsk('compareVariants', { params: { id } });
  return (
    <section className="card" aria-labelledby="came-of-it">
      <header className="card-head">
        <h2 id="came-of-it">What its answers came to, the last thirty days</h2>
      </header>
      <Asked asked={asked} lines={3}>
        {({ variants }) =>
          variants.every(({ turns }) => turns === 0) ? (
            <p className="calm">It answered nobody yet.</p>
          ) : (
            <Counted
              label="What its answers came to"
              places={['Variant']}
              counts={['Conversations', 'Turns', 'Answered', 'Learned', 'Booked', 'Given to a person']}
              rest={['Cost', 'Cost of a booking']}
              rows={variants.map((row) => ({
                key: row.variant ?? '',
                places: [row.variant ?? 'None'],
                counts: [row.conversations, row.turns, row.answered, row.captured, row.booked, row.handed_over],
                rest: [
                  costOf(row.cost_micros),
                  row.cost_per_booking_micros === null ? '–' : costOf(row.cost_per_booking_micros),
                ],
              }))}
            />
          )
        }
      </Asked>
    </section>
  );
}
