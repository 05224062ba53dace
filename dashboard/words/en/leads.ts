import { plural } from '../plural.js';

/** The texts of `dashboard/leads`. */

export const firstName = 'First name';
export const lastName = 'Last name';
export const phone = 'Phone';
export const company = 'Company';
export const addLead = 'Add lead';
export const addTags = 'Add tags';
export const removeTags = 'Remove tags';
export const assignOwner = 'Assign owner';
export const addToCampaign = 'Add to campaign';
export const setMetadata = 'Set metadata';
export const enrollInAgent = 'Enroll in agent';
export const operationOnLeads = (operation: string, count: number) =>
  `${operation}: ${plural(count, { one: '# lead', other: '# leads' })}`;
export const stoppedAfterOfLeadsSeeThe = (done: string, total: string) =>
  `Stopped after ${done} of ${total} leads. See the background tasks for the reason.`;
export const leadUpdated = (done: number) => plural(done, { one: '# lead updated.', other: '# leads updated.' });
export const campaignLeaveEmptyToRemove = 'Campaign (leave empty to remove)';
export const createTheCampaignFirstOrClear = 'Create the campaign first, or clear its name.';
export const newCampaignName = 'New campaign name';
export const orCreateOneName = 'Or create one: name';
export const createCampaign = 'Create campaign';
export const ownerLeaveEmptyToUnassign = 'Owner (leave empty to unassign)';
export const key = 'Key';
export const valueLeaveEmptyToRemoveThe = 'Value (leave empty to remove the key)';
export const agent = 'Agent';
export const theLeadsAreRemovedFromAll =
  'The leads are removed from all lists, and their agents stop. You can’t undo this.';
export const tagsSeparatedByCommas = 'Tags, separated by commas';
export const ofLeadsWouldChange = (changed: number, matched: number) =>
  `${changed} of ${plural(matched, { one: '# lead', other: '# leads' })} would change.`;
export const andMore = (leads: number) => ` and ${leads} more`;
export const skipped = (leads: number, reason: string) => `${leads} skipped: ${reason}`;
export const selectedLeads = 'Selected leads';
export const allMatchingLeadsSelected = 'All matching leads selected';
export const selected = (count: number) => `${count} selected`;
export const selectAllMatchingLeads = 'Select all matching leads';
export const notEnrolled = 'Not enrolled';
export const withAPerson = 'With a person';
export const addedTags = 'Added tags';
export const removedTags = 'Removed tags';
export const assignedOwner = 'Assigned owner';
export const changedCampaign = 'Changed campaign';
export const enrolledInAgent = 'Enrolled in agent';
export const deleted = 'Deleted';
export const undo = 'Undo';
export const undoChange = 'Undo change';
export const leadsReturnToTheirPreviousValues =
  'Leads return to their previous values. Leads that changed since then are skipped. Messages that were already sent can’t be undone.';
export const ofLeads = (changed: number, matched: number, by: string) =>
  `${changed} of ${plural(matched, { one: '# lead', other: '# leads' })} · ${by} · `;
export const skipped2 = (kept: number) => ` · ${kept} skipped`;
export const undone = 'Undone';
export const undoneBy = (by: string) => `Undone ${by}.`;
export const messagesStaySent = (messages: number) =>
  plural(messages, {
    one: '# message was already sent and can’t be undone.',
    other: '# messages were already sent and can’t be undone.',
  });
export const incomplete = 'Incomplete';
export const byAnApiKey = 'by an API key';
export const by = (name: string) => `by ${name}`;
export const bulkHistory = 'Bulk history';
export const noBulkChangesYet = 'No bulk changes yet';
export const selectLeadsInTheListTo =
  'Select leads in the list to tag, enroll or edit them together. You can undo each change here.';
export const contact = 'Contact';
export const statusLabel = 'Status';
export const tags = 'Tags';
export const source = 'Source';
export const owner = 'Owner';
export const campaign = 'Campaign';
export const country = 'Country';
export const created = 'Created';
export const updated = 'Updated';
export const columns = 'Columns';
export const resetToDefault = 'Reset to default';
export const conditions = 'Conditions';
export const apply = 'Apply';
export const clear = 'Clear';
export const activeWithAgent = 'Active with agent';
export const hasAMeeting = 'Has a meeting';
export const noMeeting = 'No meeting';
export const newestFirst = 'Newest first';
export const oldestFirst = 'Oldest first';
export const recentlyUpdated = 'Recently updated';
export const search = 'Search';
export const nameEmailPhoneCompany = 'Name, email, phone, company';
export const removeFilter = (filter: string) => `Remove filter: ${filter}`;
export const tag = 'Tag';
export const onHoldBecause = 'On hold because';
export const meeting = 'Meeting';
export const sortBy = 'Sort by';
export const source2 = (source: string) => `Source: ${source}`;
export const missing = (variable: string) => `Missing ${variable}`;
export const downloadCsv = 'Download CSV';
export const noLeadsYet = 'No leads yet';
export const addALeadImportAList = 'Add a lead, import a list, or send leads from your systems.';
export const readTheQuickStart = 'Read the quick start';
export const importLeads = 'Import leads';
export const importLabel = 'Import';
export const leads = 'Leads';
export const noMatchingLeads = 'No matching leads';
export const clearFilters = 'Clear filters';
export const openLead = 'Open lead';
export const select = (lead: string) => `Select ${lead}`;
export const nameLabel = 'Name';
export const rename = 'Rename';
export const saveView = 'Save view';
export const visibleToEveryoneInTheAccount = 'Visible to everyone in the account';
export const saveChanges = 'Save changes';
export const actionsFor = (view: string) => `Actions for ${view}`;
export const makePrivate = 'Make private';
export const shareWithEveryone = 'Share with everyone';
export const deleteLabel = 'Delete';
export const views = 'Views';
export const allLeads = 'All leads';
export const saveAsView = 'Save as view';
export const renameView = 'Rename view';
export const deleteView = 'Delete view';
export const everyoneInTheAccountLosesIt = 'Everyone in the account loses it. The leads don’t change.';
export const theLeadsDontChange = 'The leads don’t change.';
export const aFormerUser = 'a former user';
export const email = 'Email';
export const leadCount = (count: number, orMore: boolean) =>
  plural(count, orMore ? { one: '#+ leads', other: '#+ leads' } : { one: '# lead', other: '# leads' });
export const leastRecentlyUpdated = 'Least recently updated';
export const selectAllLoadedLeads = 'Select all loaded leads';
export const shownColumns = 'Shown columns';
export const allDataToImportAgain = 'All data, to import again';
export const dealValue = 'Deal value';
