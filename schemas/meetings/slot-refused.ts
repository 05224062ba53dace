import { named, nullable, oneOf, strictObject, Timestamp, Type, Uuid } from '../common.js';

/** The kinds of conflicts of a slot. */
export const CONFLICT_TYPES = [
  ...(['meeting', 'calendar_busy', 'availability_block', 'hold', 'buffer'] as const),
  ...(['minimum_notice', 'daily_limit', 'outside_hours'] as const),
] as const;
export type ConflictType = (typeof CONFLICT_TYPES)[number];

const SlotConflict = named(
  'SlotConflict',
  strictObject({
    type: oneOf(CONFLICT_TYPES),
    id: Type.Optional(
      Type.String({ description: 'ID of the conflicting meeting, hold, block or busy time, if there is one.' }),
    ),
    title: Type.Optional(
      Type.String({ description: 'Title of the conflicting meeting, if it belongs to this account.' }),
    ),
    starts_at: Timestamp(),
    ends_at: Timestamp(),
    host_id: nullable(Uuid('ID of the host. Null if no single host was requested.')),
  }),
);

const SlotAlternative = named(
  'SlotAlternative',
  strictObject({
    starts_at: Timestamp('Start of the free slot.'),
    ends_at: Timestamp('End of the free slot.'),
    host_id: Uuid('ID of the available host.'),
    host_name: Type.String(),
    availability_block_id: nullable(
      Type.String({ description: 'ID of the availability block. Null if the slot is outside all blocks.' }),
    ),
    score: Type.Number({ description: 'Similarity to the requested slot. 1 is the same time and host.' }),
  }),
);

/** The additional fields of the error of a slot that can't be booked. */
export const slotRefusedFields = {
  success: Type.Literal(false, { description: 'Always false. Nothing was booked.' }),
  conflicts: Type.Array(SlotConflict, { description: 'Conflicts with the slot.' }),
  alternatives: Type.Array(SlotAlternative, {
    description: 'Free slots, at most six: the nearest ones with the same host, then the same time with other hosts.',
  }),
  replayed: Type.Literal(false, {
    description: "Always false. Rejections aren't stored, so a repeated request is checked again.",
  }),
};
