// Written by `npm run generate` from the contracts.
import type * as m0 from '../../schemas/accounts/people.js';
import type * as m1 from '../../schemas/campaigns/campaigns.js';
import type * as m2 from '../../schemas/leads/tags.js';
import type * as m3 from '../../schemas/functions/function-runs.js';
import type * as m4 from '../../schemas/agent-runs/automation.js';
import type * as m5 from '../../schemas/meetings/book-meeting.js';
import type * as m6 from '../../schemas/agent-runs/agent-runs.js';
import type * as m7 from '../../schemas/jobs/job-cycles.js';
import type * as m8 from '../../schemas/conversations/conversations.js';
import type * as m9 from '../../schemas/imports/imports.js';
import type * as m10 from '../../schemas/meetings/meeting-changes.js';
import type * as m11 from '../../schemas/messages/messages.js';
import type * as m12 from '../../schemas/rules/lead-changes.js';
import type * as m13 from '../../schemas/functions/cloud-function-contracts.js';
import type * as m14 from '../../schemas/agents/agent-versions.js';
import type * as m15 from '../../schemas/agents/variants.js';
import type * as m16 from '../../schemas/meetings/calendars.js';
import type * as m17 from '../../schemas/agents/trials.js';
import type * as m18 from '../../schemas/conversations/inbox.js';
import type * as m19 from '../../schemas/leads/leads.js';
import type * as m20 from '../../schemas/rules/query-leads.js';
import type * as m21 from '../../schemas/meetings/availability-blocks.js';
import type * as m22 from '../../schemas/jobs/background-job-contracts.js';
import type * as m23 from '../../schemas/conversations/canned-replies.js';
import type * as m24 from '../../schemas/campaigns/conversions.js';
import type * as m25 from '../../schemas/channels/email-senders.js';
import type * as m26 from '../../schemas/inbound/provider-hooks.js';
import type * as m27 from '../../schemas/meetings/hosts.js';
import type * as m28 from '../../schemas/accounts/keys.js';
import type * as m29 from '../../schemas/knowledge/documents.js';
import type * as m30 from '../../schemas/leads/notes.js';
import type * as m31 from '../../schemas/meetings/record-meeting.js';
import type * as m32 from '../../schemas/meetings/meeting-types.js';
import type * as m33 from '../../schemas/models/models.js';
import type * as m34 from '../../schemas/leads/suppressions.js';
import type * as m35 from '../../schemas/jobs/job-results.js';
import type * as m36 from '../../schemas/channels/templates.js';
import type * as m37 from '../../schemas/accounts/views.js';
import type * as m38 from '../../schemas/channels/voice-agents.js';
import type * as m39 from '../../schemas/channels/whatsapp-numbers.js';
import type * as m40 from '../../schemas/widget/widgets.js';
import type * as m41 from '../../schemas/agents/agent-contracts.js';
import type * as m42 from '../../schemas/channels/mailboxes.js';
import type * as m43 from '../../schemas/operations/attention.js';
import type * as m44 from '../../schemas/accounts/session.js';
import type * as m45 from '../../schemas/meetings/slots.js';
import type * as m46 from '../../schemas/accounts/account.js';
import type * as m47 from '../../schemas/events/history.js';
import type * as m48 from '../../schemas/models/usage.js';
import type * as m49 from '../../schemas/operations/reports.js';
import type * as m50 from '../../schemas/meetings/schedule.js';
import type * as m51 from '../../schemas/functions/function-reference.js';
import type * as m52 from '../../schemas/operations/system.js';
import type * as m53 from '../../schemas/messages/render.js';
import type * as m54 from '../../schemas/accounts/audit.js';
import type * as m55 from '../../schemas/leads/consents.js';
import type * as m56 from '../../schemas/channels/sandbox.js';
import type * as m57 from '../../schemas/channels/sandbox-replies.js';
import type * as m58 from '../../schemas/agents/simulation.js';

/** Method and address of each operation that signed-in users have, below `api/internal`. */
export const PATHS = {
  acceptInvitation: 'POST /invitations/accept',
  addCampaignLeads: 'POST /campaigns/{id}/leads',
  addLeadTags: 'POST /leads/{id}/tags',
  applyCloudFunctionRun: 'POST /cloud-functions/runs/{run_id}/apply',
  assignWorkflow: 'POST /leads/{id}/assign-workflow',
  bookMeeting: 'POST /meetings/book',
  bulkWorkflowRuns: 'POST /workflow-runs/bulk',
  cancelBackgroundJobCycle: 'POST /background-jobs/{id}/cycles/{cycle_id}/cancel',
  cancelConversationMessage: 'POST /conversations/{id}/messages/{message_id}/cancel',
  cancelImport: 'POST /imports/{id}/cancel',
  cancelMeeting: 'POST /meetings/{id}/cancel',
  cancelMessage: 'POST /messages/{id}/cancel',
  changeLeads: 'POST /lead-changes',
  changePassword: 'PUT /password',
  checkCloudFunction: 'POST /cloud-functions/check',
  checkWorkflow: 'POST /workflows/check',
  closeConversation: 'POST /conversations/{id}/close',
  compareVariants: 'GET /workflows/{id}/variants',
  completeMeeting: 'POST /meetings/{id}/complete',
  completePasswordReset: 'POST /password-resets/complete',
  confirmMeeting: 'POST /meetings/{id}/confirm',
  connectHostCalendar: 'PUT /hosts/{id}/calendar',
  converseWithWorkflow: 'POST /workflows/{id}/converse',
  countInbox: 'GET /inbox/counts',
  countLackingLeads: 'GET /leads/lacking',
  countLeads: 'GET /leads/count',
  countQueriedLeads: 'POST /leads/query/count',
  countUnread: 'GET /inbox/unread',
  createAvailabilityBlock: 'POST /hosts/{id}/availability-blocks',
  createBackgroundJob: 'POST /background-jobs',
  createCalendarFeed: 'POST /hosts/{id}/calendar-feed',
  createCampaign: 'POST /campaigns',
  createCannedReply: 'POST /canned-replies',
  createCloudFunction: 'POST /cloud-functions',
  createConversionType: 'POST /conversion-types',
  createEmailSender: 'POST /email-senders',
  createHook: 'POST /hooks',
  createHost: 'POST /hosts',
  createInvitation: 'POST /invitations',
  createKey: 'POST /keys',
  createKnowledgeDocument: 'POST /knowledge/documents',
  createLead: 'POST /leads',
  createLeadNote: 'POST /leads/{id}/notes',
  createMeeting: 'POST /meetings',
  createMeetingNotes: 'POST /meeting-notes',
  createMeetingType: 'POST /meeting-types',
  createModel: 'POST /models',
  createPasswordReset: 'POST /users/{id}/password-reset',
  createSuppression: 'POST /suppressions',
  createTask: 'POST /tasks',
  createTemplate: 'POST /templates',
  createView: 'POST /views',
  createVoiceAgent: 'POST /voice-agents',
  createWhatsAppNumber: 'POST /whatsapp-numbers',
  createWidget: 'POST /widgets',
  createWorkflow: 'POST /workflows',
  deleteAvailabilityBlock: 'DELETE /availability-blocks/{id}',
  deleteBackgroundJob: 'DELETE /background-jobs/{id}',
  deleteCalendarFeed: 'DELETE /hosts/{id}/calendar-feed',
  deleteCampaign: 'DELETE /campaigns/{id}',
  deleteCannedReply: 'DELETE /canned-replies/{id}',
  deleteCloudFunction: 'DELETE /cloud-functions/{id}',
  deleteConversion: 'DELETE /conversions/{id}',
  deleteConversionType: 'DELETE /conversion-types/{id}',
  deleteEmailSender: 'DELETE /email-senders/{id}',
  deleteFunctionSchedule: 'DELETE /cloud-functions/{id}/schedule',
  deleteFunctionSecret: 'DELETE /cloud-functions/{id}/secrets/{name}',
  deleteHook: 'DELETE /hooks/{id}',
  deleteHost: 'DELETE /hosts/{id}',
  deleteInvitation: 'DELETE /invitations/{id}',
  deleteKey: 'DELETE /keys/{id}',
  deleteKnowledgeDocument: 'DELETE /knowledge/documents/{id}',
  deleteLead: 'DELETE /leads/{id}',
  deleteMailbox: 'DELETE /email-senders/{id}/mailbox',
  deleteMeetingType: 'DELETE /meeting-types/{id}',
  deleteModel: 'DELETE /models/{id}',
  deleteNote: 'DELETE /notes/{id}',
  deleteSecret: 'DELETE /secrets/{name}',
  deleteSuppression: 'DELETE /suppressions/{id}',
  deleteTemplate: 'DELETE /templates/{id}',
  deleteView: 'DELETE /views/{id}',
  deleteVoiceAgent: 'DELETE /voice-agents/{id}',
  deleteWhatsAppNumber: 'DELETE /whatsapp-numbers/{id}',
  deleteWidget: 'DELETE /widgets/{id}',
  deleteWorkflow: 'DELETE /workflows/{id}',
  deployCloudFunction: 'POST /cloud-functions/{id}/deploy',
  disconnectHostCalendar: 'DELETE /hosts/{id}/calendar',
  dismissAttention: 'POST /attention/{kind}/{id}/dismiss',
  endOtherSessions: 'DELETE /sessions',
  endSession: 'DELETE /sessions/{id}',
  eraseLead: 'POST /leads/{id}/erase',
  findSlots: 'GET /meetings/availability',
  getAccount: 'GET /account',
  getBackgroundJob: 'GET /background-jobs/{id}',
  getBackgroundJobCycle: 'GET /background-jobs/{id}/cycles/{cycle_id}',
  getCampaign: 'GET /campaigns/{id}',
  getCloudFunction: 'GET /cloud-functions/{id}',
  getCloudFunctionRun: 'GET /cloud-functions/runs/{run_id}',
  getConversation: 'GET /conversations/{id}',
  getConversationTurn: 'GET /conversations/{id}/turns/{no}',
  getConversion: 'GET /conversions/{id}',
  getConversionType: 'GET /conversion-types/{id}',
  getEmailSender: 'GET /email-senders/{id}',
  getHost: 'GET /hosts/{id}',
  getHostCalendar: 'GET /hosts/{id}/calendar',
  getHostFeed: 'GET /hosts/{id}/calendar.ics',
  getImport: 'GET /imports/{id}',
  getInvite: 'GET /meetings/{id}/invite.ics',
  getKnowledgeDocument: 'GET /knowledge/documents/{id}',
  getLead: 'GET /leads/{id}',
  getLeadChange: 'GET /lead-changes/{id}',
  getLeadHistory: 'GET /leads/{id}/history',
  getLeadNext: 'GET /leads/{id}/next',
  getMailbox: 'GET /email-senders/{id}/mailbox',
  getMeeting: 'GET /meetings/{id}',
  getMeetingType: 'GET /meeting-types/{id}',
  getMessage: 'GET /messages/{id}',
  getMessageMedia: 'GET /messages/{id}/media',
  getModel: 'GET /models/{id}',
  getModelUsage: 'GET /model-usage',
  getReport: 'GET /reports/{report}',
  getSchedule: 'GET /schedule',
  getScheduledFunctionsReference: 'GET /scheduled-functions/reference',
  getSession: 'GET /session',
  getSetup: 'GET /setup',
  getSummary: 'GET /reports/summary',
  getSystem: 'GET /system',
  getTemplate: 'GET /templates/{id}',
  getTestMessage: 'GET /messages/test/{id}',
  getVoiceAgent: 'GET /voice-agents/{id}',
  getWhatsAppNumber: 'GET /whatsapp-numbers/{id}',
  getWidget: 'GET /widgets/{id}',
  getWidgetTelemetry: 'GET /widgets/{id}/telemetry',
  getWorkflow: 'GET /workflows/{id}',
  getWorkflowFunnel: 'GET /workflows/{id}/funnel',
  getWorkflowRun: 'GET /workflow-runs/{id}',
  getWorkflowStats: 'GET /workflows/stats',
  getWorkflowVersion: 'GET /workflows/{id}/versions/{version}',
  giveBackConversation: 'POST /conversations/{id}/give-back',
  holdSlot: 'POST /meetings/holds',
  importLeads: 'POST /leads/import',
  isLeadPaused: 'GET /leads/{id}/is_paused',
  listAttention: 'GET /attention',
  listAudit: 'GET /audit',
  listAvailabilityBlocks: 'GET /hosts/{id}/availability-blocks',
  listBackgroundJobCycleLeads: 'GET /background-jobs/{id}/cycles/{cycle_id}/leads',
  listBackgroundJobCycles: 'GET /background-jobs/{id}/cycles',
  listBackgroundJobs: 'GET /background-jobs',
  listCampaigns: 'GET /campaigns',
  listCannedReplies: 'GET /canned-replies',
  listCloudFunctionFires: 'GET /cloud-functions/{id}/fires',
  listCloudFunctionRuns: 'GET /cloud-functions/{id}/runs',
  listCloudFunctionVersions: 'GET /cloud-functions/{id}/versions',
  listCloudFunctions: 'GET /cloud-functions',
  listConversationMessages: 'GET /conversations/{id}/messages',
  listConversationTurns: 'GET /conversations/{id}/turns',
  listConversations: 'GET /conversations',
  listConversionTypes: 'GET /conversion-types',
  listConversions: 'GET /conversions',
  listEmailSenders: 'GET /email-senders',
  listEvents: 'GET /events',
  listFunctionSecrets: 'GET /cloud-functions/{id}/secrets',
  listHooks: 'GET /hooks',
  listHosts: 'GET /hosts',
  listImportErrors: 'GET /imports/{id}/errors',
  listImports: 'GET /imports',
  listInbox: 'GET /inbox',
  listInvitations: 'GET /invitations',
  listKeys: 'GET /keys',
  listKnowledgeChunks: 'GET /knowledge/documents/{id}/chunks',
  listKnowledgeDocuments: 'GET /knowledge/documents',
  listLeadChanges: 'GET /lead-changes',
  listLeadConsents: 'GET /leads/{id}/consents',
  listLeadMeetings: 'GET /leads/{id}/meetings',
  listLeadNotes: 'GET /leads/{id}/notes',
  listLeadTags: 'GET /leads/{id}/tags',
  listLeads: 'GET /leads',
  listMeetingNotes: 'GET /meetings/{id}/notes',
  listMeetingTypes: 'GET /meeting-types',
  listMeetings: 'GET /meetings',
  listMessages: 'GET /messages',
  listModels: 'GET /models',
  listNotifications: 'GET /notifications',
  listSandboxDeliveries: 'GET /sandbox/deliveries',
  listSecrets: 'GET /secrets',
  listSessions: 'GET /sessions',
  listSuppressions: 'GET /suppressions',
  listTags: 'GET /tags',
  listTasks: 'GET /tasks',
  listTemplates: 'GET /templates',
  listUsers: 'GET /users',
  listViews: 'GET /views',
  listVoiceAgents: 'GET /voice-agents',
  listWhatsAppNumbers: 'GET /whatsapp-numbers',
  listWidgets: 'GET /widgets',
  listWorkflowRuns: 'GET /workflow-runs',
  listWorkflowVersions: 'GET /workflows/{id}/versions',
  listWorkflows: 'GET /workflows',
  noShowMeeting: 'POST /meetings/{id}/no_show',
  pauseCampaign: 'POST /campaigns/{id}/pause',
  planWorkflow: 'POST /workflows/{id}/plan',
  previewBackgroundJob: 'POST /background-jobs/preview',
  previewRetention: 'GET /account/retention',
  publishWorkflow: 'POST /workflows/{id}/publish',
  putFunctionSchedule: 'PUT /cloud-functions/{id}/schedule',
  putFunctionSecret: 'PUT /cloud-functions/{id}/secrets/{name}',
  putSecret: 'PUT /secrets/{name}',
  queryLeads: 'POST /leads/query',
  readNotification: 'POST /notifications/{id}/read',
  recordConversion: 'POST /conversions',
  regenerateIdentitySecret: 'POST /widgets/{id}/regenerate-identity-secret',
  regenerateKey: 'POST /keys/{id}/regenerate',
  regenerateWidgetKey: 'POST /widgets/{id}/regenerate-key',
  releaseHold: 'DELETE /meeting-holds/{id}',
  releaseKnowledgeDocument: 'POST /knowledge/documents/{id}/release',
  renderMessage: 'POST /messages/render',
  reopenConversation: 'POST /conversations/{id}/reopen',
  replaceKnowledgeDocument: 'PUT /knowledge/documents/{id}',
  replayCloudFunctionRun: 'POST /cloud-functions/runs/{run_id}/replay',
  replayConversation: 'POST /conversations/{id}/replay',
  replyInSandbox: 'POST /sandbox/replies',
  requestPasswordReset: 'POST /password-resets',
  rescheduleMeeting: 'POST /meetings/{id}/reschedule',
  resolveMessage: 'POST /messages/{id}/resolve',
  resumeAutomation: 'POST /leads/{id}/automation/resume',
  retryHeldWork: 'POST /held-work/retry',
  retryInboundEvent: 'POST /inbound-events/{id}/retry',
  retryInstruction: 'POST /outbox/{id}/retry',
  runBackgroundJob: 'POST /background-jobs/{id}/run',
  runCloudFunction: 'POST /cloud-functions/{id}/run',
  searchKnowledge: 'POST /knowledge/search',
  sendMessage: 'POST /messages',
  sendTestMessage: 'POST /messages/test',
  setLeadStatus: 'POST /leads/{id}/status',
  setMailbox: 'PUT /email-senders/{id}/mailbox',
  setUp: 'POST /setup',
  setWhatsAppNumberPhoto: 'PATCH /whatsapp-numbers/{id}/photo',
  signIn: 'POST /session',
  signOut: 'DELETE /session',
  simulateWorkflow: 'POST /workflows/{id}/simulate',
  startCampaign: 'POST /campaigns/{id}/start',
  stopAutomation: 'POST /leads/{id}/automation/stop',
  syncLeadTags: 'PUT /leads/tags',
  syncTemplates: 'POST /templates/sync',
  takeOverConversation: 'POST /conversations/{id}/take-over',
  tellPresence: 'POST /inbox/{id}/presence',
  undoImport: 'POST /imports/{id}/undo',
  undoLeadChange: 'POST /lead-changes/{id}/undo',
  updateAccount: 'PATCH /account',
  updateAvailabilityBlock: 'PATCH /availability-blocks/{id}',
  updateBackgroundJob: 'PATCH /background-jobs/{id}',
  updateCampaign: 'PATCH /campaigns/{id}',
  updateCannedReply: 'PATCH /canned-replies/{id}',
  updateCloudFunction: 'PATCH /cloud-functions/{id}',
  updateConversionType: 'PATCH /conversion-types/{id}',
  updateEmailSender: 'PATCH /email-senders/{id}',
  updateHost: 'PATCH /hosts/{id}',
  updateInboxEntry: 'PATCH /inbox/{id}',
  updateLead: 'PATCH /leads/{id}',
  updateMeetingType: 'PATCH /meeting-types/{id}',
  updateModel: 'PATCH /models/{id}',
  updateNote: 'PATCH /notes/{id}',
  updateTask: 'PATCH /tasks/{id}',
  updateTemplate: 'PATCH /templates/{id}',
  updateUser: 'PATCH /users/{id}',
  updateView: 'PATCH /views/{id}',
  updateVoiceAgent: 'PATCH /voice-agents/{id}',
  updateWhatsAppNumber: 'PATCH /whatsapp-numbers/{id}',
  updateWidget: 'PATCH /widgets/{id}',
  updateWorkflow: 'PATCH /workflows/{id}',
  wakeWorkflowRun: 'POST /workflow-runs/{id}/wake',
  writeInConversation: 'POST /conversations/{id}/messages',
} as const;

/** The contract of each. */
export interface Operations {
  acceptInvitation: typeof m0.acceptInvitationContract;
  addCampaignLeads: typeof m1.addCampaignLeadsContract;
  addLeadTags: typeof m2.addLeadTagsContract;
  applyCloudFunctionRun: typeof m3.applyFunctionRunContract;
  assignWorkflow: typeof m4.assignWorkflowContract;
  bookMeeting: typeof m5.bookMeetingContract;
  bulkWorkflowRuns: typeof m6.bulkAgentRunsContract;
  cancelBackgroundJobCycle: typeof m7.cancelCycleContract;
  cancelConversationMessage: typeof m8.cancelConversationMessageContract;
  cancelImport: typeof m9.cancelImportContract;
  cancelMeeting: typeof m10.cancelMeetingContract;
  cancelMessage: typeof m11.cancelMessageContract;
  changeLeads: typeof m12.changeLeadsContract;
  changePassword: typeof m0.changePasswordContract;
  checkCloudFunction: typeof m13.checkFunctionContract;
  checkWorkflow: typeof m14.checkAgentContract;
  closeConversation: typeof m8.closeConversationContract;
  compareVariants: typeof m15.compareVariantsContract;
  completeMeeting: typeof m10.completeMeetingContract;
  completePasswordReset: typeof m0.completeResetContract;
  confirmMeeting: typeof m10.confirmMeetingContract;
  connectHostCalendar: typeof m16.connectHostCalendarContract;
  converseWithWorkflow: typeof m17.converseContract;
  countInbox: typeof m18.countInboxContract;
  countLackingLeads: typeof m19.countLackingContract;
  countLeads: typeof m19.countLeadsContract;
  countQueriedLeads: typeof m20.countQueriedLeadsContract;
  countUnread: typeof m18.countUnreadContract;
  createAvailabilityBlock: typeof m21.createAvailabilityBlockContract;
  createBackgroundJob: typeof m22.createJobContract;
  createCalendarFeed: typeof m16.createCalendarFeedContract;
  createCampaign: typeof m1.createCampaignContract;
  createCannedReply: typeof m23.createCannedReplyContract;
  createCloudFunction: typeof m13.createFunctionContract;
  createConversionType: typeof m24.createConversionTypeContract;
  createEmailSender: typeof m25.createEmailSenderContract;
  createHook: typeof m26.createHookContract;
  createHost: typeof m27.createHostContract;
  createInvitation: typeof m0.createInvitationContract;
  createKey: typeof m28.createKeyContract;
  createKnowledgeDocument: typeof m29.createKnowledgeDocumentContract;
  createLead: typeof m19.createLeadContract;
  createLeadNote: typeof m30.createLeadNoteContract;
  createMeeting: typeof m31.createMeetingContract;
  createMeetingNotes: typeof m31.createMeetingNotesContract;
  createMeetingType: typeof m32.createMeetingTypeContract;
  createModel: typeof m33.createModelContract;
  createPasswordReset: typeof m0.createResetContract;
  createSuppression: typeof m34.createSuppressionContract;
  createTask: typeof m35.createTaskContract;
  createTemplate: typeof m36.createTemplateContract;
  createView: typeof m37.createViewContract;
  createVoiceAgent: typeof m38.createVoiceAgentContract;
  createWhatsAppNumber: typeof m39.createWhatsAppNumberContract;
  createWidget: typeof m40.createWidgetContract;
  createWorkflow: typeof m41.createAgentContract;
  deleteAvailabilityBlock: typeof m21.deleteAvailabilityBlockContract;
  deleteBackgroundJob: typeof m22.deleteJobContract;
  deleteCalendarFeed: typeof m16.deleteCalendarFeedContract;
  deleteCampaign: typeof m1.deleteCampaignContract;
  deleteCannedReply: typeof m23.deleteCannedReplyContract;
  deleteCloudFunction: typeof m13.deleteFunctionContract;
  deleteConversion: typeof m24.deleteConversionContract;
  deleteConversionType: typeof m24.deleteConversionTypeContract;
  deleteEmailSender: typeof m25.deleteEmailSenderContract;
  deleteFunctionSchedule: typeof m13.deleteFunctionScheduleContract;
  deleteFunctionSecret: typeof m13.deleteFunctionSecretContract;
  deleteHook: typeof m26.deleteHookContract;
  deleteHost: typeof m27.deleteHostContract;
  deleteInvitation: typeof m0.deleteInvitationContract;
  deleteKey: typeof m28.deleteKeyContract;
  deleteKnowledgeDocument: typeof m29.deleteKnowledgeDocumentContract;
  deleteLead: typeof m19.deleteLeadContract;
  deleteMailbox: typeof m42.deleteMailboxContract;
  deleteMeetingType: typeof m32.deleteMeetingTypeContract;
  deleteModel: typeof m33.deleteModelContract;
  deleteNote: typeof m30.deleteNoteContract;
  deleteSecret: typeof m35.deleteSecretContract;
  deleteSuppression: typeof m34.deleteSuppressionContract;
  deleteTemplate: typeof m36.deleteTemplateContract;
  deleteView: typeof m37.deleteViewContract;
  deleteVoiceAgent: typeof m38.deleteVoiceAgentContract;
  deleteWhatsAppNumber: typeof m39.deleteWhatsAppNumberContract;
  deleteWidget: typeof m40.deleteWidgetContract;
  deleteWorkflow: typeof m41.deleteAgentContract;
  deployCloudFunction: typeof m13.deployFunctionContract;
  disconnectHostCalendar: typeof m16.disconnectHostCalendarContract;
  dismissAttention: typeof m43.dismissAttentionContract;
  endOtherSessions: typeof m44.endOtherSessionsContract;
  endSession: typeof m44.endSessionContract;
  eraseLead: typeof m19.eraseLeadContract;
  findSlots: typeof m45.findSlotsContract;
  getAccount: typeof m46.getAccountContract;
  getBackgroundJob: typeof m22.getJobContract;
  getBackgroundJobCycle: typeof m7.getCycleContract;
  getCampaign: typeof m1.getCampaignContract;
  getCloudFunction: typeof m13.getFunctionContract;
  getCloudFunctionRun: typeof m3.getFunctionRunContract;
  getConversation: typeof m8.getConversationContract;
  getConversationTurn: typeof m8.getConversationTurnContract;
  getConversion: typeof m24.getConversionContract;
  getConversionType: typeof m24.getConversionTypeContract;
  getEmailSender: typeof m25.getEmailSenderContract;
  getHost: typeof m27.getHostContract;
  getHostCalendar: typeof m16.getHostCalendarContract;
  getHostFeed: typeof m16.getHostFeedContract;
  getImport: typeof m9.getImportContract;
  getInvite: typeof m16.getInviteContract;
  getKnowledgeDocument: typeof m29.getKnowledgeDocumentContract;
  getLead: typeof m19.getLeadContract;
  getLeadChange: typeof m12.getLeadChangeContract;
  getLeadHistory: typeof m47.getLeadHistoryContract;
  getLeadNext: typeof m6.getLeadNextContract;
  getMailbox: typeof m42.getMailboxContract;
  getMeeting: typeof m10.getMeetingContract;
  getMeetingType: typeof m32.getMeetingTypeContract;
  getMessage: typeof m11.getMessageContract;
  getMessageMedia: typeof m11.getMessageMediaContract;
  getModel: typeof m33.getModelContract;
  getModelUsage: typeof m48.getModelUsageContract;
  getReport: typeof m49.getReportContract;
  getSchedule: typeof m50.getScheduleContract;
  getScheduledFunctionsReference: typeof m51.getScheduledFunctionsReferenceContract;
  getSession: typeof m44.getSessionContract;
  getSetup: typeof m0.getSetupContract;
  getSummary: typeof m49.getSummaryContract;
  getSystem: typeof m52.getSystemContract;
  getTemplate: typeof m36.getTemplateContract;
  getTestMessage: typeof m53.getTestMessageContract;
  getVoiceAgent: typeof m38.getVoiceAgentContract;
  getWhatsAppNumber: typeof m39.getWhatsAppNumberContract;
  getWidget: typeof m40.getWidgetContract;
  getWidgetTelemetry: typeof m40.getWidgetTelemetryContract;
  getWorkflow: typeof m41.getAgentContract;
  getWorkflowFunnel: typeof m49.getFunnelContract;
  getWorkflowRun: typeof m6.getAgentRunContract;
  getWorkflowStats: typeof m49.getAgentStatsContract;
  getWorkflowVersion: typeof m14.getVersionContract;
  giveBackConversation: typeof m8.giveBackConversationContract;
  holdSlot: typeof m45.holdSlotContract;
  importLeads: typeof m9.importLeadsContract;
  isLeadPaused: typeof m4.isLeadPausedContract;
  listAttention: typeof m43.listAttentionContract;
  listAudit: typeof m54.listAuditContract;
  listAvailabilityBlocks: typeof m21.listAvailabilityBlocksContract;
  listBackgroundJobCycleLeads: typeof m7.listCycleLeadsContract;
  listBackgroundJobCycles: typeof m7.listCyclesContract;
  listBackgroundJobs: typeof m22.listJobsContract;
  listCampaigns: typeof m1.listCampaignsContract;
  listCannedReplies: typeof m23.listCannedRepliesContract;
  listCloudFunctionFires: typeof m13.listFunctionFiresContract;
  listCloudFunctionRuns: typeof m3.listFunctionRunsContract;
  listCloudFunctionVersions: typeof m13.listFunctionVersionsContract;
  listCloudFunctions: typeof m13.listFunctionsContract;
  listConversationMessages: typeof m8.listConversationMessagesContract;
  listConversationTurns: typeof m8.listConversationTurnsContract;
  listConversations: typeof m8.listConversationsContract;
  listConversionTypes: typeof m24.listConversionTypesContract;
  listConversions: typeof m24.listConversionsContract;
  listEmailSenders: typeof m25.listEmailSendersContract;
  listEvents: typeof m47.listEventsContract;
  listFunctionSecrets: typeof m13.listFunctionSecretsContract;
  listHooks: typeof m26.listHooksContract;
  listHosts: typeof m27.listHostsContract;
  listImportErrors: typeof m9.listImportErrorsContract;
  listImports: typeof m9.listImportsContract;
  listInbox: typeof m18.listInboxContract;
  listInvitations: typeof m0.listInvitationsContract;
  listKeys: typeof m28.listKeysContract;
  listKnowledgeChunks: typeof m29.listKnowledgeChunksContract;
  listKnowledgeDocuments: typeof m29.listKnowledgeDocumentsContract;
  listLeadChanges: typeof m12.listLeadChangesContract;
  listLeadConsents: typeof m55.listLeadConsentsContract;
  listLeadMeetings: typeof m10.listLeadMeetingsContract;
  listLeadNotes: typeof m30.listLeadNotesContract;
  listLeadTags: typeof m2.listLeadTagsContract;
  listLeads: typeof m19.listLeadsContract;
  listMeetingNotes: typeof m31.listMeetingNotesContract;
  listMeetingTypes: typeof m32.listMeetingTypesContract;
  listMeetings: typeof m10.listMeetingsContract;
  listMessages: typeof m11.listMessagesContract;
  listModels: typeof m33.listModelsContract;
  listNotifications: typeof m35.listNotificationsContract;
  listSandboxDeliveries: typeof m56.listSandboxDeliveriesContract;
  listSecrets: typeof m35.listSecretsContract;
  listSessions: typeof m44.listSessionsContract;
  listSuppressions: typeof m34.listSuppressionsContract;
  listTags: typeof m2.listTagsContract;
  listTasks: typeof m35.listTasksContract;
  listTemplates: typeof m36.listTemplatesContract;
  listUsers: typeof m0.listUsersContract;
  listViews: typeof m37.listViewsContract;
  listVoiceAgents: typeof m38.listVoiceAgentsContract;
  listWhatsAppNumbers: typeof m39.listWhatsAppNumbersContract;
  listWidgets: typeof m40.listWidgetsContract;
  listWorkflowRuns: typeof m6.listAgentRunsContract;
  listWorkflowVersions: typeof m14.listVersionsContract;
  listWorkflows: typeof m41.listAgentsContract;
  noShowMeeting: typeof m10.noShowMeetingContract;
  pauseCampaign: typeof m1.pauseCampaignContract;
  planWorkflow: typeof m14.planAgentContract;
  previewBackgroundJob: typeof m7.previewJobContract;
  previewRetention: typeof m46.previewRetentionContract;
  publishWorkflow: typeof m41.publishAgentContract;
  putFunctionSchedule: typeof m13.putFunctionScheduleContract;
  putFunctionSecret: typeof m13.putFunctionSecretContract;
  putSecret: typeof m35.putSecretContract;
  queryLeads: typeof m20.queryLeadsContract;
  readNotification: typeof m35.readNotificationContract;
  recordConversion: typeof m24.recordConversionContract;
  regenerateIdentitySecret: typeof m40.regenerateIdentitySecretContract;
  regenerateKey: typeof m28.regenerateKeyContract;
  regenerateWidgetKey: typeof m40.regenerateWidgetKeyContract;
  releaseHold: typeof m45.releaseHoldContract;
  releaseKnowledgeDocument: typeof m29.releaseKnowledgeDocumentContract;
  renderMessage: typeof m53.renderMessageContract;
  reopenConversation: typeof m8.reopenConversationContract;
  replaceKnowledgeDocument: typeof m29.replaceKnowledgeDocumentContract;
  replayCloudFunctionRun: typeof m3.replayFunctionRunContract;
  replayConversation: typeof m17.replayConversationContract;
  replyInSandbox: typeof m57.replyInSandboxContract;
  requestPasswordReset: typeof m0.requestResetContract;
  rescheduleMeeting: typeof m10.rescheduleMeetingContract;
  resolveMessage: typeof m11.resolveMessageContract;
  resumeAutomation: typeof m4.resumeAutomationContract;
  retryHeldWork: typeof m52.retryHeldWorkContract;
  retryInboundEvent: typeof m52.retryInboundEventContract;
  retryInstruction: typeof m52.retryOutboxContract;
  runBackgroundJob: typeof m7.runJobContract;
  runCloudFunction: typeof m3.runFunctionContract;
  searchKnowledge: typeof m29.searchKnowledgeContract;
  sendMessage: typeof m11.sendMessageContract;
  sendTestMessage: typeof m53.sendTestMessageContract;
  setLeadStatus: typeof m4.setLeadStatusContract;
  setMailbox: typeof m42.setMailboxContract;
  setUp: typeof m0.setUpContract;
  setWhatsAppNumberPhoto: typeof m39.setWhatsAppNumberPhotoContract;
  signIn: typeof m44.signInContract;
  signOut: typeof m44.signOutContract;
  simulateWorkflow: typeof m58.simulateAgentContract;
  startCampaign: typeof m1.startCampaignContract;
  stopAutomation: typeof m4.stopAutomationContract;
  syncLeadTags: typeof m2.syncLeadTagsContract;
  syncTemplates: typeof m36.syncTemplatesContract;
  takeOverConversation: typeof m8.takeOverConversationContract;
  tellPresence: typeof m18.tellPresenceContract;
  undoImport: typeof m9.undoImportContract;
  undoLeadChange: typeof m12.undoLeadChangeContract;
  updateAccount: typeof m46.updateAccountContract;
  updateAvailabilityBlock: typeof m21.updateAvailabilityBlockContract;
  updateBackgroundJob: typeof m22.updateJobContract;
  updateCampaign: typeof m1.updateCampaignContract;
  updateCannedReply: typeof m23.updateCannedReplyContract;
  updateCloudFunction: typeof m13.updateFunctionContract;
  updateConversionType: typeof m24.updateConversionTypeContract;
  updateEmailSender: typeof m25.updateEmailSenderContract;
  updateHost: typeof m27.updateHostContract;
  updateInboxEntry: typeof m18.updateInboxEntryContract;
  updateLead: typeof m19.updateLeadContract;
  updateMeetingType: typeof m32.updateMeetingTypeContract;
  updateModel: typeof m33.updateModelContract;
  updateNote: typeof m30.updateNoteContract;
  updateTask: typeof m35.updateTaskContract;
  updateTemplate: typeof m36.updateTemplateContract;
  updateUser: typeof m0.updateUserContract;
  updateView: typeof m37.updateViewContract;
  updateVoiceAgent: typeof m38.updateVoiceAgentContract;
  updateWhatsAppNumber: typeof m39.updateWhatsAppNumberContract;
  updateWidget: typeof m40.updateWidgetContract;
  updateWorkflow: typeof m41.updateAgentContract;
  wakeWorkflowRun: typeof m6.wakeRunContract;
  writeInConversation: typeof m8.writeInConversationContract;
}
