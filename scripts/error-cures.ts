import type { ErrorCode } from '../schemas/error-codes.js';

/** Why an error is answered, and what its reader does about it: complete, or it doesn't compile. */
export const ERROR_CURES: Record<ErrorCode, readonly [cause: string, cure: string]> = {
  INVALID_JSON: [
    'The body can not be read as JSON, has a key twice, or carries `__proto__`, a NUL or a number beyond 2^53.',
    'Send what a JSON library writes, as UTF-8.',
  ],
  VALIDATION_ERROR: [
    'A field is missing, unknown, of another type or out of its range; `field` points at the first, `details.errors` lists all.',
    'Mend the field. Leads take unknown fields as metadata, all other bodies refuse them.',
  ],
  INVALID_CRON: [
    'The expression is not five fields, or uses `L`, `W`, `#` or `?`.',
    'Use `minute hour day month weekday`, such as `0 9 * * 1-5`, or `@daily`.',
  ],
  INVALID_TIMEZONE: ['The zone is no IANA name.', 'Use a name such as `Europe/Madrid`, not `CET+1`.'],
  INVALID_DATE: [
    'There is no such date or time: 30 February, 24:00, or an hour that the clocks skip in spring.',
    'Send ISO 8601 with an offset, such as `2026-03-01T09:00:00Z`.',
  ],
  INVALID_PHONE: [
    'The number can not exist in the country that it is read by.',
    'Send E.164, such as `+34600111222`, or the right `country` beside a national number.',
  ],
  INVALID_REGEX: [
    'The expression has more than 200 characters, or uses what a linear-time engine can not: look-around, back references.',
    'Write it without those; `contains` and `starts_with` often do.',
  ],
  UNKNOWN_OPERATOR: ['No condition has this operator.', 'Take one of the operators in the reference of conditions.'],
  UNKNOWN_ACTION: ['No action has this type.', 'Take one of the types in the reference of actions.'],
  CONSENT_TEXT_CHANGED: [
    'What the visitor saw is not what the widget asks for now.',
    'Get the configuration again, show its text, and send the hash of that.',
  ],
  UNKNOWN_EVENT: ['No event has this kind.', 'Take one of the kinds in the reference, such as `lead.created`.'],
  MISSING_API_KEY: [
    'Neither `X-API-Key` nor `Authorization: Bearer` came with the request, or it was empty.',
    'Send the key; look whether a proxy removes the header.',
  ],
  INVALID_API_KEY: [
    'The key was mistyped, revoked or regenerated, or belongs to another service.',
    'Take the current key from whoever runs the service.',
  ],
  NOT_SIGNED_IN: ['A route of the dashboard was called without a session.', 'Sign in; for programs use an API key.'],
  INVALID_CREDENTIALS: ['Address or password are wrong.', 'Try again, or have the password set anew.'],
  INVALID_SIGNATURE: [
    'The signature is missing, older than five minutes, or made with another secret or over other bytes; `details.reason` says which.',
    'Sign the raw body as it is sent, with the secret of this hook and a clock that is right. For Twilio, `PUBLIC_URL` has to be the very address that it calls, and `auth_token` the one of the account.',
  ],
  INSUFFICIENT_SCOPE: [
    'The key is valid, but may not do this; `details.required_scopes` says what it lacks.',
    'Make a key with that scope.',
  ],
  PUBLIC_KEY_NOT_ALLOWED: [
    'A `svc_pub_` key, which websites show, was used for the REST interface.',
    'Call from a server, with a `svc_live_` key.',
  ],
  LIVE_KEY_NOT_ALLOWED: [
    'A `svc_live_` key was used on a route for browsers.',
    'Use the `svc_pub_` key there, and regenerate the live one if a browser has seen it.',
  ],
  INVALID_SESSION: [
    'The session token is missing, was changed, or belongs to another widget, key or page.',
    'Ask for the configuration without it: that begins a new session.',
  ],
  SESSION_EXPIRED: [
    'The session is older than a day; after thirty more it can’t be resumed either.',
    'Ask for the configuration with the old token, which answers a fresh one of the same session; without it after that.',
  ],
  ORIGIN_NOT_ALLOWED: [
    'The page that asks is not on the widget’s list of allowed domains, or says nothing of where it is.',
    'Add its host with `PATCH /widgets/{id}`: `www.example.com`, `*.example.com` for all below, `localhost` for your own machine.',
  ],
  POW_REQUIRED: [
    'The widget asks for a proof of work with each turn and each form.',
    'Get a challenge from `GET /api/widget/v1/pow-challenge`, solve it and send `pow: {id, number}`.',
  ],
  POW_INVALID: [
    'The number does not solve the challenge, or the challenge was made for another session, key or purpose.',
    'Solve a challenge of this session and purpose.',
  ],
  POW_EXPIRED: ['A challenge can be used for two minutes.', 'Get a new challenge and solve it.'],
  POW_REPLAYED: ['Each challenge pays for one request, and this one did.', 'Get a new challenge and solve it.'],
  WRONG_PASSWORD: [
    'The password that is to be changed is another one.',
    'Give the one you sign in with, or have an administrator make a link for a new one.',
  ],
  CROSS_SITE_REQUEST: [
    'A page of another site called a route of the dashboard, or a change came without `X-Requested-With`.',
    'Call from the dashboard itself; programs send the header.',
  ],
  FORBIDDEN: ['Your role in the account does not allow this.', 'Ask an owner or an administrator.'],
  NOT_FOUND: ['The path is not one of this service.', 'Compare it with the reference; paths begin with `/api/public`.'],
  USER_NOT_FOUND: ['There is no such user in your account.', 'Take an id from the list of people.'],
  SESSION_NOT_FOUND: ['The session ended, or is another user’s.', 'List your sessions anew.'],
  INVITATION_NOT_FOUND: ['The invitation was taken, has ended, or is another account’s.', 'Invite anew.'],
  KEY_NOT_FOUND: ['There is no such key in your account, or it has ended.', 'List the keys anew.'],
  LINK_NOT_FOUND: [
    'Links to set up, to join and to set a password work once, and for a time.',
    'Ask whoever gave it for a new one. At the first start: `npm run admin -- setup link`.',
  ],
  LEAD_NOT_FOUND: [
    'There is no such lead in the account of the key, or it was deleted.',
    'Look it up by address: `GET /leads?email=`.',
  ],
  VERSION_NOT_FOUND: [
    'The agent was never published under this number.',
    'List its versions: `GET /workflows/{id}/versions`.',
  ],
  NOTE_NOT_FOUND: ['There is no such note in this account, or it was deleted.', 'List the notes of the lead.'],
  ATTENTION_NOT_FOUND: [
    'It was settled meanwhile, or dismissed, or never waited.',
    'List anew what waits: `GET /attention`.',
  ],
  WORKFLOW_NOT_FOUND: ['There is no such agent in this account.', 'Take an id from `GET /workflows`.'],
  NO_ACTIVE_RUN: [
    'The lead is in no open run of this agent: it was never enrolled, or its run has ended.',
    'Look at `GET /workflow-runs?lead_id=`; enrol it with `POST /leads/{id}/assign-workflow`.',
  ],
  RUN_NOT_FOUND: ['There is no such run in this account.', 'Take an id from `GET /workflow-runs`.'],
  TEMPLATE_NOT_FOUND: ['There is no such template in this account.', 'Take an id from `GET /templates`.'],
  CAMPAIGN_NOT_FOUND: ['There is no such campaign in this account.', 'Take an id from `GET /campaigns`.'],
  CONVERSATION_NOT_FOUND: ['There is no such conversation in this account.', 'Take an id from `GET /conversations`.'],
  INBOX_ENTRY_NOT_FOUND: [
    'The id is no lead of this account that has written, and no visitor’s conversation.',
    'Take an id from `GET /api/internal/inbox`.',
  ],
  CANNED_REPLY_NOT_FOUND: [
    'There is no such canned reply in this account, or it was deleted.',
    'List them: `GET /api/internal/canned-replies`.',
  ],
  LEAD_CHANGE_NOT_FOUND: [
    'There is no such change in this account, or it is older than 90 days.',
    'List them: `GET /lead-changes`.',
  ],
  REPORT_NOT_FOUND: [
    'No report is called so.',
    'Take one of messages, steps, variants, senders, meetings and revenue.',
  ],
  INBOUND_EVENT_NOT_FOUND: [
    'No event that a provider sent to this account has this id.',
    'List those that are not worked: `GET /api/internal/system`.',
  ],
  INSTRUCTION_NOT_FOUND: [
    'It was tried again meanwhile, or is another account’s.',
    'List what is parked: `GET /api/internal/system`.',
  ],
  VIEW_NOT_FOUND: [
    'There is no such view, or it is another user’s own.',
    'List those you see: `GET /api/internal/views`.',
  ],
  MODEL_NOT_FOUND: ['There is no such model in this account.', 'Take an id from `GET /models`.'],
  TURN_NOT_FOUND: [
    'The conversation has had fewer turns, or the number is none.',
    'Count from 1; a conversation has as many turns as inputs that came apart from each other.',
  ],
  CONVERSION_TYPE_NOT_FOUND: [
    'There is no such type of conversion in this account.',
    'Take an id from `GET /conversion-types`.',
  ],
  CONVERSION_NOT_FOUND: ['There is no such conversion in this account.', 'Take an id from `GET /conversions`.'],
  SENDER_NOT_FOUND: ['There is no such e-mail sender in this account.', 'Take an id from `GET /email-senders`.'],
  VOICE_AGENT_NOT_FOUND: ['There is no such voice agent in this account.', 'Take an id from `GET /voice-agents`.'],
  MEDIA_NOT_FOUND: [
    'The message has no file, or its provider deleted it: WhatsApp keeps files for some weeks.',
    'Fetch files soon after they came in, and ask the lead to send it again.',
  ],
  MESSAGE_NOT_FOUND: ['There is no such message in this account.', 'Take an id from `GET /messages`.'],
  IMPORT_NOT_FOUND: ['There is no such import in this account.', 'Take an id from `GET /imports`.'],
  DOCUMENT_NOT_FOUND: ['There is no such document in this account.', 'Take an id from `GET /knowledge/documents`.'],
  SUPPRESSION_NOT_FOUND: ['There is no such suppression in this account.', 'Take an id from `GET /suppressions`.'],
  CALENDAR_NOT_CONNECTED: ['The host has no calendar.', 'Connect one: `PUT /hosts/{id}/calendar`.'],
  NUMBER_NOT_FOUND: ['There is no such WhatsApp number in this account.', 'Take an id from `GET /whatsapp-numbers`.'],
  HOOK_NOT_FOUND: ['There is no such hook in this account.', 'Take an id from `GET /hooks`.'],
  HOST_NOT_FOUND: ['There is no such host in this account.', 'Take an id from `GET /hosts`.'],
  MEETING_TYPE_NOT_FOUND: ['There is no such meeting type in this account.', 'Take an id from `GET /meeting-types`.'],
  MEETING_NOT_FOUND: ['There is no such meeting in this account.', 'Take an id from `GET /meetings`.'],
  AVAILABILITY_BLOCK_NOT_FOUND: [
    'There is no such block in this account.',
    'Take an id from `GET /hosts/{id}/availability-blocks`.',
  ],
  HOLD_NOT_FOUND: ['The hold has run out, was released or used.', 'Hold the slot again, or book it without a hold.'],
  TAG_NOT_FOUND: ['There is no such tag in this account.', 'Take an id from `GET /tags`, or give names instead.'],
  JOB_NOT_FOUND: ['There is no such background job in this account.', 'Take an id from `GET /background-jobs`.'],
  CYCLE_NOT_FOUND: ['The job has no such cycle.', 'Take an id from `GET /background-jobs/{id}/cycles`.'],
  FUNCTION_NOT_FOUND: ['There is no such cloud function in this account.', 'Take an id from `GET /cloud-functions`.'],
  FUNCTION_RUN_NOT_FOUND: ['There is no such run of a function.', 'Take an id from `GET /cloud-functions/{id}/runs`.'],
  TASK_NOT_FOUND: ['There is no such task in this account.', 'Take an id from `GET /tasks`.'],
  NOTIFICATION_NOT_FOUND: ['There is no such notification in this account.', 'Take an id from `GET /notifications`.'],
  WIDGET_NOT_FOUND: ['There is no such widget in this account.', 'Take an id from `GET /widgets`.'],
  SECRET_NOT_FOUND: ['There is no secret of this name in this account.', 'Take a name from `GET /secrets`.'],
  METHOD_NOT_ALLOWED: ['The path exists, but not with this method; `Allow` says with which.', 'Use one of those.'],
  IDEMPOTENCY_IN_PROGRESS: [
    'The first request with this key is still at work.',
    'Wait for the seconds in `Retry-After` and repeat: the answer will be that of the first.',
  ],
  DUPLICATE_LEAD: [
    'The external id, the e-mail address or the phone number is known, and `on_duplicate` is `reject`.',
    'Use the lead in `details.lead_id`, or another `on_duplicate`.',
  ],
  ALREADY_ENROLLED: [
    'The lead has an open run of this agent; a lead has at most one.',
    'Nothing has to be done, or send `reenrollment: restart` to begin again.',
  ],
  WORKFLOW_PAUSED: ['The agent is paused or inactive and takes nobody in.', 'Resume it: `PATCH /workflows/{id}`.'],
  WORKFLOW_NOT_PUBLISHED: ['The agent is a draft.', 'Publish it: `POST /workflows/{id}/publish`.'],
  WIDGET_NOT_READY: [
    'The widget is switched off, or its agent is not published, is inactive or paused.',
    'Switch the widget on with `PATCH /widgets/{id}`; publish the agent: `POST /workflows/{id}/publish`.',
  ],
  JOB_INACTIVE: [
    'The job is switched off.',
    'Send `is_active: true` to `PATCH /background-jobs/{id}`, or ask for a dry run: `dry_run: true`.',
  ],
  CYCLE_RUNNING: [
    'A job runs one cycle at a time, and one is open.',
    'Wait for its end: `GET /background-jobs/{id}/cycles`.',
  ],
  SLOT_CONFLICT: [
    'Somebody else has the slot, or part of it, buffers included; `conflicts` says what stands there.',
    'Offer one of the `alternatives`.',
  ],
  OUTSIDE_AVAILABILITY: [
    'The host does not meet anybody at this time.',
    'Take a slot from `GET /meetings/availability`, or send `allow_outside_availability: true`.',
  ],
  MINIMUM_NOTICE: ['The meeting type asks for more time before a meeting.', 'Take one of the `alternatives`.'],
  HOST_DAILY_LIMIT: ['The host has as many meetings on this day as allowed.', 'Take another day or another host.'],
  MEETING_NOT_MODIFIABLE: [
    'A meeting that was cancelled or has ended can not be moved or confirmed.',
    'Look at its `status`; book a new one.',
  ],
  NOT_MODIFIABLE: ['What it is now does not allow this change.', 'Read it again and look at its `status`.'],
  IN_USE: ['Something that is live refers to it.', 'Change or end that first; `message` names it.'],
  EMAIL_TAKEN: ['An address belongs to one user, in whatever account.', 'Sign in with it, or take another address.'],
  LAST_OWNER: ['Nobody would be left who may manage owners.', 'Make another user an owner first.'],
  NAME_TAKEN: ['Names of this kind are unique in an account.', 'Choose another name, or change the one that has it.'],
  KNOWLEDGE_FULL: [
    'The account has as many documents as it may have (`KNOWLEDGE_DOCUMENTS`, 500 unless set otherwise), or the parts of one that is released would be too many (`KNOWLEDGE_CHUNKS`, 20,000).',
    'Delete documents that are out of date, or put several into one.',
  ],
  CONVERSATION_MOVED_ON: [
    'The request named the newest message it knew, as `after_message_id`, and `message_ids` names newer ones.',
    'Read them, then send again with the newest of them.',
  ],
  LEAD_CHANGED: [
    'A lead that the dry run is about was changed after it, so that its effects may not fit any more.',
    'Run the function again and apply the new run; `details.lead_ids` names the leads.',
  ],
  LEAD_ERASED: ['The person was erased for good.', 'Forget the id; nothing of the lead is left.'],
  PRECONDITION_FAILED: [
    'Somebody changed the record after you read it.',
    'Read it again, look whether your change still makes sense, and send the new version in `If-Match`.',
  ],
  REQUEST_TIMEOUT: [
    'The request did not arrive within 10 seconds, plus a second for each 16 KiB.',
    'Send it again over a better connection, a large one in parts.',
  ],
  PAYLOAD_TOO_LARGE: ['The body is larger than 1 MiB (8 for many leads, 50 for a file).', 'Send it in parts.'],
  TOO_MANY_LEADS: ['The list has more than 1,000 leads.', 'Send several requests, or import a file.'],
  UNSUPPORTED_MEDIA_TYPE: ['`Content-Type` is not `application/json`.', 'Set the header; files go to `/leads/import`.'],
  IDEMPOTENCY_KEY_REUSED: [
    'The key was used for a request that meant something else.',
    'Take a new key for each thing you want done; keep it only for repeats.',
  ],
  CONFIRMATION_REQUIRED: [
    'The lead would get an invitation, which `invite_lead: true` asks for and nothing confirms.',
    'Send `confirm: true`, or `invite_lead: false`.',
  ],
  START_IN_PAST: ['The time lies behind us.', 'Look at the offset of `starts_at`; take a later time.'],
  CHANNEL_NOT_CONFIGURED: [
    'The account has no sender, number or voice agent for the channel.',
    'Make one: `POST /email-senders`, `POST /whatsapp-numbers` or `POST /voice-agents`.',
  ],
  LEAD_MISSING_PHONE: ['The lead has no phone number.', 'Add one, or use e-mail.'],
  LEAD_MISSING_EMAIL: ['The lead has no e-mail address.', 'Add one, or use another channel.'],
  LEAD_OPTED_OUT: ['The lead does not want messages on this channel.', 'Respect it; only the lead can change it.'],
  SUPPRESSED: [
    'The address bounced for good, complained or was put on the list.',
    'Use another address; `GET /suppressions` says why.',
  ],
  TEMPLATE_VARIABLES_MISMATCH: [
    'The template asks for other variables, or another number of them.',
    'Compare with `variables` in `GET /templates/{id}`.',
  ],
  WINDOW_CLOSED: [
    'WhatsApp takes free text only for 24 hours after the lead wrote.',
    'Send an approved template; the answer to it opens the window.',
  ],
  TEMPLATE_NOT_APPROVED: [
    "WhatsApp has not approved the template, or doesn't any more.",
    'Use one that is `APPROVED`.',
  ],
  FREQUENCY_CAPPED: [
    "The lead's or the sender's caps are used up for the next seven days.",
    'Send later, or raise the caps of the agent.',
  ],
  IMAGE_UNREACHABLE: ['The address of the image does not answer with an image.', 'Use a public https address.'],
  IMAGE_TYPE: ['The image is no JPEG or PNG, or smaller than 192 pixels.', 'Convert or enlarge it.'],
  MEDIA_TOO_LARGE: [
    'The file of a message is larger than the 32 MiB that are handed on.',
    'Fetch it from the provider by the id in `attachments`.',
  ],
  IMAGE_TOO_LARGE: ['The image has more than 5 MiB.', 'Make it smaller.'],
  AMBIGUOUS_RUN: ['The lead is in several agents at once.', 'Name the one that is meant: `workflow_id`.'],
  RATE_LIMITED: [
    'The key made more requests than it may in this minute.',
    'Wait for the seconds in `Retry-After`; send many leads in one request; have the limit raised.',
  ],
  HEADER_TOO_LARGE: ['The headers have more than 16 KiB.', 'Look for cookies or tokens that do not belong there.'],
  INTERNAL_ERROR: [
    'A fault of the service. Nothing was changed: a write is one transaction.',
    'Repeat it with the same idempotency key; report the `request_id` if it stays.',
  ],
  PROVIDER_ERROR: [
    'The provider refused; `details` has its own code and message.',
    'Mend what it names. It helps to repeat only if its message says so.',
  ],
  PROVIDER_TIMEOUT: ['The provider did not answer in time and may have done it.', 'Repeat it: that does no harm here.'],
  ENGINE_UNAVAILABLE: [
    'The database can not be reached, or not in time; nothing was changed.',
    'Repeat it after `Retry-After`, with the same idempotency key; whoever runs the service looks at `/readyz`.',
  ],
  FUNCTION_DEPLOY_FAILED: [
    'The function’s source can’t be compiled, or uses what functions may not.',
    'Mend the source at `details.line`; `details.stage` says whether it is the language, a rule, or the size.',
  ],
  FUNCTION_BUSY: [
    'All sandboxes of the workers are running functions, or two sources are being checked already.',
    'Repeat it after `Retry-After`; more workers or a larger `FUNCTION_POOL_SIZE` give more room.',
  ],
  TRIALS_BUSY: [
    'This process tries four conversations with models already; each waits for its own.',
    'Repeat it after `Retry-After`.',
  ],
  OVERLOADED: ['More requests came than can be answered in time.', 'Repeat it after `Retry-After`, more slowly.'],
};
