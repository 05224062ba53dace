import type { Knex } from 'knex';
import * as accounts from './20260105_0900_accounts.js';
import * as users from './20260105_0901_users.js';
import * as sessions from './20260105_0902_sessions.js';
import * as apiKeys from './20260105_0903_api_keys.js';
import * as rateCounters from './20260105_0904_rate_counters.js';
import * as idempotencyKeys from './20260105_0905_idempotency_keys.js';
import * as outbox from './20260105_0906_outbox.js';
import * as events from './20260105_0907_events.js';
import * as leads from './20260106_0900_leads.js';
import * as leadIdentities from './20260106_0901_lead_identities.js';
import * as leadVariables from './20260106_0902_lead_variables.js';
import * as leadEngagement from './20260106_0903_lead_engagement.js';
import * as tags from './20260106_0904_tags.js';
import * as leadTags from './20260106_0905_lead_tags.js';
import * as consentLog from './20260106_0906_consent_log.js';
import * as campaigns from './20260106_0907_campaigns.js';
import * as agents from './20260107_0900_agents.js';
import * as agentVersions from './20260107_0901_agent_versions.js';
import * as agentRuns from './20260107_0902_agent_runs.js';
import * as emailSenders from './20260108_0900_email_senders.js';
import * as senderUsage from './20260108_0901_sender_usage.js';
import * as templates from './20260108_0902_templates.js';
import * as messages from './20260108_0903_messages.js';
import * as suppressions from './20260108_0904_suppressions.js';
import * as sandboxDeliveries from './20260108_0905_sandbox_deliveries.js';
import * as hooks from './20260108_0906_hooks.js';
import * as inboundEvents from './20260108_0907_inbound_events.js';
import * as imports from './20260109_0900_imports.js';
import * as importRows from './20260109_0901_import_rows.js';
import * as systemFacts from './20260109_0902_system_facts.js';
import * as importProblems from './20260109_0903_import_problems.js';
import * as importUndo from './20260109_0904_import_undo.js';
import * as senderBreakers from './20261121_1000_sender_breakers.js';
import * as signInGuesses from './20261121_1100_sign_in_guesses.js';
import * as conversionTypes from './20261121_1110_conversion_types.js';
import * as conversions from './20261121_1111_conversions.js';
import * as campaignStarts from './20261121_1120_campaign_starts.js';
import * as agentRunsByCampaign from './20261121_1121_agent_runs_by_campaign.js';
import * as senderTracking from './20261121_1130_sender_tracking.js';
import * as messageClicks from './20261121_1131_message_clicks.js';
import * as whatsappNumbers from './20261121_1200_whatsapp_numbers.js';
import * as templateOrigins from './20261121_1201_template_origins.js';
import * as outgoingMessages from './20261121_1202_outgoing_messages.js';
import * as photoUrls from './20261121_1203_photo_urls.js';
import * as hookVerifyTokens from './20261121_1300_hook_verify_tokens.js';
import * as messageDetails from './20261121_1301_message_details.js';
import * as voiceAgents from './20261121_1302_voice_agents.js';
import * as calls from './20261121_1303_calls.js';
import * as mailboxes from './20261121_1304_mailboxes.js';
import * as hosts from './20261121_1400_hosts.js';
import * as meetingTypes from './20261121_1401_meeting_types.js';
import * as meetingTypeHosts from './20261121_1402_meeting_type_hosts.js';
import * as availabilityBlocks from './20261121_1403_availability_blocks.js';
import * as meetings from './20261121_1404_meetings.js';
import * as meetingSlots from './20261121_1405_meeting_slots.js';
import * as slotHolds from './20261121_1406_slot_holds.js';
import * as bookingKeys from './20261121_1407_booking_keys.js';
import * as meetingNotes from './20261121_1408_meeting_notes.js';
import * as busyTimes from './20261121_1409_busy_times.js';
import * as meetingNotices from './20261121_1500_meeting_notices.js';
import * as calendarConnections from './20261121_1501_calendar_connections.js';
import * as calendarEntries from './20261121_1502_calendar_entries.js';
import * as calendarFeeds from './20261121_1503_calendar_feeds.js';
import * as sandboxCalendar from './20261121_1504_sandbox_calendar.js';
import * as backgroundJobs from './20261121_1600_background_jobs.js';
import * as jobCycles from './20261121_1601_job_cycles.js';
import * as jobCycleLeads from './20261121_1602_job_cycle_leads.js';
import * as jobEffects from './20261121_1603_job_effects.js';
import * as jobEvents from './20261121_1604_job_events.js';
import * as jobEventCursors from './20261121_1605_job_event_cursors.js';
import * as accountSecrets from './20261121_1606_account_secrets.js';
import * as tasks from './20261121_1607_tasks.js';
import * as notifications from './20261121_1608_notifications.js';
import * as jobDeliveries from './20261121_1609_job_deliveries.js';
import * as agentRunsByAgent from './20261121_1610_agent_runs_by_agent.js';
import * as notificationLines from './20261121_1611_notification_lines.js';
import * as bookingAnswers from './20261121_2300_booking_answers.js';
import * as meetingAnswers from './20261121_2301_meeting_answers.js';
import * as leadMetadataValues from './20261121_2400_lead_metadata_values.js';
import * as leadMetadataValuesFilled from './20261121_2401_lead_metadata_values_filled.js';
import * as functionValues from './20261121_2500_function_values.js';
import * as cloudFunctions from './20261121_2600_cloud_functions.js';
import * as functionVersions from './20261121_2601_function_versions.js';
import * as functionSecrets from './20261121_2602_function_secrets.js';
import * as functionRuns from './20261121_2603_function_runs.js';
import * as functionFires from './20261121_2604_function_fires.js';
import * as outgoingTries from './20261122_1000_outgoing_tries.js';
import * as idempotencyLeases from './20261122_5000_idempotency_leases.js';
import * as suppressionsByHash from './20261122_6001_suppressions_by_hash.js';
import * as accountLimits from './20261122_6002_account_limits.js';
import * as toldByMeta from './20261122_7000_told_by_meta.js';
import * as templateLooks from './20261123_3000_template_looks.js';
import * as whatsappWindows from './20261123_3001_whatsapp_windows.js';
import * as whatsappWindowsFilled from './20261123_3002_whatsapp_windows_filled.js';
import * as firstContacts from './20261123_3003_first_contacts.js';
import * as senderUsageByTime from './20261123_3004_sender_usage_by_time.js';
import * as voiceAgentHooks from './20261123_3200_voice_agent_hooks.js';
import * as formerHosts from './20261123_4001_former_hosts.js';
import * as outboxTrace from './20261123_5001_outbox_trace.js';
import * as notificationsWaiting from './20261123_5002_notifications_waiting.js';
import * as agentsDeleted from './20261123_5003_agents_deleted.js';
import * as inboundEventsEmptied from './20261123_5100_inbound_events_emptied.js';
import * as jobDeliveriesByCycle from './20261123_5101_job_deliveries_by_cycle.js';
import * as functionRunsByCycle from './20261123_6000_function_runs_by_cycle.js';
import * as messagesByClaim from './20261123_7000_messages_by_claim.js';
import * as ownerTurns from './20261123_7030_owner_turns.js';
import * as leadsByOwner from './20261123_7031_leads_by_owner.js';
import * as jobEventsByCycle from './20261123_7032_job_events_by_cycle.js';

/** Every migration by name, oldest first. Names never change once released. */
export const migrations: Record<string, Knex.Migration> = {
  '20260105_0900_accounts': accounts,
  '20260105_0901_users': users,
  '20260105_0902_sessions': sessions,
  '20260105_0903_api_keys': apiKeys,
  '20260105_0904_rate_counters': rateCounters,
  '20260105_0905_idempotency_keys': idempotencyKeys,
  '20260105_0906_outbox': outbox,
  '20260105_0907_events': events,
  '20260106_0900_leads': leads,
  '20260106_0901_lead_identities': leadIdentities,
  '20260106_0902_lead_variables': leadVariables,
  '20260106_0903_lead_engagement': leadEngagement,
  '20260106_0904_tags': tags,
  '20260106_0905_lead_tags': leadTags,
  '20260106_0906_consent_log': consentLog,
  '20260106_0907_campaigns': campaigns,
  '20260107_0900_agents': agents,
  '20260107_0901_agent_versions': agentVersions,
  '20260107_0902_agent_runs': agentRuns,
  '20260108_0900_email_senders': emailSenders,
  '20260108_0901_sender_usage': senderUsage,
  '20260108_0902_templates': templates,
  '20260108_0903_messages': messages,
  '20260108_0904_suppressions': suppressions,
  '20260108_0905_sandbox_deliveries': sandboxDeliveries,
  '20260108_0906_hooks': hooks,
  '20260108_0907_inbound_events': inboundEvents,
  '20260109_0900_imports': imports,
  '20260109_0901_import_rows': importRows,
  '20260109_0902_system_facts': systemFacts,
  '20260109_0903_import_problems': importProblems,
  '20260109_0904_import_undo': importUndo,
  '20261121_1000_sender_breakers': senderBreakers,
  '20261121_1100_sign_in_guesses': signInGuesses,
  '20261121_1110_conversion_types': conversionTypes,
  '20261121_1111_conversions': conversions,
  '20261121_1120_campaign_starts': campaignStarts,
  '20261121_1121_agent_runs_by_campaign': agentRunsByCampaign,
  '20261121_1130_sender_tracking': senderTracking,
  '20261121_1131_message_clicks': messageClicks,
  '20261121_1200_whatsapp_numbers': whatsappNumbers,
  '20261121_1201_template_origins': templateOrigins,
  '20261121_1202_outgoing_messages': outgoingMessages,
  '20261121_1203_photo_urls': photoUrls,
  '20261121_1300_hook_verify_tokens': hookVerifyTokens,
  '20261121_1301_message_details': messageDetails,
  '20261121_1302_voice_agents': voiceAgents,
  '20261121_1303_calls': calls,
  '20261121_1304_mailboxes': mailboxes,
  '20261121_1400_hosts': hosts,
  '20261121_1401_meeting_types': meetingTypes,
  '20261121_1402_meeting_type_hosts': meetingTypeHosts,
  '20261121_1403_availability_blocks': availabilityBlocks,
  '20261121_1404_meetings': meetings,
  '20261121_1405_meeting_slots': meetingSlots,
  '20261121_1406_slot_holds': slotHolds,
  '20261121_1407_booking_keys': bookingKeys,
  '20261121_1408_meeting_notes': meetingNotes,
  '20261121_1409_busy_times': busyTimes,
  '20261121_1500_meeting_notices': meetingNotices,
  '20261121_1501_calendar_connections': calendarConnections,
  '20261121_1502_calendar_entries': calendarEntries,
  '20261121_1503_calendar_feeds': calendarFeeds,
  '20261121_1504_sandbox_calendar': sandboxCalendar,
  '20261121_1600_background_jobs': backgroundJobs,
  '20261121_1601_job_cycles': jobCycles,
  '20261121_1602_job_cycle_leads': jobCycleLeads,
  '20261121_1603_job_effects': jobEffects,
  '20261121_1604_job_events': jobEvents,
  '20261121_1605_job_event_cursors': jobEventCursors,
  '20261121_1606_account_secrets': accountSecrets,
  '20261121_1607_tasks': tasks,
  '20261121_1608_notifications': notifications,
  '20261121_1609_job_deliveries': jobDeliveries,
  '20261121_1610_agent_runs_by_agent': agentRunsByAgent,
  '20261121_1611_notification_lines': notificationLines,
  '20261121_2300_booking_answers': bookingAnswers,
  '20261121_2301_meeting_answers': meetingAnswers,
  '20261121_2400_lead_metadata_values': leadMetadataValues,
  '20261121_2401_lead_metadata_values_filled': leadMetadataValuesFilled,
  '20261121_2500_function_values': functionValues,
  '20261121_2600_cloud_functions': cloudFunctions,
  '20261121_2601_function_versions': functionVersions,
  '20261121_2602_function_secrets': functionSecrets,
  '20261121_2603_function_runs': functionRuns,
  '20261121_2604_function_fires': functionFires,
  '20261122_1000_outgoing_tries': outgoingTries,
  '20261122_5000_idempotency_leases': idempotencyLeases,
  '20261122_6001_suppressions_by_hash': suppressionsByHash,
  '20261122_6002_account_limits': accountLimits,
  '20261122_7000_told_by_meta': toldByMeta,
  '20261123_3000_template_looks': templateLooks,
  '20261123_3001_whatsapp_windows': whatsappWindows,
  '20261123_3002_whatsapp_windows_filled': whatsappWindowsFilled,
  '20261123_3003_first_contacts': firstContacts,
  '20261123_3004_sender_usage_by_time': senderUsageByTime,
  '20261123_3200_voice_agent_hooks': voiceAgentHooks,
  '20261123_4001_former_hosts': formerHosts,
  '20261123_5001_outbox_trace': outboxTrace,
  '20261123_5002_notifications_waiting': notificationsWaiting,
  '20261123_5003_agents_deleted': agentsDeleted,
  '20261123_5100_inbound_events_emptied': inboundEventsEmptied,
  '20261123_5101_job_deliveries_by_cycle': jobDeliveriesByCycle,
  '20261123_6000_function_runs_by_cycle': functionRunsByCycle,
  '20261123_7000_messages_by_claim': messagesByClaim,
  '20261123_7030_owner_turns': ownerTurns,
  '20261123_7031_leads_by_owner': leadsByOwner,
  '20261123_7032_job_events_by_cycle': jobEventsByCycle,
};
