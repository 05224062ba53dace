import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReplayedTurn } from '../../../schemas/agents/trials.js';
import type { ConversationTurn } from '../../../schemas/conversations/turns.js';
import type { Answer, Input } from '../../api/operation-types.js';
import { asProblem } from '../../api/problem.js';
import { request } from '../../api/request.js';
import { usePermission } from '../../api/session.js';
import { newIdempotencyKey } from '../../api/use-api-mutation.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { Chip } from '../../components/chip.js';
import { ProblemNote } from '../../components/problem-note.js';
import { Select } from '../../components/select.js';
import * as words from '../../words/en/turn.js';
import { costOf, DIFFERS, sentenceOf } from '../../words/turns.js';
import { TurnExplanation } from './turn-explanation.js';

type Body = NonNullable<Input<'replayConversation'>['body']>;

const DRAFT = 'draft';
const AS_IT_IS = 'as-it-is';
const RULES = 'scripted';

const wordsOf = (turn: ConversationTurn): string => turn.reply?.text ?? sentenceOf(turn);

/** A turn as it was and as it would be, with why. */
function Compared({ turn: { recorded, replayed, differs } }: { turn: ReplayedTurn }) {
  const before = wordsOf(recorded);
  const after = replayed.map(wordsOf).join('\n\n') || words.noReplyWithinTheTimeLimit;
  return (
    <li>
      <span className="grow said">{recorded.inputs.map(({ text }) => text ?? words.erased).join('\n')}</span>
      {differs.length === 0 ? (
        <Chip who="ok" label={words.same} />
      ) : (
        <Chip who="decide" label={words.different(differs.map((name) => DIFFERS[name]).join(', '))} />
      )}
      {before === after ? (
        <span className="quiet change">{before}</span>
      ) : (
        <>
          <del>{before}</del>
          <ins>{after}</ins>
        </>
      )}
      {replayed.map((turn) => (
        <details key={turn.no} className="change">
          <summary>{words.explainTheNewResult}</summary>
          <TurnExplanation turn={turn} isTrial />
        </details>
      ))}
    </li>
  );
}

const Outcome = ({ answer }: { answer: Answer<'replayConversation'> }) => {
  const { turns, differing, complete, model, cost_micros } = answer;
  return (
    <section aria-label={words.differences}>
      <p role="status">
        <strong>{differing === 0 ? words.allRepliesStayTheSame : words.ofWouldDiffer(differing, turns.length)}</strong>{' '}
        <span className="faint">
          {model ? words.replayedWithAtACostOf(model, costOf(cost_micros)) : words.replayedWithTheAgentsRules}
          {!complete && words.timeRanOutBeforeTheEnd}
        </span>
      </p>
      <ul className="differences">
        {turns.map((turn) => (
          <Compared key={turn.no} turn={turn} />
        ))}
      </ul>
    </section>
  );
};

/** Plays a conversation again with another version, model or variant of its agent, and compares turn by turn. */
export function TurnReplay({ conversationId: id }: { conversationId: string }) {
  const may = usePermission();
  const [against, setAgainst] = useState(DRAFT);
  const [model, setModel] = useState(AS_IT_IS);
  const [variant, setVariant] = useState(AS_IT_IS);
  const conversation = useApiQuery('getConversation', { params: { id } });
  const { workflow_id: agentId = '', workflow_version: originalVersion } = conversation.data?.conversation ?? {};
  const agent = useApiQuery('getWorkflow', { params: { id: agentId } }, { enabled: agentId !== '' });
  const last = agent.data?.workflow.version ?? originalVersion ?? 0;
  const models = useApiQuery('listModels', { query: { limit: 50 } }, { enabled: may('models:write') });
  const variants = agent.data?.workflow.ai.variants ?? [];
  const versions = Array.from({ length: last }, (_, index) => String(last - index));
  const play = useMutation({
    mutationFn: () => {
      const body = {
        ...(against === DRAFT ? { draft: true } : { version: Number(against) }),
        ...(model === AS_IT_IS ? {} : { model }),
        ...(variant === AS_IT_IS ? {} : { variant }),
      } as Body;
      return request('replayConversation', { params: { id }, body }, { key: newIdempotencyKey() });
    },
  });
  const choose = (set: (value: string) => void, otherwise: string) => (chosen: string | null) => {
    set(chosen ?? otherwise);
    play.reset();
  };
  return (
    <div className="explained">
      <p className="quiet">{words.replayTheLeadsMessagesUpTo}</p>
      <div className="row ends">
        <Select
          label={words.version2}
          data={[
            { value: DRAFT, label: words.draft },
            ...versions.map((number) => ({
              value: number,
              label: Number(number) === originalVersion ? words.versionOriginal(number) : words.version3(number),
            })),
          ]}
          value={against}
          onChange={choose(setAgainst, DRAFT)}
        />
        <Select
          label={words.model}
          data={[
            { value: AS_IT_IS, label: words.agentsSetting },
            { value: RULES, label: words.rulesOnly },
            ...(models.data?.models.map(({ key, name }) => ({ value: key, label: name })) ?? []),
          ]}
          value={model}
          onChange={choose(setModel, AS_IT_IS)}
        />
        {variants.length > 0 && (
          <Select
            label={words.variant2}
            data={[
              { value: AS_IT_IS, label: words.originalVariant },
              ...variants.map(({ key }) => ({ value: key, label: key })),
            ]}
            value={variant}
            onChange={choose(setVariant, AS_IT_IS)}
          />
        )}
        <Button loading={play.isPending} onClick={() => play.mutate()}>
          {words.replay}
        </Button>
      </div>
      {play.error && <ProblemNote problem={asProblem(play.error)} />}
      {play.data && <Outcome answer={play.data} />}
    </div>
  );
}
