import { draftOf, findAgent, findDefinition } from '../../db/agents/agents.js';
import { publicUrl, secretsOf } from '../../runtime/config.js';
import { simulateAgentContract } from '../../schemas/agents/simulation.js';
import { simulateCadence } from '../../services/agents/simulate.js';
import { createUnsubscribeLinks } from '../../services/messages/mail-links.js';
import type { ApiDependencies } from '../dependencies.js';
import { instantField } from '../http/request/fields.js';
import { found, pathId } from '../http/request/path-id.js';
import { route } from '../http/route.js';
import { leadInMemory } from '../leads/lead-in-memory.js';

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
    const snapshot = { ...(await leadInMemory(db, account, body, startsAt)), agent };
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
