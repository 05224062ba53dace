import { Button } from '@mantine/core';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useAct } from '../api/act.js';
import { useAsk, usePages } from '../api/ask.js';
import { useMay } from '../api/session.js';
import { LeadStatus } from '../leads/cells.js';
import { AskFirst } from '../parts/ask-first.js';
import { Asked } from '../parts/asked.js';
import { Confirm } from '../parts/confirm.js';
import { Choice, changedIn, Field } from '../parts/field.js';
import { Listed } from '../parts/listed.js';
import { nameOf } from '../parts/name-of.js';
import { Empty, Page } from '../parts/page.js';
import { ProblemNote } from '../parts/problem-note.js';
import { contactOf } from '../words/leads.js';
import { AddLeads } from './add-leads.js';
import { standingOf } from './standing.js';
import { type Campaign, CampaignState } from './state.js';

const WATCH_MS = 5_000;
const COUNTERS = [
  ['enrolled', 'Enrolled'],
  ['active', 'Go on'],
  ['completed', 'Came to the end'],
  ['stopped', 'Ended before'],
  ['replied', 'Replied'],
  ['booked', 'Booked'],
  ['converted', 'Converted'],
  ['opted_out', 'Opted out'],
] as const;

function Edit({ campaign }: { campaign: Campaign }) {
  const update = useAct('updateCampaign');
  const agents = useAsk('listWorkflows', { query: { limit: 200 } });
  return (
    <AskFirst
      title="Edit"
      submit="Save"
      onSubmit={(values) =>
        update.do({ params: { id: campaign.id }, body: changedIn(values, campaign as never) as never })
      }
    >
      {(errorOf) => (
        <>
          <Field name="name" label="Name" value={campaign.name} required first errorOf={errorOf} />
          {!campaign.started_at && (
            <Choice
              name="workflow_id"
              label="Agent that its leads are enrolled in"
              data={agents.data?.workflows.map(({ id, name }) => ({ value: id, label: name })) ?? []}
              value={campaign.workflow_id}
              clearable
              errorOf={errorOf}
            />
          )}
          <Field name="source" label="Where its leads come from" value={campaign.source} errorOf={errorOf} />
        </>
      )}
    </AskFirst>
  );
}

function Control({ campaign }: { campaign: Campaign }) {
  const may = useMay();
  const [wish, setWish] = useState<'start' | 'delete'>();
  const start = useAct('startCampaign');
  const pause = useAct('pauseCampaign');
  const navigate = useNavigate();
  const remove = useAct('deleteCampaign', () => navigate({ to: '/campaigns' }));
  const params = { id: campaign.id };
  const problem = start.problem ?? pause.problem ?? remove.problem;
  const act = async () => {
    if (wish === 'start') return start.do({ params, body: {} });
    return remove.do({ params });
  };
  return (
    <>
      {may('leads:write') && <AddLeads id={campaign.id} />}
      <Edit campaign={campaign} />
      {campaign.leads_count === 0 && (
        <Button variant="default" onClick={() => setWish('delete')}>
          Delete
        </Button>
      )}
      {campaign.status === 'running' ? (
        <Button
          variant="default"
          loading={pause.busy}
          onClick={() => void pause.do({ params, body: {} }).catch(() => undefined)}
        >
          Pause
        </Button>
      ) : (
        <Button onClick={() => setWish('start')}>{campaign.started_at ? 'Go on' : 'Start'}</Button>
      )}
      <Confirm
        title={wish === 'delete' ? 'Delete the campaign' : 'Start the campaign'}
        opened={wish !== undefined}
        busy={start.busy || remove.busy}
        onCancel={() => setWish(undefined)}
        onConfirm={() =>
          void act()
            .catch(() => undefined)
            .finally(() => setWish(undefined))
        }
      >
        {wish === 'delete'
          ? 'It is gone for good.'
          : `Its ${campaign.leads_count} leads are enrolled in its agent, but for those that have been there before; so are leads that join it later.`}
      </Confirm>
      {problem && <ProblemNote problem={problem} />}
    </>
  );
}

/** A campaign: what became of its leads, and who they are. */
export function CampaignPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const may = useMay();
  const asked = useAsk('getCampaign', { params: { id } }, { everyMs: WATCH_MS });
  const pages = usePages('listLeads', { query: { campaign_id: id, limit: 50 } });
  const campaign = asked.data?.campaign;
  const agent = useAsk(
    'getWorkflow',
    { params: { id: campaign?.workflow_id ?? '' } },
    { when: !!campaign?.workflow_id },
  );
  return (
    <Page
      title={campaign?.name ?? 'Campaign'}
      actions={
        campaign && (
          <>
            <CampaignState campaign={campaign} />
            {may('campaigns:write') && <Control campaign={campaign} />}
          </>
        )
      }
    >
      <Asked asked={asked} lines={8}>
        {({ campaign: known }) => (
          <div className="stack">
            <p className="quiet">
              {known.workflow_id ? (
                <>
                  Enrols in{' '}
                  <Link to="/agents/$id" params={{ id: known.workflow_id }}>
                    {agent.data?.workflow.name ?? 'its agent'}
                  </Link>
                </>
              ) : (
                'It has no agent yet.'
              )}
              {known.source && ` · ${known.source}`}
            </p>
            <p role="status">{standingOf(known).join(' ')}</p>
            <dl className="card figures">
              {COUNTERS.map(([key, label]) => (
                <div className="figure" key={key}>
                  <dt>{label}</dt>
                  <dd className="numbers">{known.counters[key]}</dd>
                </div>
              ))}
            </dl>
            <Listed
              pages={pages}
              rows={(page) => page.leads}
              label="Its leads"
              empty={
                <Empty title="Nobody in it yet">
                  <p>Add the leads of a view or a tag, or send them with the campaign’s id.</p>
                </Empty>
              }
            >
              {(lead) => (
                <Link to="/leads/$id" params={{ id: lead.id }} className="line listed">
                  <span className="grow">
                    <strong className="cut">{nameOf(lead)}</strong>
                    <span className="faint cut">{contactOf(lead)}</span>
                  </span>
                  <LeadStatus run={lead.active_workflow_run} />
                </Link>
              )}
            </Listed>
          </div>
        )}
      </Asked>
    </Page>
  );
}
