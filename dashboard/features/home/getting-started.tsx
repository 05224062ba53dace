import { Link } from '@tanstack/react-router';
import { useApiQuery } from '../../api/use-api-query.js';
import { Icon } from '../../components/icons.js';
import * as words from '../../words/en/home.js';

interface Step {
  done: boolean;
  to: string;
  name: string;
  means: string;
}

/** Requests what has to be there until the first lead is worked. */
function useSteps(): Step[] | undefined {
  const query = { limit: 1 };
  const senders = useApiQuery('listEmailSenders', { query }).data?.email_senders;
  const numbers = useApiQuery('listWhatsAppNumbers', { query }).data?.whatsapp_numbers;
  const leads = useApiQuery('countLeads', {}).data;
  const agents = useApiQuery('listWorkflows', { query: { is_active: 'all', limit: 50 } }).data?.workflows;
  if (!senders || !numbers || !leads || !agents) return undefined;
  return [
    {
      done: senders.length + numbers.length > 0,
      to: '/channels',
      name: words.connectASender,
      means: words.addAnEmailSenderOrA,
    },
    {
      done: leads.count > 0,
      to: '/leads/import',
      name: words.importYourLeads,
      means: words.uploadAFileAddLeadsManually,
    },
    {
      done: agents.length > 0,
      to: '/agents',
      name: words.createAnAgent,
      means: words.startFromATemplateEditIts,
    },
    {
      done: agents.some(({ version }) => version > 0),
      to: '/agents',
      name: words.publishTheAgent,
      means: words.leadsGetThePublishedVersionYou,
    },
    { done: false, to: '/leads', name: words.enrollYourFirstLeads, means: words.selectLeadsAndEnrollThemIn },
  ];
}

/** Lists the steps until the first lead is enrolled, with the completed ones. */
export function GettingStarted() {
  const steps = useSteps();
  if (!steps) return null;
  const next = steps.findIndex(({ done }) => !done);
  return (
    <section className="card" aria-labelledby="first-steps">
      <header className="card-head">
        <h2 id="first-steps">{words.getStarted}</h2>
      </header>
      <ol>
        {steps.map(({ done, to, name, means }, at) => (
          <li key={name} className="line first-step" data-done={done || undefined}>
            <span className="first-step-mark" aria-hidden="true">
              {done ? <Icon name="check" size={16} /> : at + 1}
            </span>
            <div className="grow">
              {done ? <s>{name}</s> : <Link to={to}>{name}</Link>}
              {at === next && <div className="quiet">{means}</div>}
            </div>
            {done && <span className="faint">{words.done}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}
