import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReplayedTurn } from '../../schemas/agents/trials.js';
import type { ConversationTurn } from '../../schemas/conversations/turns.js';
import { newKey } from '../api/act.js';
import { useAsk } from '../api/ask.js';
import type { Answer, Input } from '../api/names.js';
import { asProblem } from '../api/problem.js';
import { request } from '../api/request.js';
import { useMay } from '../api/session.js';
import { Chip } from '../parts/chip.js';
import { ProblemNote } from '../parts/problem-note.js';
import { Select } from '../parts/select.js';
import { costOf, DIFFERS, sentenceOf } from '../words/turns.js';
import { Explained } from './explained.js';

type Body = NonNullable<Input<'replayConversation'>['body']>;

const DRAFT = 'draft';
const AS_IT_IS = 'as-it-is';
const RULES = 'scripted';

const wordsOf = (turn: ConversationTurn): string => turn.reply?.text ?? sentenceOf(turn);

/** A turn as it was and as it would be, with why. */
function Compared({ turn: { recorded, replayed, differs } }: { turn: ReplayedTurn }) {
  const before = wordsOf(recorded);
  const after = replayed.map(wordsOf).join('\n\n') || 'It would say nothing in time.';
  return (
    <li>
      <span className="grow said">{recorded.inputs.map(({ text }) => text ?? 'It was erased.').join('\n')}</span>
      {differs.length === 0 ? (
        <Chip who="ok" label="The same" />
      ) : (
        <Chip who="decide" label={`Differs in ${differs.map((name) => DIFFERS[name]).join(', ')}`} />
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
          <summary>Why it would</summary>
          <Explained turn={turn} isTrial />
        </details>
      ))}
    </li>
  );
}

const Outcome = ({ answer }: { answer: Answer<'replayConversation'> }) => {
  const { turns, differing, complete, model, cost_micros } = answer;
  return (
    <section aria-label="What would differ">
      <p role="status">
        <strong>
          {differing === 0 ? 'It would answer the same.' : `${differing} of ${turns.length} turns would differ.`}
        </strong>{' '}
        <span className="faint">
          {model ? `Answered by the model ${model}, which cost ${costOf(cost_micros)} now.` : 'It goes by rules.'}
          {!complete && ' There was no time for all of it.'}
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
export function Replay({ conversationId: id }: { conversationId: string }) {
  const may = useMay();
  const [against, setAgainst] = useState(DRAFT);
  const [model, setModel] = useState(AS_IT_IS);
  const [variant, setVariant] = useState(AS_IT_IS);
  const conversation = useAsk('getConversation', { params: { id } });
  const { workflow_id: agentId = '', workflow_version: held } = conversation.data?.conversation ?? {};
  const agent = useAsk('getWorkflow', { params: { id: agentId } }, { when: agentId !== '' });
  const last = agent.data?.workflow.version ?? held ?? 0;
  const models = useAsk('listModels', { query: { limit: 50 } }, { when: may('models:write') });
  const variants = agent.data?.workflow.ai.variants ?? [];
  const versions = Array.from({ length: last }, (_, index) => String(last - index));
  const play = useMutation({
    mutationFn: () => {
      const body = {
        ...(against === DRAFT ? { draft: true } : { version: Number(against) }),
        ...(model === AS_IT_IS ? {} : { model }),
        ...(variant === AS_IT_IS ? {} : { variant }),
      } as Body;
      return request('replayConversation', { params: { id }, body }, { key: newKey() });
    },
  });
  const choose = (set: (value: string) => void, otherwise: string) => (chosen: string | null) => {
    set(chosen ?? otherwise);
    play.reset();
  };
  return (
    <div className="explained">
      <p className="quiet">
        What was said is said again, up to where a person took over. Nothing is kept or sent; what a model costs is
        spent. Times are offered as they are free now.
      </p>
      <div className="row ends">
        <Select
          label="With"
          data={[
            { value: DRAFT, label: 'the draft' },
            ...versions.map((number) => ({
              value: number,
              label: Number(number) === held ? `version ${number}, which answered` : `version ${number}`,
            })),
          ]}
          value={against}
          onChange={choose(setAgainst, DRAFT)}
        />
        <Select
          label="Answered by"
          data={[
            { value: AS_IT_IS, label: 'as the agent says' },
            { value: RULES, label: 'its rules, without a model' },
            ...(models.data?.models.map(({ key, name }) => ({ value: key, label: name })) ?? []),
          ]}
          value={model}
          onChange={choose(setModel, AS_IT_IS)}
        />
        {variants.length > 0 && (
          <Select
            label="Variant"
            data={[
              { value: AS_IT_IS, label: 'the one it had' },
              ...variants.map(({ key }) => ({ value: key, label: key })),
            ]}
            value={variant}
            onChange={choose(setVariant, AS_IT_IS)}
          />
        )}
        <Button loading={play.isPending} onClick={() => play.mutate()}>
          Play it
        </Button>
      </div>
      {play.error && <ProblemNote problem={asProblem(play.error)} />}
      {play.data && <Outcome answer={play.data} />}
    </div>
  );
}
