import { Button, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import type { Agent } from '../../../schemas/agents/agents.js';
import type { ConversationTurn } from '../../../schemas/conversations/turns.js';
import type { Answer, Input } from '../../api/operation-types.js';
import { asProblem } from '../../api/problem.js';
import { request } from '../../api/request.js';
import { newIdempotencyKey } from '../../api/use-api-mutation.js';
import { Chip } from '../../components/chip.js';
import { LeadPicker } from '../../components/lead-picker.js';
import { ProblemNote } from '../../components/problem-note.js';
import { Select } from '../../components/select.js';
import * as words from '../../words/en/agent.js';
import { labelOf } from '../../words/fields.js';
import { costOf, handoffOf, sentenceOf, TURNS } from '../../words/turns.js';
import { ExplainTestAnswer } from '../turns/explain-answer.js';
import { ReplyOffers } from '../turns/reply-offers.js';
import type { AgentDraft } from './use-agent.js';

type Body = NonNullable<Input<'converseWithWorkflow'>['body']>;
type TestInput = Body['messages'][number];
type Tried = Answer<'converseWithWorkflow'>;

const CHANNELS = [
  { value: 'chat', label: words.chat },
  { value: 'email', label: words.email },
  { value: 'whatsapp', label: words.whatsapp },
];
/** On the other channels only leads write. */
const MADE_UP = { first_name: words.alex, last_name: words.example, email: 'alex@example.com', phone: '+34600000000' };
const MOST = 30;

interface TurnProps {
  turn: ConversationTurn;
  onPick: ((pick: TestInput) => void) | undefined;
}

/** A turn of a trial: what was said, what was answered, and why. */
const TriedTurn = ({ turn, onPick }: TurnProps) => (
  <>
    {turn.inputs.map(({ id, text }) => (
      <li key={id} className="bubble" data-side="us">
        <p className="said">{text}</p>
      </li>
    ))}
    <li className="bubble" data-side={turn.reply ? 'them' : 'aside'}>
      {turn.reply ? <p className="said">{turn.reply.text}</p> : <p className="quiet">{sentenceOf(turn)}</p>}
      {turn.reply && <ReplyOffers message={turn.reply} onPick={onPick} />}
      <p className="row faint">
        {turn.status !== 'answered' && <Chip {...TURNS[turn.status]} />}
        <ExplainTestAnswer turn={turn} label={words.why} />
      </p>
    </li>
  </>
);

/** The changes that a trial would make. */
function Outcome({ tried }: { tried: Tried }) {
  const known = Object.entries(tried.fields);
  return (
    <div className="stack-close" role="status">
      {!tried.complete && <p className="quiet">{words.theTestTimedOutTheLast}</p>}
      {tried.handler === 'person' && (
        <p className="quiet">
          {words.aPersonWouldReplyNext}
          {handoffOf(tried.handoff_reason ?? 'asked')}
        </p>
      )}
      {tried.status === 'closed' && <p className="quiet">{words.theConversationWouldBeClosed}</p>}
      {known.length > 0 && (
        <p className="quiet">
          {words.capturedFields(known.map(([key, value]) => `${labelOf(key)}: ${String(value)}`).join(', '))}
        </p>
      )}
      <p className="faint">
        {tried.is_lead ? words.aLeadWouldBeCreated : words.noLeadWouldBeCreatedYet}
        {tried.model ? words.answeredByFor(tried.model, costOf(tried.cost_micros)) : words.answeredByRulesWithoutAModel}
      </p>
    </div>
  );
}

/** The last message, until it is answered. */
const VisitorMessage = ({ text = words.thatTimePlease }: { text?: string | undefined }) => (
  <li className="bubble" data-side="us">
    <p className="said">{text}</p>
  </li>
);

interface WhomProps {
  channel: string;
  leadId: string | undefined;
  onChange: (channel: string, leadId: string | undefined) => void;
}

/** As whom one writes, and where. */
const Whom = ({ channel, leadId, onChange }: WhomProps) => (
  <>
    <LeadPicker
      label={words.chatAs}
      placeholder={channel === 'chat' ? words.websiteVisitor : words.alexExampleSampleLead}
      value={leadId}
      onChange={(id) => onChange(channel, id)}
    />
    <Select
      label={words.channel}
      data={CHANNELS}
      value={channel}
      onChange={(chosen) => onChange(chosen ?? 'chat', leadId)}
    />
  </>
);

interface BoxProps {
  text: string;
  setText: (text: string) => void;
  /** Undefined: nothing can be said now. */
  onSend: (() => void) | undefined;
}

/** The message box. Enter sends. */
function Box({ text, setText, onSend }: BoxProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || !onSend) return;
    event.preventDefault();
    onSend();
  };
  return (
    <Textarea
      aria-label={words.yourMessage}
      placeholder={words.yourMessage}
      autosize
      minRows={2}
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  );
}

/** Talks with the agent as a visitor or a lead would; nothing of it is kept. */
export function TestChat({ agent, draft }: { agent: Agent; draft: AgentDraft }) {
  const [channel, setChannel] = useState('chat');
  const [leadId, setLeadId] = useState<string>();
  const [sentMessages, setSentMessages] = useState<TestInput[]>([]);
  const [text, setText] = useState('');
  const trial = useMutation({
    mutationFn: (messages: TestInput[]) => {
      const whom = leadId ? { lead_id: leadId } : channel === 'chat' ? {} : { lead: MADE_UP };
      const body = { draft: true, channel, messages, ...whom } as Body;
      return request('converseWithWorkflow', { params: { id: agent.id }, body }, { key: newIdempotencyKey() });
    },
  });
  const sendInput = (input: TestInput) => {
    const all = [...sentMessages, input];
    setSentMessages(all);
    setText('');
    trial.mutate(all);
  };
  const startOver = () => {
    setSentMessages([]);
    trial.reset();
  };
  const tried = trial.data;
  const mayWrite = text.trim() !== '' && !trial.isPending && sentMessages.length < MOST;
  return (
    <aside className="card side" aria-label={words.testChat}>
      <div className="side-body form">
        <h2>{words.testChat}</h2>
        <p className="quiet">{words.chatWithThisDraftNothingIs}</p>
        <Whom
          channel={channel}
          leadId={leadId}
          onChange={(to, id) => {
            setChannel(to);
            setLeadId(id);
            startOver();
          }}
        />
        {draft.state !== 'saved' && <p className="faint">{words.repliesAreBasedOnTheLast}</p>}
        <ol className="talk" aria-label={words.conversation}>
          {tried?.turns.map((turn, index) => (
            <TriedTurn
              key={turn.no}
              turn={turn}
              onPick={index === tried.turns.length - 1 && !trial.isPending ? sendInput : undefined}
            />
          ))}
          {trial.isPending && <VisitorMessage text={trial.variables.at(-1)?.text} />}
        </ol>
        {trial.isPending && (
          <p className="faint" role="status">
            {words.theAgentIsReplying}
          </p>
        )}
        {trial.error && <ProblemNote problem={asProblem(trial.error)} again={() => trial.mutate(sentMessages)} />}
        {tried && !trial.isPending && <Outcome tried={tried} />}
        <Box text={text} setText={setText} onSend={mayWrite ? () => sendInput({ text: text.trim() }) : undefined} />
        <div className="row">
          <Button disabled={!mayWrite} onClick={() => sendInput({ text: text.trim() })}>
            {words.send}
          </Button>
          {sentMessages.length > 0 && !trial.isPending && (
            <>
              <Button variant="default" onClick={() => trial.mutate(sentMessages)}>
                {words.replay}
              </Button>
              <Button variant="subtle" onClick={startOver}>
                {words.startOver}
              </Button>
            </>
          )}
        </div>
      </div>
    </aside>
  );
}
