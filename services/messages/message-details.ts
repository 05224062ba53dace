import { fromJson } from '../../db/connection.js';
import type { MessageRow } from '../../db/tables.js';

/** A file of a message. Its bytes stay with the provider or at `url`. */
export interface Attachment {
  /** The provider's ID of the file. */
  id: string | null;
  type: string;
  mime_type: string | null;
  file_name: string | null;
  url?: string | null;
}

/** The content of a message in addition to its text. */
export interface MessageDetails {
  media_url: string | null;
  attachments: Attachment[];
  buttons: { type: string; text: string; url: string | null }[];
  reaction: string | null;
  /** The content as fields. */
  values?: Record<string, unknown>;
  /** ISO. */
  edited_at?: string;
  deleted_at?: string;
  /** True if a person sent it outside of this service. */
  sent_outside?: boolean;
}

/**
 * Returns the content of a message's row in addition to its text, for display. The URL of a file at the provider points
 * to this service, which fetches it from there.
 */
export function messageDetails({ id, details }: Pick<MessageRow, 'id' | 'details'>): MessageDetails {
  const kept = fromJson<Partial<MessageDetails> | null>(details);
  const attachments = kept?.attachments ?? [];
  const [file] = attachments;
  const ours = typeof file?.id === 'string' ? `/api/public/messages/${id}/media` : null;
  return {
    media_url: kept?.media_url ?? ours,
    attachments,
    buttons: kept?.buttons ?? [],
    reaction: kept?.reaction ?? null,
    ...(kept?.values ? { values: kept.values } : {}),
    ...(kept?.edited_at ? { edited_at: kept.edited_at } : {}),
    ...(kept?.deleted_at ? { deleted_at: kept.deleted_at } : {}),
    ...(kept?.sent_outside ? { sent_outside: true } : {}),
  };
}
