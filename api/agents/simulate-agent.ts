import { draftOf, findAgent, findDefinition } from '../../db/agents/agents.js';
import type { Db } from '../../db/connection.js';
import { findAccountLimits, type LeadSnapshot, loadLeadSnapshots } from '../../db/leads/snapshots.js';
import { publicUrl, secretsOf } from '../../runtime/config.js';
import { simulateAgentContract } from '../../schemas/agents/simulation.js';
import { inMemorySnapshot, simulateCadence } from '../../services/agents/simulate.js';
import { readLead } from '../../services/leads/read-lead.js';
import { createUnsubscribeLinks } from '../../services/messages/unsubscribe-links.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { instantField } from '../http/fields.js';
import { found, pathId } from '../http/path-id.js';
import { type RouteInput, route } from '../http/route.js';
import { requireLead } from '../leads/find.js';

type Input = RouteInput<typeof simulateAgentContract>;

export const simulateAgentRoute = ({ config }: ApiDependencies) => {
  const links = createUnsubscribeLinks(secretsOf(config), publicUrl(config));
  return route(simulateAgentContract).handle(async ({ account, db, params, body, now }) => {
    const agent = found(await findAgent(db, account.id, pathId(params.id, 'WORKFLOW_NOT_FOUND')), 'WORKFLOW_NOT_FOUND');
    const published = agent.version > 0 && !body.draft ? await findDefinition(db, agent.id, agent.version) : undefined;
    const definition = published ?? draftOf(agent);
    const startsAt = body.starts_at === undefined ? now : instantField(body.starts_at, '/starts_at');
    const assume = (body.assume ?? []).map(({ at, ...rest }, index) => ({
      at: instantField(at, `/assume/${index}/at`).toISOString(),
      ...rest,
    }));
    const snapshot = { ...(await snapshotOf(db, account, body, startsAt)), agent };
    const { timeline, outcome, timezone } = await simulateCadence(db, {
      agent: { id: agent.id, name: agent.name },
      definition,
      snapshot,
      startsAt,
      assume,
      skipFirstMessage: body.skip_first_message ?? false,
      forceFirstMessage: body.force_first_message ?? null,
      unsubscribeUrl: links.urlFor(account.id, snapshot.lead.id),
      isLive: published !== undefined,
    });
    const version = published ? agent.version : null;
    return {
      status: 200,
      body: { success: true, version, starts_at: startsAt.toISOString(), timezone, timeline, outcome },
    };
  });
};

/** The lead that is walked through: one of the account, or one that is made in memory. */
async function snapshotOf(
  db: Db,
  account: Input['account'],
  body: Input['body'],
  startsAt: Date,
): Promise<LeadSnapshot> {
  if ((body.lead_id === undefined) === (body.lead === undefined)) {
    throw new ApiError('VALIDATION_ERROR', { message: 'Give either lead_id or lead.', field: '/lead_id' });
  }
  if (body.lead_id !== undefined) {
    const lead = await requireLead(db, account.id, body.lead_id);
    const [snapshot] = await loadLeadSnapshots(db, { accountId: account.id, leadIds: [lead.id] });
    return found(snapshot, 'LEAD_NOT_FOUND');
  }
  const { tags, variables, ...fields } = body.lead ?? {};
  const read = readLead(fields, account.country);
  if (!read.ok) {
    const [first] = read.problems;
    throw new ApiError(first?.code ?? 'VALIDATION_ERROR', {
      message: first?.message ?? 'The lead is not valid.',
      field: `/lead${first?.field ?? ''}`,
      details: { errors: read.problems.map(({ code, field, message }) => ({ code, field: `/lead${field}`, message })) },
    });
  }
  const { id, name, timezone, country } = account;
  const limits = await findAccountLimits(db, id);
  const asSending = { id, name, timezone, country, sending_enabled: true, sending_note: null, limits };
  return inMemorySnapshot(startsAt, asSending, read.values, { tags, variables });
}
