import { describe, expect, it } from '@jest/globals';
import { OPERATOR, useApi } from '../../support/api.js';
import { isRefusedForNow, RUNS_FUNCTIONS, succeeds, useEveryRoute } from '../../support/every-route.js';

const usual = useApi();
const away = useApi({}, { temporalHealthy: () => false, functions: { run: async () => 'away' } });
const every = useEveryRoute(usual, away);

describe('while Temporal is away', () => {
  it('every route answers as always, but for runs of functions, which are refused with 503', async () => {
    const wrong = await every.ask((contract, answer) =>
      (RUNS_FUNCTIONS.has(contract.operationId) ? isRefusedForNow : succeeds)(contract, answer),
    );
    expect(wrong).toEqual([]);
  });

  it('a job on a schedule is taken, and says that its schedule is still to be made', async () => {
    const job = {
      steps: [{ action: { type: 'add_tag', params: { tags: ['seen'] } } }],
      cron_expression: '0 9 * * *',
    };
    const answer = await every.http.ask({
      method: 'post',
      path: '/api/public/background-jobs',
      headers: { 'x-api-key': every.account.apiKey },
      body: job,
    });
    expect(answer.status).toBe(201);
    expect(JSON.parse(answer.text).warnings).toEqual(['schedule_pending']);
  });

  it('the service is ready, and says what it misses', async () => {
    const answer = await every.http.ask({ method: 'get', path: '/readyz', headers: OPERATOR });
    expect([answer.status, JSON.parse(answer.text).status]).toEqual([200, 'degraded']);
    expect((await every.http.ask({ method: 'get', path: '/healthz' })).status).toBe(200);
  });
});
