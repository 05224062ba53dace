import { HIGH_THROUGHPUT, STANDARD_THROUGHPUT } from '../../domain/channels/messaging-limit.js';
import { templateStatusOf } from '../../domain/channels/whatsapp-template-status.js';
import type { NumberState, ProviderTemplate } from './provider.js';

const word = (value: unknown): string => (typeof value === 'string' ? value.toUpperCase() : '');

/** Reads a template as Meta tells it. One that is paused, in appeal or under review can't be sent for now: pending. */
export const templateOf = (record: Record<string, unknown>): ProviderTemplate => ({
  id: String(record.id ?? ''),
  name: String(record.name ?? ''),
  language: String(record.language ?? ''),
  category: word(record.category) || 'UTILITY',
  status: templateStatusOf(word(record.status)),
  components: Array.isArray(record.components) ? (record.components as Record<string, unknown>[]) : [],
  reason: reasonOf(record.rejected_reason),
});

/** Meta says NONE of what it did not reject. */
const reasonOf = (reason: unknown): string | null =>
  ['', 'NONE'].includes(word(reason)) ? null : word(reason).slice(0, 500);

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

/** Reads a number as Meta tells it. */
export const numberState = (record: Record<string, unknown>): NumberState => ({
  displayName: typeof record.verified_name === 'string' ? record.verified_name : null,
  qualityRating: QUALITY.find((rating) => rating === word(record.quality_rating)) ?? 'UNKNOWN',
  status: STATUS[word(record.status)] ?? 'pending',
  throughputPerSecond: THROUGHPUT[word((record.throughput as { level?: unknown } | undefined)?.level)] ?? null,
  messagingLimit: typeof record.messaging_limit_tier === 'string' ? record.messaging_limit_tier : null,
});

/** Returns what a number's profile says of it, in its first line of `data`. */
export function aboutOf({ data }: Record<string, unknown>): Pick<NumberState, 'about'> {
  const [profile] = (Array.isArray(data) ? data : []) as { about?: unknown }[];
  const about = profile?.about;
  return { about: typeof about === 'string' && about !== '' ? about.slice(0, MAX_ABOUT) : null };
}

const MAX_ABOUT = 139;
