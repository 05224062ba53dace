import { Modal } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Lead } from '../../../schemas/leads/leads.js';
import { nameOf } from '../../components/name-of.js';
import * as words from '../../words/en/leads.js';
import { LeadStatus } from './lead-cells.js';
import { LeadFacts } from './lead-facts.js';
import { NextSteps } from './next-step.js';

interface Props {
  lead: Lead;
  onClose: () => void;
}

/** A lead over the list: what comes next for it, and what is known of it. */
export const LeadPreview = ({ lead, onClose }: Props) => (
  <Modal opened onClose={onClose} title={nameOf(lead)} size="lg">
    <div className="stack">
      <div className="row">
        <LeadStatus run={lead.active_workflow_run} />
        <span className="grow quiet cut">{lead.active_workflow_run?.workflow.name}</span>
        <Link to="/leads/$id" params={{ id: lead.id }}>
          {words.openLead}
        </Link>
      </div>
      <NextSteps id={lead.id} />
      <LeadFacts lead={lead} />
    </div>
  </Modal>
);
