import { meetingLocation, meetingTime } from '../../domain/meetings/meeting-mail.js';
import { escapeHtml } from '../../domain/messages/escape-html.js';
import { pageShell } from '../docs/page-shell.js';

const STYLE = `
  :root { color-scheme: light dark; font: 1.0625rem/1.5 system-ui, sans-serif; --line: color-mix(in srgb, currentColor 20%, transparent); --main: #1f4fd8; }
  body { margin: 0; min-height: 100vh; display: grid; place-items: start center; }
  main { box-sizing: border-box; width: 100%; max-width: 32rem; overflow-wrap: anywhere; padding: clamp(1.25rem, 5vw, 3rem) 1.25rem; }
  h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 1rem; }
  h2 { font-size: 1rem; margin: 1.5rem 0 .5rem; }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: .5rem 1.25rem; margin: 0 0 1.5rem; padding: 1rem 0; border: solid var(--line); border-width: 1px 0; }
  dt { opacity: .75; }
  dd { margin: 0; }
  form { display: flex; flex-wrap: wrap; gap: .75rem; margin: 0; }
  button, .button { box-sizing: border-box; min-height: 2.75rem; font: inherit; font-weight: 600; padding: .6rem 1.25rem; border: 1px solid var(--line); border-radius: .5rem; background: none; color: inherit; text-decoration: none; cursor: pointer; }
  button.main { background: var(--main); border-color: var(--main); color: #fff; }
  button.danger { background: #b3261e; border-color: #b3261e; color: #fff; }
  button.slot { padding: .5rem .9rem; font-variant-numeric: tabular-nums; }
  button:hover, .button:hover { border-color: currentColor; }
  :focus-visible { outline: 3px solid #f5a623; outline-offset: 2px; }
  .note { padding: .75rem 1rem; border-radius: .5rem; border-left: .3rem solid #2e7d32; background: color-mix(in srgb, #2e7d32 12%, transparent); }
  .note.bad { border-color: #b3261e; background: color-mix(in srgb, #b3261e 12%, transparent); }
  p.more { margin-top: 1.5rem; }
`;

const { page, headers } = pageShell(STYLE);

/** The headers of the pages. Their content is private, so no cache may store it. */
export const PAGE_HEADERS = { ...headers, 'Cache-Control': 'no-store' };

/** The data of a meeting that its lead can see. */
export interface MeetingView {
  /** The page's own address: `/m/<token>`. */
  path: string;
  title: string;
  status: string;
  confirmed: boolean;
  startsAt: Date;
  endsAt: Date;
  timezone: string;
  locationType: string;
  locationDetails: string | null;
  meetingUrl: string | null;
  hostName: string | null;
  /** Whether it can still be confirmed, moved or cancelled. */
  open: boolean;
  /** Whether there is a host whose free times can be offered. */
  movable: boolean;
}

/** One free time that the meeting can be moved to. */
export interface OfferedSlot {
  startsAt: Date;
  endsAt: Date;
}

const STATES: Record<string, string> = {
  scheduled: 'Booked',
  confirmed: 'Confirmed',
  cancelled: 'Cancelled',
  completed: 'Took place',
  no_show: 'Did not take place',
};

const DONE: Record<string, string> = {
  confirmed: 'Your meeting is confirmed. Thank you.',
  moved: 'Your meeting has a new time.',
  cancelled: 'Your meeting is cancelled.',
};

const note = (text: string | undefined, bad = false): string =>
  text ? `<p class="note${bad ? ' bad' : ''}" role="status">${escapeHtml(text)}</p>\n` : '';

function facts(view: MeetingView): string {
  const { date, time, zone } = meetingTime(view.startsAt, view.endsAt, view.timezone);
  const url = view.meetingUrl && URL.canParse(view.meetingUrl) ? new URL(view.meetingUrl) : undefined;
  const link = url && /^https?:$/.test(url.protocol) ? escapeHtml(url.href) : undefined;
  const rows: [string, string | undefined][] = [
    ['When', `${escapeHtml(date)}<br>${escapeHtml(time)}<br>${escapeHtml(zone)}`],
    ['Where', escapeHtml(meetingLocation(view.locationType, view.locationDetails))],
    ['Join', link && `<a href="${link}" rel="noreferrer">${link}</a>`],
    ['With', view.hostName ? escapeHtml(view.hostName) : undefined],
    ['State', escapeHtml(STATES[view.confirmed && view.open ? 'confirmed' : view.status] ?? view.status)],
  ];
  return `<dl>${rows.map(([name, value]) => (value ? `<dt>${name}</dt><dd>${value}</dd>` : '')).join('\n')}</dl>`;
}

/** Renders the meeting, with what can be done about it. Opening it changes nothing. */
export function meetingPage(view: MeetingView, done?: string): string {
  const confirm = view.confirmed
    ? ''
    : `<button class="main" type="submit" formaction="${view.path}/confirm">Confirm</button>`;
  const move = view.movable ? `<a class="button" href="${view.path}?view=times">Another time</a>` : '';
  const cancel = `<a class="button" href="${view.path}?view=cancel">Cancel</a>`;
  const actions = view.open ? `<form method="post">${confirm}${move}${cancel}</form>` : '';
  return page(view.title, `${note(DONE[done ?? ''])}${facts(view)}\n${actions}`);
}

/** Asks before a meeting is cancelled. */
export const cancelPage = (view: MeetingView): string =>
  page(
    'Cancel this meeting?',
    `<p><strong>${escapeHtml(view.title)}</strong></p>\n${facts(view)}
<form method="post"><button class="danger" type="submit" formaction="${view.path}/cancel">Cancel the meeting</button>
<a class="button" href="${view.path}">Keep it</a></form>`,
  );

/** Renders the free times, by day of the lead's clock; `problem` says why an earlier choice could not be had. */
export function timesPage(view: MeetingView, slots: readonly OfferedSlot[], later: Date, problem?: string): string {
  const days = Map.groupBy(slots, ({ startsAt, endsAt }) => meetingTime(startsAt, endsAt, view.timezone).date);
  const lists = [...days].map(
    ([day, times]) =>
      `<h2>${escapeHtml(day)}</h2>\n<form method="post">${times.map((slot) => slotButton(view, slot)).join('')}</form>`,
  );
  const none = slots.length === 0 ? '<p>There is no free time in these days.</p>' : '';
  const more = `<a class="button" href="${view.path}?view=times&amp;from=${later.toISOString()}">Later times</a> `;
  return page(
    'Choose another time',
    `${note(problem, true)}<p><strong>${escapeHtml(view.title)}</strong><br>Times on the clock of ${escapeHtml(
      meetingTime(view.startsAt, view.endsAt, view.timezone).zone,
    )}</p>\n${lists.join('\n')}${none}
<p class="more">${more}<a class="button" href="${view.path}">Back</a></p>`,
  );
}

function slotButton(view: MeetingView, { startsAt, endsAt }: OfferedSlot): string {
  const [from] = meetingTime(startsAt, endsAt, view.timezone).time.split(' ');
  const action = `${view.path}/reschedule?at=${encodeURIComponent(startsAt.toISOString())}`;
  return `<button class="slot" type="submit" formaction="${action}">${from}</button>`;
}

/** Returns why something could not be done. */
export const refusedPage = (view: MeetingView, problem: string): string =>
  page(view.title, `${note(problem, true)}${facts(view)}\n<p><a class="button" href="${view.path}">Back</a></p>`);

/** Renders the page for links that were cut on their way, or whose meeting is gone or long over. */
export const unknownPage = (): string =>
  page(
    'This link does not work',
    '<p>It may have been cut off when it was copied, or the meeting is long over. Please open the link in the email itself, or answer the email.</p>',
  );
