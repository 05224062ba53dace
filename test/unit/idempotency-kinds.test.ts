import { describe, expect, it } from '@jest/globals';
import type { ApiDependencies } from '../../api/dependencies.js';
import { routes } from '../../api/routes.js';
import { idempotencyOf, takesKey } from '../../schemas/contract.js';
import { testConfig } from '../support/api.js';

describe('an idempotency key', () => {
  const contracts = routes({ config: testConfig() } as ApiDependencies).map(({ contract }) => contract);
  const idsOf = (picked: typeof contracts) => picked.map(({ operationId }) => operationId);

  it('is passed over by no operation that may be sent one', () => {
    expect(contracts.filter(takesKey).length).toBeGreaterThan(50);
    expect(idsOf(contracts.filter((each) => takesKey(each) && idempotencyOf(each) === 'none'))).toEqual([]);
  });

  it('is looked after by the handler where a file comes in or the key lasts, and nowhere else', () => {
    const byHandler = contracts.filter((each) => idempotencyOf(each) === 'handler');
    expect(idsOf(byHandler).sort()).toEqual([
      ...['bookMeeting', 'createKnowledgeDocument', 'importLeads', 'replaceKnowledgeDocument'],
    ]);
    expect(byHandler.every((each) => each.mediaTypes !== undefined || each.keyLasts === 'forever')).toBe(true);
  });
});
