import { HIGH_THROUGHPUT, STANDARD_THROUGHPUT } from '../../domain/messaging-limit.js';
import { templateStatusOf } from '../../domain/whatsapp-template-status.js';
import type { NumberState, ProviderTemplate } from './provider.js';

const word = (value: unknown): string => (typeof value === 'string' ? value.toUpperCase() : '');

/** A template as Meta tells it. One that is paused, in appeal or under review can't be sent for now: pending. */
export const templateOf = (told: Record<string, unknown>): ProviderTemplate => ({
  id: String(told.id ?? ''),
  name: String(told.name ?? ''),
  language: String(told.language ?? ''),
  category: word(told.category) || 'UTILITY',
  status: templateStatusOf(word(told.status)),
  components: Array.isArray(told.components) ? (told.components as Record<string, unknown>[]) : [],
  reason: reasonOf(told.rejected_reason),
});

/** Meta says NONE of what it did not reject. */
const reasonOf = (told: unknown): string | null =>
  ['', 'NONE'].includes(word(told)) ? null : word(told).slice(0, 500);

const QUALITY = ['GREEN', 'YELLOW', 'RED'] as const;
const STATUS: Record<string, NumberState['status']> = {
  CONNECTED: 'connected',
  FLAGGED: 'flagged',
  RESTRICTED: 'restricted',
  RATE_LIMITED: 'restricted',
  BANNED: 'restricted',
  DISCONNECTED: 'disconnected',
  DELETED: 'disconnected',
};

const THROUGHPUT: Record<string, number> = { STANDARD: STANDARD_THROUGHPUT, HIGH: HIGH_THROUGHPUT };

/** A number as Meta tells it. */
export const numberState = (told: Record<string, unknown>): NumberState => ({
  displayName: typeof told.verified_name === 'string' ? told.verified_name : null,
  qualityRating: QUALITY.find((rating) => rating === word(told.quality_rating)) ?? 'UNKNOWN',
  status: STATUS[word(told.status)] ?? 'pending',
  throughputPerSecond: THROUGHPUT[word((told.throughput as { level?: unknown } | undefined)?.level)] ?? null,
  messagingLimit: typeof told.messaging_limit_tier === 'string' ? told.messaging_limit_tier : null,
});

/** What a number's profile says of it, in its first line of `data`. */
export function aboutOf({ data }: Record<string, unknown>): Pick<NumberState, 'about'> {
  const [profile] = (Array.isArray(data) ? data : []) as { about?: unknown }[];
  const about = profile?.about;
  return { about: typeof about === 'string' && about !== '' ? about.slice(0, MAX_ABOUT) : null };
}

const MAX_ABOUT = 139;
