import { describe, expect, it } from '@jest/globals';
import { slotsNamedIn } from '../../domain/agent/choose-slot.js';
import { gate } from '../../domain/agent/gate.js';
import { composeModelReply } from '../../domain/agent/model-reply.js';
import { phraseIn } from '../../domain/agent/phrases.js';
import { scriptedStep } from '../../domain/agent/scripted.js';
import { toolsOf } from '../../domain/agent/tools.js';
import {
  MEETING_LINK,
  type Memory,
  NO_MEMORY,
  type Offer,
  type Step,
  type TurnInput,
} from '../../domain/agent/turn-input.js';
import { type AgentTool, LANGUAGES, type Language } from '../../schemas/agents/talking.js';
import { ASKED, bookingTurn, OFFERS, offer, SHOWN } from '../support/booking-turn-fixture.js';

const FRIDAY = [offer('d', '2026-03-06T09:00:00Z'), offer('e', '2026-03-06T14:00:00Z')];
const MORE = [offer('f', '2026-03-09T09:00:00Z'), offer('g', '2026-03-10T09:00:00Z')];

/** Returns the calendar's answer to a call. */
type Calendar = (call: Extract<TurnInput['done'][number]['call'], { tool: 'get_availability' }>) => readonly Offer[];
const CALENDAR: Calendar = ({ wish = {} }) => {
  if (wish.days?.includes('2026-03-06')) return FRIDAY;
  if (wish.days) return [];
  return wish.not?.length ? MORE : OFFERS;
};

/** Lets the agent take its turn to what is said, and answers its reply with the calls before it. */
function turn(given: TurnInput, calendar = CALENDAR): Extract<Step, { kind: 'reply' }> & { calls: TurnInput['done'] } {
  let turnInput = given;
  for (let steps = 0; steps < 5; steps += 1) {
    const step = scriptedStep(turnInput);
    if (step.kind === 'reply') return { ...step, calls: turnInput.done };
    const done = step.calls.map((call) => ({
      call,
      refused: null,
      ...(call.tool === 'get_availability' ? { offers: calendar(call) } : {}),
    }));
    turnInput = { ...turnInput, done: [...turnInput.done, ...done] };
  }
  throw new Error('The agent produced no reply.');
}

const shownBy = ({ actions }: Extract<Step, { kind: 'reply' }>): string[] =>
  actions.flatMap((action) => (action.type === 'book_meeting' ? action.slots.map(({ slot_id }) => slot_id) : []));

/** Says one thing after the other, and answers the replies. */
function talk(said: readonly string[], memory: Memory = SHOWN, more: Partial<TurnInput> = {}) {
  let known = { memory, offers: OFFERS as readonly Offer[] };
  return said.map((text) => {
    const reply = turn(bookingTurn(text, 'en', { ...known, ...more }));
    const found = reply.calls.findLast(({ offers }) => offers !== undefined)?.offers;
    known = { memory: reply.memory, offers: found ?? known.offers };
    return reply;
  });
}

describe('times on offer', () => {
  it.each(LANGUAGES)('are asked back about where only a day is named, and booked by a yes (%s)', (language) => {
    const day = { en: 'Tuesday', es: 'el martes', pt: 'terça', de: 'Dienstag', fr: 'mardi', ar: 'الثلاثاء' }[language];
    const yes = { en: 'yes', es: 'sí', pt: 'sim', de: 'ja', fr: 'oui', ar: 'نعم' }[language];
    const asked = turn(bookingTurn(day, language));
    expect(asked.text).toBe(phraseIn(language, 'confirm', { when: OFFERS[0]!.label, zone: 'Europe/Madrid' }));
    expect(shownBy(asked)).toEqual(['a']);
    const booked = scriptedStep(bookingTurn(yes, language, { memory: asked.memory }));
    expect(booked).toEqual({ kind: 'tools', calls: [{ tool: 'book_meeting', slot_id: 'a' }] });
  });

  it('are asked back about where several may be meant', () => {
    expect(shownBy(turn(bookingTurn('Tuesday or Wednesday', 'en')))).toEqual(['a', 'b']);
    expect(shownBy(turn(bookingTurn('ok', 'en')))).toEqual(['a', 'b', 'c']);
    const [ok, second] = talk(['Tuesday or Wednesday', 'the second one']);
    expect(ok!.text).toContain(phraseIn('en', 'pick'));
    expect(second!.calls[0]?.call).toEqual({ tool: 'book_meeting', slot_id: 'b' });
  });

  it('answer whether one is still free by asking whether to book it', () => {
    const asked = turn(bookingTurn('is 9:30 still free?', 'en'));
    expect(asked.text).toMatch(/shall I book it\?$/);
    expect(asked.text).not.toContain(phraseIn('en', 'unanswered'));
  });

  it('are others after a refusal, of the day that was asked for where there are some', () => {
    const [others] = talk(["Tuesday doesn't work for me"]);
    expect(others!.calls.map(({ call }) => call)).toEqual([
      {
        tool: 'get_availability',
        wish: { notDays: ['2026-03-03', '2026-03-10'], not: OFFERS.map(({ from }) => from) },
      },
    ]);
    expect(shownBy(others!)).toEqual(['f', 'g']);
    const [friday] = talk(['can we do Friday instead?']);
    expect(shownBy(friday!)).toEqual(['d', 'e']);
    const [week] = talk(['can we do Tuesday next week instead?']);
    expect(week!.calls[0]?.call).toEqual({ tool: 'get_availability', wish: { days: ['2026-03-10'] } });
    const [saturday] = talk(['Saturday at 10?']);
    expect(saturday!.text).toContain(phraseIn('en', 'none_then'));
    expect(shownBy(saturday!)).toEqual(['a', 'b', 'c']);
  });

  it('are not offered for ever: a person is offered, and called where that says nothing either', () => {
    const replies = talk(['none of these', 'no, others please', 'none of them', 'hmm']);
    expect(replies.slice(0, 2).map((reply) => shownBy(reply).length)).toEqual([2, 2]);
    expect(replies[2]).toMatchObject({ actions: [{ type: 'quick_reply' }], memory: { personOffered: true } });
    expect(replies[3]!.calls.at(-1)?.call).toEqual({ tool: 'request_human', reason: 'low_confidence' });
    const same = talk(['well', 'hm maybe', 'yes']);
    expect(same[1]!.text).toContain(phraseIn('en', 'unsuited'));
    expect(same[2]!.calls.at(-1)?.call).toEqual({ tool: 'request_human', reason: 'asked' });
    expect(talk(['none of these', 'none', 'none', 'no thanks'])[3]!.text).toContain('No hurry');
  });

  it('are booked by a click whatever is written with it, unless that refuses', () => {
    const click = { seq: 1, text: '', choice: { type: 'book_meeting' as const, slot_id: 'b' }, verified: true };
    const said = (text: string) => ({ seq: 2, text, choice: null, verified: true });
    const book = { kind: 'tools', calls: [{ tool: 'book_meeting', slot_id: 'b' }] };
    expect(scriptedStep(bookingTurn('', 'en', { inputs: [click] }))).toEqual(book);
    expect(scriptedStep(bookingTurn('', 'en', { inputs: [click, said('I am looking forward')] }))).toEqual(book);
    expect(scriptedStep(bookingTurn('', 'en', { inputs: [click, said('no wait, not Wednesday')] }))).not.toEqual(book);
  });

  it('say so where a yes comes after they expired', () => {
    const late = turn(bookingTurn('yes', 'en', { memory: ASKED, offers: [] }));
    expect(late.text).toContain(phraseIn('en', 'gone'));
    expect(shownBy(late)).toEqual(['a', 'b', 'c']);
  });
});

describe('a model that books', () => {
  const model = (text: string, language: Language = 'en') =>
    composeModelReply(bookingTurn('hi', language), text).memory;
  const allows = (said: string, memory: Memory, slot_id = 'a') =>
    gate({ tool: 'book_meeting', slot_id }, bookingTurn(said, 'en', { memory })).ok;

  it.each<[Language, string, string | null]>([
    ['en', 'Tuesday at 9:30, shall I book it?', 'a'],
    ['en', 'I have Tuesday, March 3 at 9:30 AM. Does that work for you?', 'a'],
    ['en', 'Wednesday, 10:00 would be free. Would you like me to book it?', 'b'],
    ['en', 'I have Tuesday 9:30, Wednesday 10:00 or Thursday 16:00. Which one suits you?', null],
    ['en', '9:30 has just gone, shall I look for another time?', null],
    ['en', 'How about 11:00 instead of 9:30?', null],
    ['en', 'Which treatment do you need?', null],
    ['en', 'Tuesday at 9:30.', null],
    ['es', 'El martes a las 9:30, ¿lo reservo?', 'a'],
    ['pt', 'Terça às 9:30, posso reservar?', 'a'],
    ['de', 'Am Dienstag um 9:30 Uhr: Soll ich das buchen?', 'a'],
    ['fr', 'Mardi à 9h30, je réserve ?', 'a'],
    ['ar', 'الثلاثاء الساعة 9:30، هل أحجزه؟', 'a'],
  ])('is taken at its word where it asks about one time only (%s): %s', (language, text, proposed) => {
    expect(model(text, language).proposed).toBe(proposed);
    expect(slotsNamedIn(text, bookingTurn('', language)).proposed).toBe(proposed);
  });

  it('books on a yes to just that time, and on no other yes', () => {
    const asked = model('Tuesday at 9:30, shall I book it?');
    expect(allows('yes', asked)).toBe(true);
    expect(allows('yes', asked, 'b')).toBe(false);
    expect(allows('no', asked)).toBe(false);
    expect(allows('yes', model('Do you need parking?'))).toBe(false);
    expect(allows('yes', NO_MEMORY)).toBe(false);
  });

  it('is asked for a yes where no one gave one', () => {
    const verdict = gate(
      { tool: 'book_meeting', slot_id: 'a' },
      bookingTurn('Tuesday does not work for me, sorry', 'en'),
    );
    expect(verdict).toMatchObject({
      ok: false,
      refusal: { code: 'NEEDS_YES', message: expect.stringContaining('ask') },
    });
  });
});

describe('a meeting that there is', () => {
  const PAGE = 'https://meet.example.com/m/token';
  const MEETING = {
    hasMeeting: true,
    meetingAt: OFFERS[0]!.from,
    meetingUrl: null,
    offers: [],
    memory: { ...NO_MEMORY, completed: true },
  };
  const CANCELS: Record<Language, string> = {
    en: 'cancel',
    es: 'quiero cancelar la cita',
    pt: 'preciso cancelar',
    de: 'Ich muss den Termin absagen',
    fr: 'je dois annuler',
    ar: 'إلغاء الموعد',
  };
  const WHEN: Record<Language, string> = {
    en: 'When is my appointment?',
    es: '¿Cuándo es mi cita?',
    pt: 'Quando é a minha consulta?',
    de: 'Wann ist mein Termin?',
    fr: "C'est quand mon rendez-vous ?",
    ar: 'متى موعدي؟',
  };

  it.each(LANGUAGES)('stays until a person changes it, which the lead learns (%s)', (language) => {
    const reply = turn(bookingTurn(CANCELS[language], language, MEETING));
    expect(reply.calls.map(({ call }) => call)).toEqual([{ tool: 'request_human', reason: 'asked' }]);
    expect(reply.text).toContain(phraseIn(language, 'meeting_stays'));
    expect(reply.text).toMatch(/09:30.*Europe\/Madrid/);
  });

  it.each(LANGUAGES)('is changed on its own page, and by a person when the lead asks again (%s)', (language) => {
    const meetingUrl = PAGE;
    const first = turn(bookingTurn(CANCELS[language], language, { ...MEETING, meetingUrl }));
    expect(first.calls).toEqual([]);
    expect(first.text).toContain(phraseIn(language, 'change_meeting', { url: PAGE }));
    const { memory } = first;
    const second = turn(bookingTurn(CANCELS[language], language, { ...MEETING, meetingUrl, memory }));
    expect(second.calls.map(({ call }) => call)).toEqual([{ tool: 'request_human', reason: 'asked' }]);
  });

  it.each([
    ...[
      'I need to cancel it',
      'Actually can I move it to Wednesday?',
      "I can't make it on Tuesday, can we reschedule my appointment?",
    ],
    ...['no puedo ir a la cita', 'Kann ich den Termin verschieben?', 'Cancel!'],
  ])('is given to a person to be changed: %s', (text) => {
    expect(scriptedStep(bookingTurn(text, 'en', MEETING))).toEqual({
      kind: 'tools',
      calls: [{ tool: 'request_human', reason: 'asked' }],
    });
  });

  it.each(LANGUAGES)('is named with its zone and its page (%s)', (language) => {
    const reply = turn(bookingTurn(WHEN[language], language, { ...MEETING, meetingUrl: PAGE }));
    expect(reply.text).toMatch(/09:30 \(Europe\/Madrid\)/);
    expect(reply.text).toContain(phraseIn(language, 'change_meeting', { url: PAGE }));
    expect(reply.text).not.toContain(phraseIn(language, 'unanswered'));
  });

  it.each([
    'What is your cancellation policy?',
    'thanks, see you then',
    'Is there parking?',
    'How much does it cost to cancel?',
  ])('is not meant by everything: %s', (text) => {
    const step = scriptedStep(bookingTurn(text, 'en', MEETING));
    expect(JSON.stringify(step)).not.toMatch(/request_human|09:30/);
  });

  it.each(LANGUAGES)('is no reason for a model to opt the lead out, unless a stop word is said (%s)', (language) => {
    const { agent: given } = bookingTurn('', language);
    const tools: AgentTool[] = ['opt_out_lead', 'send_link'];
    const agent = { ...given, ai: { ...given.ai, tools } };
    const optOut = (said: string | string[], more: Partial<TurnInput> = MEETING) =>
      gate({ tool: 'opt_out_lead' }, bookingTurn(said, language, { ...more, agent }));
    expect(optOut(CANCELS[language])).toMatchObject({ ok: false, refusal: { code: 'MEANS_MEETING' } });
    expect(optOut([CANCELS[language], 'STOP']).ok).toBe(true);
    expect(optOut(CANCELS[language], { hasMeeting: false }).ok).toBe(true);
    const link = { tool: 'send_link', key: MEETING_LINK } as const;
    expect(gate(link, bookingTurn('', language, { ...MEETING, agent })).ok).toBe(false);
    const turnInput = bookingTurn('', language, { ...MEETING, agent, meetingUrl: PAGE });
    expect(gate(link, turnInput).ok).toBe(true);
    expect(JSON.stringify(toolsOf(turnInput))).toContain(MEETING_LINK);
    const reply = composeModelReply({ ...turnInput, done: [{ call: link, refused: null }] }, 'OK');
    expect(reply.text).toBe(`OK\n\n${phraseIn(language, 'change_meeting', { url: PAGE })}`);
    expect(reply.memory.linked).toBe(true);
  });

  it('leaves `stop` and, without a meeting, `cancel` what ends a chat', () => {
    const out = { kind: 'tools', calls: [{ tool: 'opt_out_lead' }] };
    expect(scriptedStep(bookingTurn('stop', 'en', MEETING))).toEqual(out);
    expect(scriptedStep(bookingTurn(['STOP', 'hello?'], 'en'))).toEqual(out);
    expect(scriptedStep(bookingTurn('cancel', 'en', { offers: [], memory: NO_MEMORY }))).toEqual(out);
  });
});
