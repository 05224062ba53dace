import { findFunctionValue } from '../../db/functions/values.js';
import { HostError } from '../../functions/sandbox.js';
import { ValueOptions } from '../../schemas/functions/svc-arguments.js';
import { checkArguments, invalid, readOptions } from './check-arguments.js';
import type { HostMethods, HostRun } from './host-run.js';

const MAX_VALUE_BYTES = 16 * 1024;

/** Makes the methods of the function's own store, whose reads see the run's own writes. */
export function valueMethods({ options, clock, record }: HostRun): HostMethods<'kv.get' | 'kv.set'> {
  const { db, account, functionId } = options;
  const written = new Map<string, unknown>();
  return {
    'kv.get': async (key) => {
      if (typeof key !== 'string') throw invalid('The key must be a string.');
      if (written.has(key)) return written.get(key);
      return (await findFunctionValue(db, { accountId: account.id, functionId, key, now: clock() })) ?? null;
    },
    'kv.set': async (key, given, more) => {
      if (typeof key !== 'string' || !/^[\w.:/@-]{1,200}$/.test(key)) {
        throw invalid('The key must be 1 to 200 letters, digits or . : / @ _ -');
      }
      const value = given ?? null;
      if (Buffer.byteLength(JSON.stringify(value)) > MAX_VALUE_BYTES) {
        throw invalid('A stored value can be at most 16 KiB.');
      }
      const options = readOptions(more, 'options');
      checkArguments(ValueOptions, options);
      const { ttl_seconds } = options as ValueOptions;
      const expires_at =
        ttl_seconds === undefined ? null : new Date(clock().getTime() + ttl_seconds * 1000).toISOString();
      written.set(key, value);
      const params = { key, value, expires_at };
      return record({ type: 'set_value', target: { kind: 'function', id: functionId }, params });
    },
  };
}

/** Makes the method that gives the function its secrets, which records don't show from then on. */
export const secretMethods = ({ options: { secrets }, masking }: HostRun): HostMethods<'secrets.get'> => ({
  'secrets.get': (name) => {
    const value = typeof name === 'string' && Object.hasOwn(secrets, name) ? secrets[name] : undefined;
    if (value === undefined) throw new HostError('SECRET_NOT_FOUND', 'The function has no secret with this name.');
    masking.add(value);
    return value;
  },
});
