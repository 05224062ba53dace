// Written by `npm run generate` from the contracts.
import type * as m0 from '../../schemas/accounts/people.js';
import type * as m1 from '../../schemas/campaigns/campaigns.js';
import type * as m2 from '../../schemas/leads/tags.js';
import type * as m3 from '../../schemas/functions/function-runs.js';
import type * as m4 from '../../schemas/agent-runs/automation.js';
import type * as m5 from '../../schemas/meetings/book-meeting.js';
import type * as m6 from '../../schemas/agent-runs/agent-runs.js';
import type * as m7 from '../../schemas/jobs/job-cycles.js';
import type * as m8 from '../../schemas/imports/imports.js';
import type * as m9 from '../../schemas/meetings/meeting-changes.js';
import type * as m10 from '../../schemas/messages/messages.js';
import type * as m11 from '../../schemas/agents/agent-versions.js';
import type * as m12 from '../../schemas/conversations/conversations.js';
import type * as m13 from '../../schemas/meetings/calendars.js';
import type * as m14 from '../../schemas/agents/trials.js';
import type * as m15 from '../../schemas/leads/leads.js';
import type * as m16 from '../../schemas/meetings/availability-blocks.js';
import type * as m17 from '../../schemas/jobs/background-job-contracts.js';
import type * as m18 from '../../schemas/functions/cloud-function-contracts.js';
import type * as m19 from '../../schemas/campaigns/conversions.js';
import type * as m20 from '../../schemas/channels/email-senders.js';
import type * as m21 from '../../schemas/inbound/provider-hooks.js';
import type * as m22 from '../../schemas/meetings/hosts.js';
import type * as m23 from '../../schemas/accounts/keys.js';
import type * as m24 from '../../schemas/knowledge/documents.js';
import type * as m25 from '../../schemas/leads/notes.js';
import type * as m26 from '../../schemas/meetings/record-meeting.js';
import type * as m27 from '../../schemas/meetings/meeting-types.js';
import type * as m28 from '../../schemas/models/models.js';
import type * as m29 from '../../schemas/leads/suppressions.js';
import type * as m30 from '../../schemas/channels/templates.js';
import type * as m31 from '../../schemas/channels/voice-agents.js';
import type * as m32 from '../../schemas/channels/whatsapp-numbers.js';
import type * as m33 from '../../schemas/widget/widgets.js';
import type * as m34 from '../../schemas/agents/agent-contracts.js';
import type * as m35 from '../../schemas/channels/mailboxes.js';
import type * as m36 from '../../schemas/jobs/job-results.js';
import type * as m37 from '../../schemas/operations/attention.js';
import type * as m38 from '../../schemas/accounts/session.js';
import type * as m39 from '../../schemas/meetings/slots.js';
import type * as m40 from '../../schemas/accounts/account.js';
import type * as m41 from '../../schemas/events/history.js';
import type * as m42 from '../../schemas/models/usage.js';
import type * as m43 from '../../schemas/functions/function-reference.js';
import type * as m44 from '../../schemas/accounts/audit.js';
import type * as m45 from '../../schemas/leads/consents.js';
import type * as m46 from '../../schemas/channels/sandbox.js';
import type * as m47 from '../../schemas/rules/query-leads.js';
import type * as m48 from '../../schemas/agents/simulation.js';

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
  cancelImport: 'POST /imports/{id}/cancel',
  cancelMeeting: 'POST /meetings/{id}/cancel',
  cancelMessage: 'POST /messages/{id}/cancel',
  changePassword: 'PUT /password',
  checkWorkflow: 'POST /workflows/check',
  closeConversation: 'POST /conversations/{id}/close',
  completeMeeting: 'POST /meetings/{id}/complete',
  completePasswordReset: 'POST /password-resets/complete',
  confirmMeeting: 'POST /meetings/{id}/confirm',
  connectHostCalendar: 'PUT /hosts/{id}/calendar',
  converseWithWorkflow: 'POST /workflows/{id}/converse',
  countLeads: 'GET /leads/count',
  createAvailabilityBlock: 'POST /hosts/{id}/availability-blocks',
  createBackgroundJob: 'POST /background-jobs',
  createCalendarFeed: 'POST /hosts/{id}/calendar-feed',
  createCampaign: 'POST /campaigns',
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
  createTemplate: 'POST /templates',
  createVoiceAgent: 'POST /voice-agents',
  createWhatsAppNumber: 'POST /whatsapp-numbers',
  createWidget: 'POST /widgets',
  createWorkflow: 'POST /workflows',
  deleteAvailabilityBlock: 'DELETE /availability-blocks/{id}',
  deleteBackgroundJob: 'DELETE /background-jobs/{id}',
  deleteCalendarFeed: 'DELETE /hosts/{id}/calendar-feed',
  deleteCampaign: 'DELETE /campaigns/{id}',
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
  getLeadHistory: 'GET /leads/{id}/history',
  getLeadNext: 'GET /leads/{id}/next',
  getMailbox: 'GET /email-senders/{id}/mailbox',
  getMeeting: 'GET /meetings/{id}',
  getMeetingType: 'GET /meeting-types/{id}',
  getMessage: 'GET /messages/{id}',
  getMessageMedia: 'GET /messages/{id}/media',
  getModel: 'GET /models/{id}',
  getModelUsage: 'GET /model-usage',
  getScheduledFunctionsReference: 'GET /scheduled-functions/reference',
  getSession: 'GET /session',
  getSetup: 'GET /setup',
  getTemplate: 'GET /templates/{id}',
  getVoiceAgent: 'GET /voice-agents/{id}',
  getWhatsAppNumber: 'GET /whatsapp-numbers/{id}',
  getWidget: 'GET /widgets/{id}',
  getWidgetTelemetry: 'GET /widgets/{id}/telemetry',
  getWorkflow: 'GET /workflows/{id}',
  getWorkflowRun: 'GET /workflow-runs/{id}',
  getWorkflowVersion: 'GET /workflows/{id}/versions/{version}',
  giveBackConversation: 'POST /conversations/{id}/give-back',
  holdSlot: 'POST /meetings/holds',
  importLeads: 'POST /leads/import',
  isLeadPaused: 'GET /leads/{id}/is_paused',
  listAttention: 'GET /attention',
  listAudit: 'GET /audit',
  listAvailabilityBlocks: 'GET /hosts/{id}/availability-blocks',
  listBackgroundJobCycles: 'GET /background-jobs/{id}/cycles',
  listBackgroundJobs: 'GET /background-jobs',
  listCampaigns: 'GET /campaigns',
  listCloudFunctionRuns: 'GET /cloud-functions/{id}/runs',
  listCloudFunctionVersions: 'GET /cloud-functions/{id}/versions',
  listCloudFunctions: 'GET /cloud-functions',
  listConversationMessages: 'GET /conversations/{id}/messages',
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
  listInvitations: 'GET /invitations',
  listKeys: 'GET /keys',
  listKnowledgeChunks: 'GET /knowledge/documents/{id}/chunks',
  listKnowledgeDocuments: 'GET /knowledge/documents',
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
  listVoiceAgents: 'GET /voice-agents',
  listWhatsAppNumbers: 'GET /whatsapp-numbers',
  listWidgets: 'GET /widgets',
  listWorkflowRuns: 'GET /workflow-runs',
  listWorkflowVersions: 'GET /workflows/{id}/versions',
  listWorkflows: 'GET /workflows',
  noShowMeeting: 'POST /meetings/{id}/no_show',
  pauseCampaign: 'POST /campaigns/{id}/pause',
  previewBackgroundJob: 'POST /background-jobs/preview',
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
  replaceKnowledgeDocument: 'PUT /knowledge/documents/{id}',
  replayCloudFunctionRun: 'POST /cloud-functions/runs/{run_id}/replay',
  replayConversation: 'POST /conversations/{id}/replay',
  rescheduleMeeting: 'POST /meetings/{id}/reschedule',
  resolveMessage: 'POST /messages/{id}/resolve',
  resumeAutomation: 'POST /leads/{id}/automation/resume',
  runBackgroundJob: 'POST /background-jobs/{id}/run',
  runCloudFunction: 'POST /cloud-functions/{id}/run',
  searchKnowledge: 'POST /knowledge/search',
  sendMessage: 'POST /messages',
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
  undoImport: 'POST /imports/{id}/undo',
  updateAccount: 'PATCH /account',
  updateAvailabilityBlock: 'PATCH /availability-blocks/{id}',
  updateBackgroundJob: 'PATCH /background-jobs/{id}',
  updateCampaign: 'PATCH /campaigns/{id}',
  updateCloudFunction: 'PATCH /cloud-functions/{id}',
  updateConversionType: 'PATCH /conversion-types/{id}',
  updateEmailSender: 'PATCH /email-senders/{id}',
  updateHost: 'PATCH /hosts/{id}',
  updateLead: 'PATCH /leads/{id}',
  updateMeetingType: 'PATCH /meeting-types/{id}',
  updateModel: 'PATCH /models/{id}',
  updateNote: 'PATCH /notes/{id}',
  updateTask: 'PATCH /tasks/{id}',
  updateTemplate: 'PATCH /templates/{id}',
  updateUser: 'PATCH /users/{id}',
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
  cancelImport: typeof m8.cancelImportContract;
  cancelMeeting: typeof m9.cancelMeetingContract;
  cancelMessage: typeof m10.cancelMessageContract;
  changePassword: typeof m0.changePasswordContract;
  checkWorkflow: typeof m11.checkAgentContract;
  closeConversation: typeof m12.closeConversationContract;
  completeMeeting: typeof m9.completeMeetingContract;
  completePasswordReset: typeof m0.completeResetContract;
  confirmMeeting: typeof m9.confirmMeetingContract;
  connectHostCalendar: typeof m13.connectHostCalendarContract;
  converseWithWorkflow: typeof m14.converseContract;
  countLeads: typeof m15.countLeadsContract;
  createAvailabilityBlock: typeof m16.createAvailabilityBlockContract;
  createBackgroundJob: typeof m17.createJobContract;
  createCalendarFeed: typeof m13.createCalendarFeedContract;
  createCampaign: typeof m1.createCampaignContract;
  createCloudFunction: typeof m18.createFunctionContract;
  createConversionType: typeof m19.createConversionTypeContract;
  createEmailSender: typeof m20.createEmailSenderContract;
  createHook: typeof m21.createHookContract;
  createHost: typeof m22.createHostContract;
  createInvitation: typeof m0.createInvitationContract;
  createKey: typeof m23.createKeyContract;
  createKnowledgeDocument: typeof m24.createKnowledgeDocumentContract;
  createLead: typeof m15.createLeadContract;
  createLeadNote: typeof m25.createLeadNoteContract;
  createMeeting: typeof m26.createMeetingContract;
  createMeetingNotes: typeof m26.createMeetingNotesContract;
  createMeetingType: typeof m27.createMeetingTypeContract;
  createModel: typeof m28.createModelContract;
  createPasswordReset: typeof m0.createResetContract;
  createSuppression: typeof m29.createSuppressionContract;
  createTemplate: typeof m30.createTemplateContract;
  createVoiceAgent: typeof m31.createVoiceAgentContract;
  createWhatsAppNumber: typeof m32.createWhatsAppNumberContract;
  createWidget: typeof m33.createWidgetContract;
  createWorkflow: typeof m34.createAgentContract;
  deleteAvailabilityBlock: typeof m16.deleteAvailabilityBlockContract;
  deleteBackgroundJob: typeof m17.deleteJobContract;
  deleteCalendarFeed: typeof m13.deleteCalendarFeedContract;
  deleteCampaign: typeof m1.deleteCampaignContract;
  deleteCloudFunction: typeof m18.deleteFunctionContract;
  deleteConversion: typeof m19.deleteConversionContract;
  deleteConversionType: typeof m19.deleteConversionTypeContract;
  deleteEmailSender: typeof m20.deleteEmailSenderContract;
  deleteFunctionSchedule: typeof m18.deleteFunctionScheduleContract;
  deleteFunctionSecret: typeof m18.deleteFunctionSecretContract;
  deleteHook: typeof m21.deleteHookContract;
  deleteHost: typeof m22.deleteHostContract;
  deleteInvitation: typeof m0.deleteInvitationContract;
  deleteKey: typeof m23.deleteKeyContract;
  deleteKnowledgeDocument: typeof m24.deleteKnowledgeDocumentContract;
  deleteLead: typeof m15.deleteLeadContract;
  deleteMailbox: typeof m35.deleteMailboxContract;
  deleteMeetingType: typeof m27.deleteMeetingTypeContract;
  deleteModel: typeof m28.deleteModelContract;
  deleteNote: typeof m25.deleteNoteContract;
  deleteSecret: typeof m36.deleteSecretContract;
  deleteSuppression: typeof m29.deleteSuppressionContract;
  deleteTemplate: typeof m30.deleteTemplateContract;
  deleteVoiceAgent: typeof m31.deleteVoiceAgentContract;
  deleteWhatsAppNumber: typeof m32.deleteWhatsAppNumberContract;
  deleteWidget: typeof m33.deleteWidgetContract;
  deleteWorkflow: typeof m34.deleteAgentContract;
  deployCloudFunction: typeof m18.deployFunctionContract;
  disconnectHostCalendar: typeof m13.disconnectHostCalendarContract;
  dismissAttention: typeof m37.dismissAttentionContract;
  endOtherSessions: typeof m38.endOtherSessionsContract;
  endSession: typeof m38.endSessionContract;
  eraseLead: typeof m15.eraseLeadContract;
  findSlots: typeof m39.findSlotsContract;
  getAccount: typeof m40.getAccountContract;
  getBackgroundJob: typeof m17.getJobContract;
  getBackgroundJobCycle: typeof m7.getCycleContract;
  getCampaign: typeof m1.getCampaignContract;
  getCloudFunction: typeof m18.getFunctionContract;
  getCloudFunctionRun: typeof m3.getFunctionRunContract;
  getConversation: typeof m12.getConversationContract;
  getConversationTurn: typeof m12.getConversationTurnContract;
  getConversion: typeof m19.getConversionContract;
  getConversionType: typeof m19.getConversionTypeContract;
  getEmailSender: typeof m20.getEmailSenderContract;
  getHost: typeof m22.getHostContract;
  getHostCalendar: typeof m13.getHostCalendarContract;
  getHostFeed: typeof m13.getHostFeedContract;
  getImport: typeof m8.getImportContract;
  getInvite: typeof m13.getInviteContract;
  getKnowledgeDocument: typeof m24.getKnowledgeDocumentContract;
  getLead: typeof m15.getLeadContract;
  getLeadHistory: typeof m41.getLeadHistoryContract;
  getLeadNext: typeof m6.getLeadNextContract;
  getMailbox: typeof m35.getMailboxContract;
  getMeeting: typeof m9.getMeetingContract;
  getMeetingType: typeof m27.getMeetingTypeContract;
  getMessage: typeof m10.getMessageContract;
  getMessageMedia: typeof m10.getMessageMediaContract;
  getModel: typeof m28.getModelContract;
  getModelUsage: typeof m42.getModelUsageContract;
  getScheduledFunctionsReference: typeof m43.getScheduledFunctionsReferenceContract;
  getSession: typeof m38.getSessionContract;
  getSetup: typeof m0.getSetupContract;
  getTemplate: typeof m30.getTemplateContract;
  getVoiceAgent: typeof m31.getVoiceAgentContract;
  getWhatsAppNumber: typeof m32.getWhatsAppNumberContract;
  getWidget: typeof m33.getWidgetContract;
  getWidgetTelemetry: typeof m33.getWidgetTelemetryContract;
  getWorkflow: typeof m34.getAgentContract;
  getWorkflowRun: typeof m6.getAgentRunContract;
  getWorkflowVersion: typeof m11.getVersionContract;
  giveBackConversation: typeof m12.giveBackConversationContract;
  holdSlot: typeof m39.holdSlotContract;
  importLeads: typeof m8.importLeadsContract;
  isLeadPaused: typeof m4.isLeadPausedContract;
  listAttention: typeof m37.listAttentionContract;
  listAudit: typeof m44.listAuditContract;
  listAvailabilityBlocks: typeof m16.listAvailabilityBlocksContract;
  listBackgroundJobCycles: typeof m7.listCyclesContract;
  listBackgroundJobs: typeof m17.listJobsContract;
  listCampaigns: typeof m1.listCampaignsContract;
  listCloudFunctionRuns: typeof m3.listFunctionRunsContract;
  listCloudFunctionVersions: typeof m18.listFunctionVersionsContract;
  listCloudFunctions: typeof m18.listFunctionsContract;
  listConversationMessages: typeof m12.listConversationMessagesContract;
  listConversations: typeof m12.listConversationsContract;
  listConversionTypes: typeof m19.listConversionTypesContract;
  listConversions: typeof m19.listConversionsContract;
  listEmailSenders: typeof m20.listEmailSendersContract;
  listEvents: typeof m41.listEventsContract;
  listFunctionSecrets: typeof m18.listFunctionSecretsContract;
  listHooks: typeof m21.listHooksContract;
  listHosts: typeof m22.listHostsContract;
  listImportErrors: typeof m8.listImportErrorsContract;
  listImports: typeof m8.listImportsContract;
  listInvitations: typeof m0.listInvitationsContract;
  listKeys: typeof m23.listKeysContract;
  listKnowledgeChunks: typeof m24.listKnowledgeChunksContract;
  listKnowledgeDocuments: typeof m24.listKnowledgeDocumentsContract;
  listLeadConsents: typeof m45.listLeadConsentsContract;
  listLeadMeetings: typeof m9.listLeadMeetingsContract;
  listLeadNotes: typeof m25.listLeadNotesContract;
  listLeadTags: typeof m2.listLeadTagsContract;
  listLeads: typeof m15.listLeadsContract;
  listMeetingNotes: typeof m26.listMeetingNotesContract;
  listMeetingTypes: typeof m27.listMeetingTypesContract;
  listMeetings: typeof m9.listMeetingsContract;
  listMessages: typeof m10.listMessagesContract;
  listModels: typeof m28.listModelsContract;
  listNotifications: typeof m36.listNotificationsContract;
  listSandboxDeliveries: typeof m46.listSandboxDeliveriesContract;
  listSecrets: typeof m36.listSecretsContract;
  listSessions: typeof m38.listSessionsContract;
  listSuppressions: typeof m29.listSuppressionsContract;
  listTags: typeof m2.listTagsContract;
  listTasks: typeof m36.listTasksContract;
  listTemplates: typeof m30.listTemplatesContract;
  listUsers: typeof m0.listUsersContract;
  listVoiceAgents: typeof m31.listVoiceAgentsContract;
  listWhatsAppNumbers: typeof m32.listWhatsAppNumbersContract;
  listWidgets: typeof m33.listWidgetsContract;
  listWorkflowRuns: typeof m6.listAgentRunsContract;
  listWorkflowVersions: typeof m11.listVersionsContract;
  listWorkflows: typeof m34.listAgentsContract;
  noShowMeeting: typeof m9.noShowMeetingContract;
  pauseCampaign: typeof m1.pauseCampaignContract;
  previewBackgroundJob: typeof m7.previewJobContract;
  publishWorkflow: typeof m34.publishAgentContract;
  putFunctionSchedule: typeof m18.putFunctionScheduleContract;
  putFunctionSecret: typeof m18.putFunctionSecretContract;
  putSecret: typeof m36.putSecretContract;
  queryLeads: typeof m47.queryLeadsContract;
  readNotification: typeof m36.readNotificationContract;
  recordConversion: typeof m19.recordConversionContract;
  regenerateIdentitySecret: typeof m33.regenerateIdentitySecretContract;
  regenerateKey: typeof m23.regenerateKeyContract;
  regenerateWidgetKey: typeof m33.regenerateWidgetKeyContract;
  releaseHold: typeof m39.releaseHoldContract;
  releaseKnowledgeDocument: typeof m24.releaseKnowledgeDocumentContract;
  replaceKnowledgeDocument: typeof m24.replaceKnowledgeDocumentContract;
  replayCloudFunctionRun: typeof m3.replayFunctionRunContract;
  replayConversation: typeof m14.replayConversationContract;
  rescheduleMeeting: typeof m9.rescheduleMeetingContract;
  resolveMessage: typeof m10.resolveMessageContract;
  resumeAutomation: typeof m4.resumeAutomationContract;
  runBackgroundJob: typeof m7.runJobContract;
  runCloudFunction: typeof m3.runFunctionContract;
  searchKnowledge: typeof m24.searchKnowledgeContract;
  sendMessage: typeof m10.sendMessageContract;
  setLeadStatus: typeof m4.setLeadStatusContract;
  setMailbox: typeof m35.setMailboxContract;
  setUp: typeof m0.setUpContract;
  setWhatsAppNumberPhoto: typeof m32.setWhatsAppNumberPhotoContract;
  signIn: typeof m38.signInContract;
  signOut: typeof m38.signOutContract;
  simulateWorkflow: typeof m48.simulateAgentContract;
  startCampaign: typeof m1.startCampaignContract;
  stopAutomation: typeof m4.stopAutomationContract;
  syncLeadTags: typeof m2.syncLeadTagsContract;
  syncTemplates: typeof m30.syncTemplatesContract;
  takeOverConversation: typeof m12.takeOverConversationContract;
  undoImport: typeof m8.undoImportContract;
  updateAccount: typeof m40.updateAccountContract;
  updateAvailabilityBlock: typeof m16.updateAvailabilityBlockContract;
  updateBackgroundJob: typeof m17.updateJobContract;
  updateCampaign: typeof m1.updateCampaignContract;
  updateCloudFunction: typeof m18.updateFunctionContract;
  updateConversionType: typeof m19.updateConversionTypeContract;
  updateEmailSender: typeof m20.updateEmailSenderContract;
  updateHost: typeof m22.updateHostContract;
  updateLead: typeof m15.updateLeadContract;
  updateMeetingType: typeof m27.updateMeetingTypeContract;
  updateModel: typeof m28.updateModelContract;
  updateNote: typeof m25.updateNoteContract;
  updateTask: typeof m36.updateTaskContract;
  updateTemplate: typeof m30.updateTemplateContract;
  updateUser: typeof m0.updateUserContract;
  updateVoiceAgent: typeof m31.updateVoiceAgentContract;
  updateWhatsAppNumber: typeof m32.updateWhatsAppNumberContract;
  updateWidget: typeof m33.updateWidgetContract;
  updateWorkflow: typeof m34.updateAgentContract;
  wakeWorkflowRun: typeof m6.wakeRunContract;
  writeInConversation: typeof m12.writeInConversationContract;
}
