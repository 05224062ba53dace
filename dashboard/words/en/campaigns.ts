/** The texts of `dashboard/campaigns`. */
import { plural } from '../plural.js';

export const addLead = (changed: number) => plural(changed, { one: 'Add # lead', other: 'Add # leads' });
export const view = 'View';
export const none = 'None';
export const tag = 'Tag';
export const search = 'Search';
export const nameEmailPhoneCompany = 'Name, email, phone, company';
export const leadsInAnotherCampaignAreMoved = 'Leads in another campaign are moved to this one.';
export const addLeads = 'Add leads';
export const enrolled = 'Enrolled';
export const resume = 'Resume';
export const completed = 'Completed';
export const leftEarly = 'Left early';
export const replied = 'Replied';
export const booked = 'Booked';
export const converted = 'Converted';
export const optedOut = 'Opted out';
export const edit = 'Edit';
export const save = 'Save';
export const nameLabel = 'Name';
export const deleteLabel = 'Delete';
export const pause = 'Pause';
export const start = 'Start';
export const deleteCampaign = 'Delete campaign';
export const startCampaign = 'Start campaign';
export const thisCantBeUndone = 'This can’t be undone.';
export const enrolledInTheAgentUnlessEnrolled = (leads: number) =>
  `${plural(leads, { one: 'The lead is', other: 'All # leads are' })} enrolled in the agent, unless enrolled before. Leads added later are enrolled too.`;
export const campaign = 'Campaign';
export const enrollsIn = 'Enrolls in';
export const itsAgent = 'its agent';
export const noAgentSelected = 'No agent selected';
export const campaignLeads = 'Campaign leads';
export const noLeadsYet = 'No leads yet';
export const addLeadsByViewTagOr =
  'Add leads by view, tag or search, or send them through the API with the campaign’s ID.';
export const ofEnrolled = (done: string, total: string) => `${done} of ${total} enrolled`;
export const newCampaign = 'New campaign';
export const createCampaign = 'Create campaign';
export const springFair = 'Spring fair';
export const agent = 'Agent';
export const leadsAreEnrolledInThisAgent = 'Leads are enrolled in this agent once the campaign starts.';
export const source = 'Source';
export const whereTheLeadsComeFromSuch = 'Where the leads come from, such as a trade fair.';
export const campaigns = 'Campaigns';
export const noCampaignsYet = 'No campaigns yet';
export const aCampaignEnrollsManyLeadsIn =
  'A campaign enrolls many leads in one agent and tracks the results. Create one to get started.';
export const enrolledReplied = (leads: number, enrolled: number, replied: number) =>
  `${plural(leads, { one: '# lead', other: '# leads' })} · ${enrolled} enrolled · ${replied} replied`;
export const noLeadsYet2 = 'No leads yet.';
export const leadSkippedBecauseItOrIts = (leads: number) =>
  plural(leads, {
    one: '# lead skipped because it, or its address, was enrolled before.',
    other: '# leads skipped because they, or their addresses, were enrolled before.',
  });
export const leadCouldntBeEnrolledSeeNeeds = (leads: number) =>
  plural(leads, {
    one: '# lead couldn’t be enrolled. See “Needs you” on the home page for the reason.',
    other: '# leads couldn’t be enrolled. See “Needs you” on the home page for the reasons.',
  });
export const leadWillBeEnrolledWhenYou = (leads: number) =>
  plural(leads, {
    one: '# lead will be enrolled when you start the campaign.',
    other: '# leads will be enrolled when you start the campaign.',
  });
export const leadsAddedLaterAreStillEnrolled =
  ' Leads added later are still enrolled. Pause the campaign to stop this.';
export const noneAreWaitingAndNoRuns = (leads: number, open: string) =>
  `${plural(leads, { one: 'The lead is done', other: 'All # leads are done' })}. None are waiting and no runs are open.${open}`;
export const onceTheCampaignResumes = ' once the campaign resumes';
export const onceTheAgentIsActive = ' once the agent is active';
export const waitingToBeEnrolled = (leads: number, once: string) =>
  `${plural(leads, { one: '# lead', other: '# leads' })} waiting to be enrolled${once}.`;
export const allLeadsAreEnrolled = 'All leads are enrolled.';
export const leadInProgress = (leads: number) =>
  plural(leads, { one: '# lead in progress.', other: '# leads in progress.' });
export const notStarted = 'Not started';
export const paused = 'Paused';
export const agentPaused = 'Agent paused';
export const allDone = 'All done';
export const running = 'Running';
export const inProgress = 'In progress';
