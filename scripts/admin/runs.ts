import { bulkAgentRunsRoute } from '../../api/agent-runs/bulk-agent-runs.js';
import { getAgentRunRoute } from '../../api/agent-runs/get-agent-run.js';
import { listAgentRunsRoute } from '../../api/agent-runs/list-agent-runs.js';
import { getMessageRoute, listMessagesRoute } from '../../api/messages/read-messages.js';
import { resolveMessageRoute } from '../../api/messages/settle-messages.js';
import { type HeldFilter, listHeldGroups } from '../../db/operations/held-work.js';
import { RESUME_POLICIES } from '../../schemas/rules/actions.js';
import { retryHeld } from '../../services/operations/retry-held.js';
import {
  ACCOUNT,
  ANY_ACCOUNT,
  type Commands,
  countOf,
  type Given,
  LIMIT,
  oneOf,
  ownerOf,
  UsageError,
  workOf,
} from './command.js';
import { operate, operateList } from './operate.js';

const RUN = { run: { value: 'R', needed: true } } as const;
const MESSAGE = { message: { value: 'M', needed: true } } as const;
const OUTCOMES = ['sent', 'failed', 'resend'] as const;
const LISTED = 50;

const showRun = async (given: Given) => {
  const { accountId, id } = await ownerOf(given, 'agent_runs', 'run');
  const { workflow_run } = await operate(given.db, getAgentRunRoute, { accountId, params: { id } });
  return workflow_run as Record<string, unknown>;
};

/** Changes one run. Returns its new state and whether anything changed. */
async function changeRun(given: Given, change: Record<string, unknown>) {
  const { accountId, id } = await ownerOf(given, 'agent_runs', 'run');
  const body = { filter: { workflow_run_ids: [id] }, ...change };
  const { matched, changed } = await operate<{ matched: number; changed: number }>(given.db, bulkAgentRunsRoute, {
    accountId,
    body,
  });
  if (matched === 0) throw new UsageError(`--run: run ${id} has ended`);
  const { steps: _, ...workflow_run } = await showRun(given);
  return { changed: changed > 0, workflow_run };
}

const MAX_GROUPS = 1_000;

/** Returns the filter of `runs retry`. */
async function heldFilter(given: Given): Promise<HeldFilter> {
  const named = ['run', 'workflow', 'account'].filter((name) => given.text(name) !== undefined);
  if (named.length + (given.isOn('all') ? 1 : 0) !== 1) {
    throw new UsageError('Specify what to retry: one of --run, --workflow, --account, --all');
  }
  switch (named[0]) {
    case 'run':
      return { kind: 'run', id: (await ownerOf(given, 'agent_runs', 'run')).id };
    case 'workflow':
      return { agentId: (await ownerOf(given, 'agents', 'workflow')).id };
    case 'account':
      return { accountId: await given.account() };
    default:
      return {};
  }
}

/** Runs (a lead's enrolments) and the messages they and others send. */
export const RUN_COMMANDS: Commands = {
  'runs list': {
    options: {
      ...ACCOUNT,
      workflow: { value: 'W' },
      lead: { value: 'L' },
      state: { value: 'S,..' },
      status: { value: 'S,..' },
      hold: { value: 'H,..' },
      ...LIMIT,
    },
    does: 'list runs, newest first',
    columns: ['id', 'lead_id', 'run_status', 'cadence_state', 'hold_reason', 'step_key', 'next_at'],
    run: async (given) =>
      operateList(given.db, listAgentRunsRoute, {
        accountId: await given.account(),
        limit: countOf(given, 'limit', LISTED),
        query: {
          workflow_id: given.text('workflow'),
          lead_id: given.text('lead'),
          cadence_state: given.text('state'),
          run_status: given.text('status'),
          hold_reason: given.text('hold'),
        },
      }),
  },
  'runs show': { options: RUN, does: 'show a run with its steps and their messages', run: showRun },
  'runs pause': {
    options: { ...RUN, reason: { value: 'R' } },
    does: 'pause a run; none of its messages is sent until it is resumed',
    run: (given) =>
      changeRun(given, { operation: 'pause', reason: given.text('reason') ?? 'Paused by the administrator.' }),
  },
  'runs resume': {
    options: { ...RUN, policy: { value: RESUME_POLICIES.join('|') } },
    does: 'resume a paused run, also one that a user has taken over',
    run: (given) => {
      const policy = oneOf(given, 'policy', RESUME_POLICIES);
      return changeRun(given, {
        operation: 'resume',
        human_takeover: true,
        ...(policy === undefined ? {} : { resume_policy: policy }),
      });
    },
  },
  'runs stop': {
    options: { ...RUN, reason: { value: 'R' } },
    does: 'end a run permanently',
    run: (given) =>
      changeRun(given, { operation: 'stop', reason: given.text('reason') ?? 'Stopped by the administrator.' }),
  },
  'runs retry': {
    options: {
      run: { value: 'R' },
      workflow: { value: 'W' },
      ...ANY_ACCOUNT,
      all: {},
      preview: {},
    },
    does:
      'retry work that is on hold after repeated failures: of a run, a workflow, an account or all; --preview: ' +
      'only list it',
    async run(given) {
      const filter = await heldFilter(given);
      const groups = await listHeldGroups(given.db, filter, MAX_GROUPS);
      const retried = given.isOn('preview') ? 0 : await retryHeld(workOf(given), filter, new Date());
      return { held: groups.reduce((sum, { n }) => sum + n, 0), retried, groups };
    },
  },
  'messages list': {
    options: { ...ACCOUNT, status: { value: 'S,..' }, channel: { value: 'C,..' }, lead: { value: 'L' }, ...LIMIT },
    does: 'list messages, newest first; --status unknown: those with an unknown outcome',
    columns: ['id', 'lead_id', 'channel', 'direction', 'status', 'step_key', 'to', 'created_at'],
    run: async (given) =>
      operateList(given.db, listMessagesRoute, {
        accountId: await given.account(),
        limit: countOf(given, 'limit', LISTED),
        query: { status: given.text('status'), channel: given.text('channel'), lead_id: given.text('lead') },
      }),
  },
  'messages show': {
    options: MESSAGE,
    does: 'show a message',
    async run(given) {
      const { accountId, id } = await ownerOf(given, 'messages', 'message');
      return (await operate(given.db, getMessageRoute, { accountId, params: { id } })).message;
    },
  },
  'messages settle': {
    options: { ...MESSAGE, as: { value: OUTCOMES.join('|'), needed: true } },
    does: 'resolve a message with an unknown outcome; resend sends it again',
    async run(given) {
      const as = oneOf(given, 'as', OUTCOMES);
      const { accountId, id } = await ownerOf(given, 'messages', 'message');
      return (await operate(given.db, resolveMessageRoute, { accountId, params: { id }, body: { as } })).message;
    },
  },
};
