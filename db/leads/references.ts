import type { Knex } from 'knex';
import type { Db } from '../connection.js';

/**
 * Returns whether an agent still needs something by this id: its draft, its published version, or a version that an
 * open enrolment is pinned to names it. Ids are unique, so finding the text in the document is proof enough.
 */
export async function isUsedByAgents(db: Db, accountId: string, id: string): Promise<boolean> {
  const needle = `%${id}%`;
  const draft = await db('agents')
    .where({ account_id: accountId })
    .whereNull('deleted_at')
    .where('draft', 'like', needle)
    .first('id');
  if (draft) return true;
  const version = await liveVersions(db, accountId).where('v.definition', 'like', needle).first('v.agent_id');
  return version !== undefined;
}

/** Definitions that agents act by now: their published ones, and those that open enrolments are pinned to. */
export const listLiveDefinitions = (
  db: Db,
  accountId: string,
): Promise<{ id: string; name: string; definition: string }[]> =>
  liveVersions(db, accountId).orderBy('a.id').select('a.id', 'a.name', 'v.definition');

const liveVersions = (db: Db, accountId: string): Knex.QueryBuilder =>
  db('agent_versions AS v')
    .join('agents AS a', 'a.id', 'v.agent_id')
    .where('v.account_id', accountId)
    .whereNull('a.deleted_at')
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
    );

/** Returns whether messages on their way name this sender or template. */
export async function isUsedByMessages(db: Db, accountId: string, column: 'sender_id' | 'template_id', id: string) {
  const message = await db('messages')
    .where({ account_id: accountId, [column]: id })
    .whereIn('status', ['queued', 'held', 'sending', 'unknown'])
    .first('id');
  return message !== undefined;
}

/** Returns what still needs an agent, in words: an open enrolment, a campaign, a background job, a widget or another agent. */
export async function whatNeedsAgent(db: Db, accountId: string, agentId: string): Promise<string[]> {
  const needle = `%${agentId}%`;
  const others = (table: string) => db(table).where({ account_id: accountId });
  const [runs, campaign, job, widget, draft, version] = await Promise.all([
    others('agent_runs').where({ agent_id: agentId, open_slot: 1 }).first('id'),
    others('campaigns').where({ agent_id: agentId }).first('name'),
    others('background_jobs')
      .whereNull('deleted_at')
      .where((either) =>
        either
          .where('lead_filters', 'like', needle)
          .orWhere('workflow_filters', 'like', needle)
          .orWhere('steps', 'like', needle),
      )
      .first('name'),
    others('widgets').where({ agent_id: agentId }).first('name'),
    others('agents').whereNull('deleted_at').whereNot({ id: agentId }).where('draft', 'like', needle).first('name'),
    liveVersions(db, accountId).whereNot('v.agent_id', agentId).where('v.definition', 'like', needle).first('a.name'),
  ]);
  const other = draft ?? version;
  return [
    ...(runs ? ['open runs'] : []),
    ...(campaign ? [`the campaign ${campaign.name}`] : []),
    ...(job ? [`the background job ${job.name}`] : []),
    ...(widget ? [`the widget ${widget.name}`] : []),
    ...(other ? [`the workflow ${other.name}`] : []),
  ];
}
