import type { CreateJobBody } from '../../../schemas/jobs/background-jobs.js';
import * as words from '../../words/en/jobs.js';

/** The resources that a job template requires. */
export interface TemplateResources {
  meetingTypeId?: string | undefined;
  conversionTypeId?: string | undefined;
}

type Body = Omit<CreateJobBody, 'name' | 'is_active'>;

interface Start {
  label: string;
  means: string;
  /** Undefined: something that it names is not there. */
  body: (known: TemplateResources) => Body | undefined;
}

/** The templates for a new job. */
export const JOB_TEMPLATES: Readonly<Record<string, Start>> = {
  tag: {
    label: words.tagHighValueLeads,
    means: words.everyWeekdayTagsLeadsThatHave,
    body: () => ({
      cron_expression: '0 9 * * 1-5',
      steps: [
        {
          name: words.largeBudget,
          conditions: [{ source: 'metadata', key: 'budget', operator: 'gte', value: 5000 }],
          on_match: { type: 'add_tag', params: { tags: ['big'] } },
        },
      ],
    }),
  },
  task: {
    label: words.createATaskOnReply,
    means: words.whenAMessageIsReceivedCreates,
    body: () => ({
      trigger_type: 'event',
      event: { kinds: ['message.received'] },
      steps: [
        {
          name: words.reply,
          action: { type: 'create_task', params: { title: words.replyTo, due_in_hours: 4 } },
        },
      ],
    }),
  },
  quiet: {
    label: words.noReplyForThreeDays,
    means: words.everyWeekdayCreatesATaskFor,
    body: () => ({
      cron_expression: '30 8 * * mon-fri',
      cooldown_minutes: 4_320,
      steps: [
        {
          name: words.noReply,
          conditions: [
            { field: 'engagement.no_reply_hours', operator: 'gte', value: 72 },
            { field: 'status.category', operator: 'in', value: ['open', 'active'] },
          ],
          on_match: { type: 'create_task', params: { title: words.call, due_in_hours: 8 } },
        },
      ],
    }),
  },
  budget: {
    label: words.budgetIncrease,
    means: words.whenABudgetExceeds5000,
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
          name: words.notifyOwners,
          action: {
            type: 'notify_user',
            params: { role: 'owner', channel: 'email', text: words.hasABudgetOfEuros },
          },
        },
      ],
    }),
  },
  missed: {
    label: words.afterANoShow,
    means: words.afterANoShowOffersThree,
    body: ({ meetingTypeId: meeting_type_id }) =>
      meeting_type_id === undefined
        ? undefined
        : {
            trigger_type: 'event',
            event: { kinds: ['meeting.no_show'] },
            steps: [
              {
                name: words.offerNewTimes,
                conditions: [{ field: 'meeting.no_show_count', operator: 'lte', value: 1 }],
                on_match: { type: 'offer_meeting', params: { meeting_type_id, slots: 3, channel: 'email' } },
                on_no_match: {
                  type: 'trigger_call',
                  params: { begin_message: words.hello, max_attempts: 3, retry_minutes: [30, 240] },
                },
              },
            ],
          },
  },
  birthdays: {
    label: words.birthdays,
    means: words.at900InTheLeads,
    body: () => ({
      cron_expression: '@hourly',
      cooldown_minutes: 2_880,
      steps: [
        {
          name: words.birthday,
          conditions: [
            { field: 'metadata.birthday', operator: 'anniversary' },
            { field: 'now.hour', operator: 'eq', value: 9 },
          ],
          on_match: {
            type: 'send_message',
            params: { channel: 'email', subject: words.happyBirthday, content: words.allTheBest },
          },
        },
      ],
    }),
  },
  paid: {
    label: words.paidInvoice,
    means: words.whenYourSystemStartsItMarks,
    body: ({ conversionTypeId: conversion_type_id }) =>
      conversion_type_id === undefined
        ? undefined
        : {
            trigger_type: 'api',
            workflow_filters: { automation: 'any' },
            steps: [
              { action: { type: 'set_status', params: { status_key: 'converted' } } },
              { action: { type: 'record_conversion', params: { conversion_type_id } } },
              { action: { type: 'stop_automation', params: { reason: words.paid } } },
            ],
          },
  },
  brake: {
    label: words.safetyStop,
    means: words.every15MinutesPausesAgentsThat,
    body: () => ({
      scope: 'workflow_scoped',
      cron_expression: '*/15 * * * *',
      steps: [
        {
          name: words.tooManyUnanswered,
          conditions: [{ field: 'workflow.unreplied_leads', operator: 'gt', value: 200 }],
          on_match: { type: 'pause_workflow', params: { reason: words.tooManyUnansweredLeads } },
        },
      ],
    }),
  },
  hand: {
    label: words.manualJob,
    means: words.runsWhenAUserOrYour,
    body: () => ({
      trigger_type: 'api',
      steps: [{ action: { type: 'add_note', params: { text: words.checkedManually } } }],
    }),
  },
};
