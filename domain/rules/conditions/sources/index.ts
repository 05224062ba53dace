import type { SourceMap } from '../reading.js';
import { runSource } from './agent-run.js';
import { consentSource } from './consent.js';
import { conversionSource } from './conversion.js';
import { engagementSource } from './engagement.js';
import { eventSource } from './event.js';
import { fieldSource } from './field.js';
import { leadSource } from './lead.js';
import { meetingSource } from './meeting.js';
import { metadataSource } from './metadata.js';
import { nowSource } from './now.js';
import { statusSource } from './status.js';
import { tagSource } from './tag.js';
import { workflowSource } from './workflow.js';

/** Every source with its reader; a new source doesn't compile without one. */
export const SOURCES: SourceMap = {
  lead: leadSource,
  metadata: metadataSource,
  field: fieldSource,
  tag: tagSource,
  status: statusSource,
  run: runSource,
  engagement: engagementSource,
  meeting: meetingSource,
  consent: consentSource,
  now: nowSource,
  event: eventSource,
  workflow: workflowSource,
  conversion: conversionSource,
};
