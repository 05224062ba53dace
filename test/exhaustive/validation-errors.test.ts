import { describe, expect, it } from '@jest/globals';
import type { ApiDependencies } from '../../api/dependencies.js';
import { ApiError } from '../../api/http/errors.js';
import { MEANINGS } from '../../api/http/request/error-words.js';
import { bodyChecker } from '../../api/http/request/validation.js';
import { routes } from '../../api/routes.js';
import type { TSchema } from '../../schemas/common.js';
import { EmailHookEvent } from '../../schemas/inbound/hooks.js';
import { VoiceHookEvent } from '../../schemas/inbound/voice-hooks.js';
import { CreateLeadBody } from '../../schemas/leads/lead-bodies.js';
import { BookMeetingRequest } from '../../schemas/meetings/book-meeting.js';
import { testConfig } from '../support/api.js';
import { samplesOf } from '../support/schema-samples.js';

/** The largest bodies, whose parts are those of what makes the same thing. */
const MADE_OF_OTHERS = new Set(['updateWorkflow', 'updateBackgroundJob', 'previewBackgroundJob']);

/** The schemas of bodies, by operation. */
const BODIES: [string, TSchema][] = [
  ...routes({ config: testConfig() } as ApiDependencies).flatMap(({ contract, read }): [string, TSchema][] =>
    contract.body && !read && !MADE_OF_OTHERS.has(contract.operationId) ? [[contract.operationId, contract.body]] : [],
  ),
  ['createLead', CreateLeadBody],
  ['bookMeeting', BookMeetingRequest],
  ['a hook for e-mail', EmailHookEvent],
  ['a hook for calls', VoiceHookEvent],
];

const escaped = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1');

type Parent = Record<string, unknown>;
const isObject = (value: unknown): value is Parent =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

interface Place {
  pointer: string;
  /** The kind, independent of its index and the rest of the value. */
  kind: string;
  holder: Parent;
  key: string;
}

/** Every place in what a key of `holder` holds. */
function places(holder: Parent, key: string, pointer = '', kind = ''): Place[] {
  const value = holder[key];
  const inside = Array.isArray(value) || isObject(value) ? (value as Parent) : {};
  const named = `${kind}:${String(inside.type ?? '')}`;
  return [
    { pointer, kind: named, holder, key },
    ...Object.keys(inside).flatMap((each) =>
      places(inside, each, `${pointer}/${escaped(each)}`, `${named}/${Array.isArray(value) ? '*' : each}`),
    ),
  ];
}

const SECRET = 'not to be echoed';
/** Values of every type but object, each of which is itself what is wrong where it doesn't fit. */
const MISFITS = [SECRET, -0.5, true, [], null];

/** The wording of an error: never a pattern, nor the words of the library that found it. */
const IN_WORDS = /^(?!.*(must NOT|match|schema))(must|is) [^^\\]+$/;

interface Told {
  field: string;
  errors: { field: string; message: string }[];
  text: string;
}

function told(check: (value: unknown) => unknown, body: unknown): Told | undefined {
  try {
    check(body);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const answer = error.toBody('') as unknown as Told & { details: { errors: Told['errors'] } };
    return { field: answer.field, errors: answer.details.errors, text: JSON.stringify(answer) };
  }
  return undefined;
}

describe('the errors of an invalid body', () => {
  it.each(BODIES)('points at the very value: %s', (_, schema) => {
    const check = bodyChecker(schema);
    const wrong: unknown[] = [];
    let refused = 0;
    const seen = new Set<string>();
    for (const sample of samplesOf(schema)) {
      expect(told(check, structuredClone(sample))?.text ?? 'taken').toBe('taken');
      // Parts of a sample may be the same object.
      const whole = JSON.parse(JSON.stringify({ '': sample })) as Parent;
      const expectAt = (pointer: string, what: string, holder = pointer) => {
        const found = told(check, whole['']);
        if (!found) return;
        refused += 1;
        if (
          ![pointer, holder].includes(found.field) ||
          found.errors.some(({ field }) => ![pointer, holder].includes(field)) ||
          found.text.includes(SECRET) ||
          !found.errors.every(({ message }) => IN_WORDS.test(message))
        ) {
          wrong.push({ what, expected: pointer, found: found.text.slice(0, 600) });
        }
      };
      for (const { pointer, kind, holder, key } of places(whole, '')) {
        if (seen.has(kind)) continue;
        seen.add(kind);
        const value = holder[key];
        for (const misfit of MISFITS) {
          holder[key] = misfit;
          expectAt(pointer, `${pointer} is ${JSON.stringify(misfit)}`);
          holder[key] = value;
        }
        if (!isObject(value)) continue;
        value['a/b~'] = 1;
        expectAt(`${pointer}/a~1b~0`, `${pointer} has one key more`);
        delete value['a/b~'];
        for (const [name, part] of Object.entries(value)) {
          delete value[name];
          // A map that may have any key, but needs one, is itself what doesn't fit without.
          const alone = Object.keys(value).length === 0 ? { holder: pointer } : {};
          expectAt(`${pointer}/${escaped(name)}`, `${pointer}/${name} is missing`, alone.holder);
          value[name] = part;
        }
      }
    }
    expect(wrong.slice(0, 5)).toEqual([]);
    expect(refused).toBeGreaterThan(0);
  });

  it.each(['createBackgroundJob', 'createWorkflow', 'createLead'])('is found soon in a megabyte: %s', (name) => {
    const schema = BODIES.find(([each]) => each === name)?.[1] as TSchema;
    const check = bodyChecker(schema);
    const many = (item: string) => `[${new Array(Math.floor(1_000_000 / (item.length + 1))).fill(item).join(',')}]`;
    // The checks are made when they are first needed.
    told(check, {});
    const slow: unknown[] = [];
    const arrays = Object.entries(schema.properties as Record<string, TSchema>).filter(
      ([, part]) => (part.anyOf?.[0] ?? part).type === 'array',
    );
    for (const [key] of arrays) {
      for (const list of ['0', '{}'].map(many)) {
        const took = () => {
          const body = { [key]: JSON.parse(list) };
          const begun = performance.now();
          expect(told(check, body)?.field).toMatch(/^\//);
          return performance.now() - begun;
        };
        // The quickest of three: other work on the machine isn't meant.
        const ms = Math.min(took(), took(), took());
        if (ms > 300) slow.push({ key, list: list.slice(0, 20), ms });
      }
    }
    expect(slow).toEqual([]);
  });

  it('has words for every pattern and format that a request may break', () => {
    const asked = new Set<string>();
    const seen = new Set<unknown>();
    const look = (part: unknown) => {
      if (part === null || typeof part !== 'object' || seen.has(part)) return;
      seen.add(part);
      const { pattern, format } = part as Parent;
      for (const each of [pattern, format]) if (typeof each === 'string' && each !== 'binary') asked.add(each);
      Object.values(part).forEach(look);
    };
    for (const { contract } of routes({ config: testConfig() } as ApiDependencies)) {
      for (const part of [contract.body, contract.query, contract.params]) look(part);
    }
    for (const [, schema] of BODIES) look(schema);
    expect(asked.size).toBeGreaterThan(40);
    expect([...asked].filter((each) => !MEANINGS[each])).toEqual([]);
  });

  it('rejects a line break in the name of anything that people name', () => {
    const named = BODIES.filter(([, { properties }]) => properties?.name);
    const accepted = named.filter(
      ([, schema]) =>
        !told(bodyChecker(schema), { name: 'Ana\r\nRuiz' })?.errors.some(({ field }) => field === '/name'),
    );
    expect(named.length).toBeGreaterThan(15);
    expect(accepted.map(([operation]) => operation)).toEqual([]);
  });

  it('says once of an id that it is none', () => {
    const schema = BODIES.find(([name]) => name === 'createLead')?.[1] as TSchema;
    expect(told(bodyChecker(schema), { first_name: 'Ana', workflow_id: '' })?.errors).toEqual([
      { field: '/workflow_id', message: 'must be a UUID, such as 0190a5e0-7a3c-7d2e-9f00-5d0c2a1b3c4d' },
    ]);
  });

  it('names twenty faults at most', () => {
    const errors = told(bodyChecker(CreateLeadBody), { first_name: 'Ana', tags: new Array(1_000).fill(0) })?.errors;
    expect(errors).toHaveLength(20);
  });

  it('does not repeat a key of any length', () => {
    const schema = BODIES.find(([name]) => name === 'createHost')?.[1] as TSchema;
    const found = told(bodyChecker(schema), { name: 'Hanna', ['k'.repeat(1_000_000)]: 1 });
    expect(found?.text.length).toBeLessThan(1_000);
  });
});
