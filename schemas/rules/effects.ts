import type { WhatsAppComponent, WhatsAppInteractive, WhatsAppMedia } from '../channels/whatsapp-content.js';
import type { ConsentChannel } from '../leads/leads.js';
import type { ActionType, ReenrollmentPolicy, ResumePolicy } from './actions.js';

/** The parameters of each effect: everything is resolved, and only what the database knows is left to decide. */
export interface EffectParams {
  add_tag: { tags: string[] };
  remove_tag: { tags: string[] };
  set_tags: { tags: string[] };
  set_metadata: { values: Record<string, unknown>; unset: string[] };
  set_field: { key: string; value: unknown; value_text: string; confidence: number };
  set_status: { status_key: string; reason: string | null; workflow_id: string | null; allow_downgrade: boolean };
  assign_workflow: {
    workflow_id: string;
    reason: string | null;
    skip_first_message: boolean;
    reenrollment: ReenrollmentPolicy | null;
  };
  stop_automation: { workflow_id: string | null; reason: string | null; auto_resume_at: string | null };
  resume_automation: {
    workflow_id: string | null;
    reason: string | null;
    resume_cadence: boolean;
    resume_policy: ResumePolicy;
  };
  add_note: { text: string };
  assign_owner: { user_id: string | null; strategy: 'round_robin' | 'least_loaded' | null };
  run_function: { function_id: string; ctx: Record<string, unknown> };
  send_message: {
    channel: 'email' | 'whatsapp' | 'call';
    template_id: string | null;
    template_name: string | null;
    language: string | null;
    variables: Record<string, unknown>;
    components: WhatsAppComponent[] | null;
    content: string | null;
    /** Absent in effects that were recorded before messages could be files and buttons. */
    media?: WhatsAppMedia | null;
    interactive?: WhatsAppInteractive | null;
    subject: string | null;
    html: string | null;
    begin_message: string | null;
    respect_window: boolean;
    respect_caps: boolean;
    if_window_closed: 'skip' | 'use_template';
    fallback_template_id: string | null;
  };
  goto_cadence_step: { step_key: string | null; step_index: number | null };
  skip_cadence_step: { step_key: string | null; step_index: number | null };
  restart_cadence: Record<string, never>;
  trigger_call: { begin_message: string | null; max_attempts: number; retry_minutes: number[] };
  call_webhook: {
    url: string;
    headers: Record<string, string>;
    body: string;
    secret_name: string | null;
    timeout_ms: number;
  };
  notify_user: { user_id: string | null; role: string | null; channel: 'in_app' | 'email'; text: string };
  create_task: { title: string; due_at: string | null; assignee_id: string | null };
  pause_workflow: { workflow_id: string | null; reason: string | null };
  resume_workflow: { workflow_id: string | null; reason: string | null };
  offer_meeting: { meeting_type_id: string; host_id: string | null; slots: number; channel: 'email' | 'whatsapp' };
  cancel_meeting: { reason: string | null };
  record_conversion: { conversion_type_id: string; amount: number | null; currency: string | null };
  opt_out: { channels: ConsentChannel[]; reason: string | null };
}

/** A change or outgoing message of an action: applied, or only recorded in a dry run. */
export type EffectOf<T extends ActionType> = {
  type: T;
  /** The target of the change. `run` is the acting agent's run unless the params name another agent. */
  target: { kind: 'lead' | 'run' | 'workflow'; id: string };
  params: EffectParams[T];
  /** An action that is planned again has the same key, so that it is applied once. */
  idempotency_key: string;
  on_error: 'continue' | 'stop';
};
export type Effect = { [T in ActionType]: EffectOf<T> }[ActionType];
