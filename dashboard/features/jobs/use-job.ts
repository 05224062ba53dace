import type { Job, UpdateJobBody } from '../../../schemas/jobs/background-jobs.js';
import { requestTagged } from '../../api/request.js';
import { type Draft, useDraft } from '../../api/use-draft.js';

/** Edits a job; it works as it is saved, so it is saved by hand. */
export function useJob(id: string): Draft<Job> {
  return useDraft<Job>({
    id,
    operation: 'updateBackgroundJob',
    load: async () => {
      const { body, tag } = await requestTagged('getBackgroundJob', { params: { id } });
      return { body: body.data, tag };
    },
    send: async (changes, how) => {
      const input = { params: { id }, body: changes as UpdateJobBody };
      const { body, tag } = await requestTagged('updateBackgroundJob', input, how);
      return { body: body.data, tag };
    },
  });
}
