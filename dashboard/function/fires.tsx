import type { CloudFunction } from '../../schemas/functions/cloud-functions.js';
import { Chip } from '../parts/chip.js';
import { When } from '../parts/when.js';
import { CYCLES } from '../words/cycles.js';

/** The latest times at which its schedule had a function run, each with what came of it. */
export function Fires({ fn }: { fn: CloudFunction }) {
  if (fn.fires.length === 0) return null;
  return (
    <section className="card" aria-labelledby="fires">
      <header className="card-head">
        <h2 id="fires">By its schedule</h2>
      </header>
      <ul>
        {fn.fires.map(({ nominal_at, status, matched, succeeded, failed, ended_at }) => (
          <li key={nominal_at} className="line">
            <span className="grow">
              <When at={nominal_at} plain />{' '}
              <span className="faint numbers">
                {matched} {matched === 1 ? 'run' : 'runs'}
                {ended_at && `, ${succeeded} went well`}
                {failed > 0 && `, ${failed} failed`}
              </span>
            </span>
            <Chip {...CYCLES[status]} />
          </li>
        ))}
      </ul>
    </section>
  );
}
