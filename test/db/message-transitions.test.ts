import { describe, expect, it } from '@jest/globals';
import type { Knex } from 'knex';
import * as transitions from '../../db/messages/transitions.js';
import type { LeadRow, MessageRow } from '../../db/tables.js';
import { MOVES, type Move, sourcesOf } from '../../domain/messages/states.js';
import { MESSAGE_STATUSES, type MessageStatus } from '../../schemas/message-statuses.js';
import { useApi } from '../support/api.js';
import { addLead, addMessage } from '../support/messaging.js';

const api = useApi();
const NOW = new Date('2030-01-01T09:00:00Z');
const HELD = { hold_reason: 'sender_throttle', hold_until: new Date('2030-01-02T00:00:00Z') } as const;
const BY = { reason: 'provider_backoff', until: new Date('2030-01-03T00:00:00Z') };

type Target = never;
type Mover = (tx: Knex, message: MessageRow, to: Target) => Promise<boolean | number>;

/** The call for each move of the table. A rejected claim fails instead of returning. */
const MOVERS: { [M in Move]: Mover } = {
  claim: (tx, message) => transitions.claim(tx, NOW, message, {}).catch(() => false),
  recordOutcome: (tx, { id, claim_no: claimNo }, to) => transitions.recordOutcome(tx, NOW, { id, claimNo }, to, {}),
  loseClaim: (tx, { id }) => transitions.loseClaim(tx, NOW, id),
  requeue: (tx, { id }) => transitions.requeue(tx, NOW, id),
  hold: (tx, { id }, to) => transitions.hold(tx, NOW, id, BY, { as: to }),
  holdRefused: (tx, { id }) => transitions.holdRefused(tx, NOW, id, BY, {}),
  giveUp: (tx, { id }) => transitions.giveUp(tx, NOW, id, { failure_code: 'x', failure: null }),
  cancel: (tx, { id }) => transitions.cancel(tx, NOW, id),
  settle: (tx, { id }, to) => transitions.settle(tx, NOW, id, to),
  endCall: (tx, { id }, to) => transitions.endCall(tx, NOW, id, to),
};

const CLAIM_STEPS: Partial<Record<Move, number>> = { claim: 1, loseClaim: 1, requeue: 1 };
const HOLDS: readonly Move[] = ['hold', 'holdRefused'];

const ways = Object.entries(MOVES).flatMap(([move, targets]) =>
  Object.keys(targets).map((to) => [move, to] as [Move, MessageStatus]),
);

describe('a message', () => {
  let lead: LeadRow | undefined;
  const messageIn = async (status: MessageStatus) => {
    lead ??= await addLead(api.db, (await api.account()).accountId);
    return addMessage(api.db, lead, null, { status, claim_no: 3, provider: 'smtp', ...HELD });
  };
  const reread = ({ id }: MessageRow) => api.db('messages').where({ id }).first();

  it.each(ways)('is moved by %s to %s from where the table says, and from nowhere else', async (move, to) => {
    const come: string[] = [];
    for (const from of MESSAGE_STATUSES) {
      const before = await messageIn(from);
      const answer = await MOVERS[move](api.db, before, to as Target);
      const after = await reread(before);
      if (!answer) {
        expect(after).toEqual(before);
        continue;
      }
      come.push(from);
      expect(after).toMatchObject({
        status: to,
        updated_at: NOW,
        claim_no: 3 + (CLAIM_STEPS[move] ?? 0),
        hold_reason: HOLDS.includes(move) ? BY.reason : null,
        hold_until: HOLDS.includes(move) ? BY.until : null,
      });
    }
    expect(come.sort()).toEqual([...sourcesOf(move, to)].sort());
  });

  it('goes from one state to another only where some move leads', async () => {
    const open = MESSAGE_STATUSES.map((from) => [
      from,
      MESSAGE_STATUSES.filter((to) => ways.some(([move, end]) => end === to && sourcesOf(move, to).includes(from))),
    ]);
    expect(Object.fromEntries(open)).toEqual({
      queued: ['held', 'queued', 'sending', 'sent', 'delivered', 'read', 'failed', 'cancelled'],
      held: ['held', 'queued', 'sending', 'sent', 'delivered', 'read', 'failed', 'cancelled'],
      sending: ['held', 'queued', 'sent', 'delivered', 'read', 'failed', 'cancelled', 'unknown'],
      unknown: ['held', 'queued', 'sent', 'delivered', 'read', 'failed'],
      sent: ['held', 'delivered', 'read', 'failed'],
      delivered: ['delivered', 'read', 'failed'],
      read: ['delivered', 'failed'],
      failed: ['delivered', 'failed'],
      cancelled: ['held', 'queued', 'sending', 'delivered', 'failed'],
      received: [],
    });
  });

  it('records the outcome of its latest claim alone', async () => {
    const before = await messageIn('sending');
    const late = { id: before.id, claimNo: before.claim_no - 1 };
    expect(await transitions.recordOutcome(api.db, NOW, late, 'sent', {})).toBe(false);
    expect(await reread(before)).toEqual(before);
  });

  it('is claimed once by two that read it at the same time', async () => {
    const before = await messageIn('queued');
    expect(await transitions.claim(api.db, NOW, before, {})).toBe(before.claim_no + 1);
    await expect(transitions.claim(api.db, NOW, before, {})).rejects.toThrow('has moved');
  });

  it('keeps the hold that its outcome names', async () => {
    const { id, claim_no: claimNo } = await messageIn('sending');
    await transitions.recordOutcome(api.db, NOW, { id, claimNo }, 'held', {}, BY);
    expect(await api.db('messages').where({ id }).first()).toMatchObject({
      status: 'held',
      hold_reason: BY.reason,
      hold_until: BY.until,
    });
  });
});
