import { useState } from 'react';

const nameOf = (id: string): string => `las-reply-${id}`;

function read(id: string): string {
  try {
    return localStorage.getItem(nameOf(id)) ?? '';
  } catch {
    return '';
  }
}

function keep(id: string, text: string): void {
  try {
    if (text) localStorage.setItem(nameOf(id), text);
    else localStorage.removeItem(nameOf(id));
  } catch {
    // Where a browser keeps nothing, the text lives as long as the page.
  }
}

/** What is being written to somebody, kept on this device until it is sent. */
export function useDraft(id: string): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(() => read(id));
  return [
    text,
    (next) => {
      setText(next);
      keep(id, next);
    },
  ];
}
