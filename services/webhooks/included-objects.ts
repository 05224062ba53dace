import { conversionTypeNames } from '../../db/campaigns/conversions.js';
import { type Db, fromDamagedJson } from '../../db/connection.js';
import { listMeetingsByIds } from '../../db/meetings/meetings.js';
import type { EventRow } from '../../db/tables.js';
import {
  listConversionsByIds,
  listMessagesByIds,
  listRunsByIds,
  listUnerasedLeads,
} from '../../db/webhooks/objects.js';
import type { WebhookInclude } from '../../schemas/webhooks/webhooks.js';
import { toAgentRuns } from '../agent-runs/agent-run-view.js';
import { toConversion } from '../campaigns/conversion-view.js';
import { viewLeads } from '../leads/lead-view.js';
import { toMeeting } from '../meetings/meeting-view.js';
import { toMessage } from '../messages/message-view.js';

type Data = Record<string, unknown>;

/** Finds the object of a kind that an event is about, as the API returns it now. Null if there is none. */
export type IncludedObjects = Record<WebhookInclude, (event: EventRow, data: Data) => unknown>;

const idIn = (data: Data, name: string): string[] => {
  const id = data[name];
  return typeof id === 'string' ? [id] : [];
};

/** Returns the IDs of the objects of a kind that an event is about. */
const IDS: Record<WebhookInclude, (event: EventRow, data: Data) => string[]> = {
  lead: ({ lead_id }) => (lead_id === null ? [] : [lead_id]),
  workflow_run: ({ agent_run_id }) => (agent_run_id === null ? [] : [agent_run_id]),
  meeting: (_event, data) => idIn(data, 'meeting_id'),
  message: (_event, data) => idIn(data, 'message_id'),
  conversion: (_event, data) => idIn(data, 'conversion_id'),
};

type Loader = (db: Db, accountId: string, ids: readonly string[]) => Promise<{ id: string }[]>;

const LOADERS: Record<WebhookInclude, Loader> = {
  lead: async (db, accountId, ids) => viewLeads(db, await listUnerasedLeads(db, accountId, ids)),
  workflow_run: async (db, accountId, ids) => toAgentRuns(db, await listRunsByIds(db, accountId, ids)),
  meeting: async (db, accountId, ids) => (await listMeetingsByIds(db, accountId, ids)).map(toMeeting),
  message: async (db, accountId, ids) => (await listMessagesByIds(db, accountId, ids)).map(toMessage),
  conversion: async (db, accountId, ids) => {
    const rows = await listConversionsByIds(db, accountId, ids);
    const types = await conversionTypeNames(
      db,
      rows.map(({ conversion_type_id }) => conversion_type_id),
    );
    return rows.map((row) => toConversion(row, types.get(row.conversion_type_id)));
  },
};

/** Reads the objects that the payloads of some events include, those of one kind at once. */
export async function readIncluded(
  db: Db,
  accountId: string,
  include: readonly WebhookInclude[],
  events: readonly EventRow[],
): Promise<IncludedObjects> {
  const none = Object.fromEntries(Object.keys(IDS).map((name) => [name, () => null])) as unknown as IncludedObjects;
  const read = events.map((event) => ({ event, data: fromDamagedJson<Data>(event.data) ?? {} }));
  const found = await Promise.all(
    include.map(async (name): Promise<[WebhookInclude, IncludedObjects[WebhookInclude]]> => {
      const ids = new Set(read.flatMap(({ event, data }) => IDS[name](event, data)));
      const objects = ids.size === 0 ? [] : await LOADERS[name](db, accountId, [...ids]);
      const byId = new Map(objects.map((object) => [object.id, object]));
      return [name, (event, data) => byId.get(IDS[name](event, data)[0] ?? '') ?? null];
    }),
  );
  return { ...none, ...Object.fromEntries(found) };
}
