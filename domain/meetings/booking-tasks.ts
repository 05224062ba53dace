import { type BookingTask, bookingTable } from '../flow/booking.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The time after its end in which a meeting can still be marked as completed or as a no-show. */
export const SETTLE_MS = 7 * DAY_MS;
/** A notice that was refused this often is given up: with pauses of up to an hour that is after two days. */
const MAX_ATTEMPTS = 48;

/** The state of a notice: its message's status, or `skipped`. */
export interface NoticeState {
  status: string;
  /** The reason why it was passed over or failed. */
  reason: string | null;
  attempts: number;
  retryAt: Date | null;
  /** Its message waits and can still be taken back. */
  pending: boolean;
}

/** The data of a meeting for its tasks. */
export interface BookingFacts {
  status: string;
  startsAt: Date;
  endsAt: Date;
  createdAt: Date;
  rescheduledAt: Date | null;
  cancelledAt: Date | null;
  /** The time when another host took it over, each time, oldest first. */
  handOvers: readonly Date[];
  inviteLead: boolean;
  reminders: readonly { minutes_before: number; channel: string; template_id: string | null }[];
  notices: ReadonlyMap<string, NoticeState>;
  calendar: CalendarNeed;
}

/**
 * Whether the host's calendar shows the meeting correctly. `due` sets when to try, and until when invitations wait for
 * the link of a video conference. `settled` is the final state.
 */
export type CalendarNeed =
  | { kind: 'none' }
  | { kind: 'settled'; state: string; written: boolean }
  | { kind: 'due'; at: Date; state: string; what: 'write' | 'remove'; linkUntil: Date | null };

/**
 * Returns whether a notice is handed over: those of other channels than email are queued like any message, whose own
 * workflow then sends them.
 */
export const isHandedOver = (noticeKey: string): boolean =>
  noticeKey.startsWith('reminder/') && !noticeKey.startsWith('reminder/email/');

export type NoticeKind = 'invitation' | 'update' | 'withdrawal' | 'cancellation' | 'reminder' | 'no_show';

/** One notice that a meeting may call for. */
export interface Notice {
  key: string;
  kind: NoticeKind;
  channel: string;
  templateId: string | null;
  at: Date;
  /** From then on it would tell nothing any more. */
  until: Date;
}

export type BookingWork =
  | { kind: 'calendar'; what: 'write' | 'remove' }
  | { kind: 'notice'; notice: Notice; attempts: number }
  | { kind: 'skip'; notice: Notice; reason: string }
  | { kind: 'take_back'; key: string };

/** The next task of a booking: work to do now, a time to wait for, or nothing. */
export interface BookingOutlook {
  work: BookingWork | null;
  sleepUntil: Date | null;
  next: string;
  closed: boolean;
  details: string;
}

const LIVE = ['scheduled', 'confirmed'];
const DONE = ['handed_over', 'sent', 'delivered', 'read', 'failed', 'unknown', 'skipped', 'cancelled'];
const SENT = ['sending', 'sent', 'delivered', 'read', 'unknown'];

/** Decides what follows a booking at `now`: each notice once, the calendar until it agrees, reminders by the present time. */
export function planBooking(facts: BookingFacts, now: Date): BookingOutlook {
  const notices = noticesOf(facts);
  const tasks: BookingTask[] = [];
  const waits: { at: Date; what: string }[] = [];
  const overtaken = [...facts.notices].find(
    ([key, { pending }]) => pending && !notices.some((notice) => notice.key === key),
  );
  let work: BookingWork | null = overtaken ? { kind: 'take_back', key: overtaken[0] } : null;

  for (const notice of notices) {
    const state = facts.notices.get(notice.key);
    tasks.push({ what: labelOf(notice), at: notice.at.toISOString(), state: stateOf(state) });
    if (state && DONE.includes(state.status)) continue;
    const at = laterOf(notice.at, state?.retryAt, linkAwaited(notice, facts.calendar));
    if (at > now && now < notice.until) {
      waits.push({ at, what: labelOf(notice) });
    } else {
      work ??= noticeWork(notice, state, facts, now);
    }
  }
  const { calendar } = facts;
  if (calendar.kind !== 'none') {
    tasks.unshift({
      what: 'calendar entry',
      at: calendar.kind === 'due' ? calendar.at.toISOString() : null,
      state: calendar.state,
    });
  }
  if (calendar.kind === 'due') {
    if (calendar.at > now) waits.push({ at: calendar.at, what: 'try the calendar again' });
    else work ??= { kind: 'calendar', what: calendar.what };
  }
  const live = LIVE.includes(facts.status);
  const settleBy = new Date(facts.endsAt.getTime() + SETTLE_MS);
  if (live) {
    waits.push(
      facts.endsAt > now
        ? { at: facts.endsAt, what: 'the end of the meeting' }
        : { at: settleBy, what: 'whether it was held' },
    );
  }
  const first = waits.sort((a, b) => a.at.getTime() - b.at.getTime())[0];
  const over = now >= settleBy;
  const closed = work === null && (over || (!live && waits.length === 0));
  tasks.push({ what: 'meeting', at: facts.startsAt.toISOString(), state: facts.status });
  return {
    work,
    sleepUntil: work ? now : (first?.at ?? null),
    next: work ? describeWork(work) : (first?.what ?? 'a change'),
    closed,
    details: bookingTable(tasks),
  };
}

const laterOf = (first: Date, ...others: readonly (Date | null | undefined)[]): Date =>
  others.reduce<Date>((latest, each) => (each && each > latest ? each : latest), first);

/** Returns until when a notice waits for the link of a video conference. */
const linkAwaited = ({ kind }: Notice, calendar: CalendarNeed): Date | null =>
  calendar.kind === 'due' && (kind === 'invitation' || kind === 'update') ? calendar.linkUntil : null;

function noticeWork(notice: Notice, state: NoticeState | undefined, facts: BookingFacts, now: Date): BookingWork {
  const attempts = state?.attempts ?? 0;
  if (now >= notice.until) return { kind: 'skip', notice, reason: 'too_late' };
  if (attempts >= MAX_ATTEMPTS) return { kind: 'skip', notice, reason: 'refused_too_often' };
  const known = facts.rescheduledAt ?? facts.createdAt;
  if (notice.kind === 'reminder' && notice.at <= known) return { kind: 'skip', notice, reason: 'due_before_booking' };
  return { kind: 'notice', notice, attempts };
}

/** Returns the notices that the meeting requires in its current state. A silent booking requires none. */
function noticesOf(facts: BookingFacts): Notice[] {
  const { startsAt, endsAt, rescheduledAt, cancelledAt, status } = facts;
  const mail = { channel: 'email', templateId: null };
  if (!facts.inviteLead) return [];
  if (status === 'cancelled') {
    const at = cancelledAt ?? startsAt;
    if (at >= startsAt) return [];
    const cancellation: Notice = { key: 'cancellation', kind: 'cancellation', ...mail, at, until: startsAt };
    return [...withdrawalsOf(facts), ...(wasInvited(facts, facts.handOvers.length) ? [cancellation] : [])];
  }
  if (status === 'no_show') {
    const until = new Date(endsAt.getTime() + SETTLE_MS);
    return [{ key: 'no_show', kind: 'no_show', ...mail, at: endsAt, until }];
  }
  if (!LIVE.includes(status)) return [];
  const invitation: Notice = rescheduledAt
    ? { key: `update/${rescheduledAt.getTime()}`, kind: 'update', ...mail, at: rescheduledAt, until: startsAt }
    : { key: 'invitation', kind: 'invitation', ...mail, at: facts.createdAt, until: startsAt };
  return [...withdrawalsOf(facts), invitation, ...remindersFor(facts)];
}

type Reminded = Pick<BookingFacts, 'startsAt' | 'inviteLead' | 'reminders'>;

const remindersFor = ({ startsAt, reminders }: Reminded): Notice[] =>
  reminders
    .map(
      ({ minutes_before, channel, template_id }): Notice => ({
        key: `reminder/${channel}/${minutes_before}/${startsAt.getTime()}`,
        kind: 'reminder',
        channel,
        templateId: template_id,
        at: new Date(startsAt.getTime() - minutes_before * 60_000),
        until: startsAt,
      }),
    )
    .sort((a, b) => a.at.getTime() - b.at.getTime());

/** Lists the reminders that a meeting which is made now will call for; a silent booking has none. */
export const remindersAhead = (meeting: Reminded, now: Date): Notice[] =>
  meeting.inviteLead ? remindersFor(meeting).filter(({ at }) => at > now) : [];

/** Each former host's invitation that the lead was sent is taken back: the next host's is another one. */
const withdrawalsOf = (facts: BookingFacts): Notice[] =>
  facts.handOvers.flatMap((at, n) =>
    wasInvited(facts, n)
      ? [
          {
            key: `withdrawal/${at.getTime()}`,
            kind: 'withdrawal',
            channel: 'email',
            templateId: null,
            at,
            until: facts.startsAt,
          },
        ]
      : [],
  );

/** Returns whether the lead was invited by the `n`-th host. */
function wasInvited({ notices, handOvers }: BookingFacts, n: number): boolean {
  const from = handOvers[n - 1]?.getTime() ?? 0;
  const until = handOvers[n]?.getTime() ?? Number.POSITIVE_INFINITY;
  return [...notices].some(([key, { status }]) => {
    const at = invitedAt(key);
    return SENT.includes(status) && at !== undefined && at >= from && at < until;
  });
}

/** The moment whose state an invitation or its update tells (ms since 1970); undefined for other notices. */
function invitedAt(key: string): number | undefined {
  if (key === 'invitation') return 0;
  return key.startsWith('update/') ? Number(key.slice('update/'.length)) : undefined;
}

const stateOf = (state: NoticeState | undefined): string =>
  state ? [state.status, state.reason].filter(Boolean).join(': ') : 'waits';

function labelOf({ kind, channel, key }: Notice): string {
  if (kind !== 'reminder') return kind.replace('_', '-');
  return `reminder ${key.split('/')[2]} min before, ${channel}`;
}

function describeWork(work: BookingWork): string {
  if (work.kind === 'calendar') return `${work.what} the calendar entry`;
  if (work.kind === 'take_back') return 'take back what a change has overtaken';
  return `${work.kind === 'skip' ? 'pass over' : 'send'} the ${labelOf(work.notice)}`;
}
