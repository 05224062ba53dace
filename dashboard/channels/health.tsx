import { useAsk } from '../api/ask.js';
import type { Answer } from '../api/names.js';
import { useMay } from '../api/session.js';
import { Chip } from '../parts/chip.js';
import { When } from '../parts/when.js';
import { numberOf } from '../words/reports.js';

type Row = Answer<'getReport'>['rows'][number];
type Held = Answer<'listAttention'>['attention'][number];

/** How senders have done in the last week, and which of them are held back; by id. */
export interface Health {
  counts: ReadonlyMap<string, Row['counts']>;
  held: ReadonlyMap<string, Held>;
}

/** Asks how all senders do, where the role may know. */
export function useHealth(): Health {
  const when = useMay()('reports:read');
  const report = useAsk('getReport', { params: { report: 'senders' }, query: {} }, { when });
  const attention = useAsk('listAttention', { query: { kinds: 'sender_held_back', limit: 100 } }, { when });
  return {
    counts: new Map(report.data?.rows.map(({ sender_id, counts }) => [sender_id ?? '', counts])),
    held: new Map(attention.data?.attention.map((item) => [item.id, item])),
  };
}

const share = (part: number, of: number): string =>
  new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 }).format(part / of);

/** Says what became of what was sent in a week, the share of what failed first: by that a provider judges a sender. */
function inWords({ sent = 0, delivered = 0, failed = 0, replied = 0 }: Row['counts']): string {
  const tried = sent + failed;
  if (tried === 0) return 'Nothing was sent';
  const parts = [`${numberOf(sent)} sent`, failed > 0 ? `${share(failed, tried)} failed` : 'none failed'];
  if (delivered > 0) parts.push(`${numberOf(delivered)} arrived`);
  if (replied > 0) parts.push(`${share(replied, sent)} answered`);
  return parts.join(', ');
}

/** Says the same of who calls. */
function callsInWords({ sent = 0, failed = 0 }: Row['counts']): string {
  const tried = sent + failed;
  if (tried === 0) return 'Nobody was called';
  const calls = `${numberOf(tried)} ${tried === 1 ? 'call' : 'calls'}`;
  return `${calls}, ${failed > 0 ? `${share(failed, tried)} failed` : 'none failed'}`;
}

const MOMENT = /(\d{4}-\d\d-\d\dT[\d:.]+Z)/;
/** A sentence of the service, its moments as people say them. */
const Told = ({ detail }: Pick<Held, 'detail'>) =>
  detail.split(MOMENT).map((part) => (MOMENT.test(part) ? <When key={part} at={part} plain /> : part));

/** Says at the name of a sender that its provider fails. */
export const HeldBack = ({ id, health }: { id: string; health: Health }) =>
  health.held.has(id) ? <Chip who="act" label="Held back" /> : null;

/** How a sender did in the last seven days, and why it is held back, where it is. */
export function HealthFacts({ id, health, isVoice = false }: { id: string; health: Health; isVoice?: boolean }) {
  const may = useMay();
  const held = health.held.get(id);
  if (!may('reports:read')) return null;
  return (
    <>
      <div className="fact">
        <dt>Last 7 days</dt>
        <dd className="numbers">{(isVoice ? callsInWords : inWords)(health.counts.get(id) ?? {})}</dd>
      </div>
      {held && (
        <div className="fact">
          <dt>Held back</dt>
          <dd>
            Its provider fails: <Told {...held} />
          </dd>
        </div>
      )}
    </>
  );
}
