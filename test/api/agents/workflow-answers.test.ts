import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import * as runContracts from '../../../schemas/agent-runs/agent-runs.js';
import * as agentContracts from '../../../schemas/agents/agent-contracts.js';
import { simulateAgentContract } from '../../../schemas/agents/simulation.js';
import type { Contract } from '../../../schemas/contract.js';
import { mailStep, makeEnrolledLead, makePublishedAgent, makeSender } from '../../support/agent-requests.js';
import { useApi } from '../../support/api.js';

const api = useApi();
const addFormats = addFormatsModule as unknown as (ajv: Ajv2020) => void;
const ajv = new Ajv2020({ strict: false, allErrors: true, discriminator: true });
addFormats(ajv);

/** Returns the deviations of a response from its operation's contract. */
function faults(contract: Contract, answer: { status: number; body: unknown }): unknown {
  const schema = contract.success[answer.status];
  if (!schema) return `${contract.operationId} does not answer ${answer.status}: ${JSON.stringify(answer.body)}`;
  return ajv.validate(schema, answer.body) ? [] : ajv.errors;
}

describe('workflows and their runs', () => {
  it('answer what their contracts say, every step type and a held run included', async () => {
    const account = await api.account();
    await makeSender(account);
    const steps = [
      mailStep('One', { key: 'one', variants: [{ key: 'a', content: 'A' }] }),
      { type: 'wait', delay: { type: 'at_local_time', time: '09:00' } },
      { type: 'wait_until', any: ['message.received'], timeout: { type: 'after', amount: 1, unit: 'days' } },
      { type: 'branch', conditions: [{ source: 'lead', key: 'email', operator: 'exists' }] },
      { type: 'split', arms: [{ key: 'x', weight: 1 }] },
      { type: 'set', actions: [{ type: 'add_tag', params: { tags: ['hot'] } }] },
      { type: 'goal', any: ['conversion.recorded'] },
      { type: 'exit' },
    ];
    const id = await makePublishedAgent(account, steps, { fields: [{ key: 'budget' }] });
    const { leadId, runId } = await makeEnrolledLead(account, id);
    await account.request('post', `/leads/${leadId}/automation/stop`).send({ workflow_id: id }).expect(200);

    const { request } = account;
    const { listAgentsContract, getAgentContract, createAgentContract, updateAgentContract, publishAgentContract } =
      agentContracts;
    const { listAgentRunsContract, getAgentRunContract, getLeadNextContract, bulkAgentRunsContract } = runContracts;
    const draft = await request('post', '/workflows').send({ name: 'Draft', cadence: { steps } });
    const filter = { workflow_id: id };
    const answers: [Contract, { status: number; body: unknown }][] = [
      [createAgentContract, draft],
      [listAgentsContract, await request('get', '/workflows')],
      [getAgentContract, await request('get', `/workflows/${id}`)],
      [updateAgentContract, await request('patch', `/workflows/${id}`).send({ paused: true, pause_reason: 'fair' })],
      [publishAgentContract, await request('post', `/workflows/${id}/publish`)],
      [publishAgentContract, await request('post', `/workflows/${draft.body.workflow.id}/publish`)],
      [simulateAgentContract, await request('post', `/workflows/${id}/simulate`).send({ lead_id: leadId })],
      [listAgentRunsContract, await request('get', '/workflow-runs')],
      [getAgentRunContract, await request('get', `/workflow-runs/${runId}`)],
      [getLeadNextContract, await request('get', `/leads/${leadId}/next`)],
      [
        bulkAgentRunsContract,
        await request('post', '/workflow-runs/bulk').send({ filter, operation: 'stop', preview: true }),
      ],
      [bulkAgentRunsContract, await request('post', '/workflow-runs/bulk').send({ filter, operation: 'stop' })],
      [getAgentRunContract, await request('get', `/workflow-runs/${runId}`)],
    ];
    for (const [contract, answer] of answers) {
      expect([contract.operationId, faults(contract, answer)]).toEqual([contract.operationId, []]);
    }
  });
});
