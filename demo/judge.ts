import type { ImportState, Message, Run } from './api.js';
import { MAIL_STEPS, type MailStep } from './cadence.js';

/** An email as the mail server saw it. */
export interface SeenMail {
  /** Its Message-ID header. */
  header: string;
  messageId: string;
  to: string;
  step: MailStep | undefined;
  at: number;
}

/** A lead whose automation was stopped; `resumedAt` where it was resumed later. */
export interface Stop {
  leadId: string;
  answeredAt: number;
  inFlight: readonly string[];
  resumedAt?: number;
}

/** Everything the judgement rests on: what the mail server received, and what the API answers. */
export interface Evidence {
  mails: readonly SeenMail[];
  imported: ImportState;
  leads: number;
  runs: readonly Run[];
  messages: readonly Message[];
  stops: readonly Stop[];
  /** Leads that replied or whose mail bounced, and when the hook took the news. */
  replies: ReadonlyMap<string, number>;
  bounces: ReadonlyMap<string, number>;
  /** The minimum of events. Without them the promises would hold only because nothing was tried. */
  wanted: { stops: number; replies: number; bounces: number; kills: number };
  workerKilled: boolean;
  workerCameBack: boolean;
}

/** A promise, how often it was broken, and an example where it was. */
export interface Finding {
  promise: string;
  broken: number;
  example?: string;
}

/** The verdict of the evidence. */
export interface Verdict {
  promises: Finding[];
  /** Mails that were being sent when a stop was answered, and were named in the answer. */
  inFlight: number;
  /** Mails that crossed a reply: on their way between the moment it came in and the moment it was worked. */
  crossed: number;
}

const LEFT = new Set(['sent', 'delivered', 'read']);

/** The evidence, arranged by what is asked of it. */
interface Arranged extends Evidence {
  /** Messages to leads, by their ids. */
  outbound: ReadonlyMap<string, Message>;
  /** Mails that arrived, by the message that they are of, and by lead. */
  arrived: ReadonlyMap<string, SeenMail[]>;
  byLead: ReadonlyMap<string, SeenMail[]>;
  /** Mails that arrived after the stop of their lead; `named` where its answer told of them. */
  afterStop: readonly { mail: SeenMail; named: boolean }[];
  /** The time when the news of each lead was worked. */
  worked: { replies: Map<string, number>; bounces: Map<string, number> };
}

/** Holds the service to its promises. A message that failed after it had left (a bounce) counts as sent. */
export function judge(evidence: Evidence): Verdict {
  const arranged = arrange(evidence);
  return {
    crossed: crossed(arranged),
    inFlight: arranged.afterStop.filter(({ named }) => named).length,
    promises: [
      ...ofTheImport(arranged),
      ...ofRuns(arranged),
      ...ofMails(arranged),
      ...ofStops(arranged),
      ...ofTheTrial(arranged),
    ],
  };
}

function arrange(evidence: Evidence): Arranged {
  const { mails, messages, stops, bounces } = evidence;
  const outbound = new Map(messages.filter(isOutbound).map((message) => [message.id, message]));
  const known = mails.filter(({ messageId }) => outbound.has(messageId));
  const byLead = Map.groupBy(known, ({ messageId }) => (outbound.get(messageId) as Message).lead_id);
  const isBounced = (message: Message) => message.status === 'failed' && bounces.has(message.lead_id);
  return {
    ...evidence,
    outbound,
    arrived: Map.groupBy(mails, ({ messageId }) => messageId),
    byLead,
    afterStop: stops.flatMap((stop) =>
      (byLead.get(stop.leadId) ?? [])
        .filter(({ at }) => at > stop.answeredAt && at < (stop.resumedAt ?? Number.POSITIVE_INFINITY))
        .map((mail) => ({ mail, named: stop.inFlight.includes(mail.messageId) })),
    ),
    worked: {
      replies: firsts(messages.filter((message) => message.direction === 'inbound')),
      bounces: firsts([...outbound.values()].filter(isBounced)),
    },
  };
}

/** Counts the mails that were decided upon before the reply of their lead was worked, and arrived after it came in. */
const crossed = ({ replies, byLead, outbound, worked }: Arranged): number =>
  [...replies].reduce(
    (sum, [lead, since]) =>
      sum +
      (byLead.get(lead) ?? []).filter(
        ({ at, messageId }) => at > since && claimed(outbound, messageId) <= (worked.replies.get(lead) ?? 0),
      ).length,
    0,
  );

const ofTheImport = ({ imported, leads, runs }: Arranged): Finding[] => [
  count(
    'Every row ends as created, updated, reused or failed',
    Math.abs(imported.rows - imported.created - imported.updated - imported.reused - imported.failed),
  ),
  count('Every created row is a lead', Math.abs(leads - imported.created)),
  all('Every lead is enrolled once', repeated(runs.map((run) => run.lead_id))),
  count('No lead is left out', Math.max(0, leads - new Set(runs.map((run) => run.lead_id)).size)),
];

function ofRuns({ runs, stops }: Arranged): Finding[] {
  const paused = new Set(stops.filter((stop) => stop.resumedAt === undefined).map((stop) => stop.leadId));
  return [
    all(
      'Every run ends, or is paused on purpose',
      runs.filter((run) => run.run_status === 'running' && !paused.has(run.lead_id)).map((run) => run.id),
    ),
    all(
      'No run fails',
      runs.filter((run) => run.run_status === 'failed').map((run) => run.id),
    ),
  ];
}

function ofMails(arranged: Arranged): Finding[] {
  const { mails, arrived, outbound, bounces } = arranged;
  const left = ({ status, lead_id }: Message) => LEFT.has(status) || (status === 'failed' && bounces.has(lead_id));
  return [
    all('No email arrives twice', repeated(mails.map((mail) => mail.header))),
    all('No lead gets the same step twice', repeated(mails.map((mail) => `${mail.to.toLowerCase()} ${mail.step}`))),
    all(
      'Every email that arrived is known as sent',
      [...arrived.keys()].filter((id) => {
        const message = outbound.get(id);
        return !message || !left(message);
      }),
    ),
    all(
      'Every email that is known as sent arrived',
      [...outbound.values()]
        .filter((message) => LEFT.has(message.status) && !arrived.has(message.id))
        .map(({ id }) => id),
    ),
    all(
      'No outcome stays unknown',
      [...outbound.values()].filter(({ status }) => status === 'unknown').map(({ id }) => id),
    ),
    all('Every completed run sent all it had to', incomplete(arranged)),
  ];
}

/** Runs that completed without one of their mails, although nothing came in that ends them earlier. */
function incomplete({ runs, outbound, replies, bounces, byLead }: Arranged): string[] {
  const written = new Set([...outbound.values()].map((message) => message.lead_id));
  return runs
    .filter(({ run_status, lead_id }) => run_status === 'completed' && written.has(lead_id))
    .filter(({ lead_id }) => !replies.has(lead_id) && !bounces.has(lead_id))
    .filter(({ lead_id }) => MAIL_STEPS.some((step) => !byLead.get(lead_id)?.some((mail) => mail.step === step)))
    .map(({ id }) => id);
}

const ofStops = ({ afterStop, outbound, worked, replies, bounces }: Arranged): Finding[] => [
  all(
    'Nothing leaves after a stop but what its answer named',
    afterStop.filter(({ named }) => !named).map(({ mail }) => mail.messageId),
  ),
  all('Who replied is not written to again', later(outbound, worked.replies)),
  all('Who could not be reached is not written to again', later(outbound, worked.bounces)),
  count('Every reply and bounce is worked', replies.size + bounces.size - worked.replies.size - worked.bounces.size),
];

const ofTheTrial = ({ wanted, stops, replies, bounces, workerKilled, workerCameBack }: Arranged): Finding[] => [
  count(
    'All that the demo meant to do to it was done',
    missing(wanted.stops, stops.length) +
      missing(wanted.replies, replies.size) +
      missing(wanted.bounces, bounces.size) +
      missing(wanted.kills, workerKilled ? 1 : 0),
  ),
  ...(workerKilled ? [count('A killed worker is replaced', workerCameBack ? 0 : 1)] : []),
];

const missing = (wanted: number, found: number): number => Math.max(0, wanted - found);

const isOutbound = (message: Message): boolean => message.direction === 'outbound';

const count = (promise: string, broken: number): Finding => ({ promise, broken });

const all = (promise: string, offenders: readonly string[]): Finding => ({
  promise,
  broken: offenders.length,
  ...(offenders[0] === undefined ? {} : { example: offenders[0] }),
});

function repeated(values: readonly string[]): string[] {
  const seen = new Set<string>();
  return values.filter((value) => seen.has(value) || !seen.add(value));
}

/** Returns when the service had worked the news of each lead: the row it wrote then. */
const firsts = (messages: readonly Message[]): Map<string, number> =>
  new Map(messages.map((message) => [message.lead_id, Date.parse(message.updated_at)]));

/** Returns when a message was decided upon: its row comes before its mail. */
const claimed = (outbound: ReadonlyMap<string, Message>, id: string): number =>
  Date.parse(outbound.get(id)?.created_at ?? '');

/** Messages that were decided upon although something was known of their lead. */
const later = (outbound: ReadonlyMap<string, Message>, known: ReadonlyMap<string, number>): string[] =>
  [...outbound.values()]
    .filter(({ id, lead_id: lead }) => claimed(outbound, id) > (known.get(lead) ?? Number.POSITIVE_INFINITY))
    .map(({ id }) => id);
