import { lazy, Suspense } from 'react';
import type { CodeEditorProps } from '../../components/code/code-editor.js';
import { Skeleton } from '../../components/page.js';

const CodeEditor = lazy(async () => ({ default: (await import('../../components/code/code-editor.js')).CodeEditor }));

/** The source of a function, in an editor that comes after the page. */
export const FunctionSource = (props: CodeEditorProps) => (
  <Suspense fallback={<Skeleton lines={12} />}>
    <CodeEditor {...props} />
  </Suspense>
);
