import { v7 } from 'uuid';

/** A new UUIDv7. Ids sort by the moment they were made, also within one millisecond of one process. */
export const newId = (): string => v7();

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text is a UUID of any version. */
export const isUuid = (text: string): boolean => UUID.test(text);

/** The instant (ms since 1970) inside a UUIDv7. */
export const idTime = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

/** The smallest id that a row made at `at` or later can have; turns a time range into an id range. */
export function firstIdAt(at: Date): string {
  const hex = Math.max(0, at.getTime()).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7000-8000-000000000000`;
}
