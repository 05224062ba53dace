import { cut } from '../../domain/values/text.js';
import { LOG_BYTES } from '../../functions/limits.js';
import type { RecordedLog } from '../../schemas/functions/function-effects.js';
import type { HostMethods, HostRun } from './host-run.js';

/** Makes the method that writes a line into the run's record, masked and no longer than a line may be. */
export const logMethods = ({ clock, masking }: HostRun, logs: RecordedLog[]): HostMethods<'log'> => ({
  log: (level, message, data) => {
    const text = masking.text(typeof message === 'string' ? message : String(message));
    const line: RecordedLog = {
      ts: clock().toISOString(),
      level: level === 'debug' || level === 'warn' || level === 'error' ? level : 'info',
      message: cut(text, LOG_BYTES),
    };
    if (data !== undefined && data !== null) {
      const masked = masking.value(data);
      const size = Buffer.byteLength(JSON.stringify(masked)) + Buffer.byteLength(line.message);
      line.data = size > LOG_BYTES ? '(too long)' : masked;
    }
    logs.push(line);
  },
});
