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

/** Returns the settings that `providers/email` makes a provider from, the password opened. Throws where the mail server is missing. */
export function providerConfigOf(
  sender: Pick<EmailSenderRow, 'id' | 'provider' | 'smtp' | 'smtp_password'>,
  box: SecretBox,
): EmailProviderSettings {
  switch (sender.provider) {
    case 'sandbox':
      return { provider: 'sandbox' };
    case 'smtp': {
      const smtp = fromJson<StoredSmtp | null>(sender.smtp);
      if (!smtp) throw new Error('The sender has no mail server.');
      const password = sender.smtp_password === null ? null : box.open(sender.smtp_password, context(sender.id));
      return { provider: 'smtp', ...smtp, password };
    }
  }
}
