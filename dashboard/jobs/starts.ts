import type { CreateJobBody } from '../../schemas/jobs/background-jobs.js';

/** What a job may name that has to be there first. */
export interface Known {
  meetingTypeId?: string | undefined;
  conversionTypeId?: string | undefined;
}

type Body = Omit<CreateJobBody, 'name' | 'is_active'>;

interface Start {
  label: string;
  means: string;
  /** Undefined: something that it names is not there. */
  body: (known: Known) => Body | undefined;
}

/** What a new job can begin from. */
export const STARTS: Readonly<Record<string, Start>> = {
  tag: {
    label: 'Tag what is worth much',
    means: 'Every weekday: leads with a large budget get a tag.',
    body: () => ({
      cron_expression: '0 9 * * 1-5',
      steps: [
        {
          name: 'Large budget',
          conditions: [{ source: 'metadata', key: 'budget', operator: 'gte', value: 5000 }],
          on_match: { type: 'add_tag', params: { tags: ['big'] } },
        },
      ],
    }),
  },
  task: {
    label: 'A task when somebody replies',
    means: 'When a message comes in: a task for the lead’s owner.',
    body: () => ({
      trigger_type: 'event',
      event: { kinds: ['message.received'] },
      steps: [
        {
          name: 'Answer',
          action: { type: 'create_task', params: { title: 'Answer {{ lead.first_name }}', due_in_hours: 4 } },
        },
      ],
    }),
  },
  quiet: {
    label: 'Quiet for three days',
    means: 'Every weekday: who has not answered for three days becomes a task for the owner.',
    body: () => ({
      cron_expression: '30 8 * * mon-fri',
      cooldown_minutes: 4_320,
      steps: [
        {
          name: 'Quiet',
          conditions: [
            { field: 'engagement.no_reply_hours', operator: 'gte', value: 72 },
            { field: 'status.category', operator: 'in', value: ['open', 'active'] },
          ],
          on_match: { type: 'create_task', params: { title: 'Call {{lead.first_name}}', due_in_hours: 8 } },
        },
      ],
    }),
  },
  budget: {
    label: 'A budget that grows',
    means: 'When a budget grows past 5,000: a mail to the owners at once.',
    body: () => ({
      trigger_type: 'event',
      event: {
        kinds: ['lead.updated', 'lead.created'],
        filter: [{ field: 'metadata.budget', operator: 'gte', value: 5000 }],
        debounce_seconds: 60,
      },
      cooldown_minutes: 10_080,
      steps: [
        {
          name: 'Tell the owners',
          action: {
            type: 'notify_user',
            params: { role: 'owner', channel: 'email', text: '{{lead.first_name}} has {{metadata.budget}} euros' },
          },
        },
      ],
    }),
  },
  missed: {
    label: 'After a missed meeting',
    means: 'When nobody came: three new times are offered, and a call if that was not the first.',
    body: ({ meetingTypeId: meeting_type_id }) =>
      meeting_type_id === undefined
        ? undefined
        : {
            trigger_type: 'event',
            event: { kinds: ['meeting.no_show'] },
            steps: [
              {
                name: 'Offer other times',
                conditions: [{ field: 'meeting.no_show_count', operator: 'lte', value: 1 }],
                on_match: { type: 'offer_meeting', params: { meeting_type_id, slots: 3, channel: 'email' } },
                on_no_match: {
                  type: 'trigger_call',
                  params: { begin_message: 'Hello {{lead.first_name}}', max_attempts: 3, retry_minutes: [30, 240] },
                },
              },
            ],
          },
  },
  birthdays: {
    label: 'Birthdays',
    means: 'At nine on the lead’s own clock: a mail to whoever has a birthday.',
    body: () => ({
      cron_expression: '@hourly',
      cooldown_minutes: 2_880,
      steps: [
        {
          name: 'Birthday',
          conditions: [
            { field: 'metadata.birthday', operator: 'anniversary' },
            { field: 'now.hour', operator: 'eq', value: 9 },
          ],
          on_match: {
            type: 'send_message',
            params: { channel: 'email', subject: 'Happy birthday, {{lead.first_name}}', content: 'All the best!' },
          },
        },
      ],
    }),
  },
  paid: {
    label: 'A paid invoice',
    means: 'When your own system says so: the lead is won, a conversion recorded, its automation ended.',
    body: ({ conversionTypeId: conversion_type_id }) =>
      conversion_type_id === undefined
        ? undefined
        : {
            trigger_type: 'api',
            workflow_filters: { automation: 'any' },
            steps: [
              { action: { type: 'set_status', params: { status_key: 'converted' } } },
              { action: { type: 'record_conversion', params: { conversion_type_id } } },
              { action: { type: 'stop_automation', params: { reason: 'Paid' } } },
            ],
          },
  },
  brake: {
    label: 'A brake',
    means: 'Every quarter of an hour: an agent with too many unanswered leads is paused.',
    body: () => ({
      scope: 'workflow_scoped',
      cron_expression: '*/15 * * * *',
      steps: [
        {
          name: 'Too many',
          conditions: [{ field: 'workflow.unreplied_leads', operator: 'gt', value: 200 }],
          on_match: { type: 'pause_workflow', params: { reason: 'Too many unanswered leads' } },
        },
      ],
    }),
  },
  hand: {
    label: 'By hand',
    means: 'Runs when somebody, or your own system, asks for it.',
    body: () => ({
      trigger_type: 'api',
      steps: [{ action: { type: 'add_note', params: { text: 'Looked at by hand.' } } }],
    }),
  },
};
