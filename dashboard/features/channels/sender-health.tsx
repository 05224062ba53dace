import type { Answer } from '../../api/operation-types.js';
import { usePermission } from '../../api/session.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { Chip } from '../../components/chip.js';
import { Timestamp } from '../../components/time/timestamp.js';
import * as words from '../../words/en/channels.js';
import { LOCALE } from '../../words/locale.js';
import { numberOf } from '../../words/reports.js';

type Row = Answer<'getReport'>['rows'][number];
type Held = Answer<'listAttention'>['attention'][number];

/** The health of all senders in the last week, and those on hold, by ID. */
export interface SenderHealth {
  counts: ReadonlyMap<string, Row['counts']>;
  held: ReadonlyMap<string, Held>;
}

/** Queries how all senders do, where the role may know. */
export function useSenderHealth(): SenderHealth {
  const enabled = usePermission()('reports:read');
  const report = useApiQuery('getReport', { params: { report: 'senders' }, query: {} }, { enabled });
  const attention = useApiQuery('listAttention', { query: { kinds: 'sender_held_back', limit: 100 } }, { enabled });
  return {
    counts: new Map(report.data?.rows.map(({ sender_id, counts }) => [sender_id ?? '', counts])),
    held: new Map(attention.data?.attention.map((item) => [item.id, item])),
  };
}

const share = (part: number, of: number): string =>
  new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 1 }).format(part / of);

/**
 * Describes the results of a week's messages, starting with the share of failures, by which a provider judges a sender.
 */
function inWords({ sent = 0, delivered = 0, failed = 0, replied = 0 }: Row['counts']): string {
  const tried = sent + failed;
  if (tried === 0) return words.noMessagesSent;
  const parts = [words.sent(numberOf(sent)), failed > 0 ? words.failed(share(failed, tried)) : words.noneFailed];
  if (delivered > 0) parts.push(words.delivered(numberOf(delivered)));
  if (replied > 0) parts.push(words.replied(share(replied, sent)));
  return parts.join(', ');
}

/** Says the same of who calls. */
function callsInWords({ sent = 0, failed = 0 }: Row['counts']): string {
  const tried = sent + failed;
  if (tried === 0) return words.noCallsMade;
  return `${words.call(tried)}, ${failed > 0 ? words.failed(share(failed, tried)) : words.noneFailed}`;
}

const MOMENT = /(\d{4}-\d\d-\d\dT[\d:.]+Z)/;
/** A sentence of the service, its moments as people say them. */
const HoldDetail = ({ detail }: Pick<Held, 'detail'>) =>
  detail.split(MOMENT).map((part) => (MOMENT.test(part) ? <Timestamp key={part} at={part} plain /> : part));

/** Says at the name of a sender that its provider fails. */
export const SenderHealthNote = ({ id, health }: { id: string; health: SenderHealth }) =>
  health.held.has(id) ? <Chip who="act" label={words.onHold} /> : null;

/** The health of a sender in the last seven days, and the reason of a hold. */
export function HealthFacts({ id, health, isVoice = false }: { id: string; health: SenderHealth; isVoice?: boolean }) {
  const may = usePermission();
  const hold = health.held.get(id);
  if (!may('reports:read')) return null;
  return (
    <>
      <div className="fact">
        <dt>{words.last7Days}</dt>
        <dd className="numbers">{(isVoice ? callsInWords : inWords)(health.counts.get(id) ?? {})}</dd>
      </div>
      {hold && (
        <div className="fact">
          <dt>{words.onHold}</dt>
          <dd>
            {words.providerError}
            <HoldDetail {...hold} />
          </dd>
        </div>
      )}
    </>
  );
}
