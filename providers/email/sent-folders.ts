import type { GmailAccess } from './gmail.js';
import { gmailSentFolder } from './gmail-mailbox.js';
import type { GraphAccess } from './graph.js';
import { type GraphMailboxConfig, graphSentFolder } from './graph-mailbox.js';
import { imapSentFolder } from './imap-sent.js';
import type { ImapConfig } from './imap-session.js';
import type { SentFolder } from './sent-folder.js';

/** The access to the mailbox that has the sent mail of a sender. */
export type SentFolderSettings =
  | ({ provider: 'imap' } & Omit<ImapConfig, 'privateHosts'>)
  | ({ provider: 'microsoft' } & GraphMailboxConfig)
  | { provider: 'google'; connectionId: string };

/** The dependencies of a process's mailboxes. */
export interface MailboxAccess extends Pick<ImapConfig, 'privateHosts'> {
  /** The access to Microsoft connections. Without it their mailboxes can't be polled. */
  graph?: GraphAccess;
  /** How connections to Google are reached, likewise. */
  gmail?: GmailAccess;
}

/** Returns the sent mail of a mailbox, whichever way it is reached. */
export function sentFolderOf({ privateHosts, graph, gmail }: MailboxAccess, settings: SentFolderSettings): SentFolder {
  switch (settings.provider) {
    case 'imap':
      return imapSentFolder({ ...settings, privateHosts });
    case 'microsoft':
      if (!graph) throw new Error('This process has no access to Microsoft Graph.');
      return graphSentFolder(graph, settings);
    case 'google':
      if (!gmail) throw new Error('This process has no access to the Gmail API.');
      return gmailSentFolder(gmail, settings);
  }
}
