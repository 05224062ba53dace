import { named, nullable, oneOf, strictObject, Timestamp, Type } from '../common.js';

/** The states of reported changes. */
export const PUSH_STATUSES = ['pending', 'active', 'failed'] as const;

/** Whether a provider reports changes of a mailbox or calendar, as the API answers it. */
export const PushState = named(
  'PushState',
  strictObject({
    status: oneOf(PUSH_STATUSES, {
      description:
        '`pending`: not set up yet. `active`: the provider reports changes, and they are read immediately. ' +
        '`failed`: the provider rejects it. It is retried, and changes are read with the next check.',
    }),
    error: nullable(Type.String({ description: 'Reason of the last failure. An active one can fail to be renewed.' })),
    expires_at: nullable(Timestamp('When the provider stops to report changes, unless it is renewed before.')),
    last_reported_at: nullable(Timestamp('Time of the latest reported change.')),
  }),
);
