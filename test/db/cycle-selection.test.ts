import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { findDefinitions, versionKey } from '../../db/agents/agents.js';
import { readCycleLeads } from '../../db/jobs/cycle-leads.js';
import { completeJob } from '../../services/jobs/jobs.js';
import { planLead } from '../../services/jobs/plan.js';
import { selectLeads } from '../../services/jobs/select-leads.js';
import { useApi } from '../support/api.js';
import { addEnrolledLeads } from '../support/jobs.js';
import { addAgent } from '../support/messaging.js';

const api = useApi();
const NAMES = ['Hot', 'VIP list', 'renewal-sent', 'nobody'];
const OPERATORS = ['has', 'has_all', 'has_any', 'has_none'] as const;

describe('what the database selects', () => {
  it('is what the evaluator lets through, whatever conditions on tags, limits and cursors', async () => {
    const account = await api.account();
    const agents = [await addAgent(api, account), await addAgent(api, account)];
    const rows = (
      await Promise.all(agents.map((agent) => addEnrolledLeads(api.db, account.accountId, agent, 12)))
    ).flat();
    for (const [n, row] of rows.entries()) {
      const tags = NAMES.slice(0, 3).filter((_, bit) => (n >> bit) % 2 === 1);
      if (tags.length > 0) await account.request('put', '/leads/tags').send({ lead_id: row.id, tags }).expect(200);
    }
    const ids = rows.map((row) => row.id).sort();
    const condition = fc.record({
      source: fc.constant('tag' as const),
      operator: fc.constantFrom(...OPERATORS),
      value: fc.oneof(fc.constantFrom(...NAMES), fc.subarray(NAMES, { minLength: 1 })),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(condition, { minLength: 1, maxLength: 3 }),
        fc.constantFrom(...agents, null),
        fc.constantFrom(null, ids[5] as string, ids[20] as string),
        fc.integer({ min: 1, max: 30 }),
        async (conditions, agent, cursor, limit) => {
          const job = completeJob(
            { accountId: account.accountId, timezone: 'UTC' },
            {
              steps: [{ conditions, on_match: { type: 'add_note', params: { text: 'x' } } }],
              max_leads_per_cycle: limit,
              ...(agent ? { lead_filters: [{ workflow_id: agent }] } : {}),
            },
          );
          const now = new Date();
          const claimed = await selectLeads(api.db, { job, now, cursor, wall: now, leadIds: null });
          const everyone = await selectLeads(api.db, {
            job: { ...job, steps: [], max_leads_per_cycle: 500 },
            now,
            cursor: null,
            wall: now,
            leadIds: null,
          });
          const leads = await readCycleLeads(api.db, everyone.leads);
          const definitions = await findDefinitions(
            api.db,
            leads.map(({ run }) => ({ agentId: run.agent_id, version: run.agent_version })),
          );
          const matching = leads
            .filter((lead) => {
              const key = versionKey({ agentId: lead.run.agent_id, version: lead.run.agent_version });
              const definition = definitions.get(key);
              if (!definition) throw new Error('no definition');
              const { plan } = planLead(job, lead, definition, { now, keyPrefix: 'x', event: undefined });
              return plan.steps[0]?.verdict === 'matched';
            })
            .map(({ run }) => run.lead_id)
            .sort();
          const around = [
            ...matching.filter((id) => cursor === null || id > cursor),
            ...matching.filter((id) => cursor !== null && id <= cursor),
          ];
          expect(claimed.leads.map((lead) => lead.lead_id)).toEqual(around.slice(0, limit));
          expect(claimed.truncated).toBe(around.length > limit ? 1 : 0);
        },
      ),
      { numRuns: 60 },
    );
  });
});
