import { escapeHtml } from '../../domain/messages/escape-html.js';

/** The line that an online meeting in a body begins with, at least. */
const LINE = '_'.repeat(20);

/**
 * Returns the HTML body of an event with another description in front of its online meeting. Undefined if the meeting
 * isn't found in the body: a body without it would end the meeting.
 */
export function withDescription(html: string, description: string, joinUrl: string): string | undefined {
  const link = Math.max(html.indexOf(joinUrl), html.indexOf(escapeHtml(joinUrl)));
  const line = link < 0 ? -1 : html.lastIndexOf(LINE, link);
  const meeting = line < 0 ? -1 : html.lastIndexOf('<div', line);
  if (meeting < 0) return undefined;
  return `<div>${escapeHtml(description).replaceAll('\n', '<br>')}</div>${html.slice(meeting)}`;
}
