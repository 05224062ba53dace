import { describe, expect, it } from '@jest/globals';
import { savesSentMail } from '../../domain/channels/saved-sent.js';
import { judgeLook } from '../../domain/messages/sent-lookups.js';

const user = 'ana@example.com';
const at = (host: string | null, who = user, connectionId: string | null = null) => ({ host, user: who, connectionId });

describe('whether a provider saves what a sender sends', () => {
  it.each([
    ['Gmail', at('smtp.gmail.com'), at('imap.gmail.com'), true],
    ['Microsoft 365', at('smtp.office365.com'), at('outlook.office365.com', 'Ana@Example.com'), true],
    ['Microsoft 365, read by a connection', at('smtp.office365.com'), at('graph.microsoft.com', user, 'a'), true],
    ['a connection', at(null, user, 'a'), at('graph.microsoft.com', user, 'a'), true],
    ['a connection, and the mailbox of another one', at(null, user, 'a'), at('graph.microsoft.com', user, 'b'), false],
    ["Gmail, and someone else's mailbox", at('smtp.gmail.com'), at('imap.gmail.com', 'ben@example.com'), false],
    ['the relay of Gmail', at('smtp-relay.gmail.com'), at('imap.gmail.com'), false],
    ['another relay, and a mailbox at Gmail', at('smtp.sendgrid.net'), at('imap.gmail.com'), false],
    ['a server with a name like it', at('smtp.gmail.com.example.net'), at('imap.gmail.com'), false],
  ])('is right for %s', (_what, sender, mailbox, saves) => {
    expect(savesSentMail(sender, mailbox)).toBe(saves);
  });
});

describe('a look for a message with an unknown outcome', () => {
  const claimedAt = new Date('2026-11-28T10:00:00Z');
  const later = (minutes: number) => new Date(claimedAt.getTime() + minutes * 60_000);
  const look = { claimedAt, looks: 3, absentSince: claimedAt, answer: 'absent', isProof: true } as const;

  it.each([
    ['was found', { ...look, now: later(1), answer: 'found' as const }, 'sent'],
    ['is absent too early', { ...look, now: later(119) }, 'again'],
    ['was seen absent too late', { ...look, now: later(300), absentSince: later(280) }, 'again'],
    ['is absent at the first look', { ...look, now: later(300), absentSince: null }, 'again'],
    ['is absent long enough', { ...look, now: later(121) }, 'not_sent'],
    ['waits in the outbox', { ...look, now: later(900), answer: 'pending' as const }, 'again'],
    ['is absent where that proves nothing', { ...look, now: later(900), isProof: false }, 'again'],
    ['is absent at the last look', { ...look, now: later(9_000), looks: 10, isProof: false }, 'stays_unknown'],
  ])('that %s is judged right', (_what, seen, kind) => {
    expect(judgeLook(seen).kind).toBe(kind);
  });
});
