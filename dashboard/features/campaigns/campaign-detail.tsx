import { Button } from '@mantine/core';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { usePermission } from '../../api/session.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { useApiList, useApiQuery } from '../../api/use-api-query.js';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { ConfirmForm } from '../../components/confirm-form.js';
import { changedFormValues, SelectField, TextField } from '../../components/form-field.js';
import { nameOf } from '../../components/name-of.js';
import { Empty, Page } from '../../components/page.js';
import { PagedList } from '../../components/paged-list.js';
import { ProblemNote } from '../../components/problem-note.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import * as words from '../../words/en/campaigns.js';
import { contactOf } from '../../words/leads.js';
import { LeadStatus } from '../leads/lead-cells.js';
import { AddCampaignLeads } from './add-campaign-leads.js';
import { progressOf } from './campaign-progress.js';
import { type Campaign, CampaignState } from './campaign-state.js';

const WATCH_MS = 5_000;
const COUNTERS = [
  ['enrolled', words.enrolled],
  ['active', words.inProgress],
  ['completed', words.completed],
  ['stopped', words.leftEarly],
  ['replied', words.replied],
  ['booked', words.booked],
  ['converted', words.converted],
  ['opted_out', words.optedOut],
] as const;

function Edit({ campaign }: { campaign: Campaign }) {
  const update = useApiMutation('updateCampaign');
  const agents = useApiQuery('listWorkflows', { query: { limit: 200 } });
  return (
    <ConfirmForm
      title={words.edit}
      submit={words.save}
      onSubmit={(values) =>
        update.mutateAsync({ params: { id: campaign.id }, body: changedFormValues(values, campaign) })
      }
    >
      {(errorOf) => (
        <>
          <TextField name="name" label={words.nameLabel} value={campaign.name} required first errorOf={errorOf} />
          {!campaign.started_at && (
            <SelectField
              name="workflow_id"
              label={words.agent}
              data={agents.data?.workflows.map(({ id, name }) => ({ value: id, label: name })) ?? []}
              value={campaign.workflow_id}
              clearable
              errorOf={errorOf}
            />
          )}
          <TextField name="source" label={words.source} value={campaign.source} errorOf={errorOf} />
        </>
      )}
    </ConfirmForm>
  );
}

function Control({ campaign }: { campaign: Campaign }) {
  const may = usePermission();
  const [action, setAction] = useState<'start' | 'delete'>();
  const start = useApiMutation('startCampaign');
  const pause = useApiMutation('pauseCampaign');
  const navigate = useNavigate();
  const remove = useApiMutation('deleteCampaign', () => navigate({ to: '/campaigns' }));
  const params = { id: campaign.id };
  const problem = start.problem ?? pause.problem ?? remove.problem;
  const act = async () => {
    if (action === 'start') return start.mutateAsync({ params, body: {} });
    return remove.mutateAsync({ params });
  };
  return (
    <>
      {may('leads:write') && <AddCampaignLeads id={campaign.id} />}
      <Edit campaign={campaign} />
      {campaign.leads_count === 0 && (
        <Button variant="default" onClick={() => setAction('delete')}>
          {words.deleteLabel}
        </Button>
      )}
      {campaign.status === 'running' ? (
        <Button
          variant="default"
          loading={pause.isPending}
          onClick={() => void pause.mutateAsync({ params, body: {} }).catch(() => undefined)}
        >
          {words.pause}
        </Button>
      ) : (
        <Button onClick={() => setAction('start')}>{campaign.started_at ? words.resume : words.start}</Button>
      )}
      <ConfirmDialog
        title={action === 'delete' ? words.deleteCampaign : words.startCampaign}
        opened={action !== undefined}
        isPending={start.isPending || remove.isPending}
        onCancel={() => setAction(undefined)}
        onConfirm={() =>
          void act()
            .catch(() => undefined)
            .finally(() => setAction(undefined))
        }
      >
        {action === 'delete' ? words.thisCantBeUndone : words.enrolledInTheAgentUnlessEnrolled(campaign.leads_count)}
      </ConfirmDialog>
      {problem && <ProblemNote problem={problem} />}
    </>
  );
}

/** A campaign with its leads and their outcomes. */
export function CampaignPage() {
  const { id } = useParams({ from: '/shell/campaigns/$id' });
  const may = usePermission();
  const campaignQuery = useApiQuery('getCampaign', { params: { id } }, { everyMs: WATCH_MS });
  const pages = useApiList('listLeads', { query: { campaign_id: id, limit: 50 } });
  const campaign = campaignQuery.data?.campaign;
  const agent = useApiQuery(
    'getWorkflow',
    { params: { id: campaign?.workflow_id ?? '' } },
    { enabled: !!campaign?.workflow_id },
  );
  return (
    <Page
      title={campaign?.name ?? words.campaign}
      actions={
        campaign && (
          <>
            <CampaignState campaign={campaign} />
            {may('campaigns:write') && <Control campaign={campaign} />}
          </>
        )
      }
    >
      <QueryBoundary query={campaignQuery} lines={8}>
        {({ campaign: known }) => (
          <div className="stack">
            <p className="quiet">
              {known.workflow_id ? (
                <>
                  {words.enrollsIn}{' '}
                  <Link to="/agents/$id" params={{ id: known.workflow_id }}>
                    {agent.data?.workflow.name ?? words.itsAgent}
                  </Link>
                </>
              ) : (
                words.noAgentSelected
              )}
              {known.source && ` · ${known.source}`}
            </p>
            <p role="status">{progressOf(known).join(' ')}</p>
            <dl className="card figures">
              {COUNTERS.map(([key, label]) => (
                <div className="figure" key={key}>
                  <dt>{label}</dt>
                  <dd className="numbers">{known.counters[key]}</dd>
                </div>
              ))}
            </dl>
            <PagedList
              pages={pages}
              rows={(page) => page.leads}
              label={words.campaignLeads}
              empty={
                <Empty title={words.noLeadsYet}>
                  <p>{words.addLeadsByViewTagOr}</p>
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
            </PagedList>
          </div>
        )}
      </QueryBoundary>
    </Page>
  );
}
