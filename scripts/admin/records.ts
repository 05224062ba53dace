import { getJobRoute, listJobsRoute } from '../../api/jobs/read-jobs.js';
import { getMeetingRoute, listMeetingsRoute } from '../../api/meetings/read-meetings.js';
import { listOutbox, parkOutbox, retryParked } from '../../db/outbox.js';
import { ACCOUNT, ANY_ACCOUNT, type Commands, countOf, LIMIT, oneOf, ownerOf, UsageError } from './command.js';
import { operate, operateList } from './operate.js';

const LISTED = 50;
const ID = { id: { value: 'I', needed: true } } as const;

/** Background jobs, meetings, and the instructions that wait for Temporal. */
export const RECORD_COMMANDS: Commands = {
  'jobs list': {
    options: { ...ACCOUNT, active: { value: 'true|false' }, ...LIMIT },
    does: 'list the background jobs of an account',
    columns: ['id', 'name', 'trigger_type', 'is_active', 'dry_run', 'cron_expression', 'last_executed_at'],
    run: async (given) =>
      operateList(given.db, listJobsRoute, {
        accountId: await given.account(),
        limit: countOf(given, 'limit', LISTED),
        query: { is_active: oneOf(given, 'active', ['true', 'false']) },
      }),
  },
  'jobs show': {
    options: { job: { value: 'J', needed: true } },
    does: 'show a background job with its next runs',
    async run(given) {
      const { accountId, id } = await ownerOf(given, 'background_jobs', 'job');
      return (await operate(given.db, getJobRoute, { accountId, params: { id } })).data;
    },
  },
  'meetings list': {
    options: {
      ...ACCOUNT,
      status: { value: 'S,..' },
      host: { value: 'H' },
      lead: { value: 'L' },
      from: { value: 'T' },
      to: { value: 'T' },
      ...LIMIT,
    },
    does: 'list the meetings of an account',
    columns: ['id', 'title', 'status', 'starts_at', 'host_name', 'lead_id'],
    run: async (given) =>
      operateList(given.db, listMeetingsRoute, {
        accountId: await given.account(),
        limit: countOf(given, 'limit', LISTED),
        query: {
          status: given.text('status'),
          host_id: given.text('host'),
          lead_id: given.text('lead'),
          from: given.text('from'),
          to: given.text('to'),
        },
      }),
  },
  'meetings show': {
    options: { meeting: { value: 'M', needed: true } },
    does: 'show a meeting',
    async run(given) {
      const { accountId, id } = await ownerOf(given, 'meetings', 'meeting');
      return (await operate(given.db, getMeetingRoute, { accountId, params: { id } })).meeting;
    },
  },
  'outbox list': {
    options: { ...ANY_ACCOUNT, parked: {}, ...LIMIT },
    does: 'list pending instructions to Temporal, oldest first; --parked: parked ones',
    columns: ['id', 'kind', 'workflow_id', 'attempts', 'next_at', 'parked_at', 'last_error'],
    run: async (given) =>
      listOutbox(given.db, {
        accountId: given.text('account') === undefined ? undefined : await given.account(),
        parked: given.isOn('parked'),
        limit: countOf(given, 'limit', LISTED),
      }),
  },
  'outbox retry': {
    options: ID,
    does: 'retry a parked instruction to Temporal',
    async run(given) {
      const id = given.needed('id');
      if (!(await retryParked(given.db, new Date(), id)))
        throw new UsageError(`--id: parked instruction ${id} not found`);
      return { retried: id };
    },
  },
  'outbox park': {
    options: ID,
    does: 'park an instruction that keeps failing, until it is retried',
    async run(given) {
      const id = given.needed('id');
      if (!(await parkOutbox(given.db, new Date(), id)))
        throw new UsageError(`--id: pending instruction ${id} not found`);
      return { parked: id };
    },
  },
};
