import { Link } from '@tanstack/react-router';
import * as words from '../../words/en/job.js';

interface Props {
  /** Null where the job runs once for an agent. */
  id: string | null;
  /** What an answer says that its leads are called; one that is missing is deleted. */
  among: readonly { id: string; name: string; company: string | null }[] | undefined;
}

/** Whom a job looks at, by name and leading to its page. */
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
