import { makeTelemetryFilterString, type TelemetryOptions } from '@temporalio/worker';
import type { Config } from '../runtime/config.js';

/**
 * Returns how the SDK's native core tells of itself: its log comes through ours, its metrics are served where the
 * settings say.
 */
export const telemetryOptions = ({ WORKER_SDK_METRICS_ADDRESS }: Pick<Config, 'WORKER_SDK_METRICS_ADDRESS'>) =>
  ({
    logging: { forward: {}, filter: makeTelemetryFilterString({ core: 'WARN', other: 'ERROR' }) },
    ...(WORKER_SDK_METRICS_ADDRESS === ''
      ? {}
      : {
          metrics: {
            prometheus: { bindAddress: WORKER_SDK_METRICS_ADDRESS, unitSuffix: true, countersTotalSuffix: true },
          },
        }),
  }) satisfies TelemetryOptions;
