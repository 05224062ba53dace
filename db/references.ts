import type { Db } from './connection.js';

/**
 * Whether an agent still needs something by this id: its draft, its published version, or a version that an open
 * enrolment is pinned to names it. Ids are unique, so finding the text in the document is proof enough.
 */
export async function isUsedByAgents(db: Db, accountId: string, id: string): Promise<boolean> {
  const needle = `%${id}%`;
  const draft = await db('agents').where({ account_id: accountId }).where('draft', 'like', needle).first('id');
  if (draft) return true;
  const version = await db('agent_versions AS v')
    .join('agents AS a', 'a.id', 'v.agent_id')
    .where('v.account_id', accountId)
    .where('v.definition', 'like', needle)
    .where((either) =>
      either
        .whereRaw('v.version = a.version')
        .orWhereExists((open) =>
          open
            .select(db.raw('1'))
            .from('agent_runs AS r')
            .where('r.account_id', accountId)
            .where('r.open_slot', 1)
            .whereRaw('r.agent_id = v.agent_id AND r.agent_version = v.version'),
        ),
    )
    .first('v.agent_id');
  return version !== undefined;
}

/** Messages on their way that name this sender or template. */
export async function isUsedByMessages(db: Db, accountId: string, column: 'sender_id' | 'template_id', id: string) {
  const message = await db('messages')
    .where({ account_id: accountId, [column]: id })
    .whereIn('status', ['queued', 'held', 'sending', 'unknown'])
    .first('id');
  return message !== undefined;
}

/** Whether a campaign, a background job or another agent names this one. */
export async function isAgentNamed(db: Db, accountId: string, agentId: string): Promise<boolean> {
  const needle = `%${agentId}%`;
  const others = (table: string) => db(table).where({ account_id: accountId });
  const found = await Promise.all([
    others('campaigns').where({ agent_id: agentId }).first('id'),
    others('background_jobs')
      .whereNull('deleted_at')
      .where((either) =>
        either
          .where('lead_filters', 'like', needle)
          .orWhere('workflow_filters', 'like', needle)
          .orWhere('steps', 'like', needle),
      )
      .first('id'),
    others('agents').whereNot({ id: agentId }).where('draft', 'like', needle).first('id'),
    others('agent_versions').whereNot({ agent_id: agentId }).where('definition', 'like', needle).first('agent_id'),
  ]);
  return found.some((row) => row !== undefined);
}
