import { HostError, type SandboxHost } from '../../functions/sandbox.js';
import type { SvcMethod } from '../../functions/svc.js';
import type { RecordedEffect, RecordedLog, RecordedRequest } from '../../schemas/functions/function-effects.js';
import { actionMethods } from './host-actions.js';
import { createFunctionFormat } from './host-format.js';
import { createFunctionHttp } from './host-http.js';
import { leadMethods } from './host-leads.js';
import { logMethods } from './host-logs.js';
import { meetingMethods } from './host-meetings.js';
import { createHostRun, type FunctionHostOptions, type HostMethods } from './host-run.js';
import { createFunctionTime } from './host-time.js';
import { secretMethods, valueMethods } from './host-values.js';

export type { FunctionHostOptions } from './host-run.js';

/** Answers a run's calls, and holds what the run has left behind so far; logs and requests are masked. */
export interface FunctionHost extends SandboxHost {
  readonly effects: RecordedEffect[];
  readonly logs: RecordedLog[];
  readonly logCount: number;
  readonly requests: RecordedRequest[];
  /** The lead the run is about, as its effects leave it; null where it is about none. */
  leadAfter(): Promise<Record<string, unknown> | null>;
}

/** Makes the part of `svc` outside the sandbox, for one run. */
export function createFunctionHost(options: FunctionHostOptions): FunctionHost {
  const run = createHostRun(options);
  const logs: RecordedLog[] = [];
  const http = createFunctionHttp({ ...options, masking: run.masking });
  const time = createFunctionTime(run.clock, options.account.timezone);
  const format = createFunctionFormat(run.clock, options.account.timezone);
  const methods: HostMethods<SvcMethod | 'log'> = {
    ...leadMethods(run),
    ...actionMethods(run),
    ...meetingMethods(run),
    ...valueMethods(run),
    ...secretMethods(run),
    ...logMethods(run, logs),
    'http.fetch': http.fetch,
    'time.now': time.now,
    'time.add': time.add,
    'time.zoned': time.zoned,
    'format.date': format.date,
    'format.number': format.number,
    'format.money': format.money,
    'format.sort': format.sort,
  };
  return {
    effects: run.effects,
    logs,
    requests: http.requests,
    get logCount() {
      return logs.length;
    },
    async call(name, args) {
      if (!Object.hasOwn(methods, name)) throw new HostError('UNKNOWN_CALL', `svc has no method ${name}.`);
      return methods[name as SvcMethod](...args);
    },
    async leadAfter() {
      return options.lead && { ...(await run.leads.find(undefined)).view() };
    },
  };
}
