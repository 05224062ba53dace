import { Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Answer } from '../../api/operation-types.js';
import { asProblem } from '../../api/problem.js';
import { usePermission } from '../../api/session.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { useApiList } from '../../api/use-api-query.js';
import { Chip } from '../../components/chip.js';
import { ConfirmForm } from '../../components/confirm-form.js';
import { DeleteButton } from '../../components/delete-button.js';
import { changedFormValues, formValues, TextAreaField, TextField } from '../../components/form-field.js';
import { Icon } from '../../components/icons.js';
import { Empty, Page, Skeleton } from '../../components/page.js';
import { ProblemNote } from '../../components/problem-note.js';
import { Select } from '../../components/select.js';
import { offerUndo } from '../../components/undo-toast.js';
import { TEMPLATES } from '../../words/channels.js';
import * as words from '../../words/en/channels.js';
import { ChannelTabs } from './channel-tabs.js';
import { NewWhatsAppTemplate } from './new-whatsapp-template.js';
import type { TemplateSearch } from './template-search.js';
import { TestTemplate } from './test-template.js';

type Template = Answer<'getTemplate'>['template'];
const CHANNELS = [
  { value: 'email', label: words.email },
  { value: 'whatsapp', label: words.whatsapp },
] as const;
const STATUSES = (['APPROVED', 'PENDING', 'REJECTED'] as const).map((value) => ({
  value,
  label: TEMPLATES[value].label,
}));

const MailFields = ({ errorOf, template }: { errorOf: (name: string) => string | undefined; template?: Template }) => (
  <>
    <div className="pairs">
      <TextField name="name" label={words.nameLabel} value={template?.name} required first errorOf={errorOf} />
      <TextField name="language" label={words.language} value={template?.language ?? 'en'} required errorOf={errorOf} />
    </div>
    <TextField name="subject" label={words.subject} value={template?.subject} required errorOf={errorOf} />
    <TextAreaField
      name="text"
      label={words.text}
      value={template?.text}
      rows={8}
      description={words.youCanUseVariablesSuchAs}
      errorOf={errorOf}
    />
    <TextAreaField name="html" label={words.htmlOptional} value={template?.html} rows={5} errorOf={errorOf} />
  </>
);

/** Returns the text of a WhatsApp template from its parts. */
const bodyOf = (template: Template): string =>
  template.subject ??
  template.components.flatMap(({ type, text }) => (type === 'BODY' && typeof text === 'string' ? text : []))[0] ??
  '';

function TemplateRow({ template, mayChange }: { template: Template; mayChange: boolean }) {
  const may = usePermission();
  const update = useApiMutation('updateTemplate');
  return (
    <li className="line meeting key">
      <span className="grow">
        <strong className="cut">{template.name}</strong>
        <span className="faint">
          {' '}
          {template.channel === 'email' ? words.email : words.whatsapp} · {template.language}
        </span>
        <p className="quiet cut">{bodyOf(template)}</p>
        {template.rejected_reason && <p className="quiet">{template.rejected_reason}</p>}
      </span>
      <Chip {...TEMPLATES[template.status]} />
      {may('messages:send') && template.status === 'APPROVED' && <TestTemplate template={template} />}
      {mayChange && template.channel === 'email' && (
        <ConfirmForm
          title={words.edit}
          submit={words.save}
          small
          size="lg"
          onSubmit={(values) =>
            update.mutateAsync({ params: { id: template.id }, body: changedFormValues(values, template) })
          }
        >
          {(errorOf) => <MailFields errorOf={errorOf} template={template} />}
        </ConfirmForm>
      )}
      {mayChange && (
        <DeleteButton
          operation="deleteTemplate"
          id={template.id}
          name={template.name}
          means={words.newMessagesCanNoLongerUse}
        />
      )}
    </li>
  );
}

function Actions() {
  const create = useApiMutation('createTemplate');
  const sync = useApiMutation('syncTemplates');
  const look = () =>
    void sync
      .mutateAsync({})
      .then(() => offerUndo(words.syncingTemplates))
      .catch(() => undefined);
  return (
    <>
      {sync.problem && <ProblemNote problem={sync.problem} />}
      <Button variant="default" loading={sync.isPending} leftSection={<Icon name="refresh" size={16} />} onClick={look}>
        {words.syncFromWhatsapp}
      </Button>
      <NewWhatsAppTemplate />
      <ConfirmForm
        title={words.addEmailTemplate}
        submit={words.add}
        variant="filled"
        size="lg"
        icon={<Icon name="plus" size={16} />}
        onSubmit={(values) => create.mutateAsync({ body: formValues({ ...values, channel: 'email' }) })}
      >
        {(errorOf) => <MailFields errorOf={errorOf} />}
      </ConfirmForm>
    </>
  );
}

/** The texts that messages are made of, whether they may be sent, and how they look for a lead. */
export function TemplatesPage() {
  const { channel, status } = useSearch({ from: '/shell/channels/templates' });
  const navigate = useNavigate();
  const mayChange = usePermission()('templates:write');
  const pages = useApiList('listTemplates', { query: { channel, status, limit: 100 } });
  const rows = pages.data?.pages.flatMap(({ templates }) => templates);
  const go = (change: TemplateSearch) =>
    void navigate({ to: '/channels/templates', search: { channel, status, ...change }, replace: true });
  return (
    <Page title={words.templates} create={mayChange && <Actions />}>
      <ChannelTabs />
      <search className="filters">
        <Select
          aria-label={words.channel}
          placeholder={words.channel}
          className="filter"
          data={CHANNELS}
          value={channel ?? null}
          onChange={(value) => go({ channel: value ?? undefined })}
          clearable
        />
        <Select
          aria-label={words.statusLabel}
          placeholder={words.statusLabel}
          className="filter"
          data={STATUSES}
          value={status ?? null}
          onChange={(value) => go({ status: value ?? undefined })}
          clearable
        />
      </search>
      {pages.error && <ProblemNote problem={asProblem(pages.error)} again={() => void pages.refetch()} />}
      {!rows && !pages.error && <Skeleton lines={4} />}
      {rows?.length === 0 && (
        <Empty title={words.noTemplates} first={channel === undefined && status === undefined}>
          <p>{words.addATemplateOrSync}</p>
        </Empty>
      )}
      {rows && rows.length > 0 && (
        <ul className="card">
          {rows.map((template) => (
            <TemplateRow key={template.id} template={template} mayChange={mayChange} />
          ))}
        </ul>
      )}
      {pages.hasNextPage && (
        <p className="card-body">
          <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            {words.showMore}
          </Button>
        </p>
      )}
    </Page>
  );
}
