import type { JobCycleInput } from './background-job-cycle.protocol.js';
import type { BookingInput, CalendarSyncInput } from './booking.protocol.js';
import type { CadenceInput } from './cadence.protocol.js';
import type { CampaignInput } from './campaign.protocol.js';
import type { ConversationInput } from './conversation.protocol.js';
import type { DigestInput } from './digest.protocol.js';
import type { ErasureInput } from './erasure.protocol.js';
import type { FunctionFireInput, FunctionRunInput } from './function-run.protocol.js';
import type { ImportInput } from './import.protocol.js';
import type { InboundEventInput } from './inbound-event.protocol.js';
import type { KnowledgeInput } from './knowledge.protocol.js';
import type { MessageInput } from './message.protocol.js';
import type { SandboxCallInput } from './sandbox-call.protocol.js';
import type { TaskQueue } from './task-queues.js';
import type { TemplateSyncInput } from './template-sync.protocol.js';
import type { TimerPlan } from './timer.protocol.js';
import type { UserMailInput } from './user-mail.protocol.js';
import type { RunKind } from './visibility.js';
import type { WebhookInput } from './webhook.protocol.js';
import type { WebhookDeliveryInput } from './webhook-delivery.protocol.js';

/** The workflows by the name they are registered under, and what they take. */
export interface WorkflowInputs {
  backgroundJobCycleWorkflow: JobCycleInput;
  bookingWorkflow: BookingInput;
  calendarSyncWorkflow: CalendarSyncInput;
  cadenceWorkflow: CadenceInput;
  campaignWorkflow: CampaignInput;
  conversationWorkflow: ConversationInput;
  digestWorkflow: DigestInput;
  erasureWorkflow: ErasureInput;
  functionFireWorkflow: FunctionFireInput;
  functionRunWorkflow: FunctionRunInput;
  importWorkflow: ImportInput;
  inboundEventWorkflow: InboundEventInput;
  knowledgeWorkflow: KnowledgeInput;
  messageWorkflow: MessageInput;
  sandboxCallWorkflow: SandboxCallInput;
  templateSyncWorkflow: TemplateSyncInput;
  userMailWorkflow: UserMailInput;
  webhookDeliveryWorkflow: WebhookDeliveryInput;
  webhookWorkflow: WebhookInput;
}

/** The start of a workflow, and the attributes by which operators find it. */
export interface WorkflowStart<Name extends keyof WorkflowInputs = keyof WorkflowInputs> {
  workflow: Name;
  input: WorkflowInputs[Name];
  kind: RunKind;
  summary: string;
  accountId: string;
  /** The background job or function it belongs to. */
  jobId?: string;
  /** The lead it concerns, by whom operators find it. */
  leadId?: string;
  /** The task queue, where it isn't the background's. */
  queue?: TaskQueue;
  /** Started also when an earlier one with this id has ended, as one that was terminated. */
  again?: boolean;
  /**
   * The reason to read the rows again. The workflow receives it as its `wake` signal, and a workflow that ended is
   * started again.
   */
  wake?: string;
}

type AnyWorkflowStart = { [Name in keyof WorkflowInputs]: WorkflowStart<Name> }[keyof WorkflowInputs];

/** The arguments of an instruction about a cadence's run; IDs only. */
export interface CadenceArgs {
  agentRunId: string;
  accountId: string;
  agentId: string;
  leadId: string;
  plan?: TimerPlan;
  requestId?: string | null;
  /** The reason why a wake-up is sent, shown with the signal. */
  reason?: string;
}

/**
 * An instruction to Temporal. `start` and `wake` concern a cadence's run (a wake restarts one that is missing),
 * `workflow` starts or wakes one of the other kinds, `schedule` makes the schedule of a background job or a function
 * match its row, `cancel` ends a workflow, `delete` removes its history.
 */
export type Instruction = { accountId: string; workflowId: string } & (
  | { kind: 'start' | 'wake'; args: CadenceArgs }
  | { kind: 'workflow'; args: AnyWorkflowStart }
  | { kind: 'schedule'; args: { jobId: string } | { functionId: string } }
  | { kind: 'cancel'; args: { cycleId: string } }
  | { kind: 'delete'; args: CadenceArgs }
);
