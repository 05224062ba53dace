import { describe, expect, it } from '@jest/globals';
import { createHolders, resolveDuplicate } from '../../domain/leads/duplicates.js';
import { identitiesOf } from '../../domain/values/identity.js';
import { DUPLICATE_POLICIES, type DuplicatePolicy } from '../../schemas/leads/leads.js';

const ANA = identitiesOf({ email: 'ana@example.com', phone: '+34600111222' });
const found = (count = 1) =>
  identitiesOf({ email: 'ana@example.com' }).map((each) => ({ ...each, leadId: 'ana', count }));
const resolve = (policy: DuplicatePolicy, holders = createHolders(found()), isKnown = true) =>
  resolveDuplicate({ identities: ANA, policy }, holders, () => isKnown);

describe('which lead one is that comes in', () => {
  it.each(DUPLICATE_POLICIES)('is a new one if no lead has its identities: %s', (policy) => {
    expect(resolve(policy, createHolders([]))).toEqual({ kind: 'create', duplicate: false, warnings: [] });
  });

  it.each([
    ['reuse', { kind: 'reuse', leadId: 'ana', warnings: [] }],
    ['update', { kind: 'update', leadId: 'ana', warnings: [] }],
    ['create', { kind: 'create', duplicate: true, warnings: ['duplicate_lead'] }],
    ['reject', { kind: 'reject', leadId: 'ana', by: 'email' }],
  ] as const)('follows the policy if a lead has one of them: %s', (policy, resolution) => {
    expect(resolve(policy)).toEqual(resolution);
  });

  it('is a new one where the lead found may not be touched', () => {
    expect(resolve('update', undefined, false)).toEqual({
      kind: 'create',
      duplicate: true,
      warnings: ['duplicate_lead'],
    });
  });

  it('is the one of the strongest identity, with a warning, where several are named', () => {
    const holders = createHolders([
      ...found(),
      ...identitiesOf({ phone: '+34600111222' }).map((each) => ({ ...each, leadId: 'other', count: 1 })),
    ]);
    expect(resolve('reuse', holders)).toEqual({ kind: 'reuse', leadId: 'ana', warnings: ['ambiguous_match'] });
    expect(resolve('reuse', createHolders(found(2)))).toMatchObject({ leadId: 'ana', warnings: ['ambiguous_match'] });
  });

  it('follows what earlier ones of a batch take, give away, or lose', () => {
    const holders = createHolders([]);
    holders.add(ANA, 'first');
    expect(resolve('reuse', holders)).toMatchObject({ leadId: 'first' });
    holders.remove(ANA, 'first');
    expect(resolve('reuse', holders)).toMatchObject({ kind: 'create', duplicate: false });
    holders.add(ANA, 'second');
    holders.removeLeads(new Set(['second']));
    expect(resolve('reuse', holders)).toMatchObject({ kind: 'create', duplicate: false });
  });
});
