-- The schema of the version before the baselines, as its 108 migrations made it. First their names, then the tables.
-- 20260105_0900_accounts
-- 20260105_0901_users
-- 20260105_0902_sessions
-- 20260105_0903_api_keys
-- 20260105_0904_rate_counters
-- 20260105_0905_idempotency_keys
-- 20260105_0906_outbox
-- 20260105_0907_events
-- 20260106_0900_leads
-- 20260106_0901_lead_identities
-- 20260106_0902_lead_variables
-- 20260106_0903_lead_engagement
-- 20260106_0904_tags
-- 20260106_0905_lead_tags
-- 20260106_0906_consent_log
-- 20260106_0907_campaigns
-- 20260107_0900_agents
-- 20260107_0901_agent_versions
-- 20260107_0902_agent_runs
-- 20260108_0900_email_senders
-- 20260108_0901_sender_usage
-- 20260108_0902_templates
-- 20260108_0903_messages
-- 20260108_0904_suppressions
-- 20260108_0905_sandbox_deliveries
-- 20260108_0906_hooks
-- 20260108_0907_inbound_events
-- 20260109_0900_imports
-- 20260109_0901_import_rows
-- 20260109_0902_system_facts
-- 20260109_0903_import_problems
-- 20260109_0904_import_undo
-- 20261121_1000_sender_breakers
-- 20261121_1100_sign_in_guesses
-- 20261121_1110_conversion_types
-- 20261121_1111_conversions
-- 20261121_1120_campaign_starts
-- 20261121_1121_agent_runs_by_campaign
-- 20261121_1130_sender_tracking
-- 20261121_1131_message_clicks
-- 20261121_1200_whatsapp_numbers
-- 20261121_1201_template_origins
-- 20261121_1202_outgoing_messages
-- 20261121_1203_photo_urls
-- 20261121_1300_hook_verify_tokens
-- 20261121_1301_message_details
-- 20261121_1302_voice_agents
-- 20261121_1303_calls
-- 20261121_1304_mailboxes
-- 20261121_1400_hosts
-- 20261121_1401_meeting_types
-- 20261121_1402_meeting_type_hosts
-- 20261121_1403_availability_blocks
-- 20261121_1404_meetings
-- 20261121_1405_meeting_slots
-- 20261121_1406_slot_holds
-- 20261121_1407_booking_keys
-- 20261121_1408_meeting_notes
-- 20261121_1409_busy_times
-- 20261121_1500_meeting_notices
-- 20261121_1501_calendar_connections
-- 20261121_1502_calendar_entries
-- 20261121_1503_calendar_feeds
-- 20261121_1504_sandbox_calendar
-- 20261121_1600_background_jobs
-- 20261121_1601_job_cycles
-- 20261121_1602_job_cycle_leads
-- 20261121_1603_job_effects
-- 20261121_1604_job_events
-- 20261121_1605_job_event_cursors
-- 20261121_1606_account_secrets
-- 20261121_1607_tasks
-- 20261121_1608_notifications
-- 20261121_1609_job_deliveries
-- 20261121_1610_agent_runs_by_agent
-- 20261121_1611_notification_lines
-- 20261121_2300_booking_answers
-- 20261121_2301_meeting_answers
-- 20261121_2400_lead_metadata_values
-- 20261121_2401_lead_metadata_values_filled
-- 20261121_2500_function_values
-- 20261121_2600_cloud_functions
-- 20261121_2601_function_versions
-- 20261121_2602_function_secrets
-- 20261121_2603_function_runs
-- 20261121_2604_function_fires
-- 20261122_1000_outgoing_tries
-- 20261122_5000_idempotency_leases
-- 20261122_6001_suppressions_by_hash
-- 20261122_6002_account_limits
-- 20261122_7000_told_by_meta
-- 20261123_3000_template_looks
-- 20261123_3001_whatsapp_windows
-- 20261123_3002_whatsapp_windows_filled
-- 20261123_3003_first_contacts
-- 20261123_3004_sender_usage_by_time
-- 20261123_3200_voice_agent_hooks
-- 20261123_4001_former_hosts
-- 20261123_5001_outbox_trace
-- 20261123_5002_notifications_waiting
-- 20261123_5003_agents_deleted
-- 20261123_5100_inbound_events_emptied
-- 20261123_5101_job_deliveries_by_cycle
-- 20261123_6000_function_runs_by_cycle
-- 20261123_7000_messages_by_claim
-- 20261123_7030_owner_turns
-- 20261123_7031_leads_by_owner
-- 20261123_7032_job_events_by_cycle

CREATE TABLE `account_secrets` (
  `account_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `name` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `value` text NOT NULL,
  `created_at` datetime(3) NOT NULL,
  `updated_at` datetime(3) NOT NULL,
  PRIMARY KEY (`account_id`,`name`)
);

CREATE TABLE `accounts` (
  `id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `name` varchar(200) NOT NULL,
  `timezone` varchar(64) NOT NULL DEFAULT 'UTC',
  `country` char(2) CHARACTER SET ascii COLLATE ascii_general_ci DEFAULT NULL,
  `sending_enabled` tinyint(1) NOT NULL DEFAULT 1,
  `sending_note` varchar(500) DEFAULT NULL,
  `limits` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `created_at` datetime(3) NOT NULL,
  `updated_at` datetime(3) NOT NULL,
  PRIMARY KEY (`id`)
);

CREATE TABLE `agent_runs` (
  `id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `account_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `lead_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `agent_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `agent_version` int(11) NOT NULL,
  `entry_no` int(11) NOT NULL DEFAULT 1,
  `open_slot` tinyint(4) DEFAULT 1,
  `run_status` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'running',
  `cadence_state` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'pending',
  `stop_reason` varchar(64) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `hold_reason` varchar(64) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `hold_until` datetime(3) DEFAULT NULL,
  `hold_detail` varchar(500) DEFAULT NULL,
  `human_takeover` tinyint(1) NOT NULL DEFAULT 0,
  `cadence_paused` tinyint(1) NOT NULL DEFAULT 0,
  `pause_reason` varchar(500) DEFAULT NULL,
  `paused_by` varchar(100) CHARACTER SET ascii COLLATE ascii_general_ci DEFAULT NULL,
  `paused_at` datetime(3) DEFAULT NULL,
  `auto_resume_at` datetime(3) DEFAULT NULL,
  `status_key` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `status_category` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `status_entered_at` datetime(3) NOT NULL,
  `previous_status_key` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `step_key` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `step_index` int(11) NOT NULL DEFAULT 0,
  `attempts` int(11) NOT NULL DEFAULT 0,
  `cadence` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `wake_at` datetime(3) DEFAULT NULL,
  `last_step_at` datetime(3) DEFAULT NULL,
  `enrolled_at` datetime(3) NOT NULL,
  `started_at` datetime(3) DEFAULT NULL,
  `ended_at` datetime(3) DEFAULT NULL,
  `campaign_id` char(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `import_id` char(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `updated_at` datetime(3) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `agent_runs_open` (`lead_id`,`agent_id`,`open_slot`),
  KEY `agent_runs_page` (`account_id`,`id`),
  KEY `agent_runs_agent` (`account_id`,`agent_id`,`open_slot`,`status_key`,`lead_id`),
  KEY `agent_runs_state` (`account_id`,`cadence_state`,`id`),
  KEY `agent_runs_paused` (`account_id`,`human_takeover`,`open_slot`,`lead_id`),
  KEY `agent_runs_overdue` (`open_slot`,`wake_at`),
  KEY `agent_runs_unstarted` (`open_slot`,`started_at`,`enrolled_at`),
  KEY `agent_runs_campaign` (`campaign_id`,`run_status`,`stop_reason`),
  KEY `agent_runs_cycle` (`account_id`,`agent_id`,`open_slot`,`lead_id`)
);

CREATE TABLE `agent_versions` (
  `agent_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `version` int(11) NOT NULL,
  `account_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `definition` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `created_at` datetime(3) NOT NULL,
  PRIMARY KEY (`agent_id`,`version`)
);

CREATE TABLE `agents` (
  `id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `account_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `name` varchar(200) NOT NULL,
  `goal_type` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `is_active` tinyint(1) NOT NULL DEFAULT 1,
  `paused` tinyint(1) NOT NULL DEFAULT 0,
  `pause_reason` varchar(500) DEFAULT NULL,
  `version` int(11) NOT NULL DEFAULT 0,
  `draft` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `created_at` datetime(3) NOT NULL,
  `updated_at` datetime(3) NOT NULL,
  `deleted_at` datetime(3) DEFAULT NULL,
  PRIMARY KEY (`id`),
  KEY `agents_account` (`account_id`,`id`)
);

CREATE TABLE `api_keys` (
  `id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `account_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `name` varchar(200) NOT NULL,
  `kind` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `key_hash` binary(32) NOT NULL,
  `last_four` char(4) CHARACTER SET ascii COLLATE ascii_general_ci NOT NULL,
  `public_key` varchar(80) CHARACTER SET ascii COLLATE ascii_general_ci DEFAULT NULL,
  `scopes` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `domains` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `rate_limit` int(11) NOT NULL DEFAULT 100,
  `request_contact` tinyint(1) NOT NULL DEFAULT 0,
  `last_used_at` datetime(3) DEFAULT NULL,
  `revoked_at` datetime(3) DEFAULT NULL,
  `created_at` datetime(3) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `api_keys_hash` (`key_hash`),
  KEY `api_keys_account` (`account_id`)
);

CREATE TABLE `availability_blocks` (
  `id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `account_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `host_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `kind` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `weekdays` varchar(100) NOT NULL,
  `starts` char(5) CHARACTER SET ascii COLLATE ascii_general_ci DEFAULT NULL,
  `ends` char(5) CHARACTER SET ascii COLLATE ascii_general_ci DEFAULT NULL,
  `timezone` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `valid_from` char(10) CHARACTER SET ascii COLLATE ascii_general_ci DEFAULT NULL,
  `valid_to` char(10) CHARACTER SET ascii COLLATE ascii_general_ci DEFAULT NULL,
  `created_at` datetime(3) NOT NULL,
  `updated_at` datetime(3) NOT NULL,
  PRIMARY KEY (`id`),
  KEY `availability_blocks_host` (`host_id`,`id`)
);

CREATE TABLE `background_jobs` (
  `id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `account_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `name` varchar(200) NOT NULL,
  `description` text DEFAULT NULL,
  `trigger_type` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `scope` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `cron_expression` varchar(200) CHARACTER SET ascii COLLATE ascii_general_ci DEFAULT NULL,
  `timezone` varchar(64) CHARACTER SET ascii COLLATE ascii_general_ci NOT NULL,
  `event` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `lead_filters` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `workflow_filters` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `steps` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `max_leads_per_cycle` int(11) NOT NULL,
  `cooldown_minutes` int(11) DEFAULT NULL,
  `dry_run` tinyint(1) NOT NULL DEFAULT 0,
  `is_active` tinyint(1) NOT NULL DEFAULT 1,
  `active_since` datetime(3) NOT NULL,
  `changed_by` varchar(100) CHARACTER SET ascii COLLATE ascii_general_ci NOT NULL,
  `version` int(11) NOT NULL DEFAULT 1,
  `open_cycle_id` char(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `cursor_lead_id` char(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `last_executed_at` datetime(3) DEFAULT NULL,
  `created_at` datetime(3) NOT NULL,
  `updated_at` datetime(3) NOT NULL,
  `deleted_at` datetime(3) DEFAULT NULL,
  PRIMARY KEY (`id`),
  KEY `background_jobs_page` (`account_id`,`deleted_at`,`id`),
  KEY `background_jobs_events` (`trigger_type`,`is_active`,`deleted_at`,`account_id`),
  KEY `background_jobs_open` (`open_cycle_id`)
);

CREATE TABLE `booking_keys` (
  `account_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `key_hash` binary(32) NOT NULL,
  `fingerprint` binary(32) NOT NULL,
  `meeting_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `warnings` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `operations` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `answer` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `created_at` datetime(3) NOT NULL,
  PRIMARY KEY (`account_id`,`key_hash`),
  KEY `booking_keys_meeting` (`meeting_id`)
);

CREATE TABLE `busy_times` (
  `id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `account_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `host_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `provider` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `external_calendar_id` varchar(1000) DEFAULT NULL,
  `external_event_id` varbinary(1020) DEFAULT NULL,
  `starts_at` datetime(3) NOT NULL,
  `ends_at` datetime(3) NOT NULL,
  `created_at` datetime(3) NOT NULL,
  PRIMARY KEY (`id`),
  KEY `busy_times_host` (`host_id`,`ends_at`)
);

CREATE TABLE `calendar_connections` (
  `host_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `account_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `provider` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `url` varchar(1000) NOT NULL,
  `user_name` varchar(254) NOT NULL,
  `password` text NOT NULL,
  `calendar_url` varchar(1000) DEFAULT NULL,
  `status` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `error` varchar(500) DEFAULT NULL,
  `version` int(11) NOT NULL DEFAULT 1,
  `state_tag` varchar(500) DEFAULT NULL,
  `attempts` int(11) NOT NULL DEFAULT 0,
  `checked_at` datetime(3) DEFAULT NULL,
  `synced_at` datetime(3) DEFAULT NULL,
  `created_at` datetime(3) NOT NULL,
  `updated_at` datetime(3) NOT NULL,
  PRIMARY KEY (`host_id`),
  KEY `calendar_connections_account` (`account_id`)
);

CREATE TABLE `calendar_entries` (
  `meeting_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `account_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `host_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `href` varchar(1000) DEFAULT NULL,
  `fingerprint` binary(32) DEFAULT NULL,
  `starts_at` datetime(3) DEFAULT NULL,
  `ends_at` datetime(3) DEFAULT NULL,
  `attempts` int(11) NOT NULL DEFAULT 0,
  `next_at` datetime(3) DEFAULT NULL,
  `updated_at` datetime(3) NOT NULL,
  PRIMARY KEY (`meeting_id`),
  KEY `calendar_entries_host` (`host_id`,`ends_at`)
);

CREATE TABLE `calendar_feeds` (
  `host_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `account_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `token_hash` binary(32) NOT NULL,
  `created_at` datetime(3) NOT NULL,
  PRIMARY KEY (`host_id`),
  UNIQUE KEY `calendar_feeds_token` (`token_hash`)
);

CREATE TABLE `calls` (
  `message_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `account_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `lead_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `call_status` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `disconnection_reason` varchar(64) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `answered` tinyint(4) DEFAULT NULL,
  `successful` tinyint(4) DEFAULT NULL,
  `duration_seconds` int(11) DEFAULT NULL,
  `summary` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `transcript` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `recording_url` varchar(2048) DEFAULT NULL,
  `started_at` datetime(3) DEFAULT NULL,
  `ended_at` datetime(3) DEFAULT NULL,
  `updated_at` datetime(3) NOT NULL,
  PRIMARY KEY (`message_id`),
  KEY `calls_lead` (`lead_id`)
);

CREATE TABLE `campaigns` (
  `id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `account_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `name` varchar(200) NOT NULL,
  `status` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'draft',
  `source` varchar(100) DEFAULT NULL,
  `agent_id` char(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `starts_at` datetime(3) DEFAULT NULL,
  `started_at` datetime(3) DEFAULT NULL,
  `created_at` datetime(3) NOT NULL,
  `updated_at` datetime(3) NOT NULL,
  PRIMARY KEY (`id`),
  KEY `campaigns_account` (`account_id`,`id`)
);

CREATE TABLE `cloud_functions` (
  `id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `account_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `name` varchar(200) NOT NULL,
  `description` text DEFAULT NULL,
  `timeout_ms` int(11) NOT NULL,
  `allowed_hosts` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `allow_http_writes` tinyint(1) NOT NULL DEFAULT 0,
  `is_active` tinyint(1) NOT NULL DEFAULT 1,
  `event` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `has_event` tinyint(1) GENERATED ALWAYS AS (`event` is not null) STORED,
  `active_since` datetime(3) NOT NULL,
  `source_version` int(11) NOT NULL,
  `cron_expression` varchar(200) CHARACTER SET ascii COLLATE ascii_general_ci DEFAULT NULL,
  `timezone` varchar(64) CHARACTER SET ascii COLLATE ascii_general_ci NOT NULL,
  `leads_query` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `max_leads` int(11) NOT NULL DEFAULT 50,
  `changed_by` varchar(100) CHARACTER SET ascii COLLATE ascii_general_ci NOT NULL,
  `version` int(11) NOT NULL DEFAULT 1,
  `last_run_at` datetime(3) DEFAULT NULL,
  `created_at` datetime(3) NOT NULL,
  `updated_at` datetime(3) NOT NULL,
  `deleted_at` datetime(3) DEFAULT NULL,
  PRIMARY KEY (`id`),
  KEY `cloud_functions_page` (`account_id`,`deleted_at`,`id`),
  KEY `cloud_functions_events` (`has_event`,`is_active`,`deleted_at`,`account_id`)
);

CREATE TABLE `consent_log` (
  `id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `account_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `lead_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `channel` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `state` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `source` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `note` varchar(500) DEFAULT NULL,
  `created_at` datetime(3) NOT NULL,
  PRIMARY KEY (`id`),
  KEY `consent_log_lead` (`lead_id`,`id`)
);

CREATE TABLE `conversion_types` (
  `id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `account_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `name` varchar(120) NOT NULL,
  `category` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `currency` char(3) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `fields` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `created_at` datetime(3) NOT NULL,
  `updated_at` datetime(3) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `conversion_types_name` (`account_id`,`name`),
  KEY `conversion_types_account` (`account_id`,`id`)
);

CREATE TABLE `conversions` (
  `id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `account_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `conversion_type_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `lead_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `agent_run_id` char(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `agent_id` char(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `amount` decimal(18,4) DEFAULT NULL,
  `currency` char(3) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `converted_at` datetime(3) NOT NULL,
  `metadata` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `notes` text DEFAULT NULL,
  `created_at` datetime(3) NOT NULL,
  PRIMARY KEY (`id`),
  KEY `conversions_account` (`account_id`,`id`),
  KEY `conversions_lead` (`lead_id`,`converted_at`),
  KEY `conversions_type` (`account_id`,`conversion_type_id`,`id`),
  KEY `conversions_agent` (`account_id`,`agent_id`,`id`)
);

CREATE TABLE `email_senders` (
  `id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `account_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `name` varchar(200) NOT NULL,
  `from_email` varchar(254) NOT NULL,
  `from_name` varchar(200) DEFAULT NULL,
  `reply_to` varchar(254) DEFAULT NULL,
  `provider` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'sandbox',
  `smtp` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `smtp_password` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `per_minute` int(11) DEFAULT NULL,
  `per_day` int(11) DEFAULT NULL,
  `ramp` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `created_at` datetime(3) NOT NULL,
  `updated_at` datetime(3) NOT NULL,
  `track_opens` tinyint(4) NOT NULL DEFAULT 0,
  `track_clicks` tinyint(4) NOT NULL DEFAULT 0,
  PRIMARY KEY (`id`),
  KEY `email_senders_account` (`account_id`,`id`)
);

CREATE TABLE `events` (
  `seq` bigint(20) NOT NULL AUTO_INCREMENT,
  `id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `account_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `type` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `lead_id` char(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `agent_run_id` char(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `data` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `origin_kind` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `origin_id` varchar(100) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `origin_depth` smallint(6) NOT NULL DEFAULT 0,
  `created_at` datetime(3) NOT NULL,
  PRIMARY KEY (`seq`),
  UNIQUE KEY `events_id` (`id`),
  KEY `events_account` (`account_id`,`seq`),
  KEY `events_lead` (`lead_id`,`seq`),
  KEY `events_run` (`agent_run_id`,`seq`)
);

CREATE TABLE `function_fires` (
  `id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `account_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `function_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `workflow_id` varchar(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `nominal_at` datetime(3) NOT NULL,
  `status` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `matched` int(11) NOT NULL DEFAULT 0,
  `succeeded` int(11) NOT NULL DEFAULT 0,
  `failed` int(11) NOT NULL DEFAULT 0,
  `failure` varchar(500) DEFAULT NULL,
  `ended_at` datetime(3) DEFAULT NULL,
  `created_at` datetime(3) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `function_fires_workflow` (`workflow_id`),
  KEY `function_fires_page` (`function_id`,`id`),
  KEY `function_fires_account` (`account_id`)
);

CREATE TABLE `function_runs` (
  `id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `account_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `function_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `function_version` int(11) NOT NULL,
  `fire_id` char(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `cause_key` binary(32) DEFAULT NULL,
  `trigger_event` varchar(100) NOT NULL,
  `dry_run` tinyint(1) NOT NULL,
  `replay_of` char(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `sample_label` varchar(200) DEFAULT NULL,
  `lead_id` varchar(191) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `lead_name` varchar(401) DEFAULT NULL,
  `lead_email` varchar(320) DEFAULT NULL,
  `agent_id` char(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `origin_depth` int(11) NOT NULL DEFAULT 0,
  `status` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `ctx` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `result` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `error` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `lead_before` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `lead_after` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `effects` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `logs` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `requests` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `log_count` int(11) NOT NULL DEFAULT 0,
  `duration_ms` int(11) NOT NULL DEFAULT 0,
  `journal` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `lead_versions` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `applied_at` datetime(3) DEFAULT NULL,
  `ran_at` datetime(3) DEFAULT NULL,
  `created_at` datetime(3) NOT NULL,
  `cycle_id` char(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `function_runs_cause` (`function_id`,`cause_key`),
  KEY `function_runs_page` (`function_id`,`id`),
  KEY `function_runs_fire` (`fire_id`,`status`,`id`),
  KEY `function_runs_lead` (`lead_id`),
  KEY `function_runs_pending` (`status`,`created_at`),
  KEY `function_runs_account` (`account_id`),
  KEY `function_runs_cycle` (`cycle_id`,`status`)
);

CREATE TABLE `function_secrets` (
  `function_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `name` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `account_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `value` text CHARACTER SET ascii COLLATE ascii_general_ci NOT NULL,
  `created_at` datetime(3) NOT NULL,
  `updated_at` datetime(3) NOT NULL,
  PRIMARY KEY (`function_id`,`name`),
  KEY `function_secrets_account` (`account_id`)
);

CREATE TABLE `function_values` (
  `account_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `function_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `name` varchar(200) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `value` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `expires_at` datetime(3) DEFAULT NULL,
  `created_at` datetime(3) NOT NULL,
  `updated_at` datetime(3) NOT NULL,
  PRIMARY KEY (`account_id`,`function_id`,`name`),
  KEY `function_values_expired` (`expires_at`)
);

CREATE TABLE `function_versions` (
  `function_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `version` int(11) NOT NULL,
  `account_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `source` mediumtext NOT NULL,
  `code` mediumtext DEFAULT NULL,
  `source_map` mediumtext DEFAULT NULL,
  `compiler` varchar(100) CHARACTER SET ascii COLLATE ascii_general_ci DEFAULT NULL,
  `deployed_at` datetime(3) DEFAULT NULL,
  `created_by` varchar(100) CHARACTER SET ascii COLLATE ascii_general_ci NOT NULL,
  `created_at` datetime(3) NOT NULL,
  PRIMARY KEY (`function_id`,`version`),
  KEY `function_versions_account` (`account_id`)
);

CREATE TABLE `hooks` (
  `id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `account_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `provider` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `token_hash` binary(32) NOT NULL,
  `secret` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `created_at` datetime(3) NOT NULL,
  `disabled_at` datetime(3) DEFAULT NULL,
  `verify_token` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `hooks_token` (`token_hash`),
  KEY `hooks_account` (`account_id`,`id`)
);

CREATE TABLE `hosts` (
  `id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `account_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `name` varchar(200) NOT NULL,
  `email` varchar(254) NOT NULL,
  `timezone` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `max_per_day` int(11) DEFAULT NULL,
  `is_active` tinyint(4) NOT NULL DEFAULT 1,
  `created_at` datetime(3) NOT NULL,
  `updated_at` datetime(3) NOT NULL,
  PRIMARY KEY (`id`),
  KEY `hosts_page` (`account_id`,`id`),
  KEY `hosts_email` (`account_id`,`email`)
);

CREATE TABLE `idempotency_keys` (
  `account_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `route` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `key_hash` binary(32) NOT NULL,
  `fingerprint` binary(32) NOT NULL,
  `status` smallint(6) DEFAULT NULL,
  `body` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `created_at` datetime(3) NOT NULL,
  `expires_at` datetime(3) NOT NULL,
  `owner_token` char(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `lease_until` datetime(3) DEFAULT NULL,
  `progress` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  PRIMARY KEY (`account_id`,`route`,`key_hash`),
  KEY `idempotency_keys_expiry` (`expires_at`),
  KEY `idempotency_keys_lease` (`lease_until`)
);

CREATE TABLE `import_rows` (
  `import_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `row_no` int(11) NOT NULL,
  `account_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `data` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `outcome` varchar(64) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `severity` varchar(64) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `lead_id` char(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `problems` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `before_update` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  PRIMARY KEY (`import_id`,`row_no`),
  KEY `import_rows_outcome` (`import_id`,`outcome`,`row_no`),
  KEY `import_rows_lead` (`lead_id`),
  KEY `import_rows_severity` (`import_id`,`severity`,`row_no`)
);

CREATE TABLE `imports` (
  `id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `account_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `status` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `file_name` varchar(255) DEFAULT NULL,
  `options` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `columns_plan` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `row_count` int(11) NOT NULL DEFAULT 0,
  `done_count` int(11) NOT NULL DEFAULT 0,
  `created_count` int(11) NOT NULL DEFAULT 0,
  `updated_count` int(11) NOT NULL DEFAULT 0,
  `reused_count` int(11) NOT NULL DEFAULT 0,
  `failed_count` int(11) NOT NULL DEFAULT 0,
  `warning_count` int(11) NOT NULL DEFAULT 0,
  `failure` varchar(500) DEFAULT NULL,
  `undo_progress` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `created_by` varchar(100) NOT NULL,
  `created_at` datetime(3) NOT NULL,
  `updated_at` datetime(3) NOT NULL,
  `completed_at` datetime(3) DEFAULT NULL,
  PRIMARY KEY (`id`),
  KEY `imports_page` (`account_id`,`id`)
);

CREATE TABLE `inbound_events` (
  `id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `account_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `provider` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `event_key` binary(32) NOT NULL,
  `type` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `payload` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `lead_id` char(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `outcome` varchar(64) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `received_at` datetime(3) NOT NULL,
  `processed_at` datetime(3) DEFAULT NULL,
  `emptied_at` datetime(3) DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `inbound_events_key` (`account_id`,`provider`,`event_key`),
  KEY `inbound_events_open` (`processed_at`,`received_at`),
  KEY `inbound_events_lead` (`lead_id`),
  KEY `inbound_events_full` (`emptied_at`,`processed_at`)
);

CREATE TABLE `job_cycle_leads` (
  `cycle_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `subject_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `account_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `job_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `lead_id` char(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `agent_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `agent_run_id` char(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `event_id` char(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `outcome` varchar(64) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `reason` varchar(64) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `acted_wall` datetime(3) DEFAULT NULL,
  `steps` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `finished_at` datetime(3) DEFAULT NULL,
  PRIMARY KEY (`cycle_id`,`subject_id`),
  KEY `job_cycle_leads_cooldown` (`job_id`,`lead_id`,`acted_wall`),
  KEY `job_cycle_leads_lead` (`lead_id`)
);

CREATE TABLE `job_cycles` (
  `id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `account_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `job_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `cause` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `cause_key` varbinary(64) NOT NULL,
  `workflow_id` varchar(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `status` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `dry_run` tinyint(1) NOT NULL,
  `nominal_at` datetime(3) NOT NULL,
  `definition` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `lead_ids` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `origin_depth` smallint(6) NOT NULL DEFAULT 0,
  `matched` int(11) NOT NULL DEFAULT 0,
  `evaluated` int(11) NOT NULL DEFAULT 0,
  `acted` int(11) NOT NULL DEFAULT 0,
  `failed` int(11) NOT NULL DEFAULT 0,
  `skipped_cooldown` int(11) NOT NULL DEFAULT 0,
  `skipped_paused` int(11) NOT NULL DEFAULT 0,
  `skipped_opted_out` int(11) NOT NULL DEFAULT 0,
  `skipped_window` int(11) NOT NULL DEFAULT 0,
  `skipped_capped` int(11) NOT NULL DEFAULT 0,
  `skipped_no_match` int(11) NOT NULL DEFAULT 0,
  `truncated_by_limit` int(11) NOT NULL DEFAULT 0,
  `warnings` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `failure` varchar(500) DEFAULT NULL,
  `claimed_at` datetime(3) DEFAULT NULL,
  `ended_at` datetime(3) DEFAULT NULL,
  `created_at` datetime(3) NOT NULL,
  `updated_at` datetime(3) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `job_cycles_cause` (`job_id`,`cause`,`cause_key`),
  KEY `job_cycles_page` (`job_id`,`id`),
  KEY `job_cycles_open` (`status`,`updated_at`)
);

CREATE TABLE `job_deliveries` (
  `id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `account_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `job_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `cycle_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `lead_id` char(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `effect_key` varbinary(1020) NOT NULL,
  `request` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `status` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `attempts` int(11) NOT NULL DEFAULT 0,
  `response_status` int(11) DEFAULT NULL,
  `failure` varchar(500) DEFAULT NULL,
  `created_at` datetime(3) NOT NULL,
  `updated_at` datetime(3) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `job_deliveries_effect` (`account_id`,`effect_key`(255)),
  KEY `job_deliveries_lead` (`lead_id`),
  KEY `job_deliveries_cycle` (`cycle_id`,`status`)
);

CREATE TABLE `job_effects` (
  `id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `cycle_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `account_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `subject_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `lead_id` char(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `agent_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `agent_run_id` char(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `effect` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `due_at` datetime(3) NOT NULL,
  `status` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `detail` varchar(500) DEFAULT NULL,
  `applied_at` datetime(3) DEFAULT NULL,
  PRIMARY KEY (`id`),
  KEY `job_effects_due` (`cycle_id`,`status`,`due_at`),
  KEY `job_effects_lead` (`lead_id`)
);

CREATE TABLE `job_event_cursors` (
  `account_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `seq` bigint(20) NOT NULL,
  PRIMARY KEY (`account_id`)
);

CREATE TABLE `job_events` (
  `job_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `event_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `account_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `lead_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `status` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `depth` smallint(6) NOT NULL,
  `due_at` datetime(3) NOT NULL,
  `cycle_id` char(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `created_at` datetime(3) NOT NULL,
  PRIMARY KEY (`job_id`,`event_id`),
  KEY `job_events_due` (`status`,`due_at`,`job_id`),
  KEY `job_events_lead` (`job_id`,`lead_id`,`status`),
  KEY `job_events_leads` (`lead_id`),
  KEY `job_events_cycle` (`cycle_id`)
);

CREATE TABLE `lead_engagement` (
  `lead_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `account_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `last_inbound_at` datetime(3) DEFAULT NULL,
  `last_outbound_at` datetime(3) DEFAULT NULL,
  `last_channel` varchar(64) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `inbound_count` int(11) NOT NULL DEFAULT 0,
  `outbound_count` int(11) NOT NULL DEFAULT 0,
  `delivered_count` int(11) NOT NULL DEFAULT 0,
  `read_count` int(11) NOT NULL DEFAULT 0,
  `opened_count` int(11) NOT NULL DEFAULT 0,
  `clicked_count` int(11) NOT NULL DEFAULT 0,
  `calls_count` int(11) NOT NULL DEFAULT 0,
  `calls_answered` int(11) NOT NULL DEFAULT 0,
  `whatsapp_window_expires_at` datetime(3) DEFAULT NULL,
  PRIMARY KEY (`lead_id`)
);

CREATE TABLE `lead_identities` (
  `account_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `identity` binary(32) NOT NULL,
  `seen` int(11) NOT NULL DEFAULT 1,
  PRIMARY KEY (`account_id`,`identity`)
);

CREATE TABLE `lead_metadata_values` (
  `lead_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `account_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `path` varbinary(200) NOT NULL,
  `value` varbinary(81) NOT NULL,
  PRIMARY KEY (`lead_id`,`path`,`value`),
  KEY `lead_metadata_values_value` (`account_id`,`path`,`value`,`lead_id`)
);

CREATE TABLE `lead_tags` (
  `lead_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `tag_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `account_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `created_at` datetime(3) NOT NULL,
  PRIMARY KEY (`lead_id`,`tag_id`),
  KEY `lead_tags_tag` (`tag_id`,`lead_id`)
);

CREATE TABLE `lead_variables` (
  `lead_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `field_key` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `account_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `value` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `value_text` text NOT NULL,
  `confidence` double NOT NULL,
  `updated_at` datetime(3) NOT NULL,
  PRIMARY KEY (`lead_id`,`field_key`)
);

CREATE TABLE `leads` (
  `id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `account_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `first_name` varchar(200) NOT NULL,
  `last_name` varchar(200) DEFAULT NULL,
  `email` varchar(254) DEFAULT NULL,
  `phone` varchar(20) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `source` varchar(100) NOT NULL DEFAULT 'api',
  `company` varchar(200) DEFAULT NULL,
  `title` varchar(200) DEFAULT NULL,
  `timezone` varchar(64) CHARACTER SET ascii COLLATE ascii_general_ci DEFAULT NULL,
  `country` char(2) CHARACTER SET ascii COLLATE ascii_general_ci DEFAULT NULL,
  `owner_id` char(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `external_id` varbinary(1020) DEFAULT NULL,
  `consent_whatsapp` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'unknown',
  `consent_email` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'unknown',
  `consent_call` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'unknown',
  `consent_sms` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'unknown',
  `metadata` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `campaign_id` char(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `import_id` char(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `version` int(11) NOT NULL DEFAULT 1,
  `created_at` datetime(3) NOT NULL,
  `updated_at` datetime(3) NOT NULL,
  `hidden` tinyint(1) NOT NULL DEFAULT 0,
  `erased_at` datetime(3) DEFAULT NULL,
  PRIMARY KEY (`id`),
  KEY `leads_page` (`account_id`,`hidden`,`id`),
  KEY `leads_updated` (`account_id`,`hidden`,`updated_at`,`id`),
  KEY `leads_email` (`account_id`,`email`,`hidden`,`id`),
  KEY `leads_phone` (`account_id`,`phone`,`hidden`,`id`),
  KEY `leads_external` (`account_id`,`external_id`(255)),
  KEY `leads_campaign` (`account_id`,`campaign_id`,`hidden`,`id`),
  KEY `leads_source` (`account_id`,`source`,`hidden`,`id`),
  KEY `leads_company` (`account_id`,`company`,`id`),
  KEY `leads_import` (`import_id`,`id`),
  KEY `leads_owner` (`owner_id`,`hidden`)
);

CREATE TABLE `mailboxes` (
  `sender_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `account_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `settings` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `password` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `uid_validity` bigint(20) DEFAULT NULL,
  `last_uid` bigint(20) NOT NULL DEFAULT 0,
  `read_since` datetime(3) NOT NULL,
  `lease_owner` char(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `lease_until` datetime(3) DEFAULT NULL,
  `next_at` datetime(3) NOT NULL,
  `failures` int(11) NOT NULL DEFAULT 0,
  `last_error` varchar(500) DEFAULT NULL,
  `checked_at` datetime(3) DEFAULT NULL,
  `updated_at` datetime(3) NOT NULL,
  PRIMARY KEY (`sender_id`),
  KEY `mailboxes_due` (`next_at`)
);

CREATE TABLE `meeting_notes` (
  `id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `account_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `lead_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `meeting_id` char(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `provider` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `external_meeting_id` varbinary(1020) DEFAULT NULL,
  `matched_by` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `notes` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `transcript_text` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `summary` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `manual_ai_summary` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `action_items` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `created_at` datetime(3) NOT NULL,
  `updated_at` datetime(3) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `meeting_notes_external` (`account_id`,`provider`,`external_meeting_id`),
  KEY `meeting_notes_lead` (`lead_id`),
  KEY `meeting_notes_meeting` (`meeting_id`)
);

CREATE TABLE `meeting_notices` (
  `meeting_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `notice_key` varchar(100) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `account_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `message_id` char(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `skipped` varchar(64) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `attempts` int(11) NOT NULL DEFAULT 0,
  `created_at` datetime(3) NOT NULL,
  PRIMARY KEY (`meeting_id`,`notice_key`),
  KEY `meeting_notices_message` (`message_id`)
);

CREATE TABLE `meeting_slots` (
  `host_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `cell` int(10) unsigned NOT NULL,
  `meeting_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  PRIMARY KEY (`host_id`,`cell`),
  KEY `meeting_slots_meeting` (`meeting_id`)
);

CREATE TABLE `meeting_type_hosts` (
  `meeting_type_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `host_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `account_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `weight` int(11) NOT NULL DEFAULT 1,
  `priority` int(11) NOT NULL DEFAULT 0,
  PRIMARY KEY (`meeting_type_id`,`host_id`),
  KEY `meeting_type_hosts_host` (`host_id`)
);

CREATE TABLE `meeting_types` (
  `id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `account_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `name` varchar(200) NOT NULL,
  `description` text DEFAULT NULL,
  `duration_minutes` int(11) NOT NULL,
  `location_type` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `location_details` varchar(1000) DEFAULT NULL,
  `meeting_url` varchar(2000) DEFAULT NULL,
  `buffer_before_minutes` int(11) NOT NULL DEFAULT 0,
  `buffer_after_minutes` int(11) NOT NULL DEFAULT 0,
  `minimum_notice_minutes` int(11) NOT NULL DEFAULT 0,
  `max_days_ahead` int(11) NOT NULL,
  `slot_interval_minutes` int(11) NOT NULL,
  `max_per_day` int(11) DEFAULT NULL,
  `invite_by_default` tinyint(4) NOT NULL DEFAULT 0,
  `assignment` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `reminders` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `questions` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `created_at` datetime(3) NOT NULL,
  `updated_at` datetime(3) NOT NULL,
  PRIMARY KEY (`id`),
  KEY `meeting_types_page` (`account_id`,`id`)
);

CREATE TABLE `meetings` (
  `id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `account_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `lead_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `agent_id` char(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `agent_run_id` char(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `meeting_type_id` char(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `host_id` char(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `former_hosts` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `availability_block_id` char(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `title` varchar(500) NOT NULL,
  `description` text DEFAULT NULL,
  `timezone` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `status` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `location_type` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `location_details` varchar(1000) DEFAULT NULL,
  `meeting_url` varchar(2000) DEFAULT NULL,
  `source` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `created_by` varchar(100) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `creation_source` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `starts_at` datetime(3) NOT NULL,
  `ends_at` datetime(3) NOT NULL,
  `original_starts_at` datetime(3) DEFAULT NULL,
  `rescheduled_at` datetime(3) DEFAULT NULL,
  `cancelled_at` datetime(3) DEFAULT NULL,
  `settled_at` datetime(3) DEFAULT NULL,
  `synced_at` datetime(3) DEFAULT NULL,
  `duration_minutes` int(11) NOT NULL,
  `buffer_before_minutes` int(11) NOT NULL DEFAULT 0,
  `buffer_after_minutes` int(11) NOT NULL DEFAULT 0,
  `attendee_name` varchar(500) DEFAULT NULL,
  `attendee_email` varchar(254) DEFAULT NULL,
  `attendee_phone` varchar(32) DEFAULT NULL,
  `additional_attendees` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `answers` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `organizer_email` varchar(254) DEFAULT NULL,
  `organizer_connection_type` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `external_calendar_provider` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `external_event_id` varbinary(1020) DEFAULT NULL,
  `external_calendar_id` varchar(1000) DEFAULT NULL,
  `sync_status` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `sync_error` text DEFAULT NULL,
  `reschedule_reason` text DEFAULT NULL,
  `cancellation_reason` text DEFAULT NULL,
  `no_show_reason` text DEFAULT NULL,
  `outcome_notes` text DEFAULT NULL,
  `confirmed_by_lead` tinyint(4) NOT NULL DEFAULT 0,
  `invite_lead` tinyint(4) NOT NULL DEFAULT 0,
  `invitation_status` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `sequence` int(11) NOT NULL DEFAULT 0,
  `is_booking` tinyint(4) NOT NULL,
  `booking_workflow_id` varchar(100) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `created_at` datetime(3) NOT NULL,
  `updated_at` datetime(3) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `meetings_external` (`account_id`,`external_calendar_provider`,`external_event_id`),
  KEY `meetings_page` (`account_id`,`id`),
  KEY `meetings_lead` (`lead_id`,`starts_at`),
  KEY `meetings_host` (`host_id`,`starts_at`),
  KEY `meetings_event` (`account_id`,`external_event_id`)
);

CREATE TABLE `message_clicks` (
  `message_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `url_hash` binary(32) NOT NULL,
  `account_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `lead_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `url` varchar(2048) NOT NULL,
  `n` int(11) NOT NULL DEFAULT 1,
  `first_at` datetime(3) NOT NULL,
  `last_at` datetime(3) NOT NULL,
  PRIMARY KEY (`message_id`,`url_hash`),
  KEY `message_clicks_lead` (`lead_id`)
);

CREATE TABLE `messages` (
  `id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `account_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `lead_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `agent_run_id` char(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `agent_id` char(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `step_key` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `visit` int(11) DEFAULT NULL,
  `attempt` int(11) DEFAULT NULL,
  `channel` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `direction` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `type` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `status` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `claim_no` int(11) NOT NULL DEFAULT 0,
  `claimed_at` datetime(3) DEFAULT NULL,
  `sender_id` char(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `template_id` char(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `variant` varchar(64) DEFAULT NULL,
  `to_address` varchar(254) DEFAULT NULL,
  `subject` varchar(998) DEFAULT NULL,
  `content` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `html` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `provider` varchar(64) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `provider_message_id` varbinary(998) DEFAULT NULL,
  `in_reply_to` char(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `hold_reason` varchar(64) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `hold_until` datetime(3) DEFAULT NULL,
  `settled_by` varchar(64) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `failure_code` varchar(64) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `failure` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `late_by_seconds` int(11) DEFAULT NULL,
  `sent_at` datetime(3) DEFAULT NULL,
  `delivered_at` datetime(3) DEFAULT NULL,
  `read_at` datetime(3) DEFAULT NULL,
  `created_at` datetime(3) NOT NULL,
  `updated_at` datetime(3) NOT NULL,
  `details` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `messages_step` (`agent_run_id`,`step_key`,`visit`,`attempt`),
  KEY `messages_lead` (`lead_id`,`id`),
  KEY `messages_page` (`account_id`,`id`),
  KEY `messages_status` (`account_id`,`status`,`id`),
  KEY `messages_usage` (`lead_id`,`direction`,`sent_at`),
  KEY `messages_provider` (`provider_message_id`(255)),
  KEY `messages_sender` (`sender_id`,`claimed_at`)
);

CREATE TABLE `notification_lines` (
  `notification_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `subject_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `lead_id` char(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `text` text NOT NULL,
  PRIMARY KEY (`notification_id`,`subject_id`),
  KEY `notification_lines_lead` (`lead_id`)
);

CREATE TABLE `notifications` (
  `id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `account_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `user_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `channel` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `title` varchar(300) NOT NULL,
  `source_kind` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `source_id` char(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `effect_key` varbinary(1020) NOT NULL,
  `status` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `failure` varchar(500) DEFAULT NULL,
  `read_at` datetime(3) DEFAULT NULL,
  `created_at` datetime(3) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `notifications_effect` (`user_id`,`effect_key`(255)),
  KEY `notifications_page` (`account_id`,`user_id`,`id`),
  KEY `notifications_account` (`account_id`,`id`),
  KEY `notifications_waiting` (`status`,`channel`,`id`)
);

CREATE TABLE `outbox` (
  `id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `account_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `kind` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `workflow_id` varchar(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `args` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `attempts` int(11) NOT NULL DEFAULT 0,
  `next_at` datetime(3) NOT NULL,
  `parked_at` datetime(3) DEFAULT NULL,
  `last_error` varchar(500) DEFAULT NULL,
  `created_at` datetime(3) NOT NULL,
  `trace_parent` varchar(64) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  PRIMARY KEY (`id`),
  KEY `outbox_due` (`parked_at`,`next_at`),
  KEY `outbox_workflow` (`workflow_id`)
);

CREATE TABLE `outgoing_messages` (
  `message_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `account_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `lead_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `request` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `occasion` varchar(191) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `due_at` datetime(3) NOT NULL,
  `retries` int(11) NOT NULL DEFAULT 0,
  `closed_at` datetime(3) DEFAULT NULL,
  `created_at` datetime(3) NOT NULL,
  `own_retries` int(11) NOT NULL DEFAULT 0,
  `tried_until` datetime(3) DEFAULT NULL,
  PRIMARY KEY (`message_id`),
  UNIQUE KEY `outgoing_messages_occasion` (`account_id`,`occasion`),
  KEY `outgoing_messages_lead` (`lead_id`),
  KEY `outgoing_messages_open` (`closed_at`,`due_at`)
);

CREATE TABLE `rate_counters` (
  `api_key_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `minute` bigint(20) NOT NULL,
  `n` int(11) NOT NULL,
  PRIMARY KEY (`api_key_id`)
);

CREATE TABLE `sandbox_deliveries` (
  `id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `account_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `message_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `channel` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `to_address` varchar(254) NOT NULL,
  `from_address` varchar(500) NOT NULL,
  `subject` varchar(998) DEFAULT NULL,
  `body_text` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `body_html` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `calendar` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `headers` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `created_at` datetime(3) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `sandbox_deliveries_message` (`message_id`),
  KEY `sandbox_deliveries_page` (`account_id`,`id`)
);

CREATE TABLE `sender_breakers` (
  `sender_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `account_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `trips` int(11) NOT NULL,
  `last_code` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `opened_at` datetime(3) NOT NULL,
  `retry_at` datetime(3) NOT NULL,
  `probe_until` datetime(3) DEFAULT NULL,
  PRIMARY KEY (`sender_id`),
  KEY `sender_breakers_account` (`account_id`)
);

CREATE TABLE `sender_usage` (
  `sender_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `bucket` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `starts_at` datetime(3) NOT NULL,
  `n` int(11) NOT NULL,
  PRIMARY KEY (`sender_id`,`bucket`,`starts_at`),
  KEY `sender_usage_time` (`bucket`,`starts_at`)
);

CREATE TABLE `sessions` (
  `jti` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `user_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `account_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `created_at` datetime(3) NOT NULL,
  `expires_at` datetime(3) NOT NULL,
  `revoked_at` datetime(3) DEFAULT NULL,
  PRIMARY KEY (`jti`),
  KEY `sessions_user` (`user_id`),
  KEY `sessions_expiry` (`expires_at`)
);

CREATE TABLE `sign_in_guesses` (
  `subject` binary(32) NOT NULL,
  `period` int(11) NOT NULL,
  `n` int(11) NOT NULL,
  PRIMARY KEY (`subject`),
  KEY `sign_in_guesses_period` (`period`)
);

CREATE TABLE `slot_holds` (
  `id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `account_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `host_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `meeting_type_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `starts_at` datetime(3) NOT NULL,
  `ends_at` datetime(3) NOT NULL,
  `buffer_before_minutes` int(11) NOT NULL,
  `buffer_after_minutes` int(11) NOT NULL,
  `expires_at` datetime(3) NOT NULL,
  `created_at` datetime(3) NOT NULL,
  PRIMARY KEY (`id`),
  KEY `slot_holds_host` (`host_id`,`expires_at`),
  KEY `slot_holds_expiry` (`expires_at`)
);

CREATE TABLE `suppressions` (
  `id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `account_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `channel` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `address_hash` binary(32) NOT NULL,
  `address` varchar(254) NOT NULL,
  `reason` varchar(200) NOT NULL,
  `created_at` datetime(3) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `suppressions_address` (`account_id`,`channel`,`address_hash`),
  KEY `suppressions_page` (`account_id`,`id`)
);

CREATE TABLE `system_facts` (
  `name` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `value` varchar(500) NOT NULL,
  `updated_at` datetime(3) NOT NULL,
  PRIMARY KEY (`name`)
);

CREATE TABLE `tags` (
  `id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `account_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `name` varchar(64) NOT NULL,
  `slug` varchar(80) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `created_at` datetime(3) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `tags_slug` (`account_id`,`slug`)
);

CREATE TABLE `tasks` (
  `id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `account_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `lead_id` char(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `title` varchar(500) NOT NULL,
  `status` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `due_at` datetime(3) DEFAULT NULL,
  `assignee_id` char(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `source_kind` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `source_id` char(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `effect_key` varbinary(1020) DEFAULT NULL,
  `version` int(11) NOT NULL DEFAULT 1,
  `completed_at` datetime(3) DEFAULT NULL,
  `created_at` datetime(3) NOT NULL,
  `updated_at` datetime(3) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `tasks_effect` (`account_id`,`effect_key`(255)),
  KEY `tasks_page` (`account_id`,`status`,`id`),
  KEY `tasks_assignee` (`account_id`,`assignee_id`,`status`,`id`),
  KEY `tasks_lead` (`lead_id`)
);

CREATE TABLE `templates` (
  `id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `account_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `name` varchar(200) NOT NULL,
  `channel` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `language` varchar(16) CHARACTER SET ascii COLLATE ascii_general_ci NOT NULL,
  `category` varchar(64) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `status` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `subject` varchar(998) DEFAULT NULL,
  `html` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `body` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `components` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `created_at` datetime(3) NOT NULL,
  `updated_at` datetime(3) NOT NULL,
  `waba_id` varchar(64) CHARACTER SET ascii COLLATE ascii_general_ci NOT NULL DEFAULT '',
  `provider_template_id` varchar(64) CHARACTER SET ascii COLLATE ascii_general_ci DEFAULT NULL,
  `rejected_reason` varchar(500) DEFAULT NULL,
  `told_at` datetime(3) DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `templates_name` (`account_id`,`channel`,`waba_id`,`name`,`language`),
  KEY `templates_account` (`account_id`,`id`)
);

CREATE TABLE `users` (
  `id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `account_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `email` varchar(254) NOT NULL,
  `name` varchar(200) NOT NULL,
  `role` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `password_hash` varchar(255) NOT NULL,
  `created_at` datetime(3) NOT NULL,
  `disabled_at` datetime(3) DEFAULT NULL,
  `owner_turn` bigint(20) NOT NULL DEFAULT 0,
  PRIMARY KEY (`id`),
  UNIQUE KEY `users_email` (`email`),
  KEY `users_account` (`account_id`)
);

CREATE TABLE `voice_agents` (
  `id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `account_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `name` varchar(200) NOT NULL,
  `provider` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `from_number` varchar(20) CHARACTER SET ascii COLLATE ascii_general_ci DEFAULT NULL,
  `agent_id` varchar(200) DEFAULT NULL,
  `url` varchar(2048) DEFAULT NULL,
  `api_key` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `max_concurrent` int(11) NOT NULL,
  `created_at` datetime(3) NOT NULL,
  `updated_at` datetime(3) NOT NULL,
  `hook_id` char(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `hook_token` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  PRIMARY KEY (`id`),
  KEY `voice_agents_account` (`account_id`,`id`)
);

CREATE TABLE `whatsapp_numbers` (
  `id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `account_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `phone_number` varchar(20) CHARACTER SET ascii COLLATE ascii_general_ci NOT NULL,
  `display_name` varchar(200) DEFAULT NULL,
  `provider` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `provider_phone_number_id` varchar(64) CHARACTER SET ascii COLLATE ascii_general_ci DEFAULT NULL,
  `waba_id` varchar(64) CHARACTER SET ascii COLLATE ascii_general_ci DEFAULT NULL,
  `access_token` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `status` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `quality_rating` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `messaging_limit` varchar(64) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `throughput_per_second` int(11) NOT NULL,
  `about` varchar(200) DEFAULT NULL,
  `photo_url` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `photo_updated_at` datetime(3) DEFAULT NULL,
  `is_default` tinyint(4) NOT NULL DEFAULT 0,
  `created_at` datetime(3) NOT NULL,
  `updated_at` datetime(3) NOT NULL,
  `told_at` datetime(3) DEFAULT NULL,
  `sync_asked_at` datetime(3) DEFAULT NULL,
  `synced_at` datetime(3) DEFAULT NULL,
  `sync_error` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `whatsapp_numbers_number` (`account_id`,`phone_number`),
  KEY `whatsapp_numbers_page` (`account_id`,`id`),
  KEY `whatsapp_numbers_provider` (`provider_phone_number_id`)
);

CREATE TABLE `whatsapp_windows` (
  `lead_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `number_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `account_id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `expires_at` datetime(3) DEFAULT NULL,
  `contacted_at` datetime(3) DEFAULT NULL,
  PRIMARY KEY (`lead_id`,`number_id`),
  KEY `whatsapp_windows_contacts` (`number_id`,`contacted_at`)
);
