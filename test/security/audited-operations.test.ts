import { describe, expect, it } from '@jest/globals';
import type { ApiDependencies } from '../../api/dependencies.js';
import { routes } from '../../api/routes.js';
import { isAudited, isExport } from '../../domain/accounts/audit.js';
import type { Contract } from '../../schemas/contract.js';
import { testConfig } from '../support/api.js';

const contracts: Contract[] = routes({ config: testConfig() } as ApiDependencies).map(({ contract }) => contract);
const mutating = contracts.filter(({ method }) => method !== 'get');

/** Asks with a body: nothing changes. */
const ASKS = [
  ...['queryLeads', 'countQueriedLeads', 'checkWorkflow', 'planWorkflow', 'simulateWorkflow', 'renderMessage'],
  ...['previewBackgroundJob', 'checkCloudFunction', 'searchKnowledge'],
];

/** Reported by open pages: what a user views, and has read. */
const PRESENCE = ['tellPresence', 'readNotification'];

/** Daily work of keys that the history of a lead, run, job or function has: changes of the configuration aren't here. */
const DAILY_WORK_OF_KEYS = [
  ...['createLead', 'updateLead', 'deleteLead', 'eraseLead', 'syncLeadTags', 'addLeadTags', 'createLeadNote'],
  ...['updateNote', 'deleteNote', 'changeLeads', 'undoLeadChange', 'importLeads', 'cancelImport', 'undoImport'],
  ...['wakeWorkflowRun', 'bulkWorkflowRuns', 'stopAutomation', 'resumeAutomation', 'setLeadStatus', 'assignWorkflow'],
  ...['sendMessage', 'cancelMessage', 'resolveMessage', 'holdSlot', 'releaseHold', 'bookMeeting', 'createMeeting'],
  ...['rescheduleMeeting', 'cancelMeeting', 'confirmMeeting', 'completeMeeting', 'noShowMeeting'],
  ...['createMeetingNotes', 'recordConversion', 'deleteConversion', 'createTask', 'updateTask', 'readNotification'],
  // The consent log has each of them, with its source.
  'recordLeadConsent',
  ...['runBackgroundJob', 'cancelBackgroundJobCycle', 'runCloudFunction', 'applyCloudFunctionRun'],
  ...['replayCloudFunctionRun', 'writeInConversation', 'cancelConversationMessage', 'takeOverConversation'],
  ...['giveBackConversation', 'closeConversation', 'reopenConversation', 'replayConversation', 'dismissAttention'],
];

/** Requests without a user or key, which have histories of their own; joining and signing in note themselves. */
const byStrangers = ({ auth }: Contract) => auth === 'none' || auth === 'widget';

const namesOf = (list: readonly Contract[]) => list.map(({ operationId }) => operationId).sort();

describe('the audit log', () => {
  it('has every change by users, or there is a reason why not', () => {
    const unaudited = mutating.filter((contract) => !byStrangers(contract) && !isAudited(contract, true));
    expect(namesOf(unaudited)).toEqual([...ASKS, ...PRESENCE].sort());
  });

  it('has every change by keys, or there is a reason why not', () => {
    const ofKeys = mutating.filter((contract) => !byStrangers(contract) && contract.auth !== 'user');
    const unaudited = ofKeys.filter((contract) => !isAudited(contract, false));
    expect(namesOf(unaudited)).toEqual([...ASKS, ...DAILY_WORK_OF_KEYS].sort());
  });

  it('has every answer as a file, and no answer as JSON or stream', () => {
    const exporting = contracts.filter((contract) => isExport(contract, 'text/csv; charset=utf-8'));
    const files = contracts.filter(({ answerTypes }) => answerTypes && 'text/csv' in answerTypes);
    expect(namesOf(exporting)).toEqual(namesOf(files));
    expect(exporting.length).toBeGreaterThan(0);
    for (const type of [undefined, 'application/json; charset=utf-8', 'text/event-stream'])
      expect(contracts.filter((contract) => isExport(contract, type))).toEqual([]);
  });
});
