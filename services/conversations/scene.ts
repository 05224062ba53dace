import { fromJson } from '../../db/connection.js';
import type { TalkRow } from '../../db/conversations/messages.js';
import type { OfferedSlotRow } from '../../db/tables.js';
import { isColumn } from '../../domain/agent/fields.js';
import { detectLanguage } from '../../domain/agent/language.js';
import {
  type Cause,
  type Input,
  type Known,
  type Memory,
  NO_MEMORY,
  type Offer,
  type Scene,
} from '../../domain/agent/scene.js';
import { spoken } from '../../domain/agent/scripted-reply.js';
import { leadZone } from '../../domain/leads/lead-zone.js';
import { isOpen, nextOpen, windowZone } from '../../domain/time/windows.js';
import { phoneCountry } from '../../domain/values/phone.js';
import { cut } from '../../domain/values/text.js';
import { LANGUAGES, type Language } from '../../schemas/agents/talking.js';
import type { Window } from '../../schemas/cadence/cadence.js';
import type { Choice, ConversationChannel } from '../../schemas/conversations/messages.js';
import type { HandoffReason } from '../../schemas/conversations/turns.js';
import { type Sitting, wasSaid } from './sitting.js';

/** How much of one message an agent is given, in characters. */
const MOST_GIVEN = 20_000;

const toInput = (row: TalkRow): Input => ({
  seq: row.seq,
  text: cut(row.text ?? '', MOST_GIVEN),
  choice: fromJson<Choice | null>(row.choice),
  verified: row.verified,
});

/** What the agent has not read yet: what a person of ours has answered since, and what is to be answered. */
function unheard({ talk, seat }: Sitting, through: number): Pick<Scene, 'inputs' | 'overheard'> {
  const said = talk.filter(({ role, seq }) => role === 'user' && seq > seat.heard_through && seq <= through);
  const answered = talk.findLast((row) => row.role === 'agent' && row.seq <= through && wasSaid(row))?.seq ?? 0;
  return {
    inputs: said.filter(({ seq }) => seq > answered).map(toInput),
    overheard: said.filter(({ seq }) => seq < answered).map(toInput),
  };
}

/** What it has read before. */
const alreadyHeard = ({ talk, seat }: Sitting): Input[] =>
  talk.filter(({ role, seq }) => role === 'user' && seq <= seat.heard_through).map(toInput);

/** Returns what the agent remembers; what a version before kept less of is filled in. */
export const memoryOf = ({ seat }: Pick<Sitting, 'seat'>): Memory => ({
  ...NO_MEMORY,
  ...fromJson<Partial<Memory>>(seat.memory),
});

/** Returns the zone that times are told in: the lead's, else the agent's. */
export const zoneOf = ({ snapshot, definition }: Pick<Sitting, 'snapshot' | 'definition'>): string =>
  snapshot ? leadZone(snapshot.lead, definition.timezone) : definition.timezone;

/** Shows a time on offer as the scene has it. */
export const toOffer = (row: OfferedSlotRow, spokenIn: { zone: string; language: Language }): Offer => ({
  slotId: row.slot_id,
  label: spoken(row.starts_at.getTime(), spokenIn),
  hostName: row.host_name,
  from: row.starts_at.getTime(),
  to: row.ends_at.getTime(),
  until: row.expires_at.getTime(),
});

/** Returns the times on offer, in the words of the conversation's language. */
export const spokenOffers = (sitting: Sitting): Offer[] =>
  sitting.offers.map((row) => toOffer(row, { zone: zoneOf(sitting), language: sitting.seat.language as Language }));

/**
 * What is known of the lead: variables, with who set them, and columns. A column that says something else than the
 * variable of its name was changed by somebody, and counts.
 */
function knownOf(sitting: Sitting): Record<string, Known> {
  const { snapshot } = sitting;
  const said = memoryOf(sitting).values;
  if (!snapshot) return said;
  const variables = Object.entries(snapshot.variables).map(([key, { value, confidence }]): [string, Known] => [
    key,
    { value, confidence, setBy: snapshot.setBy[key] ?? null },
  ]);
  const known = { ...said, ...Object.fromEntries(variables) };
  for (const [key, value] of Object.entries(snapshot.lead)) {
    if (!isColumn(key) || value === null || known[key]?.value === value) continue;
    if (key === 'first_name' && isStandIn(String(value))) continue;
    known[key] = { value, confidence: 1, setBy: 'api' };
  }
  return known;
}

/** The first name of a visitor who has told none. */
export const UNNAMED = 'Visitor';

/** Tells whether a first name only stands in for one: who writes first may be known by a number alone. */
const isStandIn = (name: string): boolean => name === UNNAMED || !/\p{L}/u.test(name);

/** Returns when people are back (ISO); null while they are there. */
export function opensAt({ definition, snapshot, work }: Sitting): string | null {
  const { hours } = definition.ai;
  if (!hours) return null;
  const { outside: _outside, timezone = 'workflow', ...open } = hours;
  const window = { ...open, timezone } as Window;
  const zones = {
    timezone: snapshot ? leadZone(snapshot.lead, definition.timezone) : definition.timezone,
    agentTimezone: definition.timezone,
  };
  const zone = windowZone(window, zones);
  const at = work.now.getTime();
  return isOpen(window, zone, at) ? null : nextOpen(window, zone, at).opensAt;
}

function mustHandOver({ definition: { ai }, run }: Sitting, isClosed: boolean): HandoffReason | null {
  if (isClosed && ai.hours?.outside === 'handoff') return 'closed';
  return run && run.open_slot !== 1 && ai.after_run === 'handoff' ? 'run_ended' : null;
}

const MEETS = ['scheduled', 'confirmed'];

/** Returns when the lead's next meeting begins. */
function nextMeeting({ snapshot, work }: Sitting): number | null {
  const starts = (snapshot?.meetings ?? [])
    .filter(({ status, starts_at }) => MEETS.includes(status) && starts_at > work.now)
    .map(({ starts_at }) => starts_at.getTime());
  return starts.length > 0 ? Math.min(...starts) : null;
}

/** Returns what the agent remembers; a yes to a person of ours is none to a time that the agent asked about before. */
function memoryAt(sitting: Sitting, [first]: readonly Input[]): Memory {
  const memory = memoryOf(sitting);
  const last = sitting.talk.findLast(
    (row) => (row.role === 'bot' || row.role === 'agent') && wasSaid(row) && (!first || row.seq < first.seq),
  );
  return last?.role === 'agent' ? { ...memory, proposed: null } : memory;
}

/**
 * Sets the scene of a turn: all that the agent sees, as the rows under the lock have it, with what was said up to a
 * place, or to the end.
 */
export function sceneOf(sitting: Sitting, cause: Cause, through = Number.MAX_SAFE_INTEGER): Scene {
  const { seat, definition, snapshot, work, talk } = sitting;
  const { inputs, overheard } = unheard(sitting, through);
  const { default: first = 'en', allowed = LANGUAGES } = definition.ai.languages;
  const spoken = allowed.includes(seat.language as Language) ? (seat.language as Language) : first;
  const language = detectLanguage(
    [...overheard, ...inputs].map(({ text }) => text),
    spoken,
    allowed,
  );
  const zone = zoneOf(sitting);
  const closedUntil = opensAt(sitting);
  const meetingAt = nextMeeting(sitting);
  const phone = snapshot?.lead.phone ? phoneCountry(snapshot.lead.phone) : undefined;
  return {
    now: work.now.getTime(),
    cause,
    channel: seat.channel as ConversationChannel,
    language,
    agent: definition,
    zone,
    country: snapshot?.lead.country ?? phone ?? seat.account_country,
    known: knownOf(sitting),
    ...{ inputs, overheard },
    heard: alreadyHeard(sitting),
    memory: memoryAt(sitting, inputs),
    offers: sitting.offers.map((row) => toOffer(row, { zone, language })),
    isLead: seat.lead_id !== null,
    hasMeeting: meetingAt !== null,
    meetingAt,
    isFirst: !talk.some((row) => row.role === 'bot' && wasSaid(row)),
    opensAt: closedUntil,
    handOver: mustHandOver(sitting, closedUntil !== null),
    done: [],
  };
}
