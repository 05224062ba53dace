import type { HoldReason } from '../../schemas/agents/agents.js';
import { useApiQuery } from '../api/use-api-query.js';
import { pauseWords, takeoverWords, userOf } from '../words/pauses.js';
import { HOLDS } from '../words/states.js';
import type { Words } from '../words/who.js';
import { Chip } from './chip.js';

/** Returns the words for a hold; a pause names who made it. */
export function useHoldWords(reason: HoldReason, by: string | null): Words {
  const isPause = reason === 'human_takeover' || reason === 'manual';
  const id = isPause ? userOf(by) : undefined;
  const { data } = useApiQuery('listUsers', {}, { enabled: id !== undefined });
  const name = data?.users.find((user) => user.id === id)?.name;
  if (reason === 'human_takeover') return takeoverWords({ by, name });
  return reason === 'manual' ? pauseWords({ by, name }) : HOLDS[reason];
}

interface Props {
  reason: HoldReason;
  /** The author of the pause, in the notation of the API. */
  by: string | null;
}

/** The hold of a run, in a word or two. */
export const HoldChip = ({ reason, by }: Props) => <Chip {...useHoldWords(reason, by)} />;
