import { newId } from '../../runtime/ids.js';
import type { TestAccount } from './api.js';

/** A step that sends an email. */
export const mailStep = (subject: string, more: object = {}) => ({
  type: 'message',
  subject,
  content: 'Hi {{lead.first_name}}',
  ...more,
});

/** Makes an email sender, without which nothing with messages can be published. */
export async function makeSender(account: TestAccount, more: object = {}): Promise<string> {
  const answer = await account
    .request('post', '/email-senders')
    .send({ name: 'Sales', from_email: 'sales@example.com', ...more })
    .expect(201);
  return answer.body.email_sender.id;
}

/** Makes an agent with these steps and publishes it; its account has a sender. */
export async function makePublishedAgent(account: TestAccount, steps: object[], more: object = {}): Promise<string> {
  const created = await account
    .request('post', '/workflows')
    .send({ name: 'Follow up', cadence: { steps }, ...more })
    .expect(201);
  const { id } = created.body.workflow;
  await account.request('post', `/workflows/${id}/publish`).expect(201);
  return id;
}

/** Makes a lead and enrolls it. */
export async function makeEnrolledLead(
  account: TestAccount,
  workflowId: string,
  more: object = {},
): Promise<{ leadId: string; runId: string }> {
  const answer = await account
    .request('post', '/leads')
    .send({ first_name: 'Ana', email: `${newId()}@example.com`, workflow_id: workflowId, ...more })
    .expect(201);
  return { leadId: answer.body.lead.id, runId: answer.body.workflow_run.id };
}
