import { findConnection } from '../../db/connections/connections.js';
import type { CalendarAccess } from '../../providers/calendar/connected.js';
import { connectedCalendars } from '../../providers/calendar/index.js';
import { CalendarFault } from '../../providers/calendar/provider.js';
import { openConnection } from '../../providers/json-api.js';
import { publicUrl, secretsOf } from '../../runtime/config.js';
import { createSecretBox } from '../../runtime/secret-box.js';
import { listConnectionCalendarsContract } from '../../schemas/meetings/calendars.js';
import { systemMail } from '../../services/channels/system-sender.js';
import { createAccessTokens } from '../../services/connections/access-tokens.js';
import { purposesOf } from '../../services/connections/settings.js';
import { ApiError } from '../http/errors.js';
import { found, pathId } from '../http/request/path-id.js';
import { route } from '../http/route.js';
import type { ConnectionDependencies } from './connections.js';

/** Creates the way to the calendars of connections, as the settings say. */
function createCalendars(deps: ConnectionDependencies): NonNullable<ConnectionDependencies['calendars']> {
  const { config } = deps;
  const access: CalendarAccess = {
    api: openConnection(),
    tokens: createAccessTokens({
      ...deps,
      box: createSecretBox(secretsOf(config)),
      system: systemMail(config),
      publicUrl: publicUrl(config),
    }),
    googleUrl: config.GOOGLE_CALENDAR_URL,
    graphUrl: config.MICROSOFT_GRAPH_URL,
  };
  return (settings) => connectedCalendars(access, settings);
}

export const listConnectionCalendarsRoute = (deps: ConnectionDependencies) => {
  const calendarsOf = deps.calendars ?? createCalendars(deps);
  return route(listConnectionCalendarsContract).handle(async ({ account, db, params }) => {
    const id = pathId(params.id, 'CONNECTION_NOT_FOUND');
    const { provider, ...row } = found(await findConnection(db, account.id, id), 'CONNECTION_NOT_FOUND');
    if (provider === 'oauth' || !purposesOf(row).includes('calendars'))
      throw new ApiError('CONNECTION_LACKS_CALENDARS');
    try {
      const calendars = await calendarsOf({ provider, connectionId: id }).calendars();
      return {
        status: 200,
        body: {
          success: true,
          calendars: calendars.map(({ isPrimary, ...calendar }) => ({ ...calendar, is_primary: isPrimary })),
        },
      };
    } catch (error) {
      if (error instanceof CalendarFault) throw errorOf(error);
      throw error;
    }
  });
};

function errorOf({ code, message }: CalendarFault): ApiError {
  if (code === 'missing_permission') return new ApiError('CONNECTION_LACKS_CALENDARS');
  return new ApiError('PROVIDER_ERROR', { message });
}
