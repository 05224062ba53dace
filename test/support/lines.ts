import type { LeadRow } from '../../db/tables.js';
import { openWork } from '../../db/work.js';
import { newId } from '../../runtime/ids.js';
import { enrollLeads } from '../../services/agent-runs/enroll.js';
import { callLines } from '../../services/messages/call-lines.js';
import type { SendDependencies } from '../../services/messages/send.js';
import type { TestApi } from './api.js';
import { mailCadence } from './mail-cadence.js';
import { addLead } from './messaging.js';

const CHUNK = 500;
const AT_ONCE = 8;

/** Enrols so many new leads, a chunk in each transaction, and returns their runs in the order in which they wait. */
export async function enrollMany(
  api: TestApi,
  accountId: string,
  agentId: string,
  count: number,
  columns: (n: number) => Partial<LeadRow> = () => ({}),
): Promise<string[]> {
  const pattern = await addLead(api.db, accountId);
  for (let from = 0; from < count; from += CHUNK) {
    const leads = Array.from({ length: Math.min(CHUNK, count - from) }, (_, n): LeadRow => {
      const id = newId();
      return { ...pattern, id, email: `${id}@example.com`, ...columns(from + n) };
    });
    await api.db('leads').insert(leads);
    await api.db.transaction((tx) =>
      enrollLeads(openWork(tx, new Date()), {
        accountId,
        accountTimezone: 'UTC',
        agentId,
        leads: leads.map((lead) => ({ lead })),
        origin: { kind: 'system', id: null },
      }),
    );
  }
  const runs: { id: string; cadence: string }[] = await api.db('agent_runs').where({ agent_id: agentId });
  const due = ({ id, cadence }: { id: string; cadence: string }) => `${JSON.parse(cadence).due_at} ${id}`;
  return runs.toSorted((a, b) => (due(a) < due(b) ? -1 : 1)).map(({ id }) => id);
}

/** Workers that check runs on request, at the times that a test sets, and count the checks. */
export function lineFixture(api: TestApi, more: Partial<SendDependencies> = {}) {
  const cadence = mailCadence(api, more);
  const fixture = {
    looks: 0,
    /** Has runs looked at, several at once; which of them sent. */
    async look(runIds: readonly string[], at: Date): Promise<string[]> {
      const sent: string[] = [];
      const left = [...runIds];
      const lane = async () => {
        for (let id = left.shift(); id !== undefined; id = left.shift()) {
          fixture.looks += 1;
          if ((await cadence.act(id, at)) === 'send') sent.push(id);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, lane));
      return sent;
    },
    /** Calls whose turn it is; the runs and messages that were told to look. */
    async call(at: Date): Promise<string[]> {
      const told: string[] = [];
      const failures: unknown[] = [];
      await callLines(
        {
          db: api.db,
          clock: { now: () => at },
          dispatch: (items) => void told.push(...items.map(({ workflowId }) => workflowId.split('/')[1] ?? '')),
        },
        new Map(),
        (_line, error) => void failures.push(error),
      );
      if (failures.length > 0) throw failures[0];
      return told;
    },
    /** Simulates one minute: runs are woken in order and checked, until none is woken any more. */
    async pass(at: Date): Promise<string[]> {
      const sent: string[] = [];
      for (let called = await fixture.call(at); called.length > 0; called = await fixture.call(at)) {
        sent.push(...(await fixture.look(called, at)));
      }
      return sent;
    },
  };
  return fixture;
}
