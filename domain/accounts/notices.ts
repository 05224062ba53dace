import { DateTime } from 'luxon';
import type {
  NotificationChannel,
  NotificationChannelsOf,
  NotificationEvent,
} from '../../schemas/accounts/notification-settings.js';
import { MANAGERS, type Role } from '../../schemas/roles.js';

/** The settings of users who haven't changed them. */
export const DEFAULT_NOTICES = {
  channels: { reply: [], handoff: [], task_due: [], connection_lost: ['email'] } as NotificationChannelsOf,
  leads: 'own',
  wait_minutes: 5,
} as const;

/** A user with their settings. */
export interface Notified {
  user_id: string;
  role: string;
  leads: 'own' | 'all';
  channels: NotificationChannelsOf;
}

/** An event, and the users it concerns. */
export interface NoticeEvent {
  kind: NotificationEvent;
  /** The users it goes to, if it isn't the owner of the lead. */
  userIds?: readonly string[];
  ownerId?: string | null;
}

/** Returns the channels on which a user is notified of an event. Only managers are notified of leads of others. */
export function noticeChannels(
  { user_id, role, leads, channels }: Notified,
  { kind, userIds, ownerId }: NoticeEvent,
): readonly NotificationChannel[] {
  const seesAll = leads === 'all' && MANAGERS.includes(role as Role);
  const concerned = userIds ? userIds.includes(user_id) : ownerId === user_id || seesAll;
  return concerned ? (channels[kind] ?? []) : [];
}

export interface QuietHours {
  quiet_from: string | null;
  quiet_to: string | null;
  timezone: string;
}

/** Returns when the quiet hours end that `now` is in; undefined outside of them. Equal times mean none. */
export function quietUntil({ quiet_from, quiet_to, timezone }: QuietHours, now: Date): Date | undefined {
  if (quiet_from === null || quiet_to === null || quiet_from === quiet_to) return undefined;
  const local = DateTime.fromJSDate(now, { zone: timezone });
  const time = local.toFormat('HH:mm');
  const overnight = quiet_from > quiet_to;
  const isQuiet = overnight ? time >= quiet_from || time < quiet_to : time >= quiet_from && time < quiet_to;
  if (!isQuiet) return undefined;
  const [hour = 0, minute = 0] = quiet_to.split(':').map(Number);
  const days = overnight && time >= quiet_from ? 1 : 0;
  return local.plus({ days }).set({ hour, minute, second: 0, millisecond: 0 }).toJSDate();
}
