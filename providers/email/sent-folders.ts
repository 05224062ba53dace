import type { GraphAccess } from './graph.js';
import { type GraphMailboxConfig, graphSentFolder } from './graph-mailbox.js';
import { imapSentFolder } from './imap-sent.js';
import type { ImapConfig } from './imap-session.js';
import type { SentFolder } from './sent-folder.js';

/** How the mailbox is reached that has the sent mail of a sender. */
export type SentFolderSettings =
  | ({ provider: 'imap' } & Omit<ImapConfig, 'privateHosts'>)
  | ({ provider: 'microsoft' } & GraphMailboxConfig);

/** What the mailboxes of a process are reached with. */
export interface MailboxAccess extends Pick<ImapConfig, 'privateHosts'> {
  /** How connections to Microsoft are reached; without it their mailboxes can't be asked. */
  graph?: GraphAccess;
}

/** Returns the sent mail of a mailbox, whichever way it is reached. */
export function sentFolderOf({ privateHosts, graph }: MailboxAccess, settings: SentFolderSettings): SentFolder {
  switch (settings.provider) {
    case 'imap':
      return imapSentFolder({ ...settings, privateHosts });
    case 'microsoft':
      if (!graph) throw new Error('This process has no access to Microsoft Graph.');
      return graphSentFolder(graph, settings);
  }
}
