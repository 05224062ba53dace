import type { Knex } from 'knex';
import * as accounts from './0001_accounts.js';
import * as instructions from './0002_instructions.js';
import * as events from './0003_events.js';
import * as leads from './0004_leads.js';
import * as imports from './0005_imports.js';
import * as campaigns from './0006_campaigns.js';
import * as agents from './0007_agents.js';
import * as agentRuns from './0008_agent_runs.js';
import * as channels from './0009_channels.js';
import * as messages from './0010_messages.js';
import * as inbound from './0011_inbound.js';
import * as meetings from './0012_meetings.js';
import * as jobs from './0013_jobs.js';
import * as functions from './0014_functions.js';
import * as flags from './20261123_8000_flags.js';
import * as digestClaims from './20261123_8100_digest_claims.js';
import * as matchedLeads from './20261123_8200_matched_leads.js';
import * as claimedLeads from './20261123_8300_claimed_leads.js';
import * as processes from './20261123_8400_processes.js';
import * as outboxTurns from './20261123_8500_outbox_turns.js';
import * as conversations from './20261123_8600_conversations.js';
import * as variableSetters from './20261123_8610_variable_setters.js';
import * as owedConversations from './20261123_8620_owed_conversations.js';
import * as linePlaces from './20261123_8700_line_places.js';
import * as widgets from './20261123_8700_widgets.js';
import * as keysOfWidgets from './20261123_8710_keys_of_widgets.js';
import * as widgetLimits from './20261123_8720_widget_limits.js';
import * as widgetSubmissions from './20261123_8730_widget_submissions.js';
import * as heldWork from './20261123_8800_held_work.js';
import * as openFires from './20261123_8800_open_fires.js';
import * as eventReaders from './20261123_8810_event_readers.js';
import * as dueEvents from './20261123_8820_due_events.js';
import * as models from './20261123_9100_models.js';
import * as agentSteps from './20261123_9110_agent_steps.js';
import * as aiUsage from './20261123_9120_ai_usage.js';
import * as thinkingConversations from './20261123_9130_thinking_conversations.js';
import * as knowledge from './20261123_9200_knowledge.js';
import * as citations from './20261123_9210_citations.js';
import * as sessionDetails from './20261123_9300_session_details.js';
import * as userTokens from './20261123_9310_user_tokens.js';
import * as auditEntries from './20261123_9320_audit_entries.js';
import * as makersOfKeys from './20261123_9330_makers_of_keys.js';
import * as leadNotes from './20261123_9340_lead_notes.js';
import * as attentionDismissals from './20261123_9350_attention_dismissals.js';
import * as inboxStates from './20261123_9420_inbox_states.js';
import * as inboxPresences from './20261123_9421_inbox_presences.js';
import * as lastInbound from './20261123_9422_last_inbound.js';
import * as visitorsOfInbox from './20261123_9423_visitors_of_inbox.js';
import * as views from './20261123_9424_views.js';
import * as cannedReplies from './20261123_9425_canned_replies.js';
import * as leadChanges from './20261123_9426_lead_changes.js';
import * as changedLeads from './20261123_9427_changed_leads.js';
import * as reportCounts from './20261123_9428_report_counts.js';
import * as reportCursor from './20261123_9429_report_cursor.js';
import * as awaitedPeople from './20261124_4000_awaited_people.js';
import * as variantsOfConversations from './20261124_4010_variants_of_conversations.js';
import * as countedTurns from './20261124_4020_counted_turns.js';
import * as widgetsOfConversations from './20261124_4030_widgets_of_conversations.js';
import * as userMails from './20261124_5100_user_mails.js';
import * as draftSources from './20261124_5110_draft_sources.js';
import * as lastEvents from './20261124_5120_last_events.js';
import * as writersOfCounts from './20261124_5130_writers_of_counts.js';
import * as inboxNews from './20261125_4010_inbox_news.js';
import * as retention from './20261125_6200_retention.js';
import * as retentionPasses from './20261125_6210_retention_passes.js';
import * as cyclesOfAccounts from './20261125_6220_cycles_of_accounts.js';
import * as plannedMessages from './20261126_7100_planned_messages.js';
import * as campaignsThrough from './20261126_7200_campaigns_through.js';
import * as workAttempts from './20261128_1000_work_attempts.js';
import * as refusedSenders from './20261128_1200_refused_senders.js';
import * as outcomesOfEvents from './20261128_1210_outcomes_of_events.js';
import * as whatsappUsers from './20261128_1300_whatsapp_users.js';
import * as leadsOnWhatsApp from './20261128_1310_leads_on_whatsapp.js';
import * as providerNotices from './20261128_1320_provider_notices.js';
import * as statesOfNumbers from './20261128_1330_states_of_numbers.js';
import * as calendarStates from './20261128_1500_calendar_states.js';
import * as typedAddresses from './20261128_1600_typed_addresses.js';
import * as tagSigns from './20261128_1700_tag_signs.js';
import * as auditedAttempts from './20261128_2000_audited_attempts.js';
import * as addressesOfAccounts from './20261128_2010_addresses_of_accounts.js';
import * as ignoredProxies from './20261128_2100_ignored_proxies.js';
import * as valuesBefore from './20261128_2200_values_before.js';
import * as campaignJoins from './20261128_2210_campaign_joins.js';
import * as attendeeAnswers from './20261128_2400_attendee_answers.js';
import * as erasures from './20261128_3000_erasures.js';
import * as leadsOfAnswers from './20261128_3010_leads_of_answers.js';
import * as eventsWithoutLead from './20261128_3020_events_without_lead.js';
import * as leadsOfRuns from './20261128_3030_leads_of_runs.js';
import * as listedRuns from './20261128_3040_listed_runs.js';
import * as contactConfirmation from './20261128_3300_contact_confirmation.js';
import * as leadsThatNeedOptIn from './20261128_3310_leads_that_need_opt_in.js';
import * as rebuiltCounts from './20261128_3320_rebuilt_counts.js';
import * as auditCounts from './20261128_4000_audit_counts.js';
import * as connections from './20261128_4100_connections.js';
import * as connectedSenders from './20261128_4110_connected_senders.js';
import * as connectedMailboxes from './20261128_4120_connected_mailboxes.js';
import * as userLanguage from './20261128_4200_user_language.js';
import * as messageHits from './20261128_5000_message_hits.js';
import * as machineClicks from './20261128_5010_machine_clicks.js';
import * as machineEngagement from './20261128_5020_machine_engagement.js';
import * as sentMails from './20261128_5200_sent_mails.js';
import * as sentFolders from './20261128_5210_sent_folders.js';
import * as creatorsOfConnections from './20261128_5300_creators_of_connections.js';
import * as returningSignIns from './20261128_5310_returning_sign_ins.js';
import * as userIdentities from './20261128_5400_user_identities.js';
import * as sessionsOfIssuers from './20261128_5410_sessions_of_issuers.js';
import * as passwordsForAWhile from './20261128_5420_passwords_for_a_while.js';
import * as secondFactors from './20261128_5430_second_factors.js';
import * as requiredSecondFactors from './20261128_5440_required_second_factors.js';
import * as connectedCalendars from './20261129_6000_connected_calendars.js';
import * as versionsOfEntries from './20261129_6010_versions_of_entries.js';
import * as calendarsOfMeetingTypes from './20261129_6020_calendars_of_meeting_types.js';
import * as leadSenders from './20261129_6200_lead_senders.js';
import * as noticeSettings from './20261129_6300_notice_settings.js';
import * as hookTokens from './20261129_6400_hook_tokens.js';
import * as senderHealth from './20261129_6410_sender_health.js';
import * as claimedSenderHealth from './20261129_6520_claimed_sender_health.js';
import * as passkeys from './20261129_6540_passkeys.js';
import * as ownClients from './20261129_7000_own_clients.js';
import * as pushChannels from './20261129_7100_push_channels.js';
import * as addressesOfConnections from './20261129_7110_addresses_of_connections.js';
import * as receivedTests from './20261129_7200_received_tests.js';
import * as reportTouches from './20261129_7500_report_touches.js';
import * as touchCursor from './20261129_7510_touch_cursor.js';
import * as trackingDomains from './20261129_7600_tracking_domains.js';
import * as apiRequests from './20261129_8400_api_requests.js';
import * as requestLogDays from './20261129_8410_request_log_days.js';
import * as dealValues from './20261129_8500_deal_values.js';
import * as reportLinks from './20261129_8600_report_links.js';
import * as weeklySummaries from './20261129_8610_weekly_summaries.js';
import * as weeklyTimes from './20261129_8620_weekly_times.js';
import * as reportGoals from './20261129_8630_report_goals.js';
import * as touchOutcomes from './20261129_8640_touch_outcomes.js';
import * as undoneChanges from './20261129_8900_undone_changes.js';
import * as auditedValues from './20261129_9100_audited_values.js';
import * as webhooks from './20261129_9200_webhooks.js';
import * as webhookCursor from './20261129_9210_webhook_cursor.js';

const baselines: Record<string, Knex.Migration> = {
  '0001_accounts': accounts,
  '0002_instructions': instructions,
  '0003_events': events,
  '0004_leads': leads,
  '0005_imports': imports,
  '0006_campaigns': campaigns,
  '0007_agents': agents,
  '0008_agent_runs': agentRuns,
  '0009_channels': channels,
  '0010_messages': messages,
  '0011_inbound': inbound,
  '0012_meetings': meetings,
  '0013_jobs': jobs,
  '0014_functions': functions,
};

/** The baselines: the tables as they were when these took the place of the migrations before. */
export const BASELINES = Object.keys(baselines);

/** Every migration by name, oldest first: a baseline of each noun, then what changed since. Names never change once released. */
export const migrations: Record<string, Knex.Migration> = {
  ...baselines,
  '20261123_8000_flags': flags,
  '20261123_8100_digest_claims': digestClaims,
  '20261123_8200_matched_leads': matchedLeads,
  '20261123_8300_claimed_leads': claimedLeads,
  '20261123_8400_processes': processes,
  '20261123_8500_outbox_turns': outboxTurns,
  '20261123_8600_conversations': conversations,
  '20261123_8610_variable_setters': variableSetters,
  '20261123_8620_owed_conversations': owedConversations,
  '20261123_8700_line_places': linePlaces,
  '20261123_8700_widgets': widgets,
  '20261123_8710_keys_of_widgets': keysOfWidgets,
  '20261123_8720_widget_limits': widgetLimits,
  '20261123_8730_widget_submissions': widgetSubmissions,
  '20261123_8800_held_work': heldWork,
  '20261123_8800_open_fires': openFires,
  '20261123_8810_event_readers': eventReaders,
  '20261123_8820_due_events': dueEvents,
  '20261123_9100_models': models,
  '20261123_9110_agent_steps': agentSteps,
  '20261123_9120_ai_usage': aiUsage,
  '20261123_9130_thinking_conversations': thinkingConversations,
  '20261123_9200_knowledge': knowledge,
  '20261123_9210_citations': citations,
  '20261123_9300_session_details': sessionDetails,
  '20261123_9310_user_tokens': userTokens,
  '20261123_9320_audit_entries': auditEntries,
  '20261123_9330_makers_of_keys': makersOfKeys,
  '20261123_9340_lead_notes': leadNotes,
  '20261123_9350_attention_dismissals': attentionDismissals,
  '20261123_9420_inbox_states': inboxStates,
  '20261123_9421_inbox_presences': inboxPresences,
  '20261123_9422_last_inbound': lastInbound,
  '20261123_9423_visitors_of_inbox': visitorsOfInbox,
  '20261123_9424_views': views,
  '20261123_9425_canned_replies': cannedReplies,
  '20261123_9426_lead_changes': leadChanges,
  '20261123_9427_changed_leads': changedLeads,
  '20261123_9428_report_counts': reportCounts,
  '20261123_9429_report_cursor': reportCursor,
  '20261124_4000_awaited_people': awaitedPeople,
  '20261124_4010_variants_of_conversations': variantsOfConversations,
  '20261124_4020_counted_turns': countedTurns,
  '20261124_4030_widgets_of_conversations': widgetsOfConversations,
  '20261124_5100_user_mails': userMails,
  '20261124_5110_draft_sources': draftSources,
  '20261124_5120_last_events': lastEvents,
  '20261124_5130_writers_of_counts': writersOfCounts,
  '20261125_4010_inbox_news': inboxNews,
  '20261125_6200_retention': retention,
  '20261125_6210_retention_passes': retentionPasses,
  '20261125_6220_cycles_of_accounts': cyclesOfAccounts,
  '20261126_7100_planned_messages': plannedMessages,
  '20261126_7200_campaigns_through': campaignsThrough,
  '20261128_1000_work_attempts': workAttempts,
  '20261128_1200_refused_senders': refusedSenders,
  '20261128_1210_outcomes_of_events': outcomesOfEvents,
  '20261128_1300_whatsapp_users': whatsappUsers,
  '20261128_1310_leads_on_whatsapp': leadsOnWhatsApp,
  '20261128_1320_provider_notices': providerNotices,
  '20261128_1330_states_of_numbers': statesOfNumbers,
  '20261128_1500_calendar_states': calendarStates,
  '20261128_1600_typed_addresses': typedAddresses,
  '20261128_1700_tag_signs': tagSigns,
  '20261128_2000_audited_attempts': auditedAttempts,
  '20261128_2010_addresses_of_accounts': addressesOfAccounts,
  '20261128_2100_ignored_proxies': ignoredProxies,
  '20261128_2200_values_before': valuesBefore,
  '20261128_2210_campaign_joins': campaignJoins,
  '20261128_2400_attendee_answers': attendeeAnswers,
  '20261128_3000_erasures': erasures,
  '20261128_3010_leads_of_answers': leadsOfAnswers,
  '20261128_3020_events_without_lead': eventsWithoutLead,
  '20261128_3030_leads_of_runs': leadsOfRuns,
  '20261128_3040_listed_runs': listedRuns,
  '20261128_3300_contact_confirmation': contactConfirmation,
  '20261128_3310_leads_that_need_opt_in': leadsThatNeedOptIn,
  '20261128_3320_rebuilt_counts': rebuiltCounts,
  '20261128_4000_audit_counts': auditCounts,
  '20261128_4100_connections': connections,
  '20261128_4110_connected_senders': connectedSenders,
  '20261128_4120_connected_mailboxes': connectedMailboxes,
  '20261128_4200_user_language': userLanguage,
  '20261128_5000_message_hits': messageHits,
  '20261128_5010_machine_clicks': machineClicks,
  '20261128_5020_machine_engagement': machineEngagement,
  '20261128_5200_sent_mails': sentMails,
  '20261128_5210_sent_folders': sentFolders,
  '20261128_5300_creators_of_connections': creatorsOfConnections,
  '20261128_5310_returning_sign_ins': returningSignIns,
  '20261128_5400_user_identities': userIdentities,
  '20261128_5410_sessions_of_issuers': sessionsOfIssuers,
  '20261128_5420_passwords_for_a_while': passwordsForAWhile,
  '20261128_5430_second_factors': secondFactors,
  '20261128_5440_required_second_factors': requiredSecondFactors,
  '20261129_6000_connected_calendars': connectedCalendars,
  '20261129_6010_versions_of_entries': versionsOfEntries,
  '20261129_6020_calendars_of_meeting_types': calendarsOfMeetingTypes,
  '20261129_6200_lead_senders': leadSenders,
  '20261129_6300_notice_settings': noticeSettings,
  '20261129_6400_hook_tokens': hookTokens,
  '20261129_6410_sender_health': senderHealth,
  '20261129_6520_claimed_sender_health': claimedSenderHealth,
  '20261129_6540_passkeys': passkeys,
  '20261129_7000_own_clients': ownClients,
  '20261129_7100_push_channels': pushChannels,
  '20261129_7110_addresses_of_connections': addressesOfConnections,
  '20261129_7200_received_tests': receivedTests,
  '20261129_7500_report_touches': reportTouches,
  '20261129_7510_touch_cursor': touchCursor,
  '20261129_7600_tracking_domains': trackingDomains,
  '20261129_8400_api_requests': apiRequests,
  '20261129_8410_request_log_days': requestLogDays,
  '20261129_8500_deal_values': dealValues,
  '20261129_8600_report_links': reportLinks,
  '20261129_8610_weekly_summaries': weeklySummaries,
  '20261129_8620_weekly_times': weeklyTimes,
  '20261129_8630_report_goals': reportGoals,
  '20261129_8640_touch_outcomes': touchOutcomes,
  '20261129_8900_undone_changes': undoneChanges,
  '20261129_9100_audited_values': auditedValues,
  '20261129_9200_webhooks': webhooks,
  '20261129_9210_webhook_cursor': webhookCursor,
};
