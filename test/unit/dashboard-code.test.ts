import { describe, expect, it } from '@jest/globals';
import { membersAt, pathBefore, rootOf, typesIn } from '../../dashboard/components/code/type-members.js';
import { SVC_METHODS, svcTypes } from '../../functions/svc.js';

const types = typesIn(svcTypes());
const namesAt = (path: readonly string[]) => membersAt(types, path).map(({ name }) => name);

describe('what an editor completes', () => {
  it('has every method of svc, each with what it takes and what it is for', () => {
    for (const [name, { doc, signature }] of Object.entries(SVC_METHODS)) {
      const path = name.split('.');
      const found = membersAt(types, ['Svc', ...path.slice(0, -1)]).find((member) => member.name === path.at(-1));
      expect(found).toMatchObject({ doc, detail: signature.replaceAll(/\s+/g, ' '), isMethod: true });
    }
  });

  it('continues into types that are nullable, nested, promised and unions', () => {
    expect(namesAt(['FunctionContext', 'lead', 'active_workflow_run', 'workflow'])).toEqual([
      'id',
      'name',
      'goal_type',
    ]);
    expect(namesAt(['Svc', 'leads', 'get'])).toContain('engagement');
    expect(namesAt(['Svc', 'log'])).toEqual(['debug', 'info', 'warn', 'error']);
    expect(namesAt(['FunctionContext', 'lead', 'email'])).toEqual([]);
    expect(namesAt(['Nothing', 'at', 'all'])).toEqual([]);
  });

  it('knows what names of the source stand for', () => {
    const source = 'const lead = ctx.lead;\n  const page = await svc.leads.query({ limit: 5 });\n  let n = 5;';
    expect(namesAt(rootOf('lead', source))).toContain('company');
    expect(namesAt(rootOf('page', source))).toEqual(['leads', 'next_cursor', 'has_more', 'scanned']);
    expect(rootOf('n', source)).toEqual([]);
    expect(pathBefore('ctx.lead?.active_workflow_run.wor')).toEqual({
      path: ['ctx', 'lead', 'active_workflow_run'],
      begun: 'wor',
    });
  });
});
