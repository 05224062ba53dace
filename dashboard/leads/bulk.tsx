import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { newKey, useAct } from '../api/act.js';
import { useAsk } from '../api/ask.js';
import type { Answer } from '../api/names.js';
import { useMay } from '../api/session.js';
import { useLongWork } from '../api/use-long-work.js';
import { ChangeMany, LookFirst } from '../parts/change-many.js';
import { Choice, Field } from '../parts/field.js';
import { ProblemNote } from '../parts/problem-note.js';
import { offerUndo } from '../parts/undo.js';
import { numberOf } from '../words/reports.js';
import { type BulkOperation, bodyOf, type Chosen } from './chosen.js';

type Changed = Answer<'changeLeads'>;

const OPERATIONS: Readonly<Record<BulkOperation, { name: string; scope: string }>> = {
  add_tags: { name: 'Add tags', scope: 'leads:write' },
  remove_tags: { name: 'Take tags off', scope: 'leads:write' },
  set_owner: { name: 'Give an owner', scope: 'leads:write' },
  set_campaign: { name: 'Add to a campaign', scope: 'campaigns:write' },
  set_metadata: { name: 'Set metadata', scope: 'leads:write' },
  enroll: { name: 'Hand to an agent', scope: 'automation:write' },
  delete: { name: 'Delete', scope: 'leads:delete' },
};

/** So long it is told where it was done that it is done. */
const TOLD_MS = 10_000;

/** Counts what a change would come to, and does it to its end, whichever page is looked at meanwhile. */
export function useWholeChange(operation: BulkOperation) {
  const change = useAct('changeLeads');
  const undo = useAct('undoLeadChange');
  const { start, forget } = useLongWork();
  const takeBack = async (id: string): Promise<void> => {
    let answer = await undo.do({ params: { id } });
    while (!answer.complete) answer = await undo.do({ params: { id } });
  };
  return {
    preview: async (body: object): Promise<Changed> => {
      let answer = await change.do({ body: { ...body, preview: true } as never });
      const { leads } = answer;
      const refused = { ...answer.refused };
      while (answer.next_cursor) {
        answer = await change.do({ body: { ...body, preview: true, cursor: answer.next_cursor } as never });
        for (const [code, times] of Object.entries(answer.refused)) refused[code] = (refused[code] ?? 0) + times;
      }
      return { ...answer, leads, refused };
    },
    change: async (body: object, of: number): Promise<void> => {
      const begun = performance.now();
      const { id, state, done, made } = await start({
        ...{ id: newKey(), operation: 'changeLeads', path: '/leads/changes', bodies: [body], of },
        name: `${OPERATIONS[operation].name}: ${numberOf(of)} leads`,
      });
      if (state === 'stopped') {
        offerUndo(`It stopped after ${numberOf(done)} of ${numberOf(of)} leads; what is under way says why.`);
        return;
      }
      const mayUndo = operation !== 'delete' && made !== undefined && done > 0;
      offerUndo(`${done} ${done === 1 ? 'lead is' : 'leads are'} changed.`, mayUndo ? () => takeBack(made) : undefined);
      if (performance.now() - begun < TOLD_MS) forget(id);
    },
  };
}

/** Asks for a campaign, or makes one on the spot: it enrols nobody before it is started. */
function CampaignChoice({ errorOf }: { errorOf: (name: string) => string | undefined }) {
  const campaigns = useAsk('listCampaigns', { query: { limit: 200 } });
  const create = useAct('createCampaign');
  const [made, setMade] = useState<{ value: string; label: string }>();
  const [name, setName] = useState('');
  const known = campaigns.data?.campaigns.map(({ id, name: label }) => ({ value: id, label })) ?? [];
  const all = made && !known.some(({ value }) => value === made.value) ? [made, ...known] : known;
  const make = async () => {
    const { campaign } = await create.do({ body: { name: name.trim() } });
    setMade({ value: campaign.id, label: campaign.name });
    setName('');
  };
  return (
    <>
      <Choice
        key={made?.value}
        name="campaign_id"
        label="Campaign; none takes it away"
        data={all}
        value={made?.value}
        clearable
        errorOf={errorOf}
      />
      <div className="row">
        <TextInput
          className="grow"
          // Nothing is looked at meanwhile: without it the leads would be taken out of their campaign.
          ref={(field) => field?.setCustomValidity(name.trim() && 'Make the campaign first, or leave its name out.')}
          aria-label="Name of a new campaign"
          placeholder="Or a new one: its name"
          maxLength={200}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Button
          variant="default"
          loading={create.busy}
          disabled={name.trim() === ''}
          onClick={() => void make().catch(() => undefined)}
        >
          Make it
        </Button>
      </div>
      {create.problem && <ProblemNote problem={create.problem} />}
    </>
  );
}

function Fields({ operation, errorOf }: { operation: BulkOperation; errorOf: (name: string) => string | undefined }) {
  const users = useAsk('listUsers');
  const agents = useAsk('listWorkflows', { query: { limit: 200 } });
  if (operation === 'set_campaign') return <CampaignChoice errorOf={errorOf} />;
  if (operation === 'set_owner') {
    const people = users.data?.users.map(({ id, name }) => ({ value: id, label: name })) ?? [];
    return <Choice name="owner_id" label="Owner; none takes it away" data={people} clearable errorOf={errorOf} />;
  }
  if (operation === 'set_metadata') {
    return (
      <>
        <Field name="key" label="Key" placeholder="budget" required first errorOf={errorOf} />
        <Field name="value" label="Value; none takes the key away" placeholder="9000" errorOf={errorOf} />
      </>
    );
  }
  if (operation === 'enroll') {
    const all = agents.data?.workflows.map(({ id, name }) => ({ value: id, label: name })) ?? [];
    return <Choice name="workflow_id" label="Agent" data={all} required errorOf={errorOf} />;
  }
  if (operation === 'delete') return <p>They are in no list any more, and their agents stop. That can’t be undone.</p>;
  return <Field name="tags" label="Tags, separated by commas" required first errorOf={errorOf} />;
}

/** What a change would come to. */
export const Preview = ({ preview }: { preview: Changed }) => (
  <>
    <p>
      <strong className="numbers">{preview.changed}</strong> of {preview.matched} would change.
    </p>
    <p className="quiet">
      {preview.leads.map(({ name }) => name).join(', ')}
      {preview.changed > preview.leads.length && ` and ${preview.changed - preview.leads.length} more`}
    </p>
    {Object.entries(preview.refused).map(([code, times]) => (
      <p key={code} className="quiet numbers">
        {times} refuse it: {code.toLowerCase().replaceAll('_', ' ')}
      </p>
    ))}
  </>
);

interface DialogProps {
  operation: BulkOperation;
  chosen: Chosen;
  onDone: () => void;
}

function Dialog({ operation, chosen, onDone }: DialogProps) {
  const whole = useWholeChange(operation);
  return (
    <LookFirst
      bodyOf={(values) => bodyOf(operation, chosen, values)}
      look={whole.preview}
      act={async (body, { changed }) => {
        void whole.change(body, changed);
        onDone();
      }}
      submit={({ changed }) => `Change ${changed} leads`}
      fields={(errorOf) => <Fields operation={operation} errorOf={errorOf} />}
    >
      {(preview) => <Preview preview={preview} />}
    </LookFirst>
  );
}

interface Props {
  chosen: Chosen;
  /** How many fit the filters, where more can be chosen than are drawn. */
  onAll: () => void;
  onClear: () => void;
}

/** What can be done with all leads that are chosen. */
export function BulkBar({ chosen, onAll, onClear }: Props) {
  const may = useMay();
  const names = (Object.keys(OPERATIONS) as BulkOperation[]).filter((each) => may(OPERATIONS[each].scope));
  return (
    <ChangeMany
      label="Chosen leads"
      told={chosen.all ? 'All that fit are chosen' : `${chosen.ids.length} chosen`}
      operations={names.map((value) => ({ value, name: OPERATIONS[value].name }))}
      onClear={onClear}
      beside={
        !chosen.all && (
          <Button variant="subtle" size="compact-sm" onClick={onAll}>
            Choose all that fit
          </Button>
        )
      }
    >
      {(operation, onDone) => <Dialog operation={operation} chosen={chosen} onDone={onDone} />}
    </ChangeMany>
  );
}
