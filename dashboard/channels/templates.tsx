import { Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useAct } from '../api/act.js';
import { usePages } from '../api/ask.js';
import type { Answer, Input } from '../api/names.js';
import { asProblem } from '../api/problem.js';
import { useMay } from '../api/session.js';
import { AskFirst } from '../parts/ask-first.js';
import { Chip } from '../parts/chip.js';
import { Area, changedIn, Field, filledIn } from '../parts/field.js';
import { Icon } from '../parts/icons.js';
import { Bones, Empty, Page } from '../parts/page.js';
import { ProblemNote } from '../parts/problem-note.js';
import { Remove } from '../parts/remove.js';
import { Select } from '../parts/select.js';
import { offerUndo } from '../parts/undo.js';
import { TEMPLATES } from '../words/channels.js';
import { ChannelTabs } from './tabs.js';
import { TryTemplate } from './try-template.js';

type Template = Answer<'getTemplate'>['template'];
type Query = Input<'listTemplates'>['query'];
const CHANNELS = [
  { value: 'email', label: 'E-mail' },
  { value: 'whatsapp', label: 'WhatsApp' },
];
const STATUSES = Object.entries(TEMPLATES).map(([value, { label }]) => ({ value, label }));

const MailFields = ({ errorOf, template }: { errorOf: (name: string) => string | undefined; template?: Template }) => (
  <>
    <div className="pairs">
      <Field name="name" label="Name" value={template?.name} required first errorOf={errorOf} />
      <Field name="language" label="Language" value={template?.language ?? 'en'} required errorOf={errorOf} />
    </div>
    <Field name="subject" label="Subject" value={template?.subject} required errorOf={errorOf} />
    <Area
      name="text"
      label="Text"
      value={template?.text}
      rows={8}
      description="With variables such as {{ lead.first_name }}."
      errorOf={errorOf}
    />
    <Area name="html" label="HTML, if it has any" value={template?.html} rows={5} errorOf={errorOf} />
  </>
);

/** What a WhatsApp template says, out of its parts. */
const bodyOf = (template: Template): string =>
  template.subject ??
  template.components.flatMap(({ type, text }) => (type === 'BODY' && typeof text === 'string' ? text : []))[0] ??
  '';

function TemplateRow({ template, mayChange }: { template: Template; mayChange: boolean }) {
  const may = useMay();
  const update = useAct('updateTemplate');
  return (
    <li className="line meeting key">
      <span className="grow">
        <strong className="cut">{template.name}</strong>
        <span className="faint">
          {' '}
          {template.channel === 'email' ? 'E-mail' : 'WhatsApp'} · {template.language}
        </span>
        <p className="quiet cut">{bodyOf(template)}</p>
        {template.rejected_reason && <p className="quiet">{template.rejected_reason}</p>}
      </span>
      <Chip {...TEMPLATES[template.status]} />
      {may('messages:send') && template.status === 'APPROVED' && <TryTemplate template={template} />}
      {mayChange && template.channel === 'email' && (
        <AskFirst
          title="Edit"
          submit="Save"
          small
          size="lg"
          onSubmit={(values) => update.do({ params: { id: template.id }, body: changedIn(values, template) as never })}
        >
          {(errorOf) => <MailFields errorOf={errorOf} template={template} />}
        </AskFirst>
      )}
      {mayChange && (
        <Remove
          operation="deleteTemplate"
          id={template.id}
          name={template.name}
          means="No message is made of it any more."
        />
      )}
    </li>
  );
}

function Actions() {
  const create = useAct('createTemplate');
  const sync = useAct('syncTemplates');
  const look = () =>
    void sync
      .do({})
      .then(() => offerUndo('The provider is being asked.'))
      .catch(() => undefined);
  return (
    <>
      {sync.problem && <ProblemNote problem={sync.problem} />}
      <Button variant="default" loading={sync.busy} leftSection={<Icon name="refresh" size={16} />} onClick={look}>
        Fetch from WhatsApp
      </Button>
      <AskFirst
        title="Add an e-mail template"
        submit="Add"
        variant="filled"
        size="lg"
        icon={<Icon name="plus" size={16} />}
        onSubmit={(values) => create.do({ body: { ...filledIn(values), channel: 'email' } as never })}
      >
        {(errorOf) => <MailFields errorOf={errorOf} />}
      </AskFirst>
    </>
  );
}

/** The texts that messages are made of, whether they may be sent, and how they look for a lead. */
export function TemplatesPage() {
  const { channel, status } = useSearch({ strict: false }) as { channel?: string; status?: string };
  const navigate = useNavigate();
  const mayChange = useMay()('templates:write');
  const pages = usePages('listTemplates', { query: { channel, status, limit: 100 } as Query });
  const rows = pages.data?.pages.flatMap(({ templates }) => templates);
  const go = (change: object) =>
    void navigate({ to: '/channels/templates', search: { channel, status, ...change } as never, replace: true });
  return (
    <Page title="Templates" actions={mayChange && <Actions />}>
      <ChannelTabs />
      <search className="filters">
        <Select
          aria-label="Channel"
          placeholder="Channel"
          className="filter"
          data={CHANNELS}
          value={channel ?? null}
          onChange={(value) => go({ channel: value ?? undefined })}
          clearable
        />
        <Select
          aria-label="State"
          placeholder="State"
          className="filter"
          data={STATUSES}
          value={status ?? null}
          onChange={(value) => go({ status: value ?? undefined })}
          clearable
        />
      </search>
      {pages.error && <ProblemNote problem={asProblem(pages.error)} again={() => void pages.refetch()} />}
      {!rows && !pages.error && <Bones lines={4} />}
      {rows?.length === 0 && (
        <Empty title="No template">
          <p>E-mail templates are written here; those of WhatsApp are taken over from its provider.</p>
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
            More
          </Button>
        </p>
      )}
    </Page>
  );
}
