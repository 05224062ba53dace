import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { updateConnectionStatus } from './connection-status.js';
import { asksOf, OF_A_PIPELINE } from './stale-queries.js';
import { queryKeyOf } from './use-api-query.js';

const DEBOUNCE_MS = 400;
/** The time before a rejected stream is opened again, and the polling interval until then. */
const REFUSED_MS = 15_000;
/** How often the session is checked without a stream, which would report its end at once. */
const SESSION_MS = 4_000;
/** A line that comes back sooner was never missed. */
const CUT_MS = 10_000;

/** The areas that most events concern. */
const OTHERWISE = [...OF_A_PIPELINE, 'leads', 'workflow-runs', 'attention'];
/** The areas that an event concerns, by the first part of its name. */
export const AREAS_OF_EVENTS: Readonly<Record<string, readonly string[]>> = {
  lead: [...OF_A_PIPELINE, 'leads', 'attention', 'tags', 'inbox'],
  message: [...OTHERWISE, 'messages', 'conversations', 'inbox'],
  call: [...OTHERWISE, 'messages', 'inbox'],
  meeting: ['meetings', 'schedule', 'leads', 'attention'],
  conversation: ['conversations', 'inbox', 'leads', 'attention'],
  conversion: ['conversions', 'leads'],
  import: ['imports', 'leads', 'attention'],
  campaign: ['campaigns'],
  task: ['tasks', 'leads'],
  connection: ['connections', 'email-senders', 'attention'],
  automation: [...OTHERWISE, 'conversations', 'inbox'],
  // Scheduled messages of a chat aren't events yet.
  inbox: ['inbox', 'listConversationMessages'],
  // Counting entries is expensive, and the presence of a user doesn't change the counts.
  presence: ['listInbox'],
};

const askSession = (client: QueryClient) => void client.invalidateQueries({ queryKey: queryKeyOf('getSession') });

/** Checks the session at once, and every few seconds until it stops. */
function createSessionChecks(client: QueryClient) {
  let timer: ReturnType<typeof setInterval> | undefined;
  return {
    start() {
      askSession(client);
      timer ??= setInterval(() => askSession(client), SESSION_MS);
    },
    stop() {
      clearInterval(timer);
      timer = undefined;
    },
  };
}

function streamAddress(after: string | undefined): URL {
  const address = new URL('api/internal/stream', document.baseURI);
  if (after !== undefined) address.searchParams.set('after', after);
  return address;
}

/** Follows what happens and makes stale what it concerns, until `leave`. */
function follow(client: QueryClient) {
  let source: EventSource | undefined;
  let debounce: ReturnType<typeof setTimeout> | undefined;
  let later: ReturnType<typeof setTimeout> | undefined;
  let cut: ReturnType<typeof setTimeout> | undefined;
  /** The ID of the last event, after which a new stream continues. */
  let last: string | undefined;
  let wasOpen = false;
  const areas = new Set<string>();
  const checks = createSessionChecks(client);

  const askAll = () => void client.invalidateQueries();
  const ask = () => {
    const stale = new Set<string>(asksOf([...areas]));
    areas.clear();
    debounce = undefined;
    void client.invalidateQueries({ predicate: ({ queryKey }) => stale.has(String(queryKey[0])) });
  };
  const onMessage = ({ data, lastEventId }: MessageEvent<string>) => {
    // A message without an event has no ID and doesn't move the position.
    last = lastEventId || last;
    const { type = '' } = JSON.parse(data) as { type?: string };
    for (const area of AREAS_OF_EVENTS[type.split('.')[0] ?? ''] ?? OTHERWISE) areas.add(area);
    debounce ??= setTimeout(ask, DEBOUNCE_MS);
  };
  const reset = () => {
    last = undefined;
    askAll();
  };
  const opened = () => {
    // Without an event there is no ID to continue after.
    if (wasOpen && last === undefined) askAll();
    wasOpen = true;
    checks.stop();
    clearTimeout(cut);
    cut = undefined;
    updateConnectionStatus({ cut: false });
  };
  const broke = () => {
    cut ??= setTimeout(() => updateConnectionStatus({ cut: true }), CUT_MS);
    // Browsers reopen a broken stream automatically, but not a rejected one, such as by a gateway.
    if (source?.readyState !== EventSource.CLOSED) return;
    source = undefined;
    wasOpen = true;
    // Perhaps the session has ended, or ends before there is a stream: its pages must not stay readable.
    checks.start();
    later = setTimeout(() => {
      askAll();
      open();
    }, REFUSED_MS);
  };
  const close = () => {
    clearTimeout(later);
    checks.stop();
    clearTimeout(cut);
    cut = undefined;
    source?.close();
    // Changes from now on must be fetched, also if the connection hadn't opened yet.
    wasOpen ||= source !== undefined;
    source = undefined;
  };
  const open = () => {
    // Hidden tabs let their connection go: browsers give few to one host.
    if (document.hidden) return close();
    if (source) return;
    source = new EventSource(streamAddress(last));
    source.addEventListener('open', opened);
    source.addEventListener('change', onMessage);
    source.addEventListener('reset', reset);
    source.addEventListener('revoked', () => askSession(client));
    source.addEventListener('error', broke);
  };
  open();
  document.addEventListener('visibilitychange', open);
  return () => {
    document.removeEventListener('visibilitychange', open);
    clearTimeout(debounce);
    close();
  };
}

/** Invalidates the queries that an event affects, while the page is visible. */
export function useLiveUpdates(): void {
  const client = useQueryClient();
  useEffect(() => follow(client), [client]);
}
