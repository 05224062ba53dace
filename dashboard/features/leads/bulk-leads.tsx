import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Answer, Body } from '../../api/operation-types.js';
import { usePermission } from '../../api/session.js';
import { newIdempotencyKey, useApiMutation } from '../../api/use-api-mutation.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { useLongWork } from '../../api/use-long-operations.js';
import { BulkChange, PreviewForm } from '../../components/bulk-change.js';
import { SelectField, TextField } from '../../components/form-field.js';
import { ProblemNote } from '../../components/problem-note.js';
import { offerUndo } from '../../components/undo-toast.js';
import * as words from '../../words/en/leads.js';
import { numberOf } from '../../words/reports.js';
import { type BulkOperation, bodyOf, type LeadSelection } from './lead-selection.js';

type Changed = Answer<'changeLeads'>;

const OPERATIONS: Readonly<Record<BulkOperation, { name: string; scope: string }>> = {
  add_tags: { name: words.addTags, scope: 'leads:write' },
  remove_tags: { name: words.removeTags, scope: 'leads:write' },
  set_owner: { name: words.assignOwner, scope: 'leads:write' },
  set_campaign: { name: words.addToCampaign, scope: 'campaigns:write' },
  set_metadata: { name: words.setMetadata, scope: 'leads:write' },
  enroll: { name: words.enrollInAgent, scope: 'automation:write' },
  delete: { name: words.deleteLabel, scope: 'leads:delete' },
};

/** The time that the confirmation of a change is shown. */
const SHOWN_MS = 10_000;

/** Counts the result of a change, and then applies it completely, on every page. */
export function useWholeChange(operation: BulkOperation) {
  const change = useApiMutation('changeLeads');
  const undo = useApiMutation('undoLeadChange');
  const { start, reset } = useLongWork();
  const takeBack = async (id: string): Promise<void> => {
    let answer = await undo.mutateAsync({ params: { id } });
    while (!answer.complete) answer = await undo.mutateAsync({ params: { id } });
  };
  return {
    preview: async (body: Body<'changeLeads'>): Promise<Changed> => {
      let answer = await change.mutateAsync({ body: { ...body, preview: true } });
      const { leads } = answer;
      const refused = { ...answer.refused };
      while (answer.next_cursor) {
        answer = await change.mutateAsync({ body: { ...body, preview: true, cursor: answer.next_cursor } });
        for (const [code, times] of Object.entries(answer.refused)) refused[code] = (refused[code] ?? 0) + times;
      }
      return { ...answer, leads, refused };
    },
    change: async (body: object, of: number): Promise<void> => {
      const startedAt = performance.now();
      const { id, state, done, made } = await start({
        id: newIdempotencyKey(),
        operation: 'changeLeads',
        path: '/leads/changes',
        bodies: [body],
        of,
        name: words.operationOnLeads(OPERATIONS[operation].name, of),
      });
      if (state === 'stopped') {
        offerUndo(words.stoppedAfterOfLeadsSeeThe(numberOf(done), numberOf(of)));
        return;
      }
      const mayUndo = operation !== 'delete' && made !== undefined && done > 0;
      offerUndo(words.leadUpdated(done), mayUndo ? () => takeBack(made) : undefined);
      if (performance.now() - startedAt < SHOWN_MS) reset(id);
    },
  };
}

/** Selects or creates a campaign. It doesn't enroll leads before it is started. */
function CampaignChoice({ errorOf }: { errorOf: (name: string) => string | undefined }) {
  const campaigns = useApiQuery('listCampaigns', { query: { limit: 200 } });
  const create = useApiMutation('createCampaign');
  const [made, setMade] = useState<{ value: string; label: string }>();
  const [name, setName] = useState('');
  const known = campaigns.data?.campaigns.map(({ id, name: label }) => ({ value: id, label })) ?? [];
  const all = made && !known.some(({ value }) => value === made.value) ? [made, ...known] : known;
  const make = async () => {
    const { campaign } = await create.mutateAsync({ body: { name: name.trim() } });
    setMade({ value: campaign.id, label: campaign.name });
    setName('');
  };
  return (
    <>
      <SelectField
        key={made?.value}
        name="campaign_id"
        label={words.campaignLeaveEmptyToRemove}
        data={all}
        value={made?.value}
        clearable
        errorOf={errorOf}
      />
      <div className="row">
        <TextInput
          className="grow"
          // No preview is loaded until then, because without a campaign the leads would be removed from theirs.
          ref={(field) => field?.setCustomValidity(name.trim() && words.createTheCampaignFirstOrClear)}
          aria-label={words.newCampaignName}
          placeholder={words.orCreateOneName}
          maxLength={200}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Button
          variant="default"
          loading={create.isPending}
          disabled={name.trim() === ''}
          onClick={() => void make().catch(() => undefined)}
        >
          {words.createCampaign}
        </Button>
      </div>
      {create.problem && <ProblemNote problem={create.problem} />}
    </>
  );
}

function Fields({ operation, errorOf }: { operation: BulkOperation; errorOf: (name: string) => string | undefined }) {
  const users = useApiQuery('listUsers');
  const agents = useApiQuery('listWorkflows', { query: { limit: 200 } });
  if (operation === 'set_campaign') return <CampaignChoice errorOf={errorOf} />;
  if (operation === 'set_owner') {
    const people = users.data?.users.map(({ id, name }) => ({ value: id, label: name })) ?? [];
    return (
      <SelectField name="owner_id" label={words.ownerLeaveEmptyToUnassign} data={people} clearable errorOf={errorOf} />
    );
  }
  if (operation === 'set_metadata') {
    return (
      <>
        <TextField name="key" label={words.key} placeholder="budget" required first errorOf={errorOf} />
        <TextField name="value" label={words.valueLeaveEmptyToRemoveThe} placeholder="9000" errorOf={errorOf} />
      </>
    );
  }
  if (operation === 'enroll') {
    const all = agents.data?.workflows.map(({ id, name }) => ({ value: id, label: name })) ?? [];
    return <SelectField name="workflow_id" label={words.agent} data={all} required errorOf={errorOf} />;
  }
  if (operation === 'delete') return <p>{words.theLeadsAreRemovedFromAll}</p>;
  return <TextField name="tags" label={words.tagsSeparatedByCommas} required first errorOf={errorOf} />;
}

/** The result that a change would have. */
export const Preview = ({ preview }: { preview: Changed }) => (
  <>
    <p className="numbers">{words.ofLeadsWouldChange(preview.changed, preview.matched)}</p>
    <p className="quiet">
      {preview.leads.map(({ name }) => name).join(', ')}
      {preview.changed > preview.leads.length && words.andMore(preview.changed - preview.leads.length)}
    </p>
    {Object.entries(preview.refused).map(([code, times]) => (
      <p key={code} className="quiet numbers">
        {words.skipped(times, code.toLowerCase().replaceAll('_', ' '))}
      </p>
    ))}
  </>
);

interface DialogProps {
  operation: BulkOperation;
  chosen: LeadSelection;
  onDone: () => void;
}

function Dialog({ operation, chosen, onDone }: DialogProps) {
  const whole = useWholeChange(operation);
  return (
    <PreviewForm
      bodyOf={(values) => bodyOf(operation, chosen, values)}
      look={whole.preview}
      act={async (body, { changed }) => {
        void whole.change(body, changed);
        onDone();
      }}
      submit={({ changed }) => words.operationOnLeads(OPERATIONS[operation].name, changed)}
      fields={(errorOf) => <Fields operation={operation} errorOf={errorOf} />}
    >
      {(preview) => <Preview preview={preview} />}
    </PreviewForm>
  );
}

interface Props {
  chosen: LeadSelection;
  /** Selects all leads that match the filters, if there are more than are shown. */
  onAll: () => void;
  onClear: () => void;
}

/** The actions on all selected leads. */
export function BulkBar({ chosen, onAll, onClear }: Props) {
  const may = usePermission();
  const names = (Object.keys(OPERATIONS) as BulkOperation[]).filter((each) => may(OPERATIONS[each].scope));
  return (
    <BulkChange
      label={words.selectedLeads}
      told={chosen.all ? words.allMatchingLeadsSelected : words.selected(chosen.ids.length)}
      operations={names.map((value) => ({ value, name: OPERATIONS[value].name }))}
      onClear={onClear}
      extraActions={
        !chosen.all && (
          <Button variant="subtle" size="compact-sm" onClick={onAll}>
            {words.selectAllMatchingLeads}
          </Button>
        )
      }
    >
      {(operation, onDone) => <Dialog operation={operation} chosen={chosen} onDone={onDone} />}
    </BulkChange>
  );
}
