import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { asksOf } from './stale.js';

const DEBOUNCE_MS = 400;

/** What an event of a kind concerns, by the first part of its name. */
export const AREAS_OF_EVENTS: Readonly<Record<string, readonly string[]>> = {
  lead: ['leads', 'attention', 'tags', 'inbox'],
  message: ['leads', 'messages', 'conversations', 'inbox', 'attention'],
  call: ['leads', 'messages', 'inbox', 'attention'],
  meeting: ['meetings', 'schedule', 'leads', 'attention'],
  conversation: ['conversations', 'inbox', 'leads', 'attention'],
  conversion: ['conversions', 'leads'],
  import: ['imports', 'leads', 'attention'],
  campaign: ['campaigns'],
};
const OTHERWISE = ['leads', 'workflow-runs', 'attention'];

/** Asks anew for what an event tells of, while the page can be seen. */
export function useLive(): void {
  const client = useQueryClient();
  useEffect(() => {
    let source: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const areas = new Set<string>();
    const ask = () => {
      const stale = new Set<string>(asksOf([...areas]));
      areas.clear();
      timer = undefined;
      void client.invalidateQueries({ predicate: ({ queryKey }) => stale.has(String(queryKey[0])) });
    };
    const heard = ({ data }: MessageEvent<string>) => {
      const { type = '' } = JSON.parse(data) as { type?: string };
      for (const area of AREAS_OF_EVENTS[type.split('.')[0] ?? ''] ?? OTHERWISE) areas.add(area);
      timer ??= setTimeout(ask, DEBOUNCE_MS);
    };
    const close = () => {
      source?.close();
      source = undefined;
    };
    // Hidden tabs let their connection go: browsers give few to one host.
    const follow = () => {
      if (document.hidden) return close();
      if (source) return;
      source = new EventSource(new URL('api/internal/stream', document.baseURI));
      source.addEventListener('change', heard);
      source.addEventListener('reset', () => void client.invalidateQueries());
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      clearTimeout(timer);
      close();
    };
  }, [client]);
}
