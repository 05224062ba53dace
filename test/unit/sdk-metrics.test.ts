import { describe, expect, it } from '@jest/globals';
import { telemetryOptions } from '../../worker/telemetry.js';
import { testConfig } from '../support/api.js';

describe('the metrics of the Temporal SDK', () => {
  it('are served where the settings say, and nowhere else', () => {
    expect(telemetryOptions(testConfig())).not.toHaveProperty('metrics');
    for (const address of ['127.0.0.1:9464', '0.0.0.0:80', '[::1]:9464']) {
      const options = telemetryOptions(testConfig({ WORKER_SDK_METRICS_ADDRESS: address }));
      expect(options.metrics?.prometheus.bindAddress).toBe(address);
    }
  });

  it('are refused at start where the address is none', () => {
    for (const address of ['9464', 'localhost:9464', ':9464', '127.0.0.1', 'http://127.0.0.1:9464']) {
      expect(() => testConfig({ WORKER_SDK_METRICS_ADDRESS: address })).toThrow(/WORKER_SDK_METRICS_ADDRESS/);
    }
  });
});
