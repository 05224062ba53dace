import { describe, expect, it } from '@jest/globals';
import { gate } from '../../domain/agent/gate.js';
import { capturesIn } from '../../domain/agent/read-inputs.js';
import { readName } from '../../domain/agent/read-name.js';
import { scriptedStep } from '../../domain/agent/scripted.js';
import { NO_MEMORY } from '../../domain/agent/turn-input.js';
import { bookingTurn } from '../support/booking-turn-fixture.js';
import { NAMES, NO_NAMES } from '../support/given-names.js';

const asked = { known: {}, offers: [], memory: { ...NO_MEMORY, asked: 'first_name' } };

describe('the answer to the question for a name', () => {
  it.each(NAMES)('gives first and last name: %s', (answer, first, last) => {
    const name = readName(answer, true);
    expect([name?.first, name?.last]).toEqual([first, last]);
  });

  it('is no name where it refuses, asks or insults', () => {
    const taken = NO_NAMES.flatMap((text) => {
      const captures = capturesIn(bookingTurn(text, 'en', asked)).filter(({ key }) => key.endsWith('name'));
      return captures.map(({ value }) => [text, value]);
    });
    expect(taken).toEqual([]);
  });

  it.each([
    ['García López', 'García López'],
    ['van Dijk', 'van Dijk'],
    ['Ana García', 'García'],
    ['da silva', 'da Silva'],
    ['no te importa', undefined],
  ])('is the whole family name where the first name is known: %s', (answer, value) => {
    const ana = { value: 'Ana', confidence: 1, setBy: 'agent' };
    const fixture = { offers: [], known: { first_name: ana }, memory: { ...NO_MEMORY, asked: 'last_name' } };
    const captures = capturesIn(bookingTurn(answer, 'en', fixture));
    expect(captures.find(({ key }) => key === 'last_name')?.value).toBe(value);
    expect(captures.some(({ key }) => key === 'first_name')).toBe(false);
  });

  it('is none either where a model takes it for one', () => {
    const capture = (value: string) => ({
      tool: 'capture_field' as const,
      key: 'first_name',
      value,
      confidence: 0.9,
      evidence: value,
    });
    const verdict = (value: string) => gate(capture(value), bookingTurn(value, 'en', asked));
    expect(verdict('Fuck You')).toMatchObject({ ok: false, refusal: { code: 'NOT_A_NAME' } });
    expect(verdict('Ana')).toMatchObject({ ok: true });
  });

  it('is asked for again, and then left to a person', () => {
    let memory = asked.memory;
    const steps = [1, 2, 3].map(() => {
      const step = scriptedStep(bookingTurn('none of your business', 'en', { ...asked, memory }));
      if (step.kind === 'reply') memory = { ...memory, ...step.memory, asked: 'first_name' };
      return step.kind === 'reply' ? step.text : step.calls[0]?.tool;
    });
    expect(steps).toEqual([expect.stringContaining('?'), expect.stringContaining('?'), 'request_human']);
  });
});
