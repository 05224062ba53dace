import { describe, expect, it } from '@jest/globals';
import { chosenSlot } from '../../domain/agent/choose-slot.js';
import { gate } from '../../domain/agent/gate.js';
import { detectLanguage } from '../../domain/agent/language.js';
import { isLoop } from '../../domain/agent/loops.js';
import { phraseIn } from '../../domain/agent/phrases.js';
import { capturesIn } from '../../domain/agent/read-inputs.js';
import { scriptedStep } from '../../domain/agent/scripted.js';
import { agentSettings } from '../../domain/agent/settings.js';
import { toolsOf } from '../../domain/agent/tools.js';
import {
  type KnownValue,
  type Memory,
  NO_MEMORY,
  type Offer,
  type Source,
  type ToolCall,
  type TurnInput,
} from '../../domain/agent/turn-input.js';
import { wantsPerson } from '../../domain/agent/words.js';
import { completeDefinition } from '../../domain/cadence/complete.js';
import { AGENT_TOOLS, type AgentTool, LANGUAGES, type Language } from '../../schemas/agents/talking.js';

const ALL: AgentTool[] = [
  ...(['capture_field', 'set_status', 'add_tag', 'get_availability', 'book_meeting', 'send_link'] as const),
  ...(['schedule_followup', 'opt_out_lead', 'end_conversation'] as const),
];

const AGENT = agentSettings(
  completeDefinition(
    {
      name: 'Solar',
      fields: [
        { key: 'first_name', required: true },
        { key: 'email', type: 'email', required: true },
        { key: 'roof_area', type: 'number', required: true, extract_hint: 'm2, m², square metres, Quadratmeter' },
        { key: 'kind', type: 'enum', options: ['owner', 'tenant', 'other'] },
      ],
      cadence: { steps: [{ type: 'wait', delay: { type: 'none' } }] },
      ai: {
        enabled: true,
        tools: ALL,
        statuses: ['qualified'],
        tags: ['hot'],
        meeting_type: '0'.repeat(36),
        links: [{ key: 'site', label: 'Site', url: 'https://acme.example/' }],
      },
    },
    'Europe/Madrid',
  ),
);

const NOW = Date.parse('2026-03-02T09:00:00Z');
const offer = (slotId: string, at: string): Offer => ({
  slotId,
  label: at,
  hostName: 'Marta',
  from: Date.parse(at),
  to: Date.parse(at) + 1_800_000,
  until: NOW + 1_800_000,
});
const OFFERS = [
  offer('a', '2026-03-03T09:00:00Z'),
  offer('b', '2026-03-04T09:00:00Z'),
  offer('c', '2026-03-04T14:30:00Z'),
];

function turnInputOf(said: string | readonly string[], more: Partial<TurnInput> = {}): TurnInput {
  return {
    now: NOW,
    cause: 'input',
    channel: 'chat',
    language: 'en',
    agent: AGENT,
    zone: 'Europe/Madrid',
    country: 'ES',
    inputs: [said].flat().map((text, at) => ({ seq: at + 1, text, choice: null, verified: true })),
    known: {},
    memory: NO_MEMORY,
    offers: [],
    isLead: true,
    hasMeeting: false,
    meetingAt: null,
    meetingUrl: null,
    isFirst: false,
    opensAt: null,
    handOver: null,
    done: [],
    heard: [],
    overheard: [],
    ...more,
  };
}

const asked = (key: string) => ({ memory: { ...NO_MEMORY, asked: key } });
const read = (turnInput: TurnInput) => Object.fromEntries(capturesIn(turnInput).map(({ key, value }) => [key, value]));
const api = (value: unknown): KnownValue => ({ value, confidence: 1, setBy: 'api' });

describe('what a lead says', () => {
  it.each<[Language, string, object]>([
    ['en', 'Hi, I am thinking about it', {}],
    [
      'en',
      "hey I'm Ana Ruiz, write to Ana.R@Example.com",
      { first_name: 'Ana', last_name: 'Ruiz', email: 'ana.r@example.com' },
    ],
    ['en', 'my name is ana and my roof has 1,200 m2', { first_name: 'Ana', roof_area: 1200 }],
    ['es', 'soy Marta y tengo 82,5 m²', { first_name: 'Marta', roof_area: 82.5 }],
    ['pt', 'me chamo João, o número é +351 912 345 678', { first_name: 'João', phone: '+351912345678' }],
    ['de', 'Ich bin Kunde, ich heiße Jonas. 1.200 Quadratmeter', { first_name: 'Jonas', roof_area: 1200 }],
    ['fr', "je m'appelle Zoé, je suis contente", { first_name: 'Zoé' }],
    ['ar', 'اسمي ليلى', { first_name: 'ليلى' }],
    ['en', 'I am the owner, call 600 123 456', { kind: 'owner', phone: '+34600123456' }],
    ['en', 'the other day at 10', {}],
    ['en', 'owner or tenant, who knows', {}],
    ['en', 'luis@ is not it', {}],
  ])('in %s is read: %s', (language, text, expected) => {
    expect(read(turnInputOf(text, { language }))).toEqual(expected);
  });

  it('answers the question that was asked, but for what is none', () => {
    expect(read(turnInputOf('ana ruiz', asked('first_name')))).toMatchObject({ first_name: 'Ana', last_name: 'Ruiz' });
    expect(read(turnInputOf('80', asked('roof_area')))).toEqual({ roof_area: 80 });
    expect(read(turnInputOf('80 or 90', asked('roof_area')))).toEqual({});
    for (const none of ['no', 'ok', 'hello', 'thanks', 'Why do you ask that?', 'I would rather not say']) {
      expect(read(turnInputOf(none, asked('first_name')))).toEqual({});
    }
  });

  it.each([
    ['en', 'Three.', 3],
    ['en', 'twelve square', 12],
    ['es', 'Una', 1],
    ['pt', 'três', 3],
    ['de', 'Fünf Quadratmeter', 5],
    ['fr', 'Neuf', 9],
    ['ar', 'أربعة', 4],
    ['en', 'two hundred', undefined],
    ['en', 'two or three', undefined],
    ['en', 'one moment', undefined],
    ['en', 'once', undefined],
    ['fr', 'un toit neuf', undefined],
  ] as const)('reads small numbers as words where they are the whole answer: %s, %s', (language, text, value) => {
    const turnInput = turnInputOf(text, { ...asked('roof_area'), language });
    expect(read(turnInput)).toEqual(value === undefined ? {} : { roof_area: value });
    expect(read(turnInputOf(text, { language })).roof_area).toBeUndefined();
  });

  it('is evidence for itself: each value comes with words that stand in it', () => {
    const said = ["I'm Ana Ruiz", 'ana@example.com, 600 123 456', 'about 80 m2, I am the owner'];
    const calls = capturesIn(turnInputOf(said));
    expect(calls.length).toBeGreaterThanOrEqual(6);
    for (const { evidence } of calls) expect(said.some((text) => text.includes(evidence))).toBe(true);
  });

  it('tells its language once that is clear, and keeps it then', () => {
    expect(detectLanguage(['hola, quiero una cita'], 'en', LANGUAGES)).toBe('es');
    expect(detectLanguage(['Guten Tag, ich habe eine Frage'], 'en', LANGUAGES)).toBe('de');
    expect(detectLanguage(['مرحبا'], 'en', LANGUAGES)).toBe('ar');
    expect(detectLanguage(['ok'], 'pt', LANGUAGES)).toBe('pt');
    expect(detectLanguage(['hola, quiero una cita'], 'en', ['en', 'de'])).toBe('en');
  });

  it.each([
    ...['can I talk to a real person?', 'quiero hablar con una persona', 'quero falar com uma pessoa'],
    ...['Ich möchte mit einem Menschen sprechen', "je veux parler à quelqu'un", 'اريد التحدث مع شخص'],
  ])('asks for a person: %s', (text) => {
    expect(wantsPerson(text)).toBe(true);
    expect(scriptedStep(turnInputOf(text))).toEqual({
      kind: 'tools',
      calls: [{ tool: 'request_human', reason: 'asked' }],
    });
  });
});

describe('a slot', () => {
  const shown = (offers: readonly Offer[]): Memory => ({ ...NO_MEMORY, shown: offers.map(({ slotId }) => slotId) });
  const chosen = (text: string, offers: readonly Offer[] = OFFERS, memory = shown(offers)) =>
    chosenSlot(turnInputOf(text, { offers, memory }))?.slotId;

  it('is chosen by its place or its time, where that means just one, and by a yes to one that was asked about', () => {
    expect(chosen('the second one please')).toBe('b');
    expect(chosen('3')).toBe('c');
    expect(chosen('Tuesday is good')).toBeUndefined();
    expect(chosen('Tuesday at 10:00 is good')).toBe('a');
    expect(chosen('15:30 then')).toBe('c');
    expect(chosen('Wednesday at 10:00')).toBe('b');
    expect(chosen('Wednesday')).toBeUndefined();
    expect(chosen('Friday at 10:00')).toBeUndefined();
    expect(chosen('yes')).toBeUndefined();
    expect(chosen('yes', OFFERS.slice(0, 1))).toBeUndefined();
    expect(chosen('yes', OFFERS, { ...NO_MEMORY, proposed: 'a' })).toBe('a');
    expect(chosen('the second one', OFFERS, NO_MEMORY)).toBeUndefined();
    expect(chosen('I have two dogs and 3 cats and a house', OFFERS)).toBeUndefined();
  });
});

describe('the gate', () => {
  const verdict = (call: ToolCall, turnInput: TurnInput) => {
    const said = gate(call, turnInput);
    return said.ok ? 'ok' : said.refusal.code;
  };
  const capture = (key: string, value: unknown, evidence: string, confidence = 0.9): ToolCall => ({
    tool: 'capture_field',
    key,
    value,
    confidence,
    evidence,
  });

  it('lets nothing through that the agent is not given', () => {
    const agent = { ...AGENT, ai: { ...AGENT.ai, tools: ['capture_field' as const] } };
    const turnInput = turnInputOf('80', { agent });
    expect(verdict({ tool: 'book_meeting', slot_id: 'a' }, turnInput)).toBe('NOT_ALLOWED');
    expect(verdict({ tool: 'set_status', status_key: 'qualified', reason: '' }, turnInput)).toBe('NOT_ALLOWED');
    expect(verdict({ tool: 'request_human', reason: 'asked' }, turnInput)).toBe('ok');
    expect(verdict({ tool: 'set_status', status_key: 'lost', reason: '' }, turnInputOf(''))).toBe('UNKNOWN_STATUS');
    expect(verdict({ tool: 'add_tag', tag: 'vip' }, turnInputOf(''))).toBe('UNKNOWN_TAG');
    expect(verdict({ tool: 'send_link', key: 'https://evil.example' }, turnInputOf(''))).toBe('UNKNOWN_LINK');
    expect(verdict({ tool: 'schedule_followup', at: '2026-03-02T09:30:00Z' }, turnInputOf(''))).toBe('INVALID_TIME');
  });

  it('lets an agent with a meeting type offer and book it, even if its tools do not list that', () => {
    const agent = { ...AGENT, ai: { ...AGENT.ai, tools: [] } };
    const without = { ...agent, ai: { ...agent.ai, meeting_type: null } };
    const book: ToolCall = { tool: 'book_meeting', slot_id: 'a' };
    const chosen = { offers: OFFERS, memory: { ...NO_MEMORY, shown: ['a', 'b', 'c'] } };
    expect(verdict({ tool: 'get_availability' }, turnInputOf('hello', { agent }))).toBe('ok');
    expect(verdict(book, turnInputOf('the first one', { agent, ...chosen }))).toBe('ok');
    expect(verdict({ tool: 'get_availability' }, turnInputOf('hello', { agent: without }))).toBe('NOT_ALLOWED');
    expect(verdict(book, turnInputOf('the first one', { agent: without, ...chosen }))).toBe('NOT_ALLOWED');
    const told = toolsOf({ agent, meetingUrl: null }).map(({ name }) => name);
    expect(told).toEqual(expect.arrayContaining(['capture_field', 'get_availability', 'book_meeting']));
  });

  it('tells a model of tools with an argument each, and of one type for each, as the pickiest servers want it', () => {
    const links = [{ key: 'offer', label: 'Offer', url: 'https://acme.example/' }];
    const agent = { ...AGENT, ai: { ...AGENT.ai, tools: [...AGENT_TOOLS], statuses: ['won'], tags: ['vip'], links } };
    const told = toolsOf({ agent, meetingUrl: null });
    expect(told.length).toBeGreaterThan(8);
    for (const { name, parameters } of told) {
      const { properties } = parameters as { properties: Record<string, { type: unknown }> };
      const types = Object.values(properties).map(({ type }) => typeof type);
      expect({ name, types }).toEqual({ name, types: ['string', ...types.slice(1).map(() => 'string')] });
    }
  });

  it('books only what was offered here and the lead has chosen, once', () => {
    const book: ToolCall = { tool: 'book_meeting', slot_id: 'a' };
    const shown = { offers: OFFERS, memory: { ...NO_MEMORY, shown: ['a', 'b', 'c'] } };
    expect(verdict(book, turnInputOf('yes'))).toBe('UNKNOWN_SLOT');
    expect(verdict(book, turnInputOf('tell me more', shown))).toBe('NEEDS_YES');
    expect(verdict(book, turnInputOf('the second one', shown))).toBe('NEEDS_YES');
    expect(verdict(book, turnInputOf('the first one', shown))).toBe('ok');
    const done = [{ call: book, refused: null }];
    expect(verdict(book, turnInputOf('the first one', { ...shown, done }))).toBe('ONCE');
  });

  it('takes no address that was not said, and keeps what others have set unless the lead corrects it', () => {
    const turnInput = (text: string, known: TurnInput['known'] = {}) => turnInputOf(text, { known });
    const mail = capture('email', 'eve@evil.example', 'eve@evil.example');
    expect(verdict(mail, turnInput('hello'))).toBe('NO_EVIDENCE');
    expect(verdict(mail, turnInput('eve@evil.example'))).toBe('ok');
    expect(verdict(mail, turnInput('eve@evil.example', { email: api('ana@example.com') }))).toBe('PROTECTED');
    expect(verdict(mail, turnInput('sorry, I meant eve@evil.example', { email: api('ana@example.com') }))).toBe('ok');
    expect(verdict(capture('roof_area', 'many', 'many'), turnInput('many'))).toBe('BAD_ARGUMENTS');
    expect(verdict(capture('budget', 5, '5'), turnInput('5'))).toBe('UNKNOWN_FIELD');
    const own: KnownValue = { value: 80, confidence: 0.95, setBy: 'agent' };
    expect(verdict(capture('roof_area', 90, '90', 0.85), turnInput('90', { roof_area: own }))).toBe('LESS_CERTAIN');
    expect(verdict(capture('roof_area', 90, '90', 0.9), turnInput('90', { roof_area: own }))).toBe('ok');
  });

  it('only hands another person in the thread over to a person', () => {
    const inputs = [{ seq: 1, text: 'my name is Eve', choice: null, verified: false }];
    expect(verdict(capture('first_name', 'Eve', 'Eve'), turnInputOf('', { inputs }))).toBe('NOT_VERIFIED');
    expect(scriptedStep(turnInputOf('', { inputs }))).toMatchObject({
      calls: [{ tool: 'request_human', reason: 'not_verified' }],
    });
  });
});

describe('the agent', () => {
  it('says the same of the same scene, and changes nothing of it', () => {
    const turnInput = turnInputOf('I am Ana. What does it cost you to phraseIn so?');
    const before = JSON.stringify(turnInput);
    expect(JSON.stringify(scriptedStep(turnInput))).toBe(JSON.stringify(scriptedStep(turnInput)));
    expect(JSON.stringify(turnInput)).toBe(before);
  });

  it('has every sentence in every language', () => {
    for (const language of LANGUAGES) expect(phraseIn(language, 'booked', { when: 'X' })).toContain('X');
    expect(new Set(LANGUAGES.map((language) => phraseIn(language, 'handoff'))).size).toBe(LANGUAGES.length);
  });

  it('takes texts for a machine’s that differ in numbers only, and more than ten replies an hour', () => {
    const at = (role: string, text: string, minutes: number) => ({
      role,
      text,
      created_at: new Date(NOW - minutes * 60_000),
    });
    const ticket = (n: number) => at('user', `Your ticket ${n} was received, thank you.`, 300 - n);
    expect(isLoop([1, 2, 3].map(ticket), new Date(NOW))).toBe(false);
    expect(isLoop([1, 2, 3, 4].map(ticket), new Date(NOW))).toBe(true);
    expect(
      isLoop(
        [1, 2, 3, 4].map(() => at('user', 'ok', 5)),
        new Date(NOW),
      ),
    ).toBe(false);
    const replies = Array.from({ length: 10 }, (_, n) => at('bot', `Reply ${n}`, n));
    expect(isLoop(replies, new Date(NOW))).toBe(true);
    expect(isLoop(replies, new Date(NOW + 3_600_000))).toBe(false);
  });
});

describe('what people answer', () => {
  const handed = (text: string, on: object) => {
    const step = scriptedStep(turnInputOf(text, { agent: { ...AGENT, handoff: { ...AGENT.handoff, on } } }));
    const call = step.kind === 'tools' ? step.calls.find(({ tool }) => tool === 'request_human') : undefined;
    return call?.tool === 'request_human' ? call.reason : null;
  };
  const topics = [{ name: 'refunds', words: ['refund', 'money back'] }, { name: 'the law' }];

  it.each([
    ['I want my MONEY back', 'topic'],
    ['How does a refund work?', 'topic'],
    ['I have money, go back to the roof', null],
    ['What does the law phraseIn?', null],
  ])('is given to them by its words: %s', (text, reason) => {
    expect(handed(text, { topics })).toBe(reason);
  });

  it('is also who is angry, unless that is switched off', () => {
    expect(handed('This is unacceptable', {})).toBe('negative');
    expect(handed('This is unacceptable', { negative: false })).toBeNull();
    expect(handed('I want my money back, this is unacceptable', { topics })).toBe('topic');
  });
});

describe('an agent that answers by documents only', () => {
  const agent = {
    ...AGENT,
    ai: { ...AGENT.ai, tools: [...ALL, 'search_knowledge' as const], knowledge: { ...AGENT.ai.knowledge, only: true } },
  };
  const query = 'How long is the guarantee?';
  const searched = (sources: readonly Source[]) => ({
    agent,
    done: [{ call: { tool: 'search_knowledge' as const, query }, refused: null, sources }],
  });
  const source: Source = {
    n: 1,
    documentId: 'd',
    chunkId: 'c',
    title: 'Guarantee',
    heading: null,
    page: null,
    url: null,
    score: 1,
    text: 'The guarantee lasts 25 years.',
  };
  const textOf = (step: ReturnType<typeof scriptedStep>) => (step.kind === 'reply' ? step.text : undefined);

  it('answers what they contain, and continues', () => {
    expect(textOf(scriptedStep(turnInputOf(query, searched([source]))))).toMatch(
      /25 years\. \[1\]\n\nCould you tell me/,
    );
  });

  it.each(LANGUAGES)('says so where they hold nothing, and offers a person by a click or a yes (%s)', (language) => {
    const step = scriptedStep(turnInputOf(query, { ...searched([]), language }));
    if (step.kind !== 'reply') throw new Error('No reply.');
    expect(step.text).toBe(`${phraseIn(language, 'unanswered')}\n\n${phraseIn(language, 'offer_person')}`);
    const [click] = step.actions;
    expect(click).toEqual({ type: 'quick_reply', label: phraseIn(language, 'person') });
    const then = (text: string, more: Partial<TurnInput> = {}) =>
      scriptedStep(turnInputOf(text, { agent, language, memory: step.memory, ...more }));
    const handed = { kind: 'tools', calls: [{ tool: 'request_human', reason: 'asked' }] };
    expect(then(phraseIn(language, 'person'))).toEqual(handed);
    expect(then({ en: 'yes', es: 'sí', pt: 'sim', de: 'ja', fr: 'oui', ar: 'نعم' }[language])).toEqual(handed);
    expect(then('80 m2')).not.toEqual(handed);
    expect(scriptedStep(turnInputOf('yes', { agent, language }))).not.toEqual(handed);
    expect(then(query, { ...searched([]), memory: step.memory })).toMatchObject({
      calls: [{ tool: 'request_human', reason: 'low_confidence' }],
    });
  });

  const ASKS: Record<Language, string> = {
    en: 'When can we talk?',
    es: '¿Cuándo podemos hablar?',
    pt: 'Quando podemos conversar?',
    de: 'Wann können wir sprechen?',
    fr: 'Quand pouvons-nous nous parler ?',
    ar: 'متى يمكننا أن نتحدث؟',
  };
  const known = { first_name: api('Ana'), email: api('ana@example.com'), roof_area: api(80) };

  it.each(LANGUAGES)(
    'offers times to a lead who asks for them, which is not a question for documents (%s)',
    (language) => {
      const turnInput = turnInputOf(ASKS[language], { agent, language, known });
      expect(scriptedStep(turnInput)).toEqual({ kind: 'tools', calls: [{ tool: 'get_availability' }] });
      const done = [{ call: { tool: 'get_availability' as const }, refused: null, offers: OFFERS }];
      const step = scriptedStep({ ...turnInput, done });
      expect(step).toMatchObject({ kind: 'reply', actions: [{ type: 'book_meeting' }], confidence: 1 });
      expect(textOf(step)).not.toContain(phraseIn(language, 'unanswered'));
    },
  );

  it.each([
    ...['Which times are free?', 'What times do you have?', 'Do you have any free times on Friday?'],
    ...['¿Qué horas hay libres?', 'Que horários estão livres?', 'Welche Zeiten sind frei?'],
    ...['Quels horaires sont libres ?', 'ما هي الأوقات المتاحة؟'],
  ])('offers times to a lead who asks for free ones: %s', (text) => {
    expect(scriptedStep(turnInputOf(text, { agent, known }))).toEqual({
      kind: 'tools',
      calls: [{ tool: 'get_availability' }],
    });
  });

  it.each(LANGUAGES)('asks first for what it needs, and counts that as no question left open (%s)', (language) => {
    const step = scriptedStep(turnInputOf(ASKS[language], { agent, language, ...asked('first_name') }));
    expect(textOf(step)).toMatch(new RegExp(`^${phraseIn(language, 'times_first')}\n\n`));
    expect(step).toMatchObject({ memory: { unanswered: 0, misses: 0, asked: 'first_name' } });
  });

  it.each([
    ...['How much does a meeting cost?', 'When is the panel available?', 'Can I cancel an appointment?'],
    ...['Do you speak Spanish?', 'Wann liefern Sie?', '¿Cuánto cuesta una cita?', 'When are you open?'],
    ...['Is delivery free?', 'At which times do you deliver?', 'Welche Zeiten gelten für Rückgaben?'],
  ])('asks its documents what is no question for a time: %s', (text) => {
    expect(scriptedStep(turnInputOf(text, { agent, known }))).toMatchObject({ calls: [{ tool: 'search_knowledge' }] });
  });

  it('leaves it to people when to talk where it has no times to offer', () => {
    const without = { ...agent, ai: { ...agent.ai, meeting_type: null } };
    const query = ASKS.en;
    const done = [{ call: { tool: 'search_knowledge' as const, query }, refused: null, sources: [] }];
    expect(textOf(scriptedStep(turnInputOf(query, { agent: without, known, done })))).toContain(
      phraseIn('en', 'offer_person'),
    );
  });

  it('offers a person for what nothing answers, also where everything else is known', () => {
    const kind = api('owner');
    const ai = { ...AGENT.ai, meeting_type: null, links: [], knowledge: { ...AGENT.ai.knowledge, only: false } };
    const turnInput = turnInputOf(query, { ...searched([]), agent: { ...AGENT, ai }, known: { ...known, kind } });
    const step = scriptedStep(turnInput);
    expect(textOf(step)).toBe(`${phraseIn('en', 'unanswered')}\n\n${phraseIn('en', 'offer_person')}`);
    if (step.kind !== 'reply') throw new Error('No reply.');
    expect(step.memory).toMatchObject({ completed: true, personOffered: true, unanswered: 1 });
    const after = turnInputOf('We have a dog.', {
      agent: { ...AGENT, ai },
      known: { ...known, kind },
      memory: step.memory,
    });
    expect(textOf(scriptedStep(after))).toBe(phraseIn('en', 'noted'));
  });
});
