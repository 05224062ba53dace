import { Link } from '@tanstack/react-router';
import * as words from '../../words/en/job.js';

interface Props {
  /** Null where the job runs once for an agent. */
  id: string | null;
  /** The names of the leads in the response. A missing one is deleted. */
  among: readonly { id: string; name: string; company: string | null }[] | undefined;
}

/** The name of a lead, with a link to its page. */
export function LeadName({ id, among }: Props) {
  if (id === null) return words.agent;
  const lead = among?.find((each) => each.id === id);
  if (!lead) return words.deletedLead;
  return (
    <Link to="/leads/$id" params={{ id }}>
      {lead.name || lead.company || words.unnamedLead}
    </Link>
  );
}
