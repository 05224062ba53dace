import { Link } from '@tanstack/react-router';
import { useAsk } from '../api/ask.js';
import { Icon } from '../parts/icons.js';

interface Step {
  done: boolean;
  to: string;
  name: string;
  means: string;
}

/** Asks for what has to be there until the first lead is worked. */
function useSteps(): Step[] | undefined {
  const query = { limit: 1 };
  const senders = useAsk('listEmailSenders', { query }).data?.email_senders;
  const numbers = useAsk('listWhatsAppNumbers', { query }).data?.whatsapp_numbers;
  const leads = useAsk('countLeads', {}).data;
  const agents = useAsk('listWorkflows', { query: { is_active: 'all', limit: 50 } }).data?.workflows;
  if (!senders || !numbers || !leads || !agents) return undefined;
  return [
    {
      done: senders.length + numbers.length > 0,
      to: '/channels',
      name: 'Say who writes',
      means: 'An e-mail sender or a WhatsApp number. The sandbox sends nothing and shows everything.',
    },
    {
      done: leads.count > 0,
      to: '/leads/import',
      name: 'Bring in leads',
      means: 'From a file, by hand, from your own systems, or from the chat on your pages.',
    },
    {
      done: agents.length > 0,
      to: '/agents',
      name: 'Write a cadence',
      means: 'An agent and its steps. Begin from one of ours, and simulate it.',
    },
    {
      done: agents.some(({ version }) => version > 0),
      to: '/agents',
      name: 'Publish it',
      means: 'What is published is what leads get; you go on writing beside it.',
    },
    { done: false, to: '/leads', name: 'Hand leads to it', means: 'Choose leads, and hand them to the agent.' },
  ];
}

function Steps() {
  const steps = useSteps();
  if (!steps) return null;
  const next = steps.findIndex(({ done }) => !done);
  return (
    <section className="card" aria-labelledby="first-steps">
      <header className="card-head">
        <h2 id="first-steps">First steps</h2>
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
            {done && <span className="faint">Done</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** What is to be done until the first lead is worked; nothing from then on. */
export function FirstSteps() {
  const runs = useAsk('listWorkflowRuns', { query: { limit: 1 } });
  return runs.data?.workflow_runs.length === 0 ? <Steps /> : null;
}
