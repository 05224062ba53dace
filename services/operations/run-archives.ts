import { type Db, fromDamagedJson } from '../../db/connection.js';
import { listRunEvents, type RunEvent } from '../../db/operations/run-events.js';

interface EventData {
  version?: number;
  step_key?: string | null;
  message_id?: string;
}

/** The history of runs, as far as counting needs it. Events are named by their places. */
export interface RunArchives {
  /** The version that an enrolment followed at an event; 0 where nothing tells. */
  versionAt(runId: string | null, seq: number): number;
  /** The version that a message was sent by; undefined of one that no cadence sent. */
  versionOf(messageId: string): number | undefined;
  /** The step that an enrolment came to for the first time, where an event is the first to tell of that. */
  enteredAt(seq: number): string | undefined;
  /** Returns the messages that a run had been sent before its first conversion, if an event has them. */
  convertedAt(seq: number): readonly string[];
}

/** Reads what happened in enrolments up to an event. Nothing later counts, so it reads the same whenever it does. */
export async function readRunArchives(db: Db, runIds: readonly string[], upTo: number): Promise<RunArchives> {
  const versions = new Map<string, { seq: number; version: number }[]>();
  const versionOf = new Map<string, number>();
  const entered = new Map<number, string>();
  const converted = new Map<number, string[]>();
  for (const [runId, events] of Map.groupBy(await listRunEvents(db, runIds, upTo), (event) => event.agent_run_id)) {
    const archive = readArchive(events);
    versions.set(runId ?? '', archive.versions);
    for (const [id, version] of archive.versionOf) versionOf.set(id, version);
    for (const [seq, key] of archive.entered) entered.set(seq, key);
    if (archive.conversion) converted.set(archive.conversion.seq, archive.conversion.sent);
  }
  return {
    versionAt: (runId, seq) => versions.get(runId ?? '')?.findLast((each) => each.seq <= seq)?.version ?? 0,
    versionOf: (messageId) => versionOf.get(messageId),
    enteredAt: (seq) => entered.get(seq),
    convertedAt: (seq) => converted.get(seq) ?? [],
  };
}

function readArchive(events: readonly RunEvent[]) {
  const versions: { seq: number; version: number }[] = [];
  const versionOf = new Map<string, number>();
  const entered = new Map<number, string>();
  const known = new Set<string>();
  const sent: string[] = [];
  let conversion: { seq: number; sent: string[] } | undefined;
  for (const event of events) {
    const seq = Number(event.seq);
    const { version, step_key: key, message_id: id } = fromDamagedJson<EventData>(event.data) ?? {};
    if (version !== undefined && event.type.startsWith('workflow_run.')) versions.push({ seq, version });
    if (event.type === 'conversion.recorded') conversion ??= { seq, sent: [...sent] };
    if (id !== undefined && !versionOf.has(id)) versionOf.set(id, versions.at(-1)?.version ?? 0);
    if (id !== undefined && event.type === 'message.sent') sent.push(id);
    if (key && !known.has(key)) {
      known.add(key);
      entered.set(seq, key);
    }
  }
  return { versions, versionOf, entered, conversion };
}
