import { describeEvent } from '../../domain/events/describe-event.js';
import { groupOf } from '../../domain/webhooks/event-choice.js';
import { EVENT_KINDS } from '../../schemas/events/events.js';
import { exampleOf, listEventTypesContract, schemaOfKind } from '../../schemas/webhooks/event-types.js';
import type { ApiDependencies } from '../dependencies.js';
import { route } from '../http/route.js';

const EVENT_TYPES = EVENT_KINDS.map((type) => ({
  type,
  group: groupOf(type),
  description: describeEvent(type, exampleOf(type)).description,
  schema: schemaOfKind(type),
  example: exampleOf(type),
}));

export const listEventTypesRoute = (_deps: ApiDependencies) =>
  route(listEventTypesContract).handle(async () => ({
    status: 200,
    body: { success: true, event_types: EVENT_TYPES },
  }));
