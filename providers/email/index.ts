import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { type GmailAccess, gmailEmail } from './gmail.js';
import { type GraphAccess, type GraphSender, graphEmail } from './graph.js';
import type { EmailProvider } from './provider.js';
import { sandboxEmail } from './sandbox.js';
import { type SmtpConfig, smtpEmail } from './smtp.js';

/** The delivery of a sender's email: the sandbox, a mail server, or a connection. */
export type EmailProviderSettings =
  | { provider: 'sandbox' }
  | ({ provider: 'smtp' } & Omit<SmtpConfig, 'privateHosts' | 'tokens'>)
  | ({ provider: 'microsoft' } & GraphSender)
  | { provider: 'google'; connectionId: string };

/** The dependencies of a process's email providers. */
export interface EmailAccess extends Pick<SmtpConfig, 'privateHosts' | 'tokens'> {
  /** The access to Microsoft connections. Without it their senders are unusable. */
  graph?: GraphAccess;
  /** How connections to Google are reached, likewise. */
  gmail?: GmailAccess;
}

/** The email providers of one process. */
export interface EmailProviders {
  /** The provider for these settings; the same settings share one, and with it its open connections. */
  for(settings: EmailProviderSettings): EmailProvider;
  close(): Promise<void>;
}

const MAX_KEPT = 500;

/** Makes the providers of a process. Those unused for longest are closed when there are more than 500. */
export function createEmailProviders(db: Knex, access: EmailAccess): EmailProviders {
  const { privateHosts, tokens, graph, gmail } = access;
  const sandbox = sandboxEmail(db);
  const kept = new Map<string, EmailProvider>();
  return {
    for(settings) {
      if (settings.provider === 'sandbox') return sandbox;
      if (settings.provider === 'microsoft') {
        if (!graph) throw new Error('This process has no access to Microsoft Graph.');
        return graphEmail(graph, settings);
      }
      if (settings.provider === 'google') {
        if (!gmail) throw new Error('This process has no access to the Gmail API.');
        return gmailEmail(gmail, settings);
      }
      const key = createHash('sha256')
        .update(JSON.stringify(Object.entries(settings).sort()))
        .digest('hex');
      const provider = kept.get(key) ?? smtpEmail({ ...settings, privateHosts, ...(tokens && { tokens }) });
      kept.delete(key);
      kept.set(key, provider);
      const [oldest] = kept.keys();
      if (kept.size > MAX_KEPT && oldest !== undefined) {
        void kept.get(oldest)?.close();
        kept.delete(oldest);
      }
      return provider;
    },
    async close() {
      await Promise.all([...kept.values(), sandbox].map((provider) => provider.close()));
      kept.clear();
    },
  };
}
