import { meetingLocation, meetingTime } from '../../domain/meetings/meeting-mail.js';
import { MEETING_WORDS } from '../../domain/meetings/words/index.js';
import { escapeHtml } from '../../domain/messages/escape-html.js';
import type { Reader } from '../../domain/values/reader.js';
import type { Language } from '../../schemas/agents/talking.js';
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
  .note { padding: .75rem 1rem; border-radius: .5rem; border-inline-start: .3rem solid #2e7d32; background: color-mix(in srgb, #2e7d32 12%, transparent); }
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
  /** The reader of the page. */
  reader: Reader;
  locationType: string;
  locationDetails: string | null;
  meetingUrl: string | null;
  hostName: string | null;
  /** True if it can still be confirmed, moved or cancelled. */
  open: boolean;
  /** True if there is a host whose free times can be offered. */
  movable: boolean;
}

/** One free time that the meeting can be moved to. */
export interface OfferedSlot {
  startsAt: Date;
  endsAt: Date;
}

const wordsOf = ({ reader }: MeetingView) => MEETING_WORDS[reader.language].page;

const timeOf = ({ timezone, reader }: MeetingView, { startsAt, endsAt }: OfferedSlot) =>
  meetingTime(startsAt, endsAt, timezone, reader);

const render = ({ reader }: MeetingView, title: string, body: string): string => page(title, body, reader.language);

const note = (text: string | undefined, bad = false): string =>
  text ? `<p class="note${bad ? ' bad' : ''}" role="status">${escapeHtml(text)}</p>\n` : '';

const back = (view: MeetingView): string => `<a class="button" href="${view.path}">${wordsOf(view).actions.back}</a>`;

const titleOf = ({ title }: MeetingView): string => `<strong dir="auto">${escapeHtml(title)}</strong>`;

function facts(view: MeetingView): string {
  const { labels } = MEETING_WORDS[view.reader.language];
  const states: Record<string, string> = wordsOf(view).states;
  const { date, time, zone } = timeOf(view, view);
  const url = view.meetingUrl && URL.canParse(view.meetingUrl) ? new URL(view.meetingUrl) : undefined;
  const link = url && /^https?:$/.test(url.protocol) ? escapeHtml(url.href) : undefined;
  const place = meetingLocation(view.locationType, view.locationDetails, view.reader.language);
  const rows: [string, string | undefined][] = [
    [labels.when, `${escapeHtml(date)}<br>${escapeHtml(time)}<br>${escapeHtml(zone)}`],
    [labels.where, escapeHtml(place)],
    [labels.join, link && `<a href="${link}" rel="noreferrer" dir="ltr">${link}</a>`],
    [labels.with, view.hostName ? escapeHtml(view.hostName) : undefined],
    [labels.state, escapeHtml(states[view.confirmed && view.open ? 'confirmed' : view.status] ?? view.status)],
  ];
  return `<dl>${rows.map(([name, value]) => (value ? `<dt>${name}</dt><dd>${value}</dd>` : '')).join('\n')}</dl>`;
}

/** Renders the meeting, with what can be done about it. Opening it changes nothing. */
export function meetingPage(view: MeetingView, result?: string): string {
  const { actions, done } = wordsOf(view);
  const confirm = view.confirmed
    ? ''
    : `<button class="main" type="submit" formaction="${view.path}/confirm">${actions.confirm}</button>`;
  const move = view.movable ? `<a class="button" href="${view.path}?view=times">${actions.move}</a>` : '';
  const cancel = `<a class="button" href="${view.path}?view=cancel">${actions.cancel}</a>`;
  const buttons = view.open ? `<form method="post">${confirm}${move}${cancel}</form>` : '';
  const known = Object.entries(done).find(([name]) => name === result);
  return render(view, view.title, `${note(known?.[1])}${facts(view)}\n${buttons}`);
}

/** Renders the confirmation before a meeting is cancelled. */
export function cancelPage(view: MeetingView): string {
  const { title, confirm, keep } = wordsOf(view).cancel;
  return render(
    view,
    title,
    `<p>${titleOf(view)}</p>\n${facts(view)}
<form method="post"><button class="danger" type="submit" formaction="${view.path}/cancel">${confirm}</button>
<a class="button" href="${view.path}">${keep}</a></form>`,
  );
}

/** Renders the free times, by day of the lead's clock; `taken` is set after a choice that could not be had. */
export function timesPage(
  view: MeetingView,
  slots: readonly OfferedSlot[],
  later: Date,
  { taken = false }: { taken?: boolean } = {},
): string {
  const words = wordsOf(view);
  const days = Map.groupBy(slots, (slot) => timeOf(view, slot).date);
  const lists = [...days].map(
    ([day, times]) =>
      `<h2>${escapeHtml(day)}</h2>\n<form method="post">${times.map((slot) => slotButton(view, slot)).join('')}</form>`,
  );
  const none = slots.length === 0 ? `<p>${words.times.none}</p>` : '';
  const zone = words.times.zone.replace('{zone}', escapeHtml(timeOf(view, view).zone));
  const more = `<a class="button" href="${view.path}?view=times&amp;from=${later.toISOString()}">${words.actions.later}</a> `;
  return render(
    view,
    words.times.title,
    `${note(taken ? words.taken : undefined, true)}<p>${titleOf(view)}<br>${zone}</p>\n${lists.join('\n')}${none}
<p class="more">${more}${back(view)}</p>`,
  );
}

function slotButton(view: MeetingView, slot: OfferedSlot): string {
  const action = `${view.path}/reschedule?at=${encodeURIComponent(slot.startsAt.toISOString())}`;
  return `<button class="slot" type="submit" formaction="${action}">${escapeHtml(timeOf(view, slot).start)}</button>`;
}

/** States that a meeting can no longer be changed. */
export const closedPage = (view: MeetingView): string =>
  render(view, view.title, `${note(wordsOf(view).closed, true)}${facts(view)}\n<p>${back(view)}</p>`);

/** Renders the page for links that were cut on their way, or whose meeting is gone or long over. */
export function unknownPage(language: Language): string {
  const { title, text } = MEETING_WORDS[language].page.dead;
  return page(title, `<p>${text}</p>`, language);
}
