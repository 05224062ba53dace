import type { AttentionKind } from '../../schemas/operations/attention.js';
import type { AttentionItem } from './attention-item.js';

/** Something that can be done about what waits: an operation, and what is known of how to ask it. */
export interface AttentionAction {
  operation: string;
  params: Record<string, unknown>;
}

interface Help {
  /** The type of the item's ID. */
  subject: string;
  actions(item: Pick<AttentionItem, 'id' | 'subject' | 'lead_id' | 'agent_id'>): AttentionAction[];
}

const act = (operation: string, params: Record<string, unknown>): AttentionAction => ({ operation, params });
const byItself = (subject: string): Help => ({ subject, actions: () => [] });

const CONVERSATION: Help = {
  subject: 'conversation',
  actions: ({ id }) =>
    ['writeInConversation', 'giveBackConversation', 'closeConversation'].map((each) => act(each, { id })),
};

const WIDGET: Help = { subject: 'widget', actions: ({ id }) => [act('updateWidget', { id })] };

/** The description of each kind, and its remedy. */
const HELP: Readonly<Record<AttentionKind, Help>> = {
  clock_apart: byItself('process'),
  proxy_ignored: byItself('process'),
  message_unknown: {
    subject: 'message',
    actions: ({ id }) => ['sent', 'failed', 'resend'].map((as) => act('resolveMessage', { id, as })),
  },
  digest_unknown: { subject: 'notification', actions: ({ id }) => [act('readNotification', { id })] },
  message_refused: {
    subject: 'message',
    actions: ({ id }) => [act('getMessage', { id }), act('cancelMessage', { id })],
  },
  run_failed: {
    subject: 'workflow_run',
    actions: ({ id, lead_id, agent_id }) => [
      act('getWorkflowRun', { id }),
      ...(lead_id ? [act('assignWorkflow', { id: lead_id, ...(agent_id ? { workflow_id: agent_id } : {}) })] : []),
      act('dismissAttention', { kind: 'run_failed', id }),
    ],
  },
  work_held: byItself('held_work'),
  run_overdue: { subject: 'workflow_run', actions: ({ id }) => [act('wakeWorkflowRun', { id })] },
  event_unworked: byItself('inbound_event'),
  run_paused_long: {
    subject: 'workflow_run',
    actions: ({ id, lead_id }) => [
      ...(lead_id ? [act('resumeAutomation', { id: lead_id, workflow_run_id: id })] : []),
      act('bulkWorkflowRuns', { operation: 'stop', filter: { workflow_run_ids: [id] } }),
    ],
  },
  run_without_sender: {
    subject: 'workflow_run',
    actions: () => ['createEmailSender', 'createWhatsAppNumber', 'createVoiceAgent'].map((each) => act(each, {})),
  },
  conversation_owed: CONVERSATION,
  conversation_awaits_person: CONVERSATION,
  instruction_parked: byItself('instruction'),
  import_failed: {
    subject: 'import',
    actions: ({ id }) => [act('getImport', { id }), act('dismissAttention', { kind: 'import_failed', id })],
  },
  erasure_unfinished: byItself('erasure'),
  sender_held_back: byItself('sender'),
  sender_refused: {
    subject: 'sender',
    actions: ({ id }) => [act('updateEmailSender', { id }), act('dismissAttention', { kind: 'sender_refused', id })],
  },
  // It resolves when the records are correct again.
  sender_unhealthy: { subject: 'sender', actions: ({ id }) => [act('checkSenderHealth', { id })] },
  mail_unmatched: {
    subject: 'inbound_event',
    actions: ({ id }) => [act('createLead', {}), act('dismissAttention', { kind: 'mail_unmatched', id })],
  },
  reconnect_needed: { subject: 'connection', actions: ({ id }) => [act('reconnect', { id })] },
  templates_unsynced: {
    subject: 'whatsapp_number',
    actions: ({ id }) => [act('updateWhatsAppNumber', { id }), act('syncTemplates', {})],
  },
  calendar_incomplete: { subject: 'host', actions: ({ id }) => [act('getHostCalendar', { id })] },
  calendar_unreadable: { subject: 'host', actions: ({ id }) => [act('connectHostCalendar', { id })] },
  job_failing: {
    subject: 'background_job',
    actions: ({ id }) => [act('listBackgroundJobCycles', { id }), act('updateBackgroundJob', { id, is_active: false })],
  },
  listener_failing: {
    subject: 'background_job',
    actions: ({ id, subject }) => [
      act(subject === 'cloud_function' ? 'updateCloudFunction' : 'updateBackgroundJob', { id, is_active: false }),
    ],
  },
  events_unread: byItself('account'),
  widget_half_used: WIDGET,
  widget_used_up: WIDGET,
  number_out_of_service: {
    subject: 'whatsapp_number',
    actions: ({ id }) => [act('updateWhatsAppNumber', { id }), act('syncTemplates', {})],
  },
  provider_notice: {
    subject: 'provider_notice',
    actions: ({ id }) => [act('dismissAttention', { kind: 'provider_notice', id })],
  },
  event_not_understood: {
    subject: 'provider_notice',
    actions: ({ id }) => [act('dismissAttention', { kind: 'event_not_understood', id })],
  },
  meeting_answered: {
    subject: 'meeting',
    actions: ({ id }) => [
      act('rescheduleMeeting', { id }),
      act('cancelMeeting', { id }),
      act('dismissAttention', { kind: 'meeting_answered', id }),
    ],
  },
  meeting_differs: {
    subject: 'meeting',
    actions: ({ id }) => [act('rescheduleMeeting', { id }), act('cancelMeeting', { id })],
  },
};

/** Returns what an item is about and what can be done about it. */
export const helpFor = (item: AttentionItem): { subject: string; actions: AttentionAction[] } => ({
  subject: item.subject ?? HELP[item.kind].subject,
  actions: HELP[item.kind].actions(item),
});
