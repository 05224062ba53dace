import { type KeyboardEvent, useRef } from 'react';

interface Props {
  value: string;
  onChange: (value: string) => void;
  readOnly: boolean;
  /** The line that is at fault. */
  faulty: number | undefined;
  onSave: () => void;
}

/** The source of a function, with the numbers of its lines. */
export function Source({ value, onChange, readOnly, faulty, onSave }: Props) {
  const numbers = useRef<HTMLDivElement>(null);
  const lines = value.split('\n').length;
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if ((event.ctrlKey || event.metaKey) && event.key === 's') {
      event.preventDefault();
      onSave();
    }
    // Two blanks; whoever moves on by keys presses Escape before Tab.
    if (event.key === 'Tab' && !event.shiftKey && !readOnly && event.currentTarget.dataset.leaving !== 'yes') {
      event.preventDefault();
      event.currentTarget.setRangeText(
        '  ',
        event.currentTarget.selectionStart,
        event.currentTarget.selectionEnd,
        'end',
      );
      onChange(event.currentTarget.value);
    }
    event.currentTarget.dataset.leaving = event.key === 'Escape' ? 'yes' : 'no';
  };
  return (
    <div className="source">
      <div className="line-numbers" ref={numbers} aria-hidden="true">
        {Array.from({ length: lines }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are numbered.
          <span key={index} data-faulty={index + 1 === faulty || undefined}>
            {index + 1}
          </span>
        ))}
      </div>
      <textarea
        aria-label="Source"
        aria-describedby="source-keys"
        value={value}
        readOnly={readOnly}
        spellCheck={false}
        wrap="off"
        rows={Math.min(Math.max(lines + 1, 16), 40)}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        onKeyDown={onKeyDown}
        onScroll={({ currentTarget }) => {
          if (numbers.current) numbers.current.scrollTop = currentTarget.scrollTop;
        }}
      />
    </div>
  );
}
