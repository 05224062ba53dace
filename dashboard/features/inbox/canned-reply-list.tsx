import type { Answer, Body } from '../../api/operation-types.js';
import { usePermission } from '../../api/session.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { ConfirmForm } from '../../components/confirm-form.js';
import { DeleteButton } from '../../components/delete-button.js';
import { changedFormValues, formValues, SelectField, TextAreaField, TextField } from '../../components/form-field.js';
import { Icon } from '../../components/icons.js';
import { Empty, Page } from '../../components/page.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import * as words from '../../words/en/inbox.js';

type Reply = Answer<'listCannedReplies'>['canned_replies'][number];
const CHANNELS = [
  { value: 'email', label: words.email },
  { value: 'whatsapp', label: words.whatsapp },
  { value: 'chat', label: words.chat },
];

const Fields = ({ errorOf, reply }: { errorOf: (name: string) => string | undefined; reply?: Reply }) => (
  <>
    <TextField name="title" label={words.nameLabel} value={reply?.title} required first errorOf={errorOf} />
    <TextField name="shortcut" label={words.shortcut} value={reply?.shortcut} required errorOf={errorOf} />
    <SelectField
      name="channel"
      label={words.channelLeaveEmptyForAll}
      data={CHANNELS}
      value={reply?.channel}
      clearable
      errorOf={errorOf}
    />
    <TextAreaField
      name="content"
      label={words.text}
      value={reply?.content}
      rows={6}
      required
      description={words.youCanUseVariablesSuchAs}
      errorOf={errorOf}
    />
  </>
);

function ReplyRow({ reply, mayChange }: { reply: Reply; mayChange: boolean }) {
  const update = useApiMutation('updateCannedReply');
  return (
    <li className="line meeting key">
      <span className="grow">
        <strong className="cut">{reply.title}</strong> <span className="faint">#{reply.shortcut}</span>
        <p className="quiet cut">{reply.content}</p>
      </span>
      {mayChange && (
        <>
          <ConfirmForm
            title={words.edit}
            submit={words.save}
            small
            onSubmit={(values) =>
              update.mutateAsync({ params: { id: reply.id }, body: changedFormValues(values, reply) })
            }
          >
            {(errorOf) => <Fields errorOf={errorOf} reply={reply} />}
          </ConfirmForm>
          <DeleteButton
            operation="deleteCannedReply"
            id={reply.id}
            name={reply.title}
            means={words.yourTeamCantInsertItInto}
          />
        </>
      )}
    </li>
  );
}

/** The texts that people answer with again and again. */
export function RepliesPage() {
  const mayChange = usePermission()('conversations:write');
  const replies = useApiQuery('listCannedReplies', { query: { limit: 200 } });
  const create = useApiMutation('createCannedReply');
  const add = (
    <ConfirmForm
      title={words.addSnippet}
      submit={words.addSnippet}
      variant="filled"
      icon={<Icon name="plus" size={16} />}
      onSubmit={(values) =>
        create.mutateAsync({ body: { channel: null, ...formValues<Body<'createCannedReply'>>(values) } })
      }
    >
      {(errorOf) => <Fields errorOf={errorOf} />}
    </ConfirmForm>
  );
  return (
    <Page title={words.snippets} create={mayChange && add}>
      <QueryBoundary query={replies}>
        {({ canned_replies: rows }) =>
          rows.length === 0 ? (
            <Empty title={words.noSnippetsYet} first>
              <p>{words.saveRepliesThatYouUseOften}</p>
            </Empty>
          ) : (
            <ul className="card">
              {rows.map((reply) => (
                <ReplyRow key={reply.id} reply={reply} mayChange={mayChange} />
              ))}
            </ul>
          )
        }
      </QueryBoundary>
    </Page>
  );
}
