import { ActionIcon, Button, Switch } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Agent } from '../../../schemas/agents/agents.js';
import type { EventKind } from '../../../schemas/events/events.js';
import type { Answer, Input } from '../../api/operation-types.js';
import { request } from '../../api/request.js';
import { useSession } from '../../api/session.js';
import { Chip } from '../../components/chip.js';
import { Icon } from '../../components/icons.js';
import { LeadPicker } from '../../components/lead-picker.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import { Select } from '../../components/select.js';
import { MomentInput } from '../../components/time/moment-input.js';
import { Field } from '../../forms/schema-field.js';
import type { Plain } from '../../forms/shape.js';
import * as labels from '../../words/en/agent.js';
import { wordOf } from '../../words/fields.js';
import { holdInWords, senderInWords } from '../../words/hold-reasons.js';
import { LOCALE } from '../../words/locale.js';
import { noteInWords } from '../../words/notes.js';
import { translated } from '../../words/sentences.js';
import { HOLDS, STOPS } from '../../words/states.js';
import { timeOfNewEvent } from './event-time.js';
import { STEP_WORDS } from './step-in-words.js';
import { differingFrom } from './timeline-differences.js';
import type { AgentDraft } from './use-agent.js';

type Body = NonNullable<Input<'simulateWorkflow'>['body']>;
type Course = Answer<'simulateWorkflow'>;
type Item = Course['timeline'][number];

const REST_MS = 400;
const WHAT_IFS = [
  ['message.received', labels.theLeadReplies],
  ['email.opened', labels.theLeadOpensAnEmail],
  ['message.clicked', labels.theLeadClicksALink],
  ['email.bounced', labels.anEmailBounces],
  ['call.missed', labels.aCallIsMissed],
  ['meeting.scheduled', labels.aMeetingIsBooked],
  ['conversion.recorded', labels.theLeadConverts],
  ['lead.opted_out', labels.theLeadOptsOut],
] as const satisfies readonly (readonly [EventKind, string])[];
interface WhatIf {
  id: number;
  event: string;
  /** Undefined while it isn't complete. */
  at: string | undefined;
}

interface WhatIfsProps {
  value: WhatIf[];
  /** The time zone of the lead. */
  zone: string;
  course: Course | undefined;
  onChange: (value: WhatIf[]) => void;
}

function WhatIfs({ value, zone, course, onChange }: WhatIfsProps) {
  const timeOfNew = () =>
    timeOfNewEvent(
      course ?? { starts_at: new Date().toISOString(), timeline: [] },
      value.map(({ at }) => at),
    );
  const put = (index: number, change: Partial<WhatIf>) =>
    onChange(value.map((each, place) => (place === index ? { ...each, ...change } : each)));
  return (
    <div className="stack-close">
      {value.map((each, index) => (
        <div className="sentence" key={each.id}>
          <Select
            aria-label={labels.event(index + 1)}
            className="grow"
            data={WHAT_IFS.map(([event, label]) => ({ value: event, label }))}
            value={each.event}
            onChange={(event) => put(index, { event: event ?? each.event })}
          />
          <MomentInput
            key={zone}
            hiddenLabel
            label={labels.timeOfEvent(index + 1)}
            zone={zone}
            value={each.at}
            onChange={(at) => put(index, { at })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={labels.removeEvent(index + 1)}
            onClick={() => onChange(value.filter((_, place) => place !== index))}
          >
            <Icon name="x" size={16} />
          </ActionIcon>
        </div>
      ))}
      <Button
        variant="default"
        size="compact-sm"
        className="add-item"
        leftSection={<Icon name="plus" size={14} />}
        onClick={() =>
          onChange([
            ...value,
            { id: Math.max(0, ...value.map(({ id }) => id)) + 1, event: 'message.received', at: timeOfNew() },
          ])
        }
      >
        {labels.addEvent}
      </Button>
    </div>
  );
}

/** A moment of the lead’s clock as it was answered, in the order people read it. */
const clockOf = (local: string) => {
  const [day = '', time = ''] = local.split(/[T ]/);
  const date = new Date(`${day}T00:00:00Z`);
  const named = Number.isNaN(date.getTime())
    ? day
    : new Intl.DateTimeFormat(LOCALE, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
        date,
      );
  return { day: named, time: time.slice(0, 5) };
};

interface MomentProps {
  item: Item;
  /** True if the other course of things has it not. */
  differs: boolean;
  onShow: (key: string) => void;
}

function Moment({ item, differs, onShow }: MomentProps) {
  const { day, time } = clockOf(item.local_time);
  const icon = item.type === 'event' ? 'user' : item.type;
  const words = icon === 'user' ? undefined : STEP_WORDS[item.type as keyof typeof STEP_WORDS];
  return (
    <li className="moment">
      <span className="moment-mark">
        <Icon name={item.channel === 'whatsapp' ? 'brand-whatsapp' : (words?.icon ?? 'users')} size={16} />
      </span>
      <div className="grow">
        <div className="row">
          <strong className="numbers">
            {day} {time}
          </strong>
          {item.step_key && (
            <button type="button" className="jump" onClick={() => onShow(item.step_key ?? '')}>
              {item.step_key}
            </button>
          )}
          {differs && <Chip who="decide" label={labels.different} />}
        </div>
        {item.holds.map((hold) => (
          <p key={`${hold.reason} ${hold.until}`} className="row">
            <Chip {...HOLDS[hold.reason]} /> <span className="quiet grow">{holdInWords(hold)}</span>
          </p>
        ))}
        <p className="quiet">{noteInWords(item.note)}</p>
        {item.sender && <p className="faint">{senderInWords(item.sender)}</p>}
        {(item.subject ?? item.text) && (
          <details>
            <summary>{item.subject ?? labels.messageText}</summary>
            <p className="said">{item.text}</p>
          </details>
        )}
        {item.effects.map((effect) => (
          <p key={JSON.stringify(effect)} className="faint">
            {wordOf(effect.type)} <code>{JSON.stringify(effect.params)}</code>
          </p>
        ))}
      </div>
    </li>
  );
}

const outcomeOf = (reason: string) =>
  reason in STOPS ? STOPS[reason as keyof typeof STOPS] : wordOf(reason).toLowerCase();

interface CourseProps {
  label: string;
  course: Course;
  /** The course it is compared with. */
  other: Course | undefined;
  onShow: (key: string) => void;
}

/** The simulated timeline and its outcome. */
function CourseOf({ label, course: { timeline, outcome }, other, onShow }: CourseProps) {
  const differing = other && differingFrom(timeline, other.timeline);
  return (
    <>
      <ol className="timeline" aria-label={label}>
        {timeline.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same step may come several times.
          <Moment key={index} item={item} differs={differing?.has(index) ?? false} onShow={onShow} />
        ))}
      </ol>
      <p role="status">
        <strong>{labels.outcome}</strong> {outcome.detail ? translated(outcome.detail) : outcomeOf(outcome.reason)}
      </p>
    </>
  );
}

interface MadeUpProps {
  made: Plain;
  onChange: (made: Plain) => void;
}

/** The fields of a sample lead. */
const MadeUp = ({ made, onChange }: MadeUpProps) => (
  <details>
    <summary>{labels.sampleData}</summary>
    <div className="form">
      <Field
        name="timezone"
        shape={{ kind: 'text' }}
        value={made.timezone}
        onChange={(timezone) => onChange({ ...made, timezone })}
        at="/lead/timezone"
      />
      <Field
        name="metadata"
        shape={{ kind: 'any', help: labels.usedByConditions }}
        value={made.metadata}
        onChange={(metadata) => onChange({ ...made, metadata })}
        at="/lead/metadata"
      />
    </div>
  </details>
);

/** Loads the simulation. Undefined turns it off. */
const useCourse = (agentId: string, tag: string | undefined, body: Body | undefined) =>
  useQuery({
    queryKey: ['simulateWorkflow', agentId, tag, body],
    queryFn: () => request('simulateWorkflow', { params: { id: agentId }, body: body ?? {} }),
    enabled: body !== undefined,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });

interface Props {
  agent: Agent;
  draft: AgentDraft;
  onShow: (key: string) => void;
}

/** Walks a lead through the draft on paper: what would happen when on its clock, what holds it, and why. */
export function Simulation({ agent, draft, onShow }: Props) {
  const { account } = useSession();
  const [leadId, setLeadId] = useState<string>();
  const [start, setStart] = useState<string>();
  const [ifs, setIfs] = useState<WhatIf[]>([]);
  const [compares, setCompares] = useState(false);
  const [made, setMade] = useState<Plain>({ timezone: account.timezone });
  const assume = ifs.flatMap(({ event, at }) => (at === undefined ? [] : [{ event, at }])) as Body['assume'];
  const lead = {
    first_name: labels.alex,
    last_name: labels.example,
    email: 'alex@example.com',
    phone: '+34600000000',
    ...made,
  };
  const [body] = useDebouncedValue(
    { draft: true, ...(leadId ? { lead_id: leadId } : { lead }), starts_at: start, assume } as Body,
    REST_MS,
  );
  const simulationQuery = useCourse(agent.id, draft.tag, body);
  // Both begin at one moment, however long the first was read before the second is asked for.
  const starts_at = simulationQuery.data?.starts_at;
  const zone = simulationQuery.data?.timezone ?? account.timezone;
  const compared: Body | undefined = compares && starts_at ? { ...body, draft: false, starts_at } : undefined;
  const published = useCourse(agent.id, draft.tag, compared);
  const other = compares ? published.data : undefined;
  return (
    <div className="form">
      <LeadPicker label={labels.lead} placeholder={labels.sampleLead} value={leadId} onChange={setLeadId} />
      {!leadId && <MadeUp made={made} onChange={setMade} />}
      <MomentInput
        key={zone}
        label={labels.enrolledAt}
        zone={zone}
        value={start}
        onChange={setStart}
        description={labels.leaveEmptyToStartNow}
      />
      <WhatIfs value={ifs} zone={zone} course={simulationQuery.data} onChange={setIfs} />
      {agent.version > 0 && (
        <Switch
          label={labels.compareWithPublishedVersion}
          checked={compares}
          onChange={({ currentTarget }) => setCompares(currentTarget.checked)}
        />
      )}
      <QueryBoundary query={simulationQuery} lines={5}>
        {(course) => (
          <>
            <p className="faint">
              {labels.timesAreInTheLeadsTime(course.timezone)}
              {draft.state === 'saved' ? '' : labels.basedOnTheLastSavedDraft}
            </p>
            <CourseOf label={labels.simulatedRun} course={course} other={other} onShow={onShow} />
            {compares && (
              <QueryBoundary query={published} lines={5}>
                {(theirs) => (
                  <>
                    <h3>{labels.version2(agent.version)}</h3>
                    <CourseOf label={labels.publishedVersion} course={theirs} other={course} onShow={onShow} />
                  </>
                )}
              </QueryBoundary>
            )}
          </>
        )}
      </QueryBoundary>
    </div>
  );
}
