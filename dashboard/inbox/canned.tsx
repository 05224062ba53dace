import { Button, Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAsk } from '../api/ask.js';
import { asProblem, type Problem } from '../api/problem.js';
import { request } from '../api/request.js';
import { ProblemNote } from '../parts/problem-note.js';

interface Props {
  channel: 'email' | 'whatsapp' | 'chat';
  leadId: string | undefined;
  onPick: (text: string) => void;
}

/** Texts that are answered with again and again, filled in for the lead. */
export function Canned({ channel, leadId, onPick }: Props) {
  const { data } = useAsk('listCannedReplies', { query: { channel, limit: 100 } });
  const [problem, setProblem] = useState<Problem>();
  const pick = async (content: string) => {
    setProblem(undefined);
    const who = leadId ? { lead_id: leadId } : { lead: {} };
    // A chat has no rendering of its own; its texts are filled in as those of an e-mail.
    const as = channel === 'whatsapp' ? { channel } : { channel: 'email', subject: '-' };
    await request('renderMessage', { body: { ...as, content, ...who } as never }).then(
      ({ text, errors }) => onPick(text ?? errors[0]?.message ?? content),
      (thrown) => setProblem(asProblem(thrown)),
    );
  };
  return (
    <>
      <Menu position="top-start">
        <Menu.Target>
          <Button variant="subtle" data-key="#">
            Replies
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
            Write replies
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {problem && <ProblemNote problem={problem} />}
    </>
  );
}
