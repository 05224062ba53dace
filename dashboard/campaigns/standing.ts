import type { Campaign } from './state.js';

const NUMBER = new Intl.NumberFormat();
const leads = (count: number): string => `${NUMBER.format(count)} ${count === 1 ? 'lead' : 'leads'}`;

type Standing = Pick<Campaign, 'status' | 'started_at' | 'all_worked' | 'leads_count' | 'hold_reason'> & {
  counters: Pick<Campaign['counters'], 'waiting' | 'passed_over' | 'held' | 'active'>;
};

/** Says how far a campaign is with its leads, and what is still to come. */
export function standingOf({ status, started_at, all_worked, leads_count, hold_reason, counters }: Standing): string[] {
  const { waiting, passed_over, held, active } = counters;
  if (leads_count === 0) return ['No lead is in it yet.'];
  const passed =
    passed_over > 0 ? [`${leads(passed_over)} passed over: they, or their address, were there before.`] : [];
  const broken = held > 0 ? [`${leads(held)} could not be enrolled: the attention list says why.`] : [];
  if (!started_at) return [`${leads(leads_count)} in it, nobody is enrolled before its start.`, ...passed];
  if (all_worked) {
    const open = status === 'running' ? ' Whoever joins later is still enrolled; pause it to end that.' : '';
    return [`All ${leads(leads_count)} are worked: none waits, no run of it goes on.${open}`, ...passed];
  }
  const why = status === 'paused' ? ' once it goes on' : hold_reason ? ' once its agent works' : '';
  const toCome =
    waiting > 0 ? [`${leads(waiting)} still to be enrolled${why}.`] : held > 0 ? [] : ['Everybody in it was enrolled.'];
  return [...toCome, ...(active > 0 ? [`${leads(active)} being worked.`] : []), ...passed, ...broken];
}
