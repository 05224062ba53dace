import { Modal } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Lead } from '../../schemas/leads/leads.js';
import { Facts } from '../lead/facts.js';
import { Next } from '../lead/next.js';
import { nameOf } from '../parts/name-of.js';
import { LeadStatus } from './cells.js';

interface Props {
  lead: Lead;
  onClose: () => void;
}

/** A lead over the list: what comes next for it, and what is known of it. */
export const Peek = ({ lead, onClose }: Props) => (
  <Modal opened onClose={onClose} title={nameOf(lead)} size="lg">
    <div className="stack">
      <div className="row">
        <LeadStatus run={lead.active_workflow_run} />
        <span className="grow quiet cut">{lead.active_workflow_run?.workflow.name}</span>
        <Link to="/leads/$id" params={{ id: lead.id }}>
          Open its page
        </Link>
      </div>
      <Next id={lead.id} />
      <Facts lead={lead} />
    </div>
  </Modal>
);
