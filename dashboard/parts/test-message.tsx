import { useState } from 'react';
import { useAct } from '../api/act.js';
import { useAsk } from '../api/ask.js';
import type { Answer, Input } from '../api/names.js';
import { Chip } from './chip.js';

type Test = Answer<'getTestMessage'>['test'];

const WATCH_MS = 1_000;

const FATES = {
  queued: { who: 'clock', label: 'On its way' },
  delivered: { who: 'ok', label: 'Sent' },
  failed: { who: 'act', label: 'Failed' },
  unknown: { who: 'decide', label: 'Not known' },
} as const;

/**
 * Sends a message that is being written to whoever is signed in, and watches what becomes of it. WhatsApp may say later
 * that it could not deliver what it took, so such a test is watched as long as it is looked at.
 */
export function useTest() {
  const send = useAct('sendTestMessage');
  const [id, setId] = useState<string>();
  const [isOver, setIsOver] = useState(false);
  const asked = useAsk(
    'getTestMessage',
    { params: { id: id ?? '' } },
    { when: id !== undefined, everyMs: isOver ? 0 : WATCH_MS },
  );
  const test = asked.data?.test.id === id ? asked.data?.test : undefined;
  const mayChange = test?.status === 'queued' || (test?.status === 'delivered' && test.whatsapp_number_id !== null);
  if (test && !mayChange && !isOver) setIsOver(true);
  const start = async (input: Input<'sendTestMessage'>) => {
    setIsOver(false);
    setId((await send.do(input)).test.id);
  };
  return { send: { ...send, do: start }, test };
}

/** What became of a test. */
export const Fate = ({ test }: { test: Test }) => (
  <span role="status">
    <Chip {...FATES[test.status]} /> <span className="quiet">to {test.to}</span>
  </span>
);
