/* In one piece because it is one table with an entry for each error code. */
import type { ErrorCode } from '../../schemas/error-codes.js';

/** The cause and solution of each error code, for the guide. A missing code doesn't compile. */
export const ERROR_CURES: Record<ErrorCode, readonly [cause: string, cure: string]> = {
  INVALID_JSON: [
    "The body isn't valid JSON, contains a duplicate key, or contains `__proto__`, a NUL character or a " +
      'number beyond 2^53.',
    'Send UTF-8 encoded JSON written by a JSON library.',
  ],
  VALIDATION_ERROR: [
    'A field is missing, unknown, of the wrong type or out of range. `field` points to the first error and `details.errors` lists all of them.',
    'Correct the field. Lead endpoints store unknown fields as metadata; all other endpoints reject them.',
  ],
  CONNECTION_LACKS_CALENDARS: [
    'The connection was created without the purpose `calendars`, or the person who signed in denied the access to calendars.',
    'Create another connection with the purpose `calendars`, sign in, and use that connection.',
  ],
  INVALID_CRON: [
    "The expression doesn't have five fields, or contains `L`, `W`, `#` or `?`.",
    'Use `minute hour day month weekday`, such as `0 9 * * 1-5`, or a shortcut such as `@daily`.',
  ],
  INVALID_TIMEZONE: ["The time zone isn't an IANA name.", 'Use a name such as `Europe/Madrid`, not `CET+1`.'],
  INVALID_DATE: [
    "The date or time doesn't exist: 30 February, 24:00, or an hour skipped by daylight saving time.",
    'Send ISO 8601 with an offset, such as `2026-03-01T09:00:00Z`.',
  ],
  INVALID_PHONE: [
    "The number isn't valid in the country it was parsed for.",
    'Send E.164, such as `+34600111222`, or a national number together with its `country`.',
  ],
  INVALID_REGEX: [
    "The expression has more than 200 characters, or uses a feature that a linear-time engine doesn't " +
      'support, such as lookarounds or backreferences.',
    'Rewrite the expression without them. `contains` or `starts_with` is often enough.',
  ],
  UNKNOWN_OPERATOR: ['No condition has this operator.', 'Use one of the operators in the conditions reference.'],
  UNKNOWN_ACTION: ['No action has this type.', 'Use one of the types in the actions reference.'],
  CONSENT_TEXT_CHANGED: [
    "The visitor agreed to a text that differs from the widget's current consent text.",
    'Request the configuration again, show its text, and send the hash of that text.',
  ],
  UNKNOWN_EVENT: ['No event has this type.', 'Use one of the types in the events reference, such as `lead.created`.'],
  MISSING_API_KEY: [
    'The request has neither an `X-API-Key` nor an `Authorization: Bearer` header, or the header is empty.',
    'Send the key. If you do, check that no proxy removes the header.',
  ],
  INVALID_API_KEY: [
    'The key is mistyped, revoked or regenerated, or belongs to another service.',
    'Ask an administrator of the account for the current key.',
  ],
  NOT_SIGNED_IN: [
    'A dashboard endpoint was called without a session.',
    'Sign in. Programs use an API key and the public API instead.',
  ],
  INVALID_CREDENTIALS: [
    'The email address or the password is incorrect.',
    'Try again, or ask an administrator for a link to reset the password.',
  ],
  INVALID_PASSKEY: [
    'The answer of the browser is older than five minutes, was used before, is for another address than `PUBLIC_URL`, lacks user verification, or is a passkey that is registered already.',
    'Open the dashboard at `PUBLIC_URL` and add the passkey again.',
  ],
  WRONG_CODE: [
    'The code is incorrect, was used before, or is older than a minute.',
    'Enter the current code of the app, on a device with the correct time. A recovery code works too.',
  ],
  SECOND_FACTOR_REQUIRED: [
    'The account requires a second factor, and the user has none.',
    'Set up an authenticator app or a passkey on the profile page.',
  ],
  SINGLE_SIGN_ON_REQUIRED: [
    '`OIDC_REQUIRED` is on, so passwords are turned off.',
    'Sign in with single sign-on. In an emergency, an operator runs `npm run admin -- users allow-password`.',
  ],
  INVALID_SIGNATURE: [
    'The signature is missing, older than five minutes, or made with another secret or over different bytes. `details.reason` names the reason.',
    'Sign the raw body with the secret of this hook, on a machine whose clock is correct. For Twilio, ' +
      "`PUBLIC_URL` must be the exact URL that Twilio calls, and `auth_token` must be the account's token.",
  ],
  INSUFFICIENT_SCOPE: [
    "The key is valid but doesn't have the required scope. `details.required_scopes` lists the missing " + 'scopes.',
    'Create a key with that scope.',
  ],
  PUBLIC_KEY_NOT_ALLOWED: [
    'A `svc_pub_` key, which is public, was used for the REST API.',
    'Call the API from a server with a `svc_live_` key.',
  ],
  LIVE_KEY_NOT_ALLOWED: [
    'A `svc_live_` key was used on an endpoint for browsers.',
    'Use a `svc_pub_` key. If a browser has seen the live key, regenerate it.',
  ],
  INVALID_SESSION: [
    'The session token is missing or modified, or belongs to another widget, key or page.',
    'Request the configuration without a token to start a new session.',
  ],
  SESSION_EXPIRED: [
    'The session is more than a day old. It can be resumed for another 30 days.',
    'Request the configuration with the old token to get a new token for the same session. After 30 days, request it without a token.',
  ],
  ORIGIN_NOT_ALLOWED: [
    "The host of the page isn't in the widget's list of allowed domains, or the request has no `Origin`.",
    'Add the host with `PATCH /widgets/{id}`: `www.example.com`, `*.example.com` for all subdomains, or `localhost` for development.',
  ],
  POW_REQUIRED: [
    'The widget requires a proof of work for each message and each form.',
    'Get a challenge from `GET /api/widget/v1/pow-challenge`, solve it and send `pow: {id, number}`.',
  ],
  POW_INVALID: [
    "The number doesn't solve the challenge, or the challenge was issued for another session, key or purpose.",
    'Request and solve a challenge for this session and purpose.',
  ],
  POW_EXPIRED: ['A challenge expires after two minutes.', 'Request a new challenge and solve it.'],
  POW_REPLAYED: ['Each challenge is valid for one request.', 'Request a new challenge and solve it.'],
  WRONG_PASSWORD: [
    "The current password doesn't match.",
    'Enter the password you sign in with, or ask an administrator for a link to reset it.',
  ],
  CROSS_SITE_REQUEST: [
    'A page of another site called a dashboard endpoint, or a write request has no `X-Requested-With` header.',
    'Call the endpoint from the dashboard. Programs must send the header.',
  ],
  FORBIDDEN: ["Your role in the account doesn't include this permission.", 'Ask an owner or an administrator.'],
  NOT_FOUND: ["The path doesn't exist.", 'Compare the path with the API reference. Paths start with `/api/public`.'],
  USER_NOT_FOUND: ['The account has no user with this ID.', 'Use an ID from the list of users.'],
  PASSKEY_NOT_FOUND: ['The passkey was deleted or belongs to another user.', 'List your passkeys again.'],
  SESSION_NOT_FOUND: ['The session has ended or belongs to another user.', 'List your sessions again.'],
  INVITATION_NOT_FOUND: [
    'The invitation was accepted or has expired, or belongs to another account.',
    'Send a new invitation.',
  ],
  KEY_NOT_FOUND: ['The account has no API key with this ID, or the key was revoked.', 'List the keys again.'],
  API_REQUEST_NOT_FOUND: [
    'The account has no API request with this ID, it is older than the days of the [request log](request-log.md), or ' +
      'it was made within the last two seconds.',
    'List the requests, and retry after a few seconds if the request is new.',
  ],
  LINK_NOT_FOUND: [
    'Setup, invitation and password links work once and expire.',
    'Ask the person who sent the link for a new one. For the first setup, run `npm run admin -- setup link`.',
  ],
  REPORT_LINK_NOT_FOUND: [
    'The account has no link with this ID, or it expired more than 30 days ago. Opened without sign-in, the link expired, ' +
      'was revoked, or its creator can no longer share reports.',
    'List the links with `GET /report-links`, or create a new one.',
  ],
  LEAD_NOT_FOUND: [
    "The key's account has no lead with this ID, or the lead was deleted.",
    'Look the lead up by address: `GET /leads?email=`.',
  ],
  VERSION_NOT_FOUND: [
    'The agent has no published version with this number.',
    'List the versions: `GET /workflows/{id}/versions`.',
  ],
  NOTE_NOT_FOUND: ['The account has no note with this ID, or it was deleted.', 'List the notes of the lead.'],
  ATTENTION_NOT_FOUND: [
    'The item was resolved or dismissed, or never existed.',
    'List the open items again: `GET /attention`.',
  ],
  WORKFLOW_NOT_FOUND: ['The account has no agent with this ID.', 'Use an ID from `GET /workflows`.'],
  NO_ACTIVE_RUN: [
    'The lead was never enrolled in this agent, or its run has ended.',
    'Check `GET /workflow-runs?lead_id=`. Enroll the lead with `POST /leads/{id}/assign-workflow`.',
  ],
  RUN_NOT_FOUND: ['The account has no run with this ID.', 'Use an ID from `GET /workflow-runs`.'],
  TEMPLATE_NOT_FOUND: ['The account has no template with this ID.', 'Use an ID from `GET /templates`.'],
  CAMPAIGN_NOT_FOUND: ['The account has no campaign with this ID.', 'Use an ID from `GET /campaigns`.'],
  CONVERSATION_NOT_FOUND: ['The account has no conversation with this ID.', 'Use an ID from `GET /conversations`.'],
  INBOX_ENTRY_NOT_FOUND: [
    "The ID doesn't belong to a lead that has written or to a visitor's conversation.",
    'Use an ID from `GET /api/internal/inbox`.',
  ],
  CANNED_REPLY_NOT_FOUND: [
    'The account has no canned reply with this ID, or it was deleted.',
    'List the canned replies: `GET /api/internal/canned-replies`.',
  ],
  LEAD_CHANGE_NOT_FOUND: [
    'The account has no lead change with this ID, or it is more than 90 days old.',
    'List the changes: `GET /lead-changes`.',
  ],
  REPORT_NOT_FOUND: [
    'No report has this name.',
    'Use `messages`, `steps`, `variants`, `senders`, `meetings` or `revenue`.',
  ],
  INBOUND_EVENT_NOT_FOUND: [
    'No provider event with this ID was received for this account.',
    "List the events that aren't processed: `GET /api/internal/system`.",
  ],
  INSTRUCTION_NOT_FOUND: [
    'The instruction has been retried since then, or belongs to another account.',
    'List the parked instructions: `GET /api/internal/system`.',
  ],
  VIEW_NOT_FOUND: [
    'The account has no view with this ID, or it is private to another user.',
    'List your views: `GET /api/internal/views`.',
  ],
  MODEL_NOT_FOUND: ['The account has no model with this ID.', 'Use an ID from `GET /models`.'],
  TURN_NOT_FOUND: [
    'The conversation has fewer turns, or the number is invalid.',
    'Count from 1. Messages that arrive close together count as one turn.',
  ],
  CONVERSION_TYPE_NOT_FOUND: [
    'The account has no conversion type with this ID.',
    'Use an ID from `GET /conversion-types`.',
  ],
  CONVERSION_NOT_FOUND: ['The account has no conversion with this ID.', 'Use an ID from `GET /conversions`.'],
  CONNECTION_NOT_FOUND: [
    'The account has no connection with this ID.',
    'List them with `GET /api/public/connections`, or create one.',
  ],
  SENDER_NOT_FOUND: ['The account has no email sender with this ID.', 'Use an ID from `GET /email-senders`.'],
  VOICE_AGENT_NOT_FOUND: ['The account has no voice agent with this ID.', 'Use an ID from `GET /voice-agents`.'],
  MEDIA_NOT_FOUND: [
    'The message has no file, or the provider has deleted it. WhatsApp keeps files for a few weeks.',
    'Download files soon after they arrive. Ask the lead to send the file again.',
  ],
  MESSAGE_NOT_FOUND: ['The account has no message with this ID.', 'Use an ID from `GET /messages`.'],
  IMPORT_NOT_FOUND: ['The account has no import with this ID.', 'Use an ID from `GET /imports`.'],
  DOCUMENT_NOT_FOUND: ['The account has no document with this ID.', 'Use an ID from `GET /knowledge/documents`.'],
  SUPPRESSION_NOT_FOUND: ['The account has no suppression with this ID.', 'Use an ID from `GET /suppressions`.'],
  CALENDAR_NOT_CONNECTED: ['The host has no connected calendar.', 'Connect one: `PUT /hosts/{id}/calendar`.'],
  NUMBER_NOT_FOUND: ['The account has no WhatsApp number with this ID.', 'Use an ID from `GET /whatsapp-numbers`.'],
  WEBHOOK_NOT_FOUND: ['The account has no webhook with this ID.', 'Use an ID from `GET /webhooks`.'],
  DELIVERY_NOT_FOUND: [
    'The account has no delivery with this ID, or it ended more than 30 days ago.',
    'Use an ID from `GET /webhooks/{id}/deliveries`.',
  ],
  WEBHOOK_DISABLED: [
    'The webhook was deactivated, returned 410, or failed for three days.',
    'Fix the receiver, then send `is_active: true` with `PATCH /webhooks/{id}`.',
  ],
  TOO_MANY_WEBHOOKS: ['The account has 50 webhooks.', 'Delete one that you no longer need.'],
  HOOK_NOT_FOUND: ['The account has no hook with this ID.', 'Use an ID from `GET /hooks`.'],
  HOST_NOT_FOUND: ['The account has no host with this ID.', 'Use an ID from `GET /hosts`.'],
  MEETING_TYPE_NOT_FOUND: ['The account has no meeting type with this ID.', 'Use an ID from `GET /meeting-types`.'],
  MEETING_NOT_FOUND: ['The account has no meeting with this ID.', 'Use an ID from `GET /meetings`.'],
  AVAILABILITY_BLOCK_NOT_FOUND: [
    'The account has no availability block with this ID.',
    'Use an ID from `GET /hosts/{id}/availability-blocks`.',
  ],
  HOLD_NOT_FOUND: [
    'The hold has expired, was released or was used.',
    'Hold the slot again, or book it without a hold.',
  ],
  TAG_NOT_FOUND: ['The account has no tag with this ID.', 'Use an ID from `GET /tags`, or send tag names instead.'],
  JOB_NOT_FOUND: ['The account has no background job with this ID.', 'Use an ID from `GET /background-jobs`.'],
  CYCLE_NOT_FOUND: ['The job has no cycle with this ID.', 'Use an ID from `GET /background-jobs/{id}/cycles`.'],
  FUNCTION_NOT_FOUND: ['The account has no cloud function with this ID.', 'Use an ID from `GET /cloud-functions`.'],
  FUNCTION_RUN_NOT_FOUND: ['The function has no run with this ID.', 'Use an ID from `GET /cloud-functions/{id}/runs`.'],
  TASK_NOT_FOUND: ['The account has no task with this ID.', 'Use an ID from `GET /tasks`.'],
  NOTIFICATION_NOT_FOUND: ['The account has no notification with this ID.', 'Use an ID from `GET /notifications`.'],
  WIDGET_NOT_FOUND: ['The account has no widget with this ID.', 'Use an ID from `GET /widgets`.'],
  SECRET_NOT_FOUND: ['The account has no secret with this name.', 'Use a name from `GET /secrets`.'],
  METHOD_NOT_ALLOWED: [
    "The path exists but doesn't support this method. The `Allow` header lists the supported methods.",
    'Use one of the supported methods.',
  ],
  IDEMPOTENCY_IN_PROGRESS: [
    'The first request with this key is still in progress.',
    'Wait for the seconds in `Retry-After` and repeat the request. You get the response of the first request.',
  ],
  DUPLICATE_LEAD: [
    'A lead with the same external ID, email address or phone number exists, and `on_duplicate` is `reject`.',
    'Use the lead in `details.lead_id`, or send another `on_duplicate`.',
  ],
  ALREADY_ENROLLED: [
    'The lead already has an open run of this agent. A lead can have one open run per agent.',
    'No action is needed. To start over, send `reenrollment: restart`.',
  ],
  WORKFLOW_PAUSED: [
    "The agent is paused or inactive and doesn't enroll leads.",
    'Resume the agent: `PATCH /workflows/{id}`.',
  ],
  WORKFLOW_NOT_PUBLISHED: ['The agent is a draft.', 'Publish the agent: `POST /workflows/{id}/publish`.'],
  WIDGET_NOT_READY: [
    "The widget is turned off, or its agent isn't published, is inactive or is paused.",
    'Turn the widget on with `PATCH /widgets/{id}`, and publish the agent with `POST ' + '/workflows/{id}/publish`.',
  ],
  JOB_INACTIVE: [
    'The job is turned off.',
    'Send `is_active: true` to `PATCH /background-jobs/{id}`, or request a dry run with `dry_run: true`.',
  ],
  CYCLE_RUNNING: [
    "A job runs one cycle at a time, and its current cycle hasn't finished.",
    'Wait until the cycle ends: `GET /background-jobs/{id}/cycles`.',
  ],
  SLOT_CONFLICT: [
    'The slot, including its buffers, overlaps another meeting. `conflicts` lists the overlaps.',
    'Offer one of the `alternatives`.',
  ],
  OUTSIDE_AVAILABILITY: [
    "The time is outside the host's working hours.",
    'Use a slot from `GET /meetings/availability`, or send `allow_outside_availability: true`.',
  ],
  MINIMUM_NOTICE: [
    "The meeting starts sooner than the meeting type's minimum notice allows.",
    'Use one of the `alternatives`.',
  ],
  HOST_DAILY_LIMIT: [
    'The host has reached the maximum number of meetings for this day.',
    'Choose another day or another host.',
  ],
  MEETING_NOT_MODIFIABLE: [
    "A meeting that is cancelled or has ended can't be moved or confirmed.",
    'Check its `status`. Book a new meeting.',
  ],
  NOT_MODIFIABLE: [
    "The current status of the resource doesn't allow this change.",
    'Read the resource again and check its `status`.',
  ],
  IN_USE: ['An active resource refers to it.', 'Change or end the resource that `message` names first.'],
  EMAIL_TAKEN: ['Another user of the account has this email address.', 'Sign in as that user, or use another address.'],
  LAST_OWNER: ['The change would leave the account without an owner.', 'Make another user an owner first.'],
  NAME_TAKEN: [
    'Names of this kind are unique within an account.',
    'Choose another name, or rename the existing resource.',
  ],
  KNOWLEDGE_FULL: [
    'The account has reached the maximum number of documents (`KNOWLEDGE_DOCUMENTS`, default 500) or of chunks (`KNOWLEDGE_CHUNKS`, default 20,000).',
    'Delete outdated documents, or combine several into one.',
  ],
  CONVERSATION_MOVED_ON: [
    'The conversation has messages that are newer than `after_message_id`. `message_ids` lists them.',
    'Read them, then send again with the newest ID.',
  ],
  LEAD_CHANGED: [
    'A lead in the dry run was changed after it, so the planned effects may no longer apply.',
    'Run the function again and apply the new run. `details.lead_ids` lists the changed leads.',
  ],
  LEAD_ERASED: [
    "The person's data was permanently erased.",
    'Delete the ID from your system. No data of the lead remains.',
  ],
  PRECONDITION_FAILED: [
    'The record was changed after you read it.',
    'Read the record again, check that your change still applies, and send the new version in `If-Match`.',
  ],
  REQUEST_TIMEOUT: [
    "The request didn't arrive within 10 seconds plus one second for each 16 KiB.",
    'Send it again over a faster connection. Split large requests.',
  ],
  PAYLOAD_TOO_LARGE: [
    'The body is larger than 1 MiB (8 MiB for bulk requests, 50 MiB for files).',
    'Split the request.',
  ],
  TOO_MANY_LEADS: ['The list has more than 1,000 leads.', 'Send several requests, or import a file.'],
  UNSUPPORTED_MEDIA_TYPE: [
    "The `Content-Type` header isn't `application/json`.",
    'Set the header. Send files to `/leads/import`.',
  ],
  IDEMPOTENCY_KEY_REUSED: [
    'The key was used for a request with different content.',
    'Use a new key for each operation, and repeat a key only to retry.',
  ],
  CONFIRMATION_REQUIRED: [
    "`invite_lead: true` sends an invitation to the lead, and the request doesn't confirm it.",
    'Send `confirm: true`, or `invite_lead: false`.',
  ],
  START_IN_PAST: ['The start time is in the past.', 'Check the offset of `starts_at`, or choose a later time.'],
  CHANNEL_NOT_CONFIGURED: [
    'The account has no sender, number or voice agent for the channel.',
    'Add one: `POST /email-senders`, `POST /whatsapp-numbers` or `POST /voice-agents`.',
  ],
  PROVIDER_NOT_CONFIGURED: [
    "The instance isn't registered with Google or Microsoft.",
    'Register an app and set its client ID and secret: see the guide Connections.',
  ],
  LEAD_MISSING_PHONE: ['The lead has no phone number.', 'Add a phone number, or use email.'],
  LEAD_MISSING_EMAIL: ['The lead has no email address.', 'Add an email address, or use another channel.'],
  LEAD_OPTED_OUT: [
    'The lead has opted out of messages on this channel.',
    'Respect the opt-out. Only the lead can revoke it.',
  ],
  SUPPRESSED: [
    'The address bounced permanently, reported a message as spam, or was added to the list.',
    'Use another address. `GET /suppressions` shows the reason.',
  ],
  TEMPLATE_VARIABLES_MISMATCH: [
    'The template requires other variables, or another number of them.',
    'Compare them with `variables` in `GET /templates/{id}`.',
  ],
  WINDOW_CLOSED: [
    "WhatsApp accepts free text only for 24 hours after the lead's last message.",
    'Send an approved template. A reply to it opens the window.',
  ],
  TEMPLATE_NOT_APPROVED: [
    "WhatsApp hasn't approved the template, or has withdrawn its approval.",
    'Use a template whose status is `APPROVED`.',
  ],
  FREQUENCY_CAPPED: [
    'The frequency caps of the lead or the sender are used up for the next seven days.',
    'Send the message later, or raise the caps of the agent.',
  ],
  IMAGE_UNREACHABLE: ["The URL of the image doesn't return an image.", 'Use a public https URL.'],
  IMAGE_TYPE: ["The image isn't a JPEG or PNG, or is smaller than 192 × 192 pixels.", 'Convert or enlarge the image.'],
  MEDIA_TOO_LARGE: ['The file is larger than 32 MiB.', 'Download it from the provider with the ID in `attachments`.'],
  IMAGE_TOO_LARGE: ['The image is larger than 5 MiB.', 'Reduce its size.'],
  AMBIGUOUS_RUN: ['The lead has open runs of several agents.', 'Specify the agent with `workflow_id`.'],
  RATE_LIMITED: [
    'The key has exceeded its rate limit for this minute.',
    'Wait for the seconds in `Retry-After`. Send many leads in one request, or ask for a higher limit.',
  ],
  HEADER_TOO_LARGE: ['The headers are larger than 16 KiB.', "Remove cookies or tokens that the API doesn't need."],
  INTERNAL_ERROR: [
    'The service failed unexpectedly. Nothing was changed, because each write is one transaction.',
    'Retry with the same idempotency key. If the error persists, report the `request_id`.',
  ],
  PROVIDER_ERROR: [
    "The provider rejected the request. `details` contains the provider's code and message.",
    'Fix the problem that the provider reports. Retry only if its message says so.',
  ],
  PROVIDER_TIMEOUT: [
    "The provider didn't respond in time and may have completed the operation.",
    'Repeat the request. This is safe.',
  ],
  ENGINE_UNAVAILABLE: [
    'The database is unreachable or too slow. Nothing was changed.',
    'Retry after the seconds in `Retry-After` with the same idempotency key. Operators check `/readyz`.',
  ],
  FUNCTION_DEPLOY_FAILED: [
    "The source of the function doesn't compile, or uses a feature that functions can't use.",
    'Fix the source at `details.line`. `details.stage` names the failed check: syntax, rules or size.',
  ],
  FUNCTION_BUSY: [
    'All function sandboxes are in use, or two sources are already being checked.',
    'Retry after the seconds in `Retry-After`. To add capacity, run more workers or raise ' + '`FUNCTION_POOL_SIZE`.',
  ],
  TRIALS_BUSY: [
    'Your account already has three trial conversations in progress, or this process has twenty.',
    'Retry after the seconds in `Retry-After`.',
  ],
  OVERLOADED: [
    'The service receives more requests than it can process.',
    'Retry after the seconds in `Retry-After`, at a lower rate.',
  ],
};
