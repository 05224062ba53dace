import { Link } from '@tanstack/react-router';
import { useAsk } from '../api/ask.js';
import { nameOf } from './name-of.js';

/** A lead by name, leading to its page. */
export function LeadName({ id }: { id: string }) {
  const { data } = useAsk('getLead', { params: { id } });
  return (
    <Link to="/leads/$id" params={{ id }}>
      {data ? nameOf(data.lead) : 'A lead'}
    </Link>
  );
}
