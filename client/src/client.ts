import { type Paged, paged } from './core/paged.js';
import { type ApiRequest, type ClientOptions, type RequestOptions, Transport } from './core/request.js';
import type * as T from './types.js';

const ofLead = (lead_id: string, rest = ''): { path: string; ids: { lead_id: string } } => ({
  path: `/api/public/leads/${encodeURIComponent(lead_id)}${rest}`,
  ids: { lead_id },
});

const ofImport = (import_id: string, rest = ''): { path: string; ids: { import_id: string } } => ({
  path: `/api/public/imports/${encodeURIComponent(import_id)}${rest}`,
  ids: { import_id },
});

/** Leads created through this client never get their agent's first message automatically. */
const withoutFirstMessage = <L extends object>(lead: L) => ({ ...lead, skip_first_message: true });

/**
 * Operations of the Lead Automation Service, for your servers. Each takes one object with the field names of the API
 * and returns the body of the response. Each is retried after 429, 5xx, network errors and timeouts, and takes effect
 * once. A rejected request throws an error for its status.
 */
export class LeadAutomationClient {
  readonly #api: Transport;

  constructor(options: ClientOptions) {
    this.#api = new Transport(options);
  }

  /** Creates a lead; with `workflow_id` it is enrolled in that agent's cadence, without its first message. */
  createLead(input: T.CreateLeadInput, options?: RequestOptions): Promise<T.CreateLeadResult> {
    return this.#api.send({ method: 'POST', path: '/api/public/leads', body: withoutFirstMessage(input) }, options);
  }

  /** Creates up to 1,000 leads. Those without a fault are taken even if others are refused: look at `results`. */
  createLeadsBulk(input: T.CreateLeadsBulkInput, options?: RequestOptions): Promise<T.CreateLeadsBulkResult> {
    const body = { ...input, leads: input.leads.map(withoutFirstMessage) };
    return this.#api.send({ method: 'POST', path: '/api/public/leads', body }, options);
  }

  /**
   * Imports the leads of a CSV file, a spreadsheet or JSON lines. Resolves once the file is stored: `getImport` reports
   * the progress, `listImportErrors` the rows that failed. Leads are enrolled without the first message of their agent.
   */
  importLeads(input: T.ImportLeadsInput, options?: RequestOptions): Promise<T.ImportLeadsResult> {
    return this.#upload(input, false, options);
  }

  /** Returns what importing a file would do, without changing anything. */
  previewImport(input: T.PreviewImportInput, options?: RequestOptions): Promise<T.PreviewImportResult> {
    return this.#upload(input, true, options);
  }

  /** Gets an import with its progress. */
  getImport({ import_id }: T.GetImportInput, options?: RequestOptions): Promise<T.GetImportResult> {
    return this.#api.send({ method: 'GET', ...ofImport(import_id) }, options);
  }

  /** Lists the rows of an import with errors or warnings, in the order of the file. */
  listImportErrors(
    input: T.ListImportErrorsInput,
    options?: RequestOptions,
  ): Paged<T.ListImportErrorsResult, T.ListImportErrorsResult['errors'][number]> {
    const { import_id, ...query } = input;
    const itemsOf = (body: T.ListImportErrorsResult) => body.errors;
    return this.#list(ofImport(import_id, '/errors'), query, itemsOf, options);
  }

  /** Changes a lead. Given keys of `metadata` are replaced, the others kept, a null removes its key. */
  updateLead(input: T.UpdateLeadInput, options?: RequestOptions): Promise<T.UpdateLeadResult> {
    const { lead_id, if_match, ...body } = input;
    const headers = if_match === undefined ? undefined : { 'If-Match': `"${if_match}"` };
    return this.#api.send({ method: 'PATCH', ...ofLead(lead_id), body, ...(headers && { headers }) }, options);
  }

  /** Gets a lead with its captured variables, engagement and active agent run. */
  getLead({ lead_id }: T.GetLeadInput, options?: RequestOptions): Promise<T.GetLeadResult> {
    return this.#api.send({ method: 'GET', ...ofLead(lead_id) }, options);
  }

  /** Lists a lead's messages, calls with their transcripts, and activities, in order of time. */
  getLeadHistory(
    input: T.GetLeadHistoryInput,
    options?: RequestOptions,
  ): Paged<T.GetLeadHistoryResult, T.GetLeadHistoryResult['history'][number]> {
    const { lead_id, ...query } = input;
    return this.#list(ofLead(lead_id, '/history'), query, (body: T.GetLeadHistoryResult) => body.history, options);
  }

  /** Returns whether a person has taken over. */
  isLeadPaused({ lead_id, ...query }: T.IsLeadPausedInput, options?: RequestOptions): Promise<T.IsLeadPausedResult> {
    return this.#api.send({ method: 'GET', ...ofLead(lead_id, '/is_paused'), query }, options);
  }

  /**
   * Hands a lead to a person. After the response, its agent run sends nothing automatically, except what `in_flight`
   * lists.
   */
  stopAutomation(
    { lead_id, ...body }: T.StopAutomationInput,
    options?: RequestOptions,
  ): Promise<T.StopAutomationResult> {
    return this.#api.send({ method: 'POST', ...ofLead(lead_id, '/automation/stop'), body }, options);
  }

  /** Hands a lead back to its agent. The cadence only continues with `resume_cadence: true`. */
  resumeAutomation(
    { lead_id, ...body }: T.ResumeAutomationInput,
    options?: RequestOptions,
  ): Promise<T.ResumeAutomationResult> {
    return this.#api.send({ method: 'POST', ...ofLead(lead_id, '/automation/resume'), body }, options);
  }

  /** Replaces a lead's whole set of tags; the lead is named by `lead_id` or `email`. */
  syncLeadTags(body: T.SyncLeadTagsInput, options?: RequestOptions): Promise<T.SyncLeadTagsResult> {
    const ids = (body.email ?? undefined) === undefined ? { lead_id: body.lead_id } : {};
    return this.#api.send({ method: 'PUT', path: '/api/public/leads/tags', ids, body }, options);
  }

  /** Lists a lead's meetings. */
  listLeadMeetings(
    input: T.ListLeadMeetingsInput,
    options?: RequestOptions,
  ): Paged<T.ListLeadMeetingsResult, T.ListLeadMeetingsResult['meetings'][number]> {
    const { lead_id, ...query } = input;
    return this.#list(ofLead(lead_id, '/meetings'), query, (body: T.ListLeadMeetingsResult) => body.meetings, options);
  }

  /** Lists the AI agents, the active ones if nothing else is asked for. */
  listWorkflows(
    query: T.ListWorkflowsInput = {},
    options?: RequestOptions,
  ): Paged<T.ListWorkflowsResult, T.ListWorkflowsResult['workflows'][number]> {
    return this.#list(
      { path: '/api/public/workflows' },
      query,
      (body: T.ListWorkflowsResult) => body.workflows,
      options,
    );
  }

  /** Lists the campaigns. */
  listCampaigns(
    query: T.ListCampaignsInput = {},
    options?: RequestOptions,
  ): Paged<T.ListCampaignsResult, T.ListCampaignsResult['campaigns'][number]> {
    return this.#list(
      { path: '/api/public/campaigns' },
      query,
      (body: T.ListCampaignsResult) => body.campaigns,
      options,
    );
  }

  /** Lists the WhatsApp templates, the approved ones if no other status is asked for. */
  listTemplates(
    input: T.ListTemplatesInput = {},
    options?: RequestOptions,
  ): Paged<T.ListTemplatesResult, T.ListTemplatesResult['templates'][number]> {
    const query = { ...input, status: input.status ?? 'APPROVED', channel: 'whatsapp' };
    return this.#list(
      { path: '/api/public/templates' },
      query,
      (body: T.ListTemplatesResult) => body.templates,
      options,
    );
  }

  /** Queues a WhatsApp message, an email or a call. */
  sendMessage(body: T.SendMessageInput, options?: RequestOptions): Promise<T.SendMessageResult> {
    const ids = { lead_id: body.lead_id };
    return this.#api.send({ method: 'POST', path: '/api/public/messages', ids, body }, options);
  }

  /** Records a meeting that was booked elsewhere, for a lead known by its email address. */
  createMeeting(body: T.CreateMeetingInput, options?: RequestOptions): Promise<T.CreateMeetingResult> {
    return this.#api.send({ method: 'POST', path: '/api/public/meetings', body }, options);
  }

  /** Adds what was said in a meeting: notes, transcript, summary, action items. */
  createMeetingNotes(body: T.CreateMeetingNotesInput, options?: RequestOptions): Promise<T.CreateMeetingNotesResult> {
    return this.#api.send({ method: 'POST', path: '/api/public/meeting-notes', body }, options);
  }

  #upload<Body>({ file, ...input }: T.ImportLeadsInput, dry_run: boolean, options?: RequestOptions): Promise<Body> {
    const form = { fields: { ...withoutFirstMessage(input), dry_run }, file };
    return this.#api.send({ method: 'POST', path: '/api/public/leads/import', form }, options);
  }

  #list<Body extends Page, Item>(
    where: Pick<ApiRequest, 'path' | 'ids'>,
    query: object,
    itemsOf: (body: Body) => readonly Item[],
    options?: RequestOptions,
  ): Paged<Body, Item> {
    return paged(
      (cursor) =>
        this.#api.send<Body>(
          // An offset counts from the beginning: it belongs to the first page alone.
          {
            method: 'GET',
            ...where,
            query: cursor === undefined ? { ...query } : { ...query, offset: undefined, cursor },
          },
          options,
        ),
      itemsOf,
    );
  }
}

interface Page {
  pagination: { next_cursor: string | null; has_more: boolean };
}
