import { fromJson } from '../../db/connection.js';
import type { MeetingTypeRow } from '../../db/tables.js';
import type { BookingFacts } from '../../domain/meetings/booking-tasks.js';

type StoredReminder = { minutes_before: number; channel: string; template_id?: string | null };

/** Lists when and how the lead of a meeting of a type is reminded. */
export const remindersOf = (type: MeetingTypeRow | undefined): BookingFacts['reminders'] =>
  (fromJson<StoredReminder[] | null>(type?.reminders ?? null) ?? []).map((reminder) => ({
    ...reminder,
    template_id: reminder.template_id ?? null,
  }));
