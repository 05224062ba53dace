import { describe, expect, it } from '@jest/globals';
import { type InboundReply, readInboundEmail } from '../../domain/inbound/inbound-email.js';
import { withoutQuotes } from '../../domain/inbound/quoted-text.js';
import { OWN_WORDS, quotedReplies } from '../support/mail/quoted-replies.js';
import { REPLY_LANGUAGES } from '../support/mail/reply-languages.js';

const now = new Date('2026-11-28T10:00:00Z');

describe('a reply above a quoted mail', () => {
  it.each(Object.keys(REPLY_LANGUAGES))('is read without the quote in %s, whichever program quoted it', (code) => {
    const replies = quotedReplies((language) => [language.sentence]).filter(({ name }) => name.startsWith(`${code} `));
    const misread = replies.filter(({ text, own }) => withoutQuotes(text) !== own);
    expect(replies.length).toBeGreaterThan(40);
    expect(misread.map(({ name, text }) => [name, withoutQuotes(text)])).toEqual([]);
  });

  it('opts out when the word is all the person wrote, in every language and program', () => {
    const ignored = quotedReplies(({ stop }) => stop).filter(({ text }) => {
      const email = readInboundEmail({ event_id: 'e1', type: 'reply', subject: 'Re: Offer', text }, now);
      return (email as InboundReply).intent !== 'opt_out';
    });
    expect(ignored.map(({ name, text }) => [name, text])).toEqual([]);
  });

  it('asks for nothing when only the quoted mail holds the word', () => {
    const replies = quotedReplies(({ sentence }) => [sentence, "Please don't stop, I'm interested."]);
    const intents = replies.map(({ text }) => {
      const email = readInboundEmail({ event_id: 'e1', type: 'reply', subject: 'Re: Offer', text }, now);
      return (email as InboundReply).intent;
    });
    expect(new Set(intents)).toEqual(new Set([null]));
  });

  it.each(OWN_WORDS)('keeps the person’s own words: %j', (text) => {
    expect(withoutQuotes(text)).toBe(text);
  });
});
