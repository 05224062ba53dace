import { fromJson } from '../../db/connection.js';
import type { MailboxRow } from '../../db/tables.js';

/** The mail server of a mailbox as it is stored. */
export interface StoredImap {
  host: string;
  port: number;
  secure: boolean;
  user: string;
}

/** The mailbox of a connection as it is stored. */
export interface StoredSync {
  /** The shared mailbox; null for the person's own. */
  shared_mailbox: string | null;
}

/** The settings of a mailbox, by how it is reached: by IMAP, or by the API of its connection's provider. */
export type MailboxSettings = ({ by: 'imap' } & StoredImap) | ({ by: 'api' } & StoredSync);

/**
 * Reads the settings of a mailbox. Only they decide how it is reached: a connection gives access, and isn't bound to an
 * API.
 */
export function mailboxSettingsOf({ settings }: Pick<MailboxRow, 'settings'>): MailboxSettings {
  const stored = fromJson<StoredImap | StoredSync>(settings);
  return 'host' in stored ? { by: 'imap', ...stored } : { by: 'api', ...stored };
}
