import { existsSync } from 'node:fs';
import { revokeApiKey } from '../../db/accounts/api-keys.js';
import { listErasures } from '../../db/leads/erasures.js';
import { createApiKey } from '../../services/accounts/accounts.js';
import { pathOf } from './accounts.js';
import { ACCOUNT, ANY_ACCOUNT, type Commands, countOf, LIMIT, UsageError } from './command.js';
import { importFile } from './import-file.js';

const LISTED = 50;

/** Leads from files, and the erasures of leads. */
export const LEAD_COMMANDS: Commands = {
  'erasures list': {
    options: { ...ANY_ACCOUNT, all: {}, ...LIMIT },
    does: 'lists the erasures of leads whose searches have not finished, oldest first; --all: finished ones too',
    columns: ['id', 'lead_id', 'requested_at', 'step', 'looked_count', 'erased_count', 'updated_at', 'finished_at'],
    run: async (given) =>
      listErasures(given.db, {
        accountId: given.text('account') === undefined ? undefined : await given.account(),
        all: given.isOn('all'),
        limit: countOf(given, 'limit', LISTED),
      }),
  },
  import: {
    words: 'FILE',
    options: {
      ...ACCOUNT,
      workflow: { value: 'W' },
      mapping: { value: 'JSON' },
      defaults: { value: 'JSON' },
      'on-duplicate': { value: 'create|reuse|update|reject' },
      encoding: { value: 'windows-1250' },
      sheet: { value: 'NAME' },
      'header-line': { value: '3' },
      'date-order': { value: 'day_first|month_first' },
      'skip-first-message': {},
      'dry-run': {},
      'api-key': { value: 'K' },
    },
    does: 'import leads from a CSV, XLSX or NDJSON file through the running service',
    async run(given) {
      const [name, ...more] = given.words;
      const path = name && pathOf(name);
      if (!path || more.length > 0 || !existsSync(path))
        throw new UsageError(`FILE: file ${given.words.join(' ')} not found`);
      const apiUrl = process.env.LAS_API_URL;
      if (!apiUrl) throw new UsageError('No service is running here. Run npm start first, or set LAS_API_URL.');
      const fields = Object.fromEntries(
        Object.entries({
          workflow_id: given.text('workflow'),
          mapping: given.text('mapping'),
          defaults: given.text('defaults'),
          on_duplicate: given.text('on-duplicate'),
          encoding: given.text('encoding'),
          sheet: given.text('sheet'),
          header_line: given.text('header-line'),
          date_order: given.text('date-order'),
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
