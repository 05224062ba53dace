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
import type * as m14 from '../../schemas/channels/sender-health.js';
import type * as m15 from '../../schemas/agents/agent-versions.js';
import type * as m16 from '../../schemas/agents/variants.js';
import type * as m17 from '../../schemas/accounts/second-factor.js';
import type * as m18 from '../../schemas/meetings/calendars.js';
import type * as m19 from '../../schemas/agents/trials.js';
import type * as m20 from '../../schemas/conversations/inbox.js';
import type * as m21 from '../../schemas/leads/list-leads.js';
import type * as m22 from '../../schemas/rules/query-leads.js';
import type * as m23 from '../../schemas/meetings/availability-blocks.js';
import type * as m24 from '../../schemas/jobs/background-job-contracts.js';
import type * as m25 from '../../schemas/conversations/canned-replies.js';
import type * as m26 from '../../schemas/connections/connections.js';
import type * as m27 from '../../schemas/campaigns/conversions.js';
import type * as m28 from '../../schemas/channels/email-senders.js';
import type * as m29 from '../../schemas/inbound/provider-hooks.js';
import type * as m30 from '../../schemas/meetings/hosts.js';
import type * as m31 from '../../schemas/accounts/keys.js';
import type * as m32 from '../../schemas/knowledge/documents.js';
import type * as m33 from '../../schemas/leads/create-leads.js';
import type * as m34 from '../../schemas/leads/notes.js';
import type * as m35 from '../../schemas/meetings/record-meeting.js';
import type * as m36 from '../../schemas/meetings/meeting-types.js';
import type * as m37 from '../../schemas/models/models.js';
import type * as m38 from '../../schemas/leads/suppressions.js';
import type * as m39 from '../../schemas/jobs/job-results.js';
import type * as m40 from '../../schemas/channels/templates.js';
import type * as m41 from '../../schemas/accounts/views.js';
import type * as m42 from '../../schemas/channels/voice-agents.js';
import type * as m43 from '../../schemas/channels/whatsapp-numbers.js';
import type * as m44 from '../../schemas/widget/widgets.js';
import type * as m45 from '../../schemas/agents/agent-contracts.js';
import type * as m46 from '../../schemas/leads/one-lead.js';
import type * as m47 from '../../schemas/channels/mailboxes.js';
import type * as m48 from '../../schemas/accounts/notification-settings.js';
import type * as m49 from '../../schemas/operations/attention.js';
import type * as m50 from '../../schemas/accounts/session.js';
import type * as m51 from '../../schemas/meetings/slots.js';
import type * as m52 from '../../schemas/accounts/account.js';
import type * as m53 from '../../schemas/events/history.js';
import type * as m54 from '../../schemas/models/usage.js';
import type * as m55 from '../../schemas/operations/reports.js';
import type * as m56 from '../../schemas/meetings/schedule.js';
import type * as m57 from '../../schemas/functions/function-reference.js';
import type * as m58 from '../../schemas/operations/system.js';
import type * as m59 from '../../schemas/messages/render.js';
import type * as m60 from '../../schemas/accounts/audit.js';
import type * as m61 from '../../schemas/leads/consents.js';
import type * as m62 from '../../schemas/channels/sandbox.js';
import type * as m63 from '../../schemas/channels/sandbox-replies.js';
import type * as m64 from '../../schemas/agents/simulation.js';

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
  checkLink: 'POST /links/check',
  checkSenderHealth: 'POST /email-senders/{id}/health/check',
  checkWorkflow: 'POST /workflows/check',
  closeConversation: 'POST /conversations/{id}/close',
  compareVariants: 'GET /workflows/{id}/variants',
  completeMeeting: 'POST /meetings/{id}/complete',
  completePasswordReset: 'POST /password-resets/complete',
  completeSignIn: 'POST /session/second-factor',
  confirmAuthenticatorApp: 'PUT /second-factor/authenticator-app/confirm',
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
  createConnection: 'POST /connections',
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
  createRecoveryCodes: 'PUT /second-factor/recovery-codes',
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
  deleteConnection: 'DELETE /connections/{id}',
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
  deleteNotificationWebhook: 'DELETE /notification-settings/webhooks/{channel}',
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
  getConnection: 'GET /connections/{id}',
  getConversation: 'GET /conversations/{id}',
  getConversationTurn: 'GET /conversations/{id}/turns/{no}',
  getConversion: 'GET /conversions/{id}',
  getConversionType: 'GET /conversion-types/{id}',
  getEmailSender: 'GET /email-senders/{id}',
  getHost: 'GET /hosts/{id}',
  getHostCalendar: 'GET /hosts/{id}/calendar',
  getHostFeed: 'GET /hosts/{id}/calendar.ics',
  getImport: 'GET /imports/{id}',
  getInboxEntry: 'GET /inbox/{id}',
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
  getNotificationSettings: 'GET /notification-settings',
  getReport: 'GET /reports/{report}',
  getSchedule: 'GET /schedule',
  getScheduledFunctionsReference: 'GET /scheduled-functions/reference',
  getSecondFactor: 'GET /second-factor',
  getSenderHealth: 'GET /email-senders/{id}/health',
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
  listConnectionCalendars: 'GET /connections/{id}/calendars',
  listConnections: 'GET /connections',
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
  reconnect: 'POST /connections/{id}/reconnect',
  recordConversion: 'POST /conversions',
  recordLeadConsent: 'POST /leads/{id}/consents',
  regenerateIdentitySecret: 'POST /widgets/{id}/regenerate-identity-secret',
  regenerateKey: 'POST /keys/{id}/regenerate',
  regenerateWidgetKey: 'POST /widgets/{id}/regenerate-key',
  releaseHold: 'DELETE /meeting-holds/{id}',
  releaseKnowledgeDocument: 'POST /knowledge/documents/{id}/release',
  removeSecondFactor: 'PUT /second-factor/remove',
  renderMessage: 'POST /messages/render',
  reopenConversation: 'POST /conversations/{id}/reopen',
  replaceKnowledgeDocument: 'PUT /knowledge/documents/{id}',
  replayCloudFunctionRun: 'POST /cloud-functions/runs/{run_id}/replay',
  replayConversation: 'POST /conversations/{id}/replay',
  replyInSandbox: 'POST /sandbox/replies',
  requestPasswordReset: 'POST /password-resets',
  rescheduleMeeting: 'POST /meetings/{id}/reschedule',
  resetSecondFactor: 'DELETE /users/{id}/second-factor',
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
  setHookSecret: 'PUT /hooks/{id}/secret',
  setLeadStatus: 'POST /leads/{id}/status',
  setMailbox: 'PUT /email-senders/{id}/mailbox',
  setNotificationWebhook: 'PUT /notification-settings/webhooks/{channel}',
  setUp: 'POST /setup',
  setWhatsAppNumberPhoto: 'PATCH /whatsapp-numbers/{id}/photo',
  signIn: 'POST /session',
  signOut: 'DELETE /session',
  simulateWorkflow: 'POST /workflows/{id}/simulate',
  startAuthenticatorApp: 'PUT /second-factor/authenticator-app',
  startCampaign: 'POST /campaigns/{id}/start',
  stopAutomation: 'POST /leads/{id}/automation/stop',
  syncLeadTags: 'PUT /leads/tags',
  syncTemplates: 'POST /templates/sync',
  takeOverConversation: 'POST /conversations/{id}/take-over',
  tellPresence: 'POST /inbox/{id}/presence',
  testNotificationChannel: 'POST /notification-settings/{channel}/test',
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
  updateNotificationSettings: 'PATCH /notification-settings',
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
  assignWorkflow: typeof m4.assignAgentContract;
  bookMeeting: typeof m5.bookMeetingContract;
  bulkWorkflowRuns: typeof m6.bulkAgentRunsContract;
  cancelBackgroundJobCycle: typeof m7.cancelJobCycleContract;
  cancelConversationMessage: typeof m8.cancelConversationMessageContract;
  cancelImport: typeof m9.cancelImportContract;
  cancelMeeting: typeof m10.cancelMeetingContract;
  cancelMessage: typeof m11.cancelMessageContract;
  changeLeads: typeof m12.changeLeadsContract;
  changePassword: typeof m0.changePasswordContract;
  checkCloudFunction: typeof m13.checkFunctionContract;
  checkLink: typeof m0.checkLinkContract;
  checkSenderHealth: typeof m14.checkSenderHealthContract;
  checkWorkflow: typeof m15.checkAgentContract;
  closeConversation: typeof m8.closeConversationContract;
  compareVariants: typeof m16.compareVariantsContract;
  completeMeeting: typeof m10.completeMeetingContract;
  completePasswordReset: typeof m0.completePasswordResetContract;
  completeSignIn: typeof m17.completeSignInContract;
  confirmAuthenticatorApp: typeof m17.confirmAuthenticatorAppContract;
  confirmMeeting: typeof m10.confirmMeetingContract;
  connectHostCalendar: typeof m18.connectHostCalendarContract;
  converseWithWorkflow: typeof m19.converseWithAgentContract;
  countInbox: typeof m20.countInboxContract;
  countLackingLeads: typeof m21.countLackingLeadsContract;
  countLeads: typeof m21.countLeadsContract;
  countQueriedLeads: typeof m22.countQueriedLeadsContract;
  countUnread: typeof m20.countUnreadContract;
  createAvailabilityBlock: typeof m23.createAvailabilityBlockContract;
  createBackgroundJob: typeof m24.createJobContract;
  createCalendarFeed: typeof m18.createCalendarFeedContract;
  createCampaign: typeof m1.createCampaignContract;
  createCannedReply: typeof m25.createCannedReplyContract;
  createCloudFunction: typeof m13.createFunctionContract;
  createConnection: typeof m26.createConnectionContract;
  createConversionType: typeof m27.createConversionTypeContract;
  createEmailSender: typeof m28.createEmailSenderContract;
  createHook: typeof m29.createHookContract;
  createHost: typeof m30.createHostContract;
  createInvitation: typeof m0.createInvitationContract;
  createKey: typeof m31.createKeyContract;
  createKnowledgeDocument: typeof m32.createKnowledgeDocumentContract;
  createLead: typeof m33.createLeadContract;
  createLeadNote: typeof m34.createLeadNoteContract;
  createMeeting: typeof m35.createMeetingContract;
  createMeetingNotes: typeof m35.createMeetingNotesContract;
  createMeetingType: typeof m36.createMeetingTypeContract;
  createModel: typeof m37.createModelContract;
  createPasswordReset: typeof m0.createPasswordResetContract;
  createRecoveryCodes: typeof m17.createRecoveryCodesContract;
  createSuppression: typeof m38.createSuppressionContract;
  createTask: typeof m39.createTaskContract;
  createTemplate: typeof m40.createTemplateContract;
  createView: typeof m41.createViewContract;
  createVoiceAgent: typeof m42.createVoiceAgentContract;
  createWhatsAppNumber: typeof m43.createWhatsAppNumberContract;
  createWidget: typeof m44.createWidgetContract;
  createWorkflow: typeof m45.createAgentContract;
  deleteAvailabilityBlock: typeof m23.deleteAvailabilityBlockContract;
  deleteBackgroundJob: typeof m24.deleteJobContract;
  deleteCalendarFeed: typeof m18.deleteCalendarFeedContract;
  deleteCampaign: typeof m1.deleteCampaignContract;
  deleteCannedReply: typeof m25.deleteCannedReplyContract;
  deleteCloudFunction: typeof m13.deleteFunctionContract;
  deleteConnection: typeof m26.deleteConnectionContract;
  deleteConversion: typeof m27.deleteConversionContract;
  deleteConversionType: typeof m27.deleteConversionTypeContract;
  deleteEmailSender: typeof m28.deleteEmailSenderContract;
  deleteFunctionSchedule: typeof m13.deleteFunctionScheduleContract;
  deleteFunctionSecret: typeof m13.deleteFunctionSecretContract;
  deleteHook: typeof m29.deleteHookContract;
  deleteHost: typeof m30.deleteHostContract;
  deleteInvitation: typeof m0.deleteInvitationContract;
  deleteKey: typeof m31.deleteKeyContract;
  deleteKnowledgeDocument: typeof m32.deleteKnowledgeDocumentContract;
  deleteLead: typeof m46.deleteLeadContract;
  deleteMailbox: typeof m47.deleteMailboxContract;
  deleteMeetingType: typeof m36.deleteMeetingTypeContract;
  deleteModel: typeof m37.deleteModelContract;
  deleteNote: typeof m34.deleteNoteContract;
  deleteNotificationWebhook: typeof m48.deleteNotificationWebhookContract;
  deleteSecret: typeof m39.deleteSecretContract;
  deleteSuppression: typeof m38.deleteSuppressionContract;
  deleteTemplate: typeof m40.deleteTemplateContract;
  deleteView: typeof m41.deleteViewContract;
  deleteVoiceAgent: typeof m42.deleteVoiceAgentContract;
  deleteWhatsAppNumber: typeof m43.deleteWhatsAppNumberContract;
  deleteWidget: typeof m44.deleteWidgetContract;
  deleteWorkflow: typeof m45.deleteAgentContract;
  deployCloudFunction: typeof m13.deployFunctionContract;
  disconnectHostCalendar: typeof m18.disconnectHostCalendarContract;
  dismissAttention: typeof m49.dismissAttentionContract;
  endOtherSessions: typeof m50.endOtherSessionsContract;
  endSession: typeof m50.endSessionContract;
  eraseLead: typeof m46.eraseLeadContract;
  findSlots: typeof m51.findSlotsContract;
  getAccount: typeof m52.getAccountContract;
  getBackgroundJob: typeof m24.getJobContract;
  getBackgroundJobCycle: typeof m7.getJobCycleContract;
  getCampaign: typeof m1.getCampaignContract;
  getCloudFunction: typeof m13.getFunctionContract;
  getCloudFunctionRun: typeof m3.getFunctionRunContract;
  getConnection: typeof m26.getConnectionContract;
  getConversation: typeof m8.getConversationContract;
  getConversationTurn: typeof m8.getConversationTurnContract;
  getConversion: typeof m27.getConversionContract;
  getConversionType: typeof m27.getConversionTypeContract;
  getEmailSender: typeof m28.getEmailSenderContract;
  getHost: typeof m30.getHostContract;
  getHostCalendar: typeof m18.getHostCalendarContract;
  getHostFeed: typeof m18.getHostFeedContract;
  getImport: typeof m9.getImportContract;
  getInboxEntry: typeof m20.getInboxEntryContract;
  getInvite: typeof m18.getInviteContract;
  getKnowledgeDocument: typeof m32.getKnowledgeDocumentContract;
  getLead: typeof m46.getLeadContract;
  getLeadChange: typeof m12.getLeadChangeContract;
  getLeadHistory: typeof m53.getLeadHistoryContract;
  getLeadNext: typeof m6.getLeadNextContract;
  getMailbox: typeof m47.getMailboxContract;
  getMeeting: typeof m10.getMeetingContract;
  getMeetingType: typeof m36.getMeetingTypeContract;
  getMessage: typeof m11.getMessageContract;
  getMessageMedia: typeof m11.getMessageMediaContract;
  getModel: typeof m37.getModelContract;
  getModelUsage: typeof m54.getModelUsageContract;
  getNotificationSettings: typeof m48.getNotificationSettingsContract;
  getReport: typeof m55.getReportContract;
  getSchedule: typeof m56.getScheduleContract;
  getScheduledFunctionsReference: typeof m57.getScheduledFunctionsReferenceContract;
  getSecondFactor: typeof m17.getSecondFactorContract;
  getSenderHealth: typeof m14.getSenderHealthContract;
  getSession: typeof m50.getSessionContract;
  getSetup: typeof m0.getSetupContract;
  getSummary: typeof m55.getSummaryContract;
  getSystem: typeof m58.getSystemContract;
  getTemplate: typeof m40.getTemplateContract;
  getTestMessage: typeof m59.getTestMessageContract;
  getVoiceAgent: typeof m42.getVoiceAgentContract;
  getWhatsAppNumber: typeof m43.getWhatsAppNumberContract;
  getWidget: typeof m44.getWidgetContract;
  getWidgetTelemetry: typeof m44.getWidgetTelemetryContract;
  getWorkflow: typeof m45.getAgentContract;
  getWorkflowFunnel: typeof m55.getAgentFunnelContract;
  getWorkflowRun: typeof m6.getAgentRunContract;
  getWorkflowStats: typeof m55.getAgentStatsContract;
  getWorkflowVersion: typeof m15.getAgentVersionContract;
  giveBackConversation: typeof m8.giveBackConversationContract;
  holdSlot: typeof m51.holdSlotContract;
  importLeads: typeof m9.importLeadsContract;
  isLeadPaused: typeof m4.isLeadPausedContract;
  listAttention: typeof m49.listAttentionContract;
  listAudit: typeof m60.listAuditContract;
  listAvailabilityBlocks: typeof m23.listAvailabilityBlocksContract;
  listBackgroundJobCycleLeads: typeof m7.listJobCycleLeadsContract;
  listBackgroundJobCycles: typeof m7.listJobCyclesContract;
  listBackgroundJobs: typeof m24.listJobsContract;
  listCampaigns: typeof m1.listCampaignsContract;
  listCannedReplies: typeof m25.listCannedRepliesContract;
  listCloudFunctionFires: typeof m13.listFunctionFiresContract;
  listCloudFunctionRuns: typeof m3.listFunctionRunsContract;
  listCloudFunctionVersions: typeof m13.listFunctionVersionsContract;
  listCloudFunctions: typeof m13.listFunctionsContract;
  listConnectionCalendars: typeof m18.listConnectionCalendarsContract;
  listConnections: typeof m26.listConnectionsContract;
  listConversationMessages: typeof m8.listConversationMessagesContract;
  listConversationTurns: typeof m8.listConversationTurnsContract;
  listConversations: typeof m8.listConversationsContract;
  listConversionTypes: typeof m27.listConversionTypesContract;
  listConversions: typeof m27.listConversionsContract;
  listEmailSenders: typeof m28.listEmailSendersContract;
  listEvents: typeof m53.listEventsContract;
  listFunctionSecrets: typeof m13.listFunctionSecretsContract;
  listHooks: typeof m29.listHooksContract;
  listHosts: typeof m30.listHostsContract;
  listImportErrors: typeof m9.listImportErrorsContract;
  listImports: typeof m9.listImportsContract;
  listInbox: typeof m20.listInboxContract;
  listInvitations: typeof m0.listInvitationsContract;
  listKeys: typeof m31.listKeysContract;
  listKnowledgeChunks: typeof m32.listKnowledgeChunksContract;
  listKnowledgeDocuments: typeof m32.listKnowledgeDocumentsContract;
  listLeadChanges: typeof m12.listLeadChangesContract;
  listLeadConsents: typeof m61.listLeadConsentsContract;
  listLeadMeetings: typeof m10.listLeadMeetingsContract;
  listLeadNotes: typeof m34.listLeadNotesContract;
  listLeadTags: typeof m2.listLeadTagsContract;
  listLeads: typeof m21.listLeadsContract;
  listMeetingNotes: typeof m35.listMeetingNotesContract;
  listMeetingTypes: typeof m36.listMeetingTypesContract;
  listMeetings: typeof m10.listMeetingsContract;
  listMessages: typeof m11.listMessagesContract;
  listModels: typeof m37.listModelsContract;
  listNotifications: typeof m39.listNotificationsContract;
  listSandboxDeliveries: typeof m62.listSandboxDeliveriesContract;
  listSecrets: typeof m39.listSecretsContract;
  listSessions: typeof m50.listSessionsContract;
  listSuppressions: typeof m38.listSuppressionsContract;
  listTags: typeof m2.listTagsContract;
  listTasks: typeof m39.listTasksContract;
  listTemplates: typeof m40.listTemplatesContract;
  listUsers: typeof m0.listUsersContract;
  listViews: typeof m41.listViewsContract;
  listVoiceAgents: typeof m42.listVoiceAgentsContract;
  listWhatsAppNumbers: typeof m43.listWhatsAppNumbersContract;
  listWidgets: typeof m44.listWidgetsContract;
  listWorkflowRuns: typeof m6.listAgentRunsContract;
  listWorkflowVersions: typeof m15.listAgentVersionsContract;
  listWorkflows: typeof m45.listAgentsContract;
  noShowMeeting: typeof m10.noShowMeetingContract;
  pauseCampaign: typeof m1.pauseCampaignContract;
  planWorkflow: typeof m15.planAgentContract;
  previewBackgroundJob: typeof m7.previewJobContract;
  previewRetention: typeof m52.previewRetentionContract;
  publishWorkflow: typeof m45.publishAgentContract;
  putFunctionSchedule: typeof m13.putFunctionScheduleContract;
  putFunctionSecret: typeof m13.putFunctionSecretContract;
  putSecret: typeof m39.putSecretContract;
  queryLeads: typeof m22.queryLeadsContract;
  readNotification: typeof m39.readNotificationContract;
  reconnect: typeof m26.reconnectContract;
  recordConversion: typeof m27.recordConversionContract;
  recordLeadConsent: typeof m61.recordLeadConsentContract;
  regenerateIdentitySecret: typeof m44.regenerateIdentitySecretContract;
  regenerateKey: typeof m31.regenerateKeyContract;
  regenerateWidgetKey: typeof m44.regenerateWidgetKeyContract;
  releaseHold: typeof m51.releaseHoldContract;
  releaseKnowledgeDocument: typeof m32.releaseKnowledgeDocumentContract;
  removeSecondFactor: typeof m17.removeSecondFactorContract;
  renderMessage: typeof m59.renderMessageContract;
  reopenConversation: typeof m8.reopenConversationContract;
  replaceKnowledgeDocument: typeof m32.replaceKnowledgeDocumentContract;
  replayCloudFunctionRun: typeof m3.replayFunctionRunContract;
  replayConversation: typeof m19.replayConversationContract;
  replyInSandbox: typeof m63.replyInSandboxContract;
  requestPasswordReset: typeof m0.requestPasswordResetContract;
  rescheduleMeeting: typeof m10.rescheduleMeetingContract;
  resetSecondFactor: typeof m17.resetSecondFactorContract;
  resolveMessage: typeof m11.resolveMessageContract;
  resumeAutomation: typeof m4.resumeAutomationContract;
  retryHeldWork: typeof m58.retryHeldWorkContract;
  retryInboundEvent: typeof m58.retryInboundEventContract;
  retryInstruction: typeof m58.retryInstructionContract;
  runBackgroundJob: typeof m7.runJobContract;
  runCloudFunction: typeof m3.runFunctionContract;
  searchKnowledge: typeof m32.searchKnowledgeContract;
  sendMessage: typeof m11.sendMessageContract;
  sendTestMessage: typeof m59.sendTestMessageContract;
  setHookSecret: typeof m29.setHookSecretContract;
  setLeadStatus: typeof m4.setLeadStatusContract;
  setMailbox: typeof m47.setMailboxContract;
  setNotificationWebhook: typeof m48.setNotificationWebhookContract;
  setUp: typeof m0.setUpContract;
  setWhatsAppNumberPhoto: typeof m43.setWhatsAppNumberPhotoContract;
  signIn: typeof m50.signInContract;
  signOut: typeof m50.signOutContract;
  simulateWorkflow: typeof m64.simulateAgentContract;
  startAuthenticatorApp: typeof m17.startAuthenticatorAppContract;
  startCampaign: typeof m1.startCampaignContract;
  stopAutomation: typeof m4.stopAutomationContract;
  syncLeadTags: typeof m2.syncLeadTagsContract;
  syncTemplates: typeof m40.syncTemplatesContract;
  takeOverConversation: typeof m8.takeOverConversationContract;
  tellPresence: typeof m20.tellPresenceContract;
  testNotificationChannel: typeof m48.testNotificationChannelContract;
  undoImport: typeof m9.undoImportContract;
  undoLeadChange: typeof m12.undoLeadChangeContract;
  updateAccount: typeof m52.updateAccountContract;
  updateAvailabilityBlock: typeof m23.updateAvailabilityBlockContract;
  updateBackgroundJob: typeof m24.updateJobContract;
  updateCampaign: typeof m1.updateCampaignContract;
  updateCannedReply: typeof m25.updateCannedReplyContract;
  updateCloudFunction: typeof m13.updateFunctionContract;
  updateConversionType: typeof m27.updateConversionTypeContract;
  updateEmailSender: typeof m28.updateEmailSenderContract;
  updateHost: typeof m30.updateHostContract;
  updateInboxEntry: typeof m20.updateInboxEntryContract;
  updateLead: typeof m46.updateLeadContract;
  updateMeetingType: typeof m36.updateMeetingTypeContract;
  updateModel: typeof m37.updateModelContract;
  updateNote: typeof m34.updateNoteContract;
  updateNotificationSettings: typeof m48.updateNotificationSettingsContract;
  updateTask: typeof m39.updateTaskContract;
  updateTemplate: typeof m40.updateTemplateContract;
  updateUser: typeof m0.updateUserContract;
  updateView: typeof m41.updateViewContract;
  updateVoiceAgent: typeof m42.updateVoiceAgentContract;
  updateWhatsAppNumber: typeof m43.updateWhatsAppNumberContract;
  updateWidget: typeof m44.updateWidgetContract;
  updateWorkflow: typeof m45.updateAgentContract;
  wakeWorkflowRun: typeof m6.wakeAgentRunContract;
  writeInConversation: typeof m8.writeInConversationContract;
}
