import type { FromSandbox, GuestError, SandboxLimits, SandboxStatus } from './protocol.js';

/** The last message of a sandbox process about a run. */
export type End = Extract<FromSandbox, { t: 'end' }>;
/** The reason why a run is being ended from outside its code. */
export type Stop = 'timeout' | 'logs' | 'effects' | 'requests' | 'calls';

/** The name a function's code has in its stacks. */
export const FILE = 'function.js';
const MAX_DEPTH_TEXT = 'Maximum call stack size exceeded';

/** Only the function's own lines, without anything of the sandbox. */
const ownLines = (stack: string): string[] =>
  stack
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.includes(FILE))
    .slice(0, 20);

/** Returns an error for the function's owner, with its position in the function and no details of the sandbox. */
export function guestError(name: string, message: string, stack: string, code?: string): GuestError {
  const lines = ownLines(stack);
  const place = /function\.js:(\d+)(?::(\d+))?/.exec(lines[0] ?? '');
  return {
    name,
    message,
    stack: lines.join('\n'),
    line: place ? Number(place[1]) : null,
    column: place?.[2] ? Number(place[2]) : null,
    ...(code ? { code } : {}),
  };
}

/** Returns an end without a result. */
export const endWithoutResult = (status: SandboxStatus, error: GuestError | null, reuse = false): End => ({
  t: 'end',
  status,
  result: null,
  error,
  reuse,
});

const outOfMemory = (limits: SandboxLimits): End =>
  endWithoutResult(
    'memory_exceeded',
    guestError('MemoryExceeded', `The run exceeded ${limits.memoryBytes} bytes of memory.`, ''),
  );

/** Returns how a run ends that was stopped from outside its code. */
export function stopped(stop: Stop, limits: SandboxLimits): End {
  if (stop === 'timeout')
    return endWithoutResult('timeout', guestError('Timeout', `The run exceeded ${limits.timeMs} ms.`, ''));
  const words = { logs: 'log lines', effects: 'effects', requests: 'requests', calls: 'calls of svc' };
  return endWithoutResult(
    'effect_limit',
    guestError('LimitExceeded', `The run exceeded ${limits[stop]} ${words[stop]}.`, ''),
  );
}

/** Returns how an exception of the code, as the engine gives it, ends the run. */
export function failed(
  error: { name: string; message: string; stack: string; code?: string },
  limits: SandboxLimits,
): End {
  // The parser of regular expressions says it by a SyntaxError.
  if (error.message === 'out of memory') return outOfMemory(limits);
  return endWithoutResult('error', guestError(error.name, error.message, error.stack, error.code), true);
}

/** Returns how an exception that came out of the engine ends the run; the engine is not used again after one. */
export function thrown(error: unknown, limits: SandboxLimits): End {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  if (/out of memory/.test(message)) return outOfMemory(limits);
  // The guest's own exceptions, syntax errors first of all, come as such; others are the engine's.
  const guests = error?.constructor.name === 'JSException' || message === MAX_DEPTH_TEXT;
  if (guests) return { ...failed({ name, message, stack: stack ?? '' }, limits), reuse: false };
  return endWithoutResult('error', guestError('SandboxFailed', "The engine couldn't run this code.", ''));
}
