import { useAct } from '../api/act.js';
import { useAsk } from '../api/ask.js';
import type { Answer } from '../api/names.js';
import { useMay } from '../api/session.js';
import { AskFirst } from '../parts/ask-first.js';
import { Asked } from '../parts/asked.js';
import { Area, Choice, changedIn, Field, filledIn } from '../parts/field.js';
import { Icon } from '../parts/icons.js';
import { Empty, Page } from '../parts/page.js';
import { Remove } from '../parts/remove.js';

type Reply = Answer<'listCannedReplies'>['canned_replies'][number];
const CHANNELS = [
  { value: 'email', label: 'E-mail' },
  { value: 'whatsapp', label: 'WhatsApp' },
  { value: 'chat', label: 'Chat' },
];

const Fields = ({ errorOf, reply }: { errorOf: (name: string) => string | undefined; reply?: Reply }) => (
  <>
    <Field name="title" label="What people call it" value={reply?.title} required first errorOf={errorOf} />
    <Field name="shortcut" label="Short name" value={reply?.shortcut} required errorOf={errorOf} />
    <Choice name="channel" label="Channel, or all" data={CHANNELS} value={reply?.channel} clearable errorOf={errorOf} />
    <Area
      name="content"
      label="Text"
      value={reply?.content}
      rows={6}
      required
      description="With variables such as {{ lead.first_name }}."
      errorOf={errorOf}
    />
  </>
);

function ReplyRow({ reply, mayChange }: { reply: Reply; mayChange: boolean }) {
  const update = useAct('updateCannedReply');
  return (
    <li className="line meeting key">
      <span className="grow">
        <strong className="cut">{reply.title}</strong> <span className="faint">#{reply.shortcut}</span>
        <p className="quiet cut">{reply.content}</p>
      </span>
      {mayChange && (
        <>
          <AskFirst
            title="Edit"
            submit="Save"
            small
            onSubmit={(values) => update.do({ params: { id: reply.id }, body: changedIn(values, reply) as never })}
          >
            {(errorOf) => <Fields errorOf={errorOf} reply={reply} />}
          </AskFirst>
          <Remove
            operation="deleteCannedReply"
            id={reply.id}
            name={reply.title}
            means="Nobody answers with it any more."
          />
        </>
      )}
    </li>
  );
}

/** The texts that people answer with again and again. */
export function RepliesPage() {
  const mayChange = useMay()('conversations:write');
  const replies = useAsk('listCannedReplies', { query: { limit: 200 } });
  const create = useAct('createCannedReply');
  const add = (
    <AskFirst
      title="Add a reply"
      submit="Add"
      variant="filled"
      icon={<Icon name="plus" size={16} />}
      onSubmit={(values) => create.do({ body: { channel: null, ...filledIn(values) } as never })}
    >
      {(errorOf) => <Fields errorOf={errorOf} />}
    </AskFirst>
  );
  return (
    <Page title="Replies" actions={mayChange && add}>
      <Asked asked={replies}>
        {({ canned_replies: rows }) =>
          rows.length === 0 ? (
            <Empty title="No reply yet">
              <p>What you answer with again and again, with the lead’s own name in it.</p>
            </Empty>
          ) : (
            <ul className="card">
              {rows.map((reply) => (
                <ReplyRow key={reply.id} reply={reply} mayChange={mayChange} />
              ))}
            </ul>
          )
        }
      </Asked>
    </Page>
  );
}
