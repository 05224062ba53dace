import { optOut } from '../../leads/consent.js';
import { type ApplyToLead, DONE } from '../effect.js';

/** Takes the lead out of channels, as if it had asked for it: its runs end, and its addresses are suppressed. */
export const applyOptOut: ApplyToLead<'opt_out'> = async (work, { account, leadId }, { params }, { origin }) => {
  const change = { accountId: account.id, leadId, source: 'rule' as const, note: params.reason, origin };
  for (const channel of params.channels) {
    if (!(await optOut(work, { ...change, channel }))) return { skipped: 'The lead no longer exists.' };
  }
  return DONE;
};
