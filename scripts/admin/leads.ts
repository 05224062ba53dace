import { existsSync } from 'node:fs';
import { revokeApiKey } from '../../db/accounts/api-keys.js';
import { createApiKey } from '../../services/accounts/accounts.js';
import { importFile } from '../import-file.js';
import { pathOf } from './accounts.js';
import { ACCOUNT, type Commands, UsageError } from './command.js';

/** Leads from files. */
export const LEAD_COMMANDS: Commands = {
  import: {
    words: 'FILE',
    options: {
      ...ACCOUNT,
      workflow: { value: 'W' },
      mapping: { value: 'JSON' },
      defaults: { value: 'JSON' },
      'on-duplicate': { value: 'create|reuse|update|reject' },
      encoding: { value: 'windows-1250' },
      'skip-first-message': {},
      'dry-run': {},
      'api-key': { value: 'K' },
    },
    does: 'imports leads from a CSV file through the running service',
    async run(given) {
      const [name, ...more] = given.words;
      const path = name && pathOf(name);
      if (!path || more.length > 0 || !existsSync(path))
        throw new UsageError(`FILE: there is no file ${given.words.join(' ')}`);
      const apiUrl = process.env.LAS_API_URL;
      if (!apiUrl) throw new UsageError('The service does not run here: npm start first, or set LAS_API_URL.');
      const fields = Object.fromEntries(
        Object.entries({
          workflow_id: given.text('workflow'),
          mapping: given.text('mapping'),
          defaults: given.text('defaults'),
          on_duplicate: given.text('on-duplicate'),
          encoding: given.text('encoding'),
          skip_first_message: given.isOn('skip-first-message') ? 'true' : undefined,
          dry_run: given.isOn('dry-run') ? 'true' : undefined,
        }).filter((field): field is [string, string] => field[1] !== undefined),
      );
      const own = given.text('api-key');
      if (own !== undefined) return importFile({ apiUrl, apiKey: own, path, fields });
      const { keyId, apiKey } = await createApiKey(given.db, new Date(), {
        accountId: await given.account(),
        name: 'Import from the command line',
        scopes: ['leads:read', 'leads:write'],
        rateLimit: 1_000,
      });
      try {
        return await importFile({ apiUrl, apiKey, path, fields });
      } finally {
        await revokeApiKey(given.db, new Date(), keyId);
      }
    },
  },
};
