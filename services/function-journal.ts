import { HostError, type SandboxHost } from '../functions/sandbox.js';

/** One answer that a function got: what it asked, and the value or the error. */
interface JournalEntry {
  name: string;
  args: string;
  value?: unknown;
  error?: { code: string; message: string };
}

/** What a run was answered, from which it can be run again. */
export interface Journal {
  at: string;
  entries: JournalEntry[];
}

/** Calls whose answers come from outside of the function. Writes are buffered anew each time. */
const ANSWERED = new Set(['leads.get', 'leads.query', 'http.fetch', 'secrets.get', 'kv.get', 'time.now']);
/** A run that was answered more than this can't be replayed. */
const MAX_JOURNAL = 4 * 1024 * 1024;
const MASK = '***';

/** Lets a host answer, and writes down what it answered. */
export function recordingHost(
  host: SandboxHost,
): SandboxHost & { journal(at: Date, secrets: readonly string[]): string | null } {
  const entries: JournalEntry[] = [];
  return {
    async call(name, args, signal) {
      if (!ANSWERED.has(name)) return host.call(name, args, signal);
      const entry: JournalEntry = { name, args: JSON.stringify(args) };
      entries.push(entry);
      try {
        const value = await host.call(name, args, signal);
        entry.value = name === 'secrets.get' && typeof value === 'string' ? MASK : value;
        return value;
      } catch (error) {
        if (error instanceof HostError) entry.error = { code: error.code, message: error.message };
        throw error;
      }
    },
    journal(at, secrets) {
      const text = maskSecrets(JSON.stringify({ at: at.toISOString(), entries } satisfies Journal), secrets);
      return Buffer.byteLength(text) > MAX_JOURNAL ? null : text;
    },
  };
}

/** A text of JSON without the secrets that stand in it. */
export function maskSecrets(json: string, secrets: readonly string[]): string {
  return secrets
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)])
    .filter((form) => form.length >= 4)
    .reduce((text, form) => text.replaceAll(form, MASK), json);
}

/**
 * Answers as an earlier run was answered, in the same order; what was written then goes to `host` again. A function
 * that asks for something else than it did is told so by an error.
 */
export function replayingHost(host: SandboxHost, journal: Journal): SandboxHost {
  const rest = [...journal.entries];
  return {
    async call(name, args, signal) {
      if (!ANSWERED.has(name)) return host.call(name, args, signal);
      const wanted = JSON.stringify(args);
      const index = rest.findIndex((entry) => entry.name === name && entry.args === wanted);
      const [entry] = index < 0 ? [] : rest.splice(index, 1);
      if (!entry) throw new HostError('REPLAY_DIVERGED', `The recorded run never asked ${name} this.`);
      if (entry.error) throw new HostError(entry.error.code, entry.error.message);
      return entry.value;
    },
  };
}
