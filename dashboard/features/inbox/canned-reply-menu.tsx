import { Button, Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { asProblem, type Problem } from '../../api/problem.js';
import { request } from '../../api/request.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { ProblemNote } from '../../components/problem-note.js';
import * as words from '../../words/en/inbox.js';

interface Props {
  channel: 'email' | 'whatsapp' | 'chat';
  leadId: string | undefined;
  onPick: (text: string) => void;
}

/** Texts that are answered with again and again, filled in for the lead. */
export function CannedReplyMenu({ channel, leadId, onPick }: Props) {
  const { data } = useApiQuery('listCannedReplies', { query: { channel, limit: 100 } });
  const [problem, setProblem] = useState<Problem>();
  const pick = async (content: string) => {
    setProblem(undefined);
    const who = leadId ? { lead_id: leadId } : { lead: {} };
    // A chat has no rendering of its own; its texts are filled in as those of an email.
    const as = channel === 'whatsapp' ? { channel } : ({ channel: 'email', subject: '-' } as const);
    await request('renderMessage', { body: { ...as, content, ...who } }).then(
      ({ text, errors }) => onPick(text ?? errors[0]?.message ?? content),
      (thrown) => setProblem(asProblem(thrown)),
    );
  };
  return (
    <>
      <Menu position="top-start">
        <Menu.Target>
          <Button variant="subtle" data-key="#">
            {words.snippets}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {data?.canned_replies.map(({ id, title, shortcut, content }) => (
            <Menu.Item
              key={id}
              rightSection={<span className="faint">#{shortcut}</span>}
              onClick={() => void pick(content)}
            >
              {title}
            </Menu.Item>
          ))}
          <Menu.Item component={Link} to="/inbox/replies">
            {words.manageSnippets}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {problem && <ProblemNote problem={problem} />}
    </>
  );
}
