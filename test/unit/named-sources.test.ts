import { describe, expect, it } from '@jest/globals';
import { sourcesOf } from '../../domain/rules/conditions/index.js';
import { definitionOf, mail } from '../support/cadence.js';

describe('the sources that a definition names', () => {
  it('are found wherever a condition is, by source or in short form', () => {
    const definition = definitionOf([
      mail('one', { conditions: [{ source: 'meeting', key: 'count', operator: 'gt', value: 0 }] }),
      {
        key: 'branch',
        type: 'branch',
        conditions: [{ field: 'conversion.total_amount', operator: 'gte', value: 10 }],
        else: 'end',
      },
      { key: 'end', type: 'exit', reason: 'done' },
    ]);
    expect([...sourcesOf(definition)].sort()).toEqual(['conversion', 'meeting']);
  });

  it('are those of an action too', () => {
    const definition = definitionOf([{ key: 'set', type: 'set', actions: [{ type: 'cancel_meeting', params: {} }] }]);
    expect([...sourcesOf(definition)]).toEqual(['meeting']);
  });

  it('are none where nothing is tested, whatever texts say', () => {
    const definition = definitionOf([mail('meeting', { subject: 'Your meeting', content: 'field: "meeting.count"' })]);
    expect([...sourcesOf(definition)]).toEqual([]);
  });
});
