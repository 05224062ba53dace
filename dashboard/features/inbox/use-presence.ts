import { useEffect, useRef, useState } from 'react';
import type { InboxEntry } from '../../../schemas/conversations/inbox.js';
import type { Answer } from '../../api/operation-types.js';
import { request } from '../../api/request.js';

type Present = Answer<'tellPresence'>['present'];
const EVERY_MS = 15_000;
const WRITES_MS = 4_000;

/** Tells others that one looks at an entry or writes to it, and who else does, by whichever answer came last. */
export function usePresence(
  { id, present: listed }: InboxEntry,
  may: boolean,
): { present: Present; writes: () => void } {
  const [present, setPresent] = useState<Present>(listed);
  useEffect(() => setPresent(listed), [listed]);
  const wrote = useRef(0);
  const announce = useRef<() => void>(() => undefined);
  useEffect(() => {
    if (!may) return;
    const abort = new AbortController();
    const sendPresence = (state: 'viewing' | 'writing' | 'gone', signal?: AbortSignal) =>
      request('tellPresence', { params: { id }, body: { state } }, signal ? { signal } : {});
    const now = () =>
      sendPresence(Date.now() - wrote.current < EVERY_MS ? 'writing' : 'viewing', abort.signal)
        .then((answer) => setPresent(answer.present))
        .catch(() => undefined);
    announce.current = now;
    void now();
    const timer = setInterval(() => {
      if (!document.hidden) void now();
    }, EVERY_MS);
    return () => {
      clearInterval(timer);
      abort.abort();
      void sendPresence('gone').catch(() => undefined);
    };
  }, [id, may]);
  const writes = () => {
    const now = Date.now();
    if (now - wrote.current < WRITES_MS) return;
    wrote.current = now;
    announce.current();
  };
  return { present, writes };
}
