// Written by `npm run generate` from the contracts.
import type * as m0 from '../../schemas/accounts/people.js';
import type * as m1 from '../../schemas/campaigns/campaigns.js';
import type * as m2 from '../../schemas/leads/tags.js';
import type * as m3 from '../../schemas/accounts/passkeys.js';
import type * as m4 from '../../schemas/functions/function-runs.js';
import type * as m5 from '../../schemas/agent-runs/automation.js';
import type * as m6 from '../../schemas/meetings/book-meeting.js';
import type * as m7 from '../../schemas/agent-runs/agent-runs.js';
import type * as m8 from '../../schemas/jobs/job-cycles.js';
import type * as m9 from '../../schemas/conversations/conversations.js';
import type * as m10 from '../../schemas/imports/imports.js';
import type * as m11 from '../../schemas/meetings/meeting-changes.js';
import type * as m12 from '../../schemas/messages/messages.js';
import type * as m13 from '../../schemas/rules/lead-changes.js';
import type * as m14 from '../../schemas/functions/cloud-function-contracts.js';
import type * as m15 from '../../schemas/channels/sender-health.js';
import type * as m16 from '../../schemas/agents/agent-versions.js';
import type * as m17 from '../../schemas/agents/variants.js';
import type * as m18 from '../../schemas/accounts/second-factor.js';
import type * as m19 from '../../schemas/meetings/calendars.js';
import type * as m20 from '../../schemas/agents/trials.js';
import type * as m21 from '../../schemas/conversations/inbox.js';
import type * as m22 from '../../schemas/leads/list-leads.js';
import type * as m23 from '../../schemas/rules/query-leads.js';
import type * as m24 from '../../schemas/meetings/availability-blocks.js';
import type * as m25 from '../../schemas/jobs/background-job-contracts.js';
import type * as m26 from '../../schemas/conversations/canned-replies.js';
import type * as m27 from '../../schemas/connections/connections.js';
import type * as m28 from '../../schemas/campaigns/conversions.js';
import type * as m29 from '../../schemas/channels/email-senders.js';
import type * as m30 from '../../schemas/inbound/provider-hooks.js';
import type * as m31 from '../../schemas/meetings/hosts.js';
import type * as m32 from '../../schemas/accounts/keys.js';
import type * as m33 from '../../schemas/knowledge/documents.js';
import type * as m34 from '../../schemas/leads/create-leads.js';
import type * as m35 from '../../schemas/leads/notes.js';
import type * as m36 from '../../schemas/meetings/record-meeting.js';
import type * as m37 from '../../schemas/meetings/meeting-types.js';
import type * as m38 from '../../schemas/models/models.js';
import type * as m39 from '../../schemas/operations/report-links.js';
import type * as m40 from '../../schemas/leads/suppressions.js';
import type * as m41 from '../../schemas/jobs/job-results.js';
import type * as m42 from '../../schemas/channels/templates.js';
import type * as m43 from '../../schemas/accounts/views.js';
import type * as m44 from '../../schemas/channels/voice-agents.js';
import type * as m45 from '../../schemas/webhooks/webhooks.js';
import type * as m46 from '../../schemas/channels/whatsapp-numbers.js';
import type * as m47 from '../../schemas/widget/widgets.js';
import type * as m48 from '../../schemas/agents/agent-contracts.js';
import type * as m49 from '../../schemas/leads/one-lead.js';
import type * as m50 from '../../schemas/channels/mailboxes.js';
import type * as m51 from '../../schemas/accounts/notification-settings.js';
import type * as m52 from '../../schemas/operations/attention.js';
import type * as m53 from '../../schemas/accounts/session.js';
import type * as m54 from '../../schemas/meetings/slots.js';
import type * as m55 from '../../schemas/accounts/account.js';
import type * as m56 from '../../schemas/accounts/api-requests.js';
import type * as m57 from '../../schemas/events/history.js';
import type * as m58 from '../../schemas/models/usage.js';
import type * as m59 from '../../schemas/operations/performance.js';
import type * as m60 from '../../schemas/operations/reports.js';
import type * as m61 from '../../schemas/meetings/schedule.js';
import type * as m62 from '../../schemas/functions/function-reference.js';
import type * as m63 from '../../schemas/operations/system.js';
import type * as m64 from '../../schemas/messages/render.js';
import type * as m65 from '../../schemas/accounts/usage.js';
import type * as m66 from '../../schemas/webhooks/deliveries.js';
import type * as m67 from '../../schemas/agents/pipeline.js';
import type * as m68 from '../../schemas/accounts/audit.js';
import type * as m69 from '../../schemas/webhooks/event-types.js';
import type * as m70 from '../../schemas/accounts/user-mails.js';
import type * as m71 from '../../schemas/leads/consents.js';
import type * as m72 from '../../schemas/operations/report-goals.js';
import type * as m73 from '../../schemas/channels/sandbox.js';
import type * as m74 from '../../schemas/channels/sandbox-replies.js';
import type * as m75 from '../../schemas/agents/simulation.js';

/** Method and address of each operation that signed-in users have, below `api/internal`. */
export const PATHS = {
  acceptInvitation: 'POST /invitations/accept',
  addCampaignLeads: 'POST /campaigns/{id}/leads',
  addLeadTags: 'POST /leads/{id}/tags',
  addPasskey: 'PUT /second-factor/passkeys',
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
  createReportLink: 'POST /report-links',
  createSuppression: 'POST /suppressions',
  createTask: 'POST /tasks',
  createTemplate: 'POST /templates',
  createView: 'POST /views',
  createVoiceAgent: 'POST /voice-agents',
  createWebhook: 'POST /webhooks',
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
  deleteReportLink: 'DELETE /report-links/{id}',
  deleteSecret: 'DELETE /secrets/{name}',
  deleteSuppression: 'DELETE /suppressions/{id}',
  deleteTemplate: 'DELETE /templates/{id}',
  deleteView: 'DELETE /views/{id}',
  deleteVoiceAgent: 'DELETE /voice-agents/{id}',
  deleteWebhook: 'DELETE /webhooks/{id}',
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
  getApiRequest: 'GET /api-requests/{id}',
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
  getPerformance: 'GET /reports/performance',
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
  getUsage: 'GET /usage',
  getVoiceAgent: 'GET /voice-agents/{id}',
  getWebhook: 'GET /webhooks/{id}',
  getWebhookDelivery: 'GET /webhooks/deliveries/{id}',
  getWhatsAppNumber: 'GET /whatsapp-numbers/{id}',
  getWidget: 'GET /widgets/{id}',
  getWidgetTelemetry: 'GET /widgets/{id}/telemetry',
  getWorkflow: 'GET /workflows/{id}',
  getWorkflowFunnel: 'GET /workflows/{id}/funnel',
  getWorkflowPipeline: 'GET /workflows/{id}/pipeline',
  getWorkflowRun: 'GET /workflow-runs/{id}',
  getWorkflowStats: 'GET /workflows/stats',
  getWorkflowVersion: 'GET /workflows/{id}/versions/{version}',
  giveBackConversation: 'POST /conversations/{id}/give-back',
  holdSlot: 'POST /meetings/holds',
  importLeads: 'POST /leads/import',
  isLeadPaused: 'GET /leads/{id}/is_paused',
  listApiRequests: 'GET /api-requests',
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
  listEventTypes: 'GET /event-types',
  listEvents: 'GET /events',
  listFailedUserMails: 'GET /user-mails',
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
  listPasskeys: 'GET /second-factor/passkeys',
  listPerformanceLeads: 'GET /reports/performance/leads',
  listPipelineLeads: 'GET /workflows/{id}/pipeline/leads',
  listReportGoals: 'GET /report-goals',
  listReportLinks: 'GET /report-links',
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
  listWebhookDeliveries: 'GET /webhooks/{id}/deliveries',
  listWebhooks: 'GET /webhooks',
  listWhatsAppNumbers: 'GET /whatsapp-numbers',
  listWidgets: 'GET /widgets',
  listWorkflowRuns: 'GET /workflow-runs',
  listWorkflowVersions: 'GET /workflows/{id}/versions',
  listWorkflows: 'GET /workflows',
  noShowMeeting: 'POST /meetings/{id}/no_show',
  openReportLink: 'POST /report-links/open',
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
  recoverWebhook: 'POST /webhooks/{id}/recover',
  regenerateIdentitySecret: 'POST /widgets/{id}/regenerate-identity-secret',
  regenerateKey: 'POST /keys/{id}/regenerate',
  regenerateWidgetKey: 'POST /widgets/{id}/regenerate-key',
  releaseHold: 'DELETE /meeting-holds/{id}',
  releaseKnowledgeDocument: 'POST /knowledge/documents/{id}/release',
  removePasskey: 'PUT /second-factor/passkeys/{id}/remove',
  removeSecondFactor: 'PUT /second-factor/remove',
  renderMessage: 'POST /messages/render',
  reopenConversation: 'POST /conversations/{id}/reopen',
  replaceKnowledgeDocument: 'PUT /knowledge/documents/{id}',
  replayCloudFunctionRun: 'POST /cloud-functions/runs/{run_id}/replay',
  replayConversation: 'POST /conversations/{id}/replay',
  replayWebhookDelivery: 'POST /webhooks/deliveries/{id}/replay',
  replyInSandbox: 'POST /sandbox/replies',
  requestPasswordReset: 'POST /password-resets',
  rescheduleMeeting: 'POST /meetings/{id}/reschedule',
  resetSecondFactor: 'DELETE /users/{id}/second-factor',
  resolveMessage: 'POST /messages/{id}/resolve',
  resumeAutomation: 'POST /leads/{id}/automation/resume',
  retryHeldWork: 'POST /held-work/retry',
  retryInboundEvent: 'POST /inbound-events/{id}/retry',
  retryInstruction: 'POST /outbox/{id}/retry',
  retryUserMail: 'POST /user-mails/{id}/retry',
  rotateWebhook: 'POST /webhooks/{id}/rotate',
  runBackgroundJob: 'POST /background-jobs/{id}/run',
  runCloudFunction: 'POST /cloud-functions/{id}/run',
  searchKnowledge: 'POST /knowledge/search',
  sendMessage: 'POST /messages',
  sendTestMessage: 'POST /messages/test',
  setHookSecret: 'PUT /hooks/{id}/secret',
  setLeadStatus: 'POST /leads/{id}/status',
  setMailbox: 'PUT /email-senders/{id}/mailbox',
  setNotificationWebhook: 'PUT /notification-settings/webhooks/{channel}',
  setReportGoal: 'PUT /report-goals',
  setUp: 'POST /setup',
  setWhatsAppNumberPhoto: 'PATCH /whatsapp-numbers/{id}/photo',
  signIn: 'POST /session',
  signInWithPasskey: 'POST /session/passkey',
  signOut: 'DELETE /session',
  simulateWorkflow: 'POST /workflows/{id}/simulate',
  startAuthenticatorApp: 'PUT /second-factor/authenticator-app',
  startCampaign: 'POST /campaigns/{id}/start',
  startPasskey: 'PUT /second-factor/passkeys/options',
  startPasskeySignIn: 'POST /session/passkey/options',
  stopAutomation: 'POST /leads/{id}/automation/stop',
  syncLeadTags: 'PUT /leads/tags',
  syncTemplates: 'POST /templates/sync',
  takeOverConversation: 'POST /conversations/{id}/take-over',
  tellPresence: 'POST /inbox/{id}/presence',
  testNotificationChannel: 'POST /notification-settings/{channel}/test',
  testWebhook: 'POST /webhooks/{id}/test',
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
  updatePasskey: 'PATCH /second-factor/passkeys/{id}',
  updateTask: 'PATCH /tasks/{id}',
  updateTemplate: 'PATCH /templates/{id}',
  updateUser: 'PATCH /users/{id}',
  updateView: 'PATCH /views/{id}',
  updateVoiceAgent: 'PATCH /voice-agents/{id}',
  updateWebhook: 'PATCH /webhooks/{id}',
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
  addPasskey: typeof m3.addPasskeyContract;
  applyCloudFunctionRun: typeof m4.applyFunctionRunContract;
  assignWorkflow: typeof m5.assignAgentContract;
  bookMeeting: typeof m6.bookMeetingContract;
  bulkWorkflowRuns: typeof m7.bulkAgentRunsContract;
  cancelBackgroundJobCycle: typeof m8.cancelJobCycleContract;
  cancelConversationMessage: typeof m9.cancelConversationMessageContract;
  cancelImport: typeof m10.cancelImportContract;
  cancelMeeting: typeof m11.cancelMeetingContract;
  cancelMessage: typeof m12.cancelMessageContract;
  changeLeads: typeof m13.changeLeadsContract;
  changePassword: typeof m0.changePasswordContract;
  checkCloudFunction: typeof m14.checkFunctionContract;
  checkLink: typeof m0.checkLinkContract;
  checkSenderHealth: typeof m15.checkSenderHealthContract;
  checkWorkflow: typeof m16.checkAgentContract;
  closeConversation: typeof m9.closeConversationContract;
  compareVariants: typeof m17.compareVariantsContract;
  completeMeeting: typeof m11.completeMeetingContract;
  completePasswordReset: typeof m0.completePasswordResetContract;
  completeSignIn: typeof m18.completeSignInContract;
  confirmAuthenticatorApp: typeof m18.confirmAuthenticatorAppContract;
  confirmMeeting: typeof m11.confirmMeetingContract;
  connectHostCalendar: typeof m19.connectHostCalendarContract;
  converseWithWorkflow: typeof m20.converseWithAgentContract;
  countInbox: typeof m21.countInboxContract;
  countLackingLeads: typeof m22.countLackingLeadsContract;
  countLeads: typeof m22.countLeadsContract;
  countQueriedLeads: typeof m23.countQueriedLeadsContract;
  countUnread: typeof m21.countUnreadContract;
  createAvailabilityBlock: typeof m24.createAvailabilityBlockContract;
  createBackgroundJob: typeof m25.createJobContract;
  createCalendarFeed: typeof m19.createCalendarFeedContract;
  createCampaign: typeof m1.createCampaignContract;
  createCannedReply: typeof m26.createCannedReplyContract;
  createCloudFunction: typeof m14.createFunctionContract;
  createConnection: typeof m27.createConnectionContract;
  createConversionType: typeof m28.createConversionTypeContract;
  createEmailSender: typeof m29.createEmailSenderContract;
  createHook: typeof m30.createHookContract;
  createHost: typeof m31.createHostContract;
  createInvitation: typeof m0.createInvitationContract;
  createKey: typeof m32.createKeyContract;
  createKnowledgeDocument: typeof m33.createKnowledgeDocumentContract;
  createLead: typeof m34.createLeadContract;
  createLeadNote: typeof m35.createLeadNoteContract;
  createMeeting: typeof m36.createMeetingContract;
  createMeetingNotes: typeof m36.createMeetingNotesContract;
  createMeetingType: typeof m37.createMeetingTypeContract;
  createModel: typeof m38.createModelContract;
  createPasswordReset: typeof m0.createPasswordResetContract;
  createRecoveryCodes: typeof m18.createRecoveryCodesContract;
  createReportLink: typeof m39.createReportLinkContract;
  createSuppression: typeof m40.createSuppressionContract;
  createTask: typeof m41.createTaskContract;
  createTemplate: typeof m42.createTemplateContract;
  createView: typeof m43.createViewContract;
  createVoiceAgent: typeof m44.createVoiceAgentContract;
  createWebhook: typeof m45.createWebhookContract;
  createWhatsAppNumber: typeof m46.createWhatsAppNumberContract;
  createWidget: typeof m47.createWidgetContract;
  createWorkflow: typeof m48.createAgentContract;
  deleteAvailabilityBlock: typeof m24.deleteAvailabilityBlockContract;
  deleteBackgroundJob: typeof m25.deleteJobContract;
  deleteCalendarFeed: typeof m19.deleteCalendarFeedContract;
  deleteCampaign: typeof m1.deleteCampaignContract;
  deleteCannedReply: typeof m26.deleteCannedReplyContract;
  deleteCloudFunction: typeof m14.deleteFunctionContract;
  deleteConnection: typeof m27.deleteConnectionContract;
  deleteConversion: typeof m28.deleteConversionContract;
  deleteConversionType: typeof m28.deleteConversionTypeContract;
  deleteEmailSender: typeof m29.deleteEmailSenderContract;
  deleteFunctionSchedule: typeof m14.deleteFunctionScheduleContract;
  deleteFunctionSecret: typeof m14.deleteFunctionSecretContract;
  deleteHook: typeof m30.deleteHookContract;
  deleteHost: typeof m31.deleteHostContract;
  deleteInvitation: typeof m0.deleteInvitationContract;
  deleteKey: typeof m32.deleteKeyContract;
  deleteKnowledgeDocument: typeof m33.deleteKnowledgeDocumentContract;
  deleteLead: typeof m49.deleteLeadContract;
  deleteMailbox: typeof m50.deleteMailboxContract;
  deleteMeetingType: typeof m37.deleteMeetingTypeContract;
  deleteModel: typeof m38.deleteModelContract;
  deleteNote: typeof m35.deleteNoteContract;
  deleteNotificationWebhook: typeof m51.deleteNotificationWebhookContract;
  deleteReportLink: typeof m39.deleteReportLinkContract;
  deleteSecret: typeof m41.deleteSecretContract;
  deleteSuppression: typeof m40.deleteSuppressionContract;
  deleteTemplate: typeof m42.deleteTemplateContract;
  deleteView: typeof m43.deleteViewContract;
  deleteVoiceAgent: typeof m44.deleteVoiceAgentContract;
  deleteWebhook: typeof m45.deleteWebhookContract;
  deleteWhatsAppNumber: typeof m46.deleteWhatsAppNumberContract;
  deleteWidget: typeof m47.deleteWidgetContract;
  deleteWorkflow: typeof m48.deleteAgentContract;
  deployCloudFunction: typeof m14.deployFunctionContract;
  disconnectHostCalendar: typeof m19.disconnectHostCalendarContract;
  dismissAttention: typeof m52.dismissAttentionContract;
  endOtherSessions: typeof m53.endOtherSessionsContract;
  endSession: typeof m53.endSessionContract;
  eraseLead: typeof m49.eraseLeadContract;
  findSlots: typeof m54.findSlotsContract;
  getAccount: typeof m55.getAccountContract;
  getApiRequest: typeof m56.getApiRequestContract;
  getBackgroundJob: typeof m25.getJobContract;
  getBackgroundJobCycle: typeof m8.getJobCycleContract;
  getCampaign: typeof m1.getCampaignContract;
  getCloudFunction: typeof m14.getFunctionContract;
  getCloudFunctionRun: typeof m4.getFunctionRunContract;
  getConnection: typeof m27.getConnectionContract;
  getConversation: typeof m9.getConversationContract;
  getConversationTurn: typeof m9.getConversationTurnContract;
  getConversion: typeof m28.getConversionContract;
  getConversionType: typeof m28.getConversionTypeContract;
  getEmailSender: typeof m29.getEmailSenderContract;
  getHost: typeof m31.getHostContract;
  getHostCalendar: typeof m19.getHostCalendarContract;
  getHostFeed: typeof m19.getHostFeedContract;
  getImport: typeof m10.getImportContract;
  getInboxEntry: typeof m21.getInboxEntryContract;
  getInvite: typeof m19.getInviteContract;
  getKnowledgeDocument: typeof m33.getKnowledgeDocumentContract;
  getLead: typeof m49.getLeadContract;
  getLeadChange: typeof m13.getLeadChangeContract;
  getLeadHistory: typeof m57.getLeadHistoryContract;
  getLeadNext: typeof m7.getLeadNextContract;
  getMailbox: typeof m50.getMailboxContract;
  getMeeting: typeof m11.getMeetingContract;
  getMeetingType: typeof m37.getMeetingTypeContract;
  getMessage: typeof m12.getMessageContract;
  getMessageMedia: typeof m12.getMessageMediaContract;
  getModel: typeof m38.getModelContract;
  getModelUsage: typeof m58.getModelUsageContract;
  getNotificationSettings: typeof m51.getNotificationSettingsContract;
  getPerformance: typeof m59.getPerformanceContract;
  getReport: typeof m60.getReportContract;
  getSchedule: typeof m61.getScheduleContract;
  getScheduledFunctionsReference: typeof m62.getScheduledFunctionsReferenceContract;
  getSecondFactor: typeof m18.getSecondFactorContract;
  getSenderHealth: typeof m15.getSenderHealthContract;
  getSession: typeof m53.getSessionContract;
  getSetup: typeof m0.getSetupContract;
  getSummary: typeof m60.getSummaryContract;
  getSystem: typeof m63.getSystemContract;
  getTemplate: typeof m42.getTemplateContract;
  getTestMessage: typeof m64.getTestMessageContract;
  getUsage: typeof m65.getUsageContract;
  getVoiceAgent: typeof m44.getVoiceAgentContract;
  getWebhook: typeof m45.getWebhookContract;
  getWebhookDelivery: typeof m66.getWebhookDeliveryContract;
  getWhatsAppNumber: typeof m46.getWhatsAppNumberContract;
  getWidget: typeof m47.getWidgetContract;
  getWidgetTelemetry: typeof m47.getWidgetTelemetryContract;
  getWorkflow: typeof m48.getAgentContract;
  getWorkflowFunnel: typeof m60.getAgentFunnelContract;
  getWorkflowPipeline: typeof m67.getAgentPipelineContract;
  getWorkflowRun: typeof m7.getAgentRunContract;
  getWorkflowStats: typeof m60.getAgentStatsContract;
  getWorkflowVersion: typeof m16.getAgentVersionContract;
  giveBackConversation: typeof m9.giveBackConversationContract;
  holdSlot: typeof m54.holdSlotContract;
  importLeads: typeof m10.importLeadsContract;
  isLeadPaused: typeof m5.isLeadPausedContract;
  listApiRequests: typeof m56.listApiRequestsContract;
  listAttention: typeof m52.listAttentionContract;
  listAudit: typeof m68.listAuditContract;
  listAvailabilityBlocks: typeof m24.listAvailabilityBlocksContract;
  listBackgroundJobCycleLeads: typeof m8.listJobCycleLeadsContract;
  listBackgroundJobCycles: typeof m8.listJobCyclesContract;
  listBackgroundJobs: typeof m25.listJobsContract;
  listCampaigns: typeof m1.listCampaignsContract;
  listCannedReplies: typeof m26.listCannedRepliesContract;
  listCloudFunctionFires: typeof m14.listFunctionFiresContract;
  listCloudFunctionRuns: typeof m4.listFunctionRunsContract;
  listCloudFunctionVersions: typeof m14.listFunctionVersionsContract;
  listCloudFunctions: typeof m14.listFunctionsContract;
  listConnectionCalendars: typeof m19.listConnectionCalendarsContract;
  listConnections: typeof m27.listConnectionsContract;
  listConversationMessages: typeof m9.listConversationMessagesContract;
  listConversationTurns: typeof m9.listConversationTurnsContract;
  listConversations: typeof m9.listConversationsContract;
  listConversionTypes: typeof m28.listConversionTypesContract;
  listConversions: typeof m28.listConversionsContract;
  listEmailSenders: typeof m29.listEmailSendersContract;
  listEventTypes: typeof m69.listEventTypesContract;
  listEvents: typeof m57.listEventsContract;
  listFailedUserMails: typeof m70.listFailedUserMailsContract;
  listFunctionSecrets: typeof m14.listFunctionSecretsContract;
  listHooks: typeof m30.listHooksContract;
  listHosts: typeof m31.listHostsContract;
  listImportErrors: typeof m10.listImportErrorsContract;
  listImports: typeof m10.listImportsContract;
  listInbox: typeof m21.listInboxContract;
  listInvitations: typeof m0.listInvitationsContract;
  listKeys: typeof m32.listKeysContract;
  listKnowledgeChunks: typeof m33.listKnowledgeChunksContract;
  listKnowledgeDocuments: typeof m33.listKnowledgeDocumentsContract;
  listLeadChanges: typeof m13.listLeadChangesContract;
  listLeadConsents: typeof m71.listLeadConsentsContract;
  listLeadMeetings: typeof m11.listLeadMeetingsContract;
  listLeadNotes: typeof m35.listLeadNotesContract;
  listLeadTags: typeof m2.listLeadTagsContract;
  listLeads: typeof m22.listLeadsContract;
  listMeetingNotes: typeof m36.listMeetingNotesContract;
  listMeetingTypes: typeof m37.listMeetingTypesContract;
  listMeetings: typeof m11.listMeetingsContract;
  listMessages: typeof m12.listMessagesContract;
  listModels: typeof m38.listModelsContract;
  listNotifications: typeof m41.listNotificationsContract;
  listPasskeys: typeof m3.listPasskeysContract;
  listPerformanceLeads: typeof m59.listPerformanceLeadsContract;
  listPipelineLeads: typeof m67.listPipelineLeadsContract;
  listReportGoals: typeof m72.listReportGoalsContract;
  listReportLinks: typeof m39.listReportLinksContract;
  listSandboxDeliveries: typeof m73.listSandboxDeliveriesContract;
  listSecrets: typeof m41.listSecretsContract;
  listSessions: typeof m53.listSessionsContract;
  listSuppressions: typeof m40.listSuppressionsContract;
  listTags: typeof m2.listTagsContract;
  listTasks: typeof m41.listTasksContract;
  listTemplates: typeof m42.listTemplatesContract;
  listUsers: typeof m0.listUsersContract;
  listViews: typeof m43.listViewsContract;
  listVoiceAgents: typeof m44.listVoiceAgentsContract;
  listWebhookDeliveries: typeof m66.listWebhookDeliveriesContract;
  listWebhooks: typeof m45.listWebhooksContract;
  listWhatsAppNumbers: typeof m46.listWhatsAppNumbersContract;
  listWidgets: typeof m47.listWidgetsContract;
  listWorkflowRuns: typeof m7.listAgentRunsContract;
  listWorkflowVersions: typeof m16.listAgentVersionsContract;
  listWorkflows: typeof m48.listAgentsContract;
  noShowMeeting: typeof m11.noShowMeetingContract;
  openReportLink: typeof m39.openReportLinkContract;
  pauseCampaign: typeof m1.pauseCampaignContract;
  planWorkflow: typeof m16.planAgentContract;
  previewBackgroundJob: typeof m8.previewJobContract;
  previewRetention: typeof m55.previewRetentionContract;
  publishWorkflow: typeof m48.publishAgentContract;
  putFunctionSchedule: typeof m14.putFunctionScheduleContract;
  putFunctionSecret: typeof m14.putFunctionSecretContract;
  putSecret: typeof m41.putSecretContract;
  queryLeads: typeof m23.queryLeadsContract;
  readNotification: typeof m41.readNotificationContract;
  reconnect: typeof m27.reconnectContract;
  recordConversion: typeof m28.recordConversionContract;
  recordLeadConsent: typeof m71.recordLeadConsentContract;
  recoverWebhook: typeof m66.recoverWebhookContract;
  regenerateIdentitySecret: typeof m47.regenerateIdentitySecretContract;
  regenerateKey: typeof m32.regenerateKeyContract;
  regenerateWidgetKey: typeof m47.regenerateWidgetKeyContract;
  releaseHold: typeof m54.releaseHoldContract;
  releaseKnowledgeDocument: typeof m33.releaseKnowledgeDocumentContract;
  removePasskey: typeof m3.removePasskeyContract;
  removeSecondFactor: typeof m18.removeSecondFactorContract;
  renderMessage: typeof m64.renderMessageContract;
  reopenConversation: typeof m9.reopenConversationContract;
  replaceKnowledgeDocument: typeof m33.replaceKnowledgeDocumentContract;
  replayCloudFunctionRun: typeof m4.replayFunctionRunContract;
  replayConversation: typeof m20.replayConversationContract;
  replayWebhookDelivery: typeof m66.replayWebhookDeliveryContract;
  replyInSandbox: typeof m74.replyInSandboxContract;
  requestPasswordReset: typeof m0.requestPasswordResetContract;
  rescheduleMeeting: typeof m11.rescheduleMeetingContract;
  resetSecondFactor: typeof m18.resetSecondFactorContract;
  resolveMessage: typeof m12.resolveMessageContract;
  resumeAutomation: typeof m5.resumeAutomationContract;
  retryHeldWork: typeof m63.retryHeldWorkContract;
  retryInboundEvent: typeof m63.retryInboundEventContract;
  retryInstruction: typeof m63.retryInstructionContract;
  retryUserMail: typeof m70.retryUserMailContract;
  rotateWebhook: typeof m45.rotateWebhookContract;
  runBackgroundJob: typeof m8.runJobContract;
  runCloudFunction: typeof m4.runFunctionContract;
  searchKnowledge: typeof m33.searchKnowledgeContract;
  sendMessage: typeof m12.sendMessageContract;
  sendTestMessage: typeof m64.sendTestMessageContract;
  setHookSecret: typeof m30.setHookSecretContract;
  setLeadStatus: typeof m5.setLeadStatusContract;
  setMailbox: typeof m50.setMailboxContract;
  setNotificationWebhook: typeof m51.setNotificationWebhookContract;
  setReportGoal: typeof m72.setReportGoalContract;
  setUp: typeof m0.setUpContract;
  setWhatsAppNumberPhoto: typeof m46.setWhatsAppNumberPhotoContract;
  signIn: typeof m53.signInContract;
  signInWithPasskey: typeof m3.signInWithPasskeyContract;
  signOut: typeof m53.signOutContract;
  simulateWorkflow: typeof m75.simulateAgentContract;
  startAuthenticatorApp: typeof m18.startAuthenticatorAppContract;
  startCampaign: typeof m1.startCampaignContract;
  startPasskey: typeof m3.startPasskeyContract;
  startPasskeySignIn: typeof m3.startPasskeySignInContract;
  stopAutomation: typeof m5.stopAutomationContract;
  syncLeadTags: typeof m2.syncLeadTagsContract;
  syncTemplates: typeof m42.syncTemplatesContract;
  takeOverConversation: typeof m9.takeOverConversationContract;
  tellPresence: typeof m21.tellPresenceContract;
  testNotificationChannel: typeof m51.testNotificationChannelContract;
  testWebhook: typeof m66.testWebhookContract;
  undoImport: typeof m10.undoImportContract;
  undoLeadChange: typeof m13.undoLeadChangeContract;
  updateAccount: typeof m55.updateAccountContract;
  updateAvailabilityBlock: typeof m24.updateAvailabilityBlockContract;
  updateBackgroundJob: typeof m25.updateJobContract;
  updateCampaign: typeof m1.updateCampaignContract;
  updateCannedReply: typeof m26.updateCannedReplyContract;
  updateCloudFunction: typeof m14.updateFunctionContract;
  updateConversionType: typeof m28.updateConversionTypeContract;
  updateEmailSender: typeof m29.updateEmailSenderContract;
  updateHost: typeof m31.updateHostContract;
  updateInboxEntry: typeof m21.updateInboxEntryContract;
  updateLead: typeof m49.updateLeadContract;
  updateMeetingType: typeof m37.updateMeetingTypeContract;
  updateModel: typeof m38.updateModelContract;
  updateNote: typeof m35.updateNoteContract;
  updateNotificationSettings: typeof m51.updateNotificationSettingsContract;
  updatePasskey: typeof m3.updatePasskeyContract;
  updateTask: typeof m41.updateTaskContract;
  updateTemplate: typeof m42.updateTemplateContract;
  updateUser: typeof m0.updateUserContract;
  updateView: typeof m43.updateViewContract;
  updateVoiceAgent: typeof m44.updateVoiceAgentContract;
  updateWebhook: typeof m45.updateWebhookContract;
  updateWhatsAppNumber: typeof m46.updateWhatsAppNumberContract;
  updateWidget: typeof m47.updateWidgetContract;
  updateWorkflow: typeof m48.updateAgentContract;
  wakeWorkflowRun: typeof m7.wakeAgentRunContract;
  writeInConversation: typeof m9.writeInConversationContract;
}
