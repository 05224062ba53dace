import { describe, expect, it } from '@jest/globals';
import { type CompletedActions, claimsUntrue, completedActionsOf } from '../../domain/agent/claims.js';
import { guard } from '../../domain/agent/guards.js';
import type { CallResult, ToolCall } from '../../domain/agent/turn-input.js';
import { LANGUAGES } from '../../schemas/agents/talking.js';
import { ANSWERS } from '../support/claims-in-answers.js';

const NOTHING: CompletedActions = new Set();
const done = (call: ToolCall, refused: CallResult['refused'] = null): CallResult => ({ call, refused });
const BOOK: ToolCall = { tool: 'book_meeting', slot_id: 'a' };
const completed = (calls: readonly CallResult[], hasMeeting = false) => completedActionsOf({ done: calls, hasMeeting });

describe('an answer that claims a deed', () => {
  it.each(LANGUAGES)('is found where nothing was done (%s)', (language) => {
    const { claims, harmless } = ANSWERS[language];
    expect(claims.filter((text) => !claimsUntrue(text, NOTHING))).toEqual([]);
    expect(harmless.filter((text) => claimsUntrue(text, NOTHING))).toEqual([]);
    const both = claims.flatMap((claim) => harmless.slice(0, 3).map((text) => `${text} ${claim}`));
    expect(both.filter((text) => !claimsUntrue(text, NOTHING))).toEqual([]);
  });

  it('may tell of what was done in the turn, or of the meeting that there is', () => {
    const booked = 'Done, you are booked for tomorrow at 10:00. A confirmation email is on its way.';
    expect(claimsUntrue(booked, completed([done(BOOK)]))).toBe(false);
    expect(claimsUntrue(booked, completed([done(BOOK, { code: 'NEEDS_YES', message: '' })]))).toBe(true);
    expect(claimsUntrue('Your appointment is on Tuesday at 9:30.', completed([], true))).toBe(false);
    expect(claimsUntrue('I have cancelled your appointment.', completed([done(BOOK)], true))).toBe(true);
    const link = completed([done({ tool: 'send_link', key: 'site' })]);
    expect(claimsUntrue("I've sent you the link.", link)).toBe(false);
    expect(claimsUntrue("I've sent you an e-mail.", link)).toBe(true);
    const followUp = completed([done({ tool: 'schedule_followup', at: '2026-03-03T09:00:00Z' })]);
    expect(claimsUntrue("I've scheduled a reminder to write to you tomorrow.", followUp)).toBe(false);
    expect(claimsUntrue("I've scheduled a call for tomorrow.", followUp)).toBe(true);
    const kept = completed([
      done({ tool: 'capture_field', key: 'email', value: 'a@b.c', confidence: 1, evidence: 'a@b.c' }),
    ]);
    expect(claimsUntrue('Done!', kept)).toBe(false);
    expect(claimsUntrue('Done!', completed([done({ tool: 'get_availability' })]))).toBe(true);
  });

  it('is kept back by a code of its own', () => {
    const fixture = {
      language: 'en' as const,
      secret: '',
      canary: 'abcdef0123456789',
      links: [],
      known: [],
      neverSay: [],
      lastReply: null,
      mustCite: null,
      maxChars: 1200,
    };
    const text = 'Done, you are booked for tomorrow at 10:00.';
    expect(guard(text, { ...fixture, completedActions: NOTHING })).toEqual({ ok: false, code: 'UNTRUE_CLAIM' });
    expect(guard(text, { ...fixture, completedActions: new Set(['booked', 'done']) })).toEqual({ ok: true, text });
  });

  it('is looked for in linear time', () => {
    const cost = (text: string) => {
      const began = process.cpuUsage();
      for (let n = 0; n < 3; n += 1) claimsUntrue(text, NOTHING);
      const { user } = process.cpuUsage(began);
      return user + 1_000;
    };
    const hard = 'ich habe termin ist j ai rendez vous est i have just already now it is now now ';
    cost(hard.repeat(10));
    expect(cost(hard.repeat(140)) / cost(hard.repeat(14))).toBeLessThan(40);
  });
});
