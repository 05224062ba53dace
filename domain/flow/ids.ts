/** Returns the id of the workflow that walks an enrolment through its cadence. */
export const cadenceWorkflowId = (agentRunId: string): string => `cadence/${agentRunId}`;

/** Returns the id of the workflow that works one event received from a provider. */
export const inboundWorkflowId = (inboundEventId: string): string => `inbound/${inboundEventId}`;

/** Returns the id of the workflow that works the rows of an imported file. */
export const importWorkflowId = (importId: string): string => `import/${importId}`;

/** Returns the id of the workflow that finishes the erasure of a lead. */
export const erasureWorkflowId = (erasureId: string): string => `erasure/${erasureId}`;

/** Returns the id of the workflow that enrolls a campaign's leads. */
export const campaignWorkflowId = (campaignId: string): string => `campaign/${campaignId}`;

/** Returns the id of the workflow that takes an import back. */
export const importUndoWorkflowId = (importId: string): string => `import/${importId}/undo`;

/**
 * Returns the id of the workflow that does what follows a booking; `name` is a hash of account and key, or the
 * meeting's id.
 */
export const bookingWorkflowId = (name: string): string => `booking/${name}`;

/** Returns the id of a background job's schedule. */
export const scheduleIdOf = (jobId: string): string => `background-job/${jobId}`;

/** Returns what the ids of a schedule's cycles begin with; Temporal adds the nominal time. */
export const cronCycleIdOf = (jobId: string): string => `background-job/${jobId}/cron`;

/** Returns the id of the workflow of a cycle that a request or an event asked for. */
export const jobCycleIdOf = (jobId: string, cycleId: string): string => `background-job/${jobId}/${cycleId}`;

/** Returns the id of the workflow that delivers one request to an account's address. */
export const webhookWorkflowId = (deliveryId: string): string => `webhook/${deliveryId}`;

/** Returns the id of the workflow that mirrors a host's own calendar. */
export const calendarSyncWorkflowId = (hostId: string): string => `calendar-sync/${hostId}`;
/** Returns the id of the workflow that sends a message which no cadence sends. */
export const messageWorkflowId = (messageId: string): string => `message/${messageId}`;

/** Returns the id of the workflow that takes a conversation's turns when they are due. */
export const conversationWorkflowId = (conversationId: string): string => `conversation/${conversationId}`;

/** Returns the id of the workflow that indexes a document. */
export const knowledgeWorkflowId = (documentId: string): string => `knowledge/${documentId}`;

/** Returns the id of the workflow that mails a digest to its user. */
export const digestWorkflowId = (digestId: string): string => `digest/${digestId}`;

/** Returns the ID of the workflow that sends an email to a user of the account. */
export const userMailWorkflowId = (userMailId: string): string => `user-mail/${userMailId}`;

/** Returns the id of the workflow that plays a call of the sandbox. */
export const sandboxCallWorkflowId = (messageId: string): string => `sandbox-call/${messageId}`;

/** Returns the id of the workflow that brings a WhatsApp number's templates up to date. */
export const templateSyncWorkflowId = (whatsAppNumberId: string): string => `template-sync/${whatsAppNumberId}`;

/** Returns the id of a cloud function's schedule. */
export const functionScheduleIdOf = (functionId: string): string => `function-schedule/${functionId}`;

/** Returns what the ids of a schedule's fires begin with; Temporal adds the nominal time. */
export const functionFireIdOf = (functionId: string): string => `function-schedule/${functionId}/fire`;

/** Returns the id of the workflow of one run of a cloud function. */
export const functionRunIdOf = (functionRunId: string): string => `function-run/${functionRunId}`;

/** Returns the ID of the workflow that delivers the events of a webhook. */
export const webhookEndpointWorkflowId = (webhookId: string): string => `webhook-endpoint/${webhookId}`;
