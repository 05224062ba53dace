import type { Contract } from '../../schemas/contract.js';
import type { CreationSource } from '../../schemas/meetings/meetings.js';
import type { MeetingMaker } from '../../services/meetings/booking-request.js';
import { callerName } from '../http/auth/caller-name.js';
import type { Caller, RouteInput } from '../http/route.js';

/** Names who makes a meeting, as far as the request tells. */
export const makerOf = (
  { key, user, origin }: Caller & Pick<RouteInput<Contract>, 'origin'>,
  creationSource: CreationSource,
): MeetingMaker => ({
  createdBy: callerName({ key, user }),
  source: user ? 'manual' : 'api',
  creationSource: user ? 'dashboard' : creationSource,
  origin,
});
