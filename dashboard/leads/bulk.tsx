import { Button } from '@mantine/core';
import { useAct } from '../api/act.js';
import { useAsk } from '../api/ask.js';
import type { Answer } from '../api/names.js';
import { useMay } from '../api/session.js';
import { ChangeMany, LookFirst } from '../parts/change-many.js';
import { Choice, Field } from '../parts/field.js';
import { offerUndo } from '../parts/undo.js';
import { type BulkOperation, bodyOf, type Chosen } from './chosen.js';

type Changed = Answer<'changeLeads'>;

const OPERATIONS: Readonly<Record<BulkOperation, { name: string; scope: string }>> = {
  add_tags: { name: 'Add tags', scope: 'leads:write' },
  remove_tags: { name: 'Take tags off', scope: 'leads:write' },
  set_owner: { name: 'Give an owner', scope: 'leads:write' },
  set_campaign: { name: 'Add to a campaign', scope: 'campaigns:write' },
  enroll: { name: 'Hand to an agent', scope: 'automation:write' },
  delete: { name: 'Delete', scope: 'leads:delete' },
};

/** Does a change to its end, however many requests that takes, and returns the last answer. */
function useWholeChange() {
  const change = useAct('changeLeads');
  const undo = useAct('undoLeadChange');
  return {
    change: async (body: object): Promise<Changed> => {
      let answer = await change.do({ body: body as never });
      while (answer.next_cursor) {
        if (!answer.preview) offerUndo(`${answer.changed} leads are changed so far.`);
        answer = await change.do({ body: { ...body, cursor: answer.next_cursor } as never });
      }
      return answer;
    },
    undo: async (id: string): Promise<void> => {
      let answer = await undo.do({ params: { id } });
      while (!answer.complete) answer = await undo.do({ params: { id } });
    },
  };
}

function Fields({ operation, errorOf }: { operation: BulkOperation; errorOf: (name: string) => string | undefined }) {
  const users = useAsk('listUsers');
  const agents = useAsk('listWorkflows', { query: { limit: 200 } });
  const campaigns = useAsk('listCampaigns', { query: { limit: 200 } }, { when: operation === 'set_campaign' });
  if (operation === 'set_campaign') {
    const all = campaigns.data?.campaigns.map(({ id, name }) => ({ value: id, label: name })) ?? [];
    return <Choice name="campaign_id" label="Campaign; none takes it away" data={all} clearable errorOf={errorOf} />;
  }
  if (operation === 'set_owner') {
    const people = users.data?.users.map(({ id, name }) => ({ value: id, label: name })) ?? [];
    return <Choice name="owner_id" label="Owner; none takes it away" data={people} clearable errorOf={errorOf} />;
  }
  if (operation === 'enroll') {
    const all = agents.data?.workflows.map(({ id, name }) => ({ value: id, label: name })) ?? [];
    return <Choice name="workflow_id" label="Agent" data={all} required errorOf={errorOf} />;
  }
  if (operation === 'delete') return <p>They are in no list any more, and their agents stop. That can’t be undone.</p>;
  return <Field name="tags" label="Tags, separated by commas" required first errorOf={errorOf} />;
}

/** What a change would come to. */
const Preview = ({ preview }: { preview: Changed }) => (
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
  const whole = useWholeChange();
  return (
    <LookFirst
      bodyOf={(values) => bodyOf(operation, chosen, values)}
      look={(body) => whole.change({ ...body, preview: true })}
      act={async (body) => {
        const { changed, lead_change } = await whole.change(body);
        const id = operation === 'delete' ? undefined : lead_change?.id;
        offerUndo(`${changed} leads are changed.`, id && changed > 0 ? () => whole.undo(id) : undefined);
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
