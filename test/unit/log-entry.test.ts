import { describe, expect, it } from '@jest/globals';
import { whatItIsAbout } from '../../worker/log-entry.js';

describe('what the log says of an entry of Temporal’s SDK', () => {
  it('names the workflow, the activity and the try, and nothing of what they carried', () => {
    const meta = {
      namespace: 'default',
      taskQueue: 'cadences',
      workflowId: 'cadence/1',
      runId: 'r',
      attempt: 3,
      activityType: 'advanceCadence',
      activityId: '7',
      taskToken: 'dG9rZW4=',
      input: 'ana@example.com',
      error: new Error('The provider is away'),
    };
    expect(whatItIsAbout({ meta })).toEqual({
      workflow_id: 'cadence/1',
      run_id: 'r',
      activity_type: 'advanceCadence',
      activity_id: '7',
      attempt: 3,
      task_queue: 'cadences',
      detail: 'Error: The provider is away',
    });
  });

  it('says nothing where there is nothing to say', () => {
    expect(whatItIsAbout({})).toEqual({});
  });
});
