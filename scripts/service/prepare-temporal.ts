import { loadConfig } from '../../runtime/config.js';
import { prepareNamespace } from '../../temporal/namespace.js';

/** Makes the Temporal namespace ready and nothing else: what tests need before they start. */
for (const note of await prepareNamespace(loadConfig().TEMPORAL_RETENTION_DAYS)) process.stderr.write(`${note}\n`);
