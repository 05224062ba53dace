import { lazy, Suspense } from 'react';
import type { CodeEditorProps } from '../parts/code/code-editor.js';
import { Bones } from '../parts/page.js';

const CodeEditor = lazy(async () => ({ default: (await import('../parts/code/code-editor.js')).CodeEditor }));

/** The source of a function, in an editor that comes after the page. */
export const Source = (props: CodeEditorProps) => (
  <Suspense fallback={<Bones lines={12} />}>
    <CodeEditor {...props} />
  </Suspense>
);
