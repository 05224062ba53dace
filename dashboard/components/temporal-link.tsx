import { useSession } from '../api/session.js';
import * as words from '../words/en/parts.js';
import { type InTemporal, temporalAddress, temporalIdOf } from './temporal-address.js';

/** Leads to what the Temporal UI shows of something; where none is set up, says what to look for. */
export function TemporalLink({ of, label = words.openInTemporal }: { of: InTemporal; label?: string }) {
  const url = temporalAddress(useSession().service, of);
  return url ? (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {label}
    </a>
  ) : (
    <span className="faint">
      {words.temporalId}
      <code>{temporalIdOf(of)}</code>
    </span>
  );
}
