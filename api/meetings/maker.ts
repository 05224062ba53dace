import type { Contract } from '../../schemas/contract.js';
import type { CreationSource } from '../../schemas/meetings.js';
import type { MeetingMaker } from '../../services/meetings/booking-request.js';
import type { Caller, RouteInput } from '../route.js';

/** Who makes a meeting, as far as the request tells. */
export const makerOf = (
  { key, user, origin }: Caller & Pick<RouteInput<Contract>, 'origin'>,
  creationSource: CreationSource,
): MeetingMaker => ({
  createdBy: user ? `user:${user.id}` : key ? `key:${key.id}` : 'system',
  source: user ? 'manual' : 'api',
  creationSource,
  origin,
});
