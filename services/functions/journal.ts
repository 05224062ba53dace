import { MASK, type Masking } from '../../domain/functions/masking.js';
import { HostError, type SandboxHost } from '../../functions/sandbox.js';
import { CALL_KINDS } from '../../functions/svc.js';
import type { RecordedEffect } from '../../schemas/functions/function-effects.js';
import type { FunctionHost } from './host.js';

/** One answer that a function got: what it asked, and the value or the error. */
interface JournalEntry {
  name: string;
  args: string;
  value?: unknown;
  error?: { code: string; message: string };
}

/** One write, with what it came to. */
interface JournalWrite extends JournalEntry {
  effects: RecordedEffect[];
}

/** The responses that a run received, from which it can be replayed. */
export interface Journal {
  at: string;
  entries: JournalEntry[];
  /** The times that its clock returned. */
  clock?: number[];
  writes?: JournalWrite[];
}

/** Calls whose answers come from outside of the function. */
const ANSWERED = new Set(['leads.get', 'leads.query', 'http.fetch', 'secrets.get', 'kv.get', 'time.now']);
/** A run that was answered more than this can't be replayed. */
const MAX_JOURNAL = 4 * 1024 * 1024;

/** Reckoning with a time that is given needs no record; without one it is that of the run's clock. */
const isAnswered = (name: string, [first]: readonly unknown[]): boolean =>
  ANSWERED.has(name) || (/^(time\.|format\.date$)/.test(name) && (first ?? null) === null);
const isWrite = (name: string): boolean => CALL_KINDS[name] === 'effect';

interface RequestedCall extends Omit<JournalEntry, 'args'> {
  args: readonly unknown[];
}

/** Calls a host and records its response. */
export function recordingHost(host: FunctionHost): SandboxHost & {
  /** The record, without secrets; null where it is too large to keep. */
  journal(at: Date, clock: number[], masking: Masking): string | null;
} {
  const reads: RequestedCall[] = [];
  const writes: RequestedCall[] = [];
  return {
    async call(name, args, signal) {
      const list = isAnswered(name, args) ? reads : isWrite(name) ? writes : undefined;
      if (!list) return host.call(name, args, signal);
      const entry: RequestedCall = { name, args };
      list.push(entry);
      try {
        const value = await host.call(name, args, signal);
        entry.value = name === 'secrets.get' ? MASK : value;
        return value;
      } catch (error) {
        if (error instanceof HostError) entry.error = { code: error.code, message: error.message };
        throw error;
      }
    },
    journal(at, clock, masking) {
      const shown = ({ args, ...rest }: RequestedCall): JournalEntry => ({
        ...masking.fields(rest),
        args: argsOf(args, masking),
      });
      const journal: Journal = {
        at: at.toISOString(),
        clock,
        entries: reads.map(shown),
        writes: withEffects(writes, host.effects).map(({ effects, ...entry }) => ({
          ...shown(entry),
          effects: effects.map((effect) => maskedEffect(effect, masking)),
        })),
      };
      const text = JSON.stringify(journal);
      return Buffer.byteLength(text) > MAX_JOURNAL ? null : text;
    },
  };
}

const argsOf = (args: readonly unknown[], masking: Masking): string => JSON.stringify(masking.value(args));

/** Masks the secrets of an effect; what it is and whom it is about stay as they are. */
export function maskedEffect<E extends { type: string; target: object; params: object; idempotency_key: string }>(
  effect: E,
  masking: Masking,
): E {
  const { type, target, idempotency_key } = effect;
  const params = masking.fields(effect.params);
  return Object.assign(masking.fields(effect), { type, target, params, idempotency_key });
}

/** Each write with its effects: those up to the one it was answered with, from where the write before it ended. */
function withEffects(writes: readonly RequestedCall[], effects: readonly RecordedEffect[]) {
  const lastOf = ({ value }: RequestedCall) => (value as { seq?: number } | undefined)?.seq ?? 0;
  const ends = writes.map(lastOf).sort((a, b) => a - b);
  return writes.map((entry) => {
    const last = lastOf(entry);
    const before = ends.filter((end) => end < last).at(-1) ?? 0;
    return { ...entry, effects: effects.slice(before, last) };
  });
}

/** A host that answers from a record. */
interface ReplayingHost extends SandboxHost {
  /** The run's effects: those on record, or those of the host where the record holds none or another version writes. */
  effects(): RecordedEffect[];
  /** Returns whether everything on record was written again, and nothing else. */
  isWhole(): boolean;
}

/**
 * Replays the answers of an earlier run in the same order, without reading or requesting anything. The same version of
 * the function also gets the recorded results of its writes. Writes of another version go to `host`. A function that
 * calls something else than before gets an error. Secrets aren't recorded, so the function gets their current values.
 */
export function replayingHost(
  host: FunctionHost,
  journal: Journal,
  { runId, sameVersion, masking }: { runId: string; sameVersion: boolean; masking: Masking },
): ReplayingHost {
  const reads = [...journal.entries];
  const writes = sameVersion ? journal.writes && [...journal.writes] : undefined;
  const written: RecordedEffect[] = [];
  const take = <E extends JournalEntry>(list: E[], name: string, args: readonly unknown[]): E => {
    const wanted = argsOf(args, masking);
    const index = list.findIndex((entry) => entry.name === name && entry.args === wanted);
    const [entry] = index < 0 ? [] : list.splice(index, 1);
    if (!entry) throw new HostError('REPLAY_DIVERGED', `The recorded run has no matching call of ${name}.`);
    return entry;
  };
  const replayed = ({ value, error }: JournalEntry): unknown => {
    if (error) throw new HostError(error.code, error.message);
    return value;
  };
  return {
    async call(name, args, signal) {
      if (writes && isWrite(name)) {
        const entry = take(writes, name, args);
        written.push(...entry.effects);
        return replayed(entry);
      }
      if (!isAnswered(name, args)) return host.call(name, args, signal);
      const value = replayed(take(reads, name, args));
      // One that is gone by now is what the record says: that there was one.
      return name === 'secrets.get' ? host.call(name, args, signal).catch(() => value) : value;
    },
    effects: () =>
      writes
        ? written
            .sort((a, b) => a.seq - b.seq)
            .map((effect, at) => ({ ...effect, seq: at + 1, idempotency_key: `${runId}/${at + 1}` }))
        : host.effects,
    isWhole: () => writes?.length === 0,
  };
}
