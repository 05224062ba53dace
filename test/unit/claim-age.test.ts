import { describe, expect, it } from '@jest/globals';
import { createProcess, type ProcessDependencies } from '../../activities/send.js';
import type { PreparedMessage } from '../../services/messages/compose.js';

const DUE = new Date('2030-01-01T09:00:00Z');

/**
 * Hands a message that was claimed for nine o'clock to its provider; `readings` is what the clock says each time.
 * Returns what the provider was given, and until when.
 */
async function send(readings: string[], meanwhile: () => void = () => undefined) {
  const taken: { email: unknown; endsAt: number }[] = [];
  const provider = {
    async send(email: unknown, endsAt: number) {
      taken.push({ email, endsAt });
      return { kind: 'accepted', providerMessageId: 'x' };
    },
  };
  const deps = {
    clock: { now: () => new Date(`2030-01-01T${readings.length > 1 ? readings.shift() : readings[0]}Z`) },
    email: {
      for() {
        meanwhile();
        return provider;
      },
    },
    metrics: { sends: { inc: () => undefined } },
    breakers: { note: () => undefined },
  } as unknown as ProcessDependencies;
  const sender = { id: 's', provider: 'sandbox', smtp: null, smtp_password: null };
  const prepared = { channel: 'email', sender, email: { messageId: 'm' } } as unknown as PreparedMessage;
  const outcome = await createProcess(deps).deliver({
    messageId: 'm',
    claimNo: 1,
    claimedAt: DUE,
    accountId: 'a',
    prepared,
    tryOf: 'r',
  });
  return { outcome, taken };
}

describe('a claimed message', () => {
  it('waits for its instant and is handed over then', async () => {
    const { outcome, taken } = await send(['08:59:59.950', '08:59:59.990', '09:00:00.000']);
    expect([outcome.kind, taken.length]).toEqual(['accepted', 1]);
  });

  it('is not handed over by a process that stood still while it waited for the instant', async () => {
    const { outcome, taken } = await send(['08:59:59.950', '09:00:30.000']);
    expect(outcome).toMatchObject({ kind: 'refused_retry', code: 'claim_too_old' });
    expect(taken).toEqual([]);
  });

  it('has no more time by a process that stood still between its look at the clock and the call', async () => {
    const { now: real } = Date;
    let now = DUE.getTime();
    Date.now = () => now;
    const { taken } = await send(['09:00:00.000'], () => {
      now += 30_000;
    }).finally(() => {
      Date.now = real;
    });
    expect(taken.map(({ endsAt }) => endsAt - DUE.getTime())).toEqual([8_000]);
  });
});
