import { fromJson } from '../../db/connection.js';
import type { EmailSenderRow } from '../../db/tables.js';
import type { EmailProviderSettings } from '../../providers/email/index.js';
import type { SecretBox } from '../../runtime/secret-box.js';

/** The mail server of a sender as it is stored. */
export interface StoredSmtp {
  host: string;
  port: number;
  secure: boolean;
  user: string | null;
}

/** A step of a sender's ramp as it is stored. */
export interface RampStep {
  day: number;
  max: number;
}

const context = (senderId: string) => `email_senders/${senderId}/smtp_password`;

/** Returns the password as the row keeps it; sealed for this sender, so that it can't be moved to another one. */
export const sealPassword = (box: SecretBox, senderId: string, password: string): string =>
  box.seal(password, context(senderId));

/** The columns that say how a sender's mail leaves. */
export type ProviderColumns = Pick<
  EmailSenderRow,
  'id' | 'account_id' | 'provider' | 'smtp' | 'smtp_password' | 'connection_id' | 'shared_mailbox'
>;

/** Returns the settings that `providers/email` makes a provider from, the password opened. Throws where the mail server is missing. */
export function providerConfigOf(sender: ProviderColumns, box: SecretBox): EmailProviderSettings {
  switch (sender.provider) {
    case 'sandbox':
      return { provider: 'sandbox' };
    case 'smtp': {
      const smtp = fromJson<StoredSmtp | null>(sender.smtp);
      if (!smtp) throw new Error('The sender has no SMTP server.');
      const password = sender.smtp_password === null ? null : box.open(sender.smtp_password, context(sender.id));
      const connectionId = sender.connection_id;
      const server = { provider: 'smtp', accountId: sender.account_id, ...smtp, password } as const;
      return connectionId === null ? server : { ...server, connectionId };
    }
    case 'microsoft': {
      if (sender.connection_id === null) throw new Error('The sender has no connection.');
      return { provider: 'microsoft', connectionId: sender.connection_id, sharedMailbox: sender.shared_mailbox };
    }
    case 'google': {
      if (sender.connection_id === null) throw new Error('The sender has no connection.');
      return { provider: 'google', connectionId: sender.connection_id };
    }
  }
}
