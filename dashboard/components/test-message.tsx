import { useState } from 'react';
import type { Answer, Input } from '../api/operation-types.js';
import { useApiMutation } from '../api/use-api-mutation.js';
import { useApiQuery } from '../api/use-api-query.js';
import * as words from '../words/en/parts.js';
import { Chip } from './chip.js';
import { statusOf } from './test-status.js';

type Test = Answer<'getTestMessage'>['test'];

const WATCH_MS = 1_000;

/**
 * Sends a draft message to the signed-in user as a test, and watches its outcome. WhatsApp may report later that it
 * couldn't deliver an accepted message, so such a test is watched while it is visible.
 */
export function useTestMessage() {
  const send = useApiMutation('sendTestMessage');
  const [id, setId] = useState<string>();
  const [isOver, setIsOver] = useState(false);
  const messageQuery = useApiQuery(
    'getTestMessage',
    { params: { id: id ?? '' } },
    { enabled: id !== undefined, everyMs: isOver ? 0 : WATCH_MS },
  );
  const test = messageQuery.data?.test.id === id ? messageQuery.data?.test : undefined;
  const mayChange = test?.status === 'queued' || (test?.status === 'delivered' && test.whatsapp_number_id !== null);
  if (test && !mayChange && !isOver) setIsOver(true);
  const start = async (input: Input<'sendTestMessage'>) => {
    setIsOver(false);
    setId((await send.mutateAsync(input)).test.id);
  };
  return { send: { ...send, mutateAsync: start }, test };
}

/** The outcome of a test. */
export const TestMessageStatus = ({ test }: { test: Test }) => (
  <span role="status">
    <Chip {...statusOf(test)} />{' '}
    <span className="quiet">
      {words.to}
      {test.to}
    </span>
  </span>
);
