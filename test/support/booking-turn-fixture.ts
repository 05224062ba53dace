import { agentSettings } from '../../domain/agent/settings.js';
import { type Memory, NO_MEMORY, type Offer, type TurnInput } from '../../domain/agent/turn-input.js';
import { completeDefinition } from '../../domain/cadence/complete.js';
import type { Language } from '../../schemas/agents/talking.js';

/** An agent that offers meetings and knows who writes. */
export const AGENT = agentSettings(
  completeDefinition(
    {
      name: 'Clinic',
      fields: [{ key: 'first_name', required: true }],
      cadence: { steps: [{ type: 'wait', delay: { type: 'none' } }] },
      ai: { enabled: true, meeting_type: '0'.repeat(36) },
    },
    'Europe/Madrid',
  ),
);
export const NOW = Date.parse('2026-03-02T09:00:00Z');
/** Returns a time on offer, by its start. */
export const offer = (slotId: string, at: string): Offer => ({
  slotId,
  label: at,
  hostName: 'Marta',
  from: Date.parse(at),
  to: Date.parse(at) + 1_800_000,
  until: NOW + 1_800_000,
});
export const OFFERS = [
  offer('a', '2026-03-03T08:30:00Z'),
  offer('b', '2026-03-04T09:00:00Z'),
  offer('c', '2026-03-05T15:00:00Z'),
];
/** The memory after the three times were shown, and after a question about the first one. */
export const SHOWN: Memory = { ...NO_MEMORY, shown: ['a', 'b', 'c'] };
export const ASKED: Memory = { ...NO_MEMORY, shown: ['a'], proposed: 'a' };

/** Returns what it sees when something is said to it, the three times on offer. */
export function bookingTurn(
  said: string | readonly string[],
  language: Language,
  more: Partial<TurnInput> = {},
): TurnInput {
  return {
    now: NOW,
    cause: 'input',
    channel: 'chat',
    language,
    agent: AGENT,
    zone: 'Europe/Madrid',
    country: 'ES',
    inputs: [said].flat().map((text, at) => ({ seq: at + 1, text, choice: null, verified: true })),
    known: { first_name: { value: 'Ana', confidence: 1, setBy: 'agent' } },
    memory: SHOWN,
    offers: OFFERS,
    isLead: true,
    isFirst: false,
    hasMeeting: false,
    meetingAt: null,
    meetingUrl: null,
    opensAt: null,
    handOver: null,
    done: [],
    heard: [],
    overheard: [],
    ...more,
  };
}
