import { describe, expect, it } from '@jest/globals';
import { createProcess, type ProcessDependencies } from '../../activities/send.js';
import type { PreparedMessage } from '../../services/messages/compose.js';

const DUE = new Date('2030-01-01T09:00:00Z');

/** Hands a message that was claimed for nine o'clock to its provider; `readings` is what the clock says each time. */
async function send(readings: string[]) {
  const taken: unknown[] = [];
  const provider = {
    send: async (email: unknown) => taken.push(email) && { kind: 'accepted', providerMessageId: 'x' },
  };
  const deps = {
    clock: { now: () => new Date(`2030-01-01T${readings.length > 1 ? readings.shift() : readings[0]}Z`) },
    email: { for: () => provider },
    metrics: { sends: { inc: () => undefined } },
    breakers: { note: () => undefined },
  } as unknown as ProcessDependencies;
  const sender = { id: 's', provider: 'sandbox', smtp: null, smtp_password: null };
  const prepared = { channel: 'email', sender, email: { messageId: 'm' } } as unknown as PreparedMessage;
  const outcome = await createProcess(deps).deliver({
    ...{ messageId: 'm', claimNo: 1, claimedAt: DUE, accountId: 'a', prepared, tryOf: 'r' },
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
});
