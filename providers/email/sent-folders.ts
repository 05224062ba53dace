import type { GmailAccess } from './gmail.js';
import { gmailSentFolder } from './gmail-mailbox.js';
import type { GraphAccess } from './graph.js';
import { type GraphMailboxConfig, graphSentFolder } from './graph-mailbox.js';
import { imapSentFolder } from './imap-sent.js';
import type { ImapConfig } from './imap-session.js';
import type { SentFolder } from './sent-folder.js';

/** The access to the mailbox that has the sent mail of a sender. */
export type SentFolderSettings =
  | ({ provider: 'imap' } & Omit<ImapConfig, 'privateHosts' | 'tokens'>)
  | ({ provider: 'microsoft' } & GraphMailboxConfig)
  | { provider: 'google'; connectionId: string };

/** The dependencies of a process's mailboxes. */
export interface MailboxAccess extends Pick<ImapConfig, 'privateHosts' | 'tokens'> {
  /** The access to Microsoft connections. Without it their mailboxes can't be polled. */
  graph?: GraphAccess;
  /** How connections to Google are reached, likewise. */
  gmail?: GmailAccess;
}

/** Returns the sent mail of a mailbox, whichever way it is reached. */
export function sentFolderOf(access: MailboxAccess, settings: SentFolderSettings): SentFolder {
  const { privateHosts, tokens, graph, gmail } = access;
  switch (settings.provider) {
    case 'imap':
      return imapSentFolder({ ...settings, privateHosts, ...(tokens && { tokens }) });
    case 'microsoft':
      if (!graph) throw new Error('This process has no access to Microsoft Graph.');
      return graphSentFolder(graph, settings);
    case 'google':
      if (!gmail) throw new Error('This process has no access to the Gmail API.');
      return gmailSentFolder(gmail, settings);
  }
}
