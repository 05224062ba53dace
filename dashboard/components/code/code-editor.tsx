import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { javascript, typescriptLanguage } from '@codemirror/lang-javascript';
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { Compartment, EditorState } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import * as words from '../../words/en/parts.js';
import { styleNonce } from '../style-nonce.js';
import { completeSvc } from './completion.js';
import { editorTheme, highlighting } from './editor-theme.js';

/** An error at a place of the source. Lines and columns count from 1. */
export interface SourceError {
  /** A warning hinders nothing. */
  severity: 'error' | 'warning';
  line: number;
  column: number | null;
  message: string;
}

export interface CodeEditorProps {
  value: string;
  onChange: (value: string) => void;
  readOnly: boolean;
  faults: readonly SourceError[];
  onSave: () => void;
}

const writable = (readOnly: boolean) => [EditorState.readOnly.of(readOnly), EditorView.editable.of(!readOnly)];

/** Marks the word at a fault's place, or the rest of its line. */
function markOf(state: EditorState, { severity, line: number, column, message }: SourceError): Diagnostic[] {
  if (number > state.doc.lines) return [];
  const line = state.doc.line(number);
  const from = Math.min(line.from + Math.max((column ?? 1) - 1, 0), line.to);
  const word = state.wordAt(from);
  return [{ from, to: word && word.to > from ? word.to : line.to, severity, message }];
}

/** The source of a function, completed from what functions can do, with what is wrong shown at its line. */
export function CodeEditor({ value, onChange, readOnly, faults, onSave }: CodeEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const mode = useRef(new Compartment());
  // Reported edits that haven't come back yet. They aren't changes from outside.
  const announced = useRef<string[]>([]);
  const now = useRef({ value, readOnly, onChange, onSave });
  now.current = { value, readOnly, onChange, onSave };
  useEffect(() => {
    if (!place.current) return;
    const save = () => {
      now.current.onSave();
      return true;
    };
    const editor = new EditorView({
      parent: place.current,
      doc: now.current.value,
      extensions: [
        EditorView.cspNonce.of(styleNonce()),
        EditorView.contentAttributes.of({
          tabindex: '0',
          'aria-label': words.source,
          'aria-describedby': 'source-keys',
        }),
        mode.current.of(writable(now.current.readOnly)),
        ...[lineNumbers(), lintGutter(), history(), drawSelection(), highlightActiveLine()],
        ...[indentUnit.of('  '), indentOnInput(), bracketMatching(), closeBrackets()],
        ...[javascript({ typescript: true }), syntaxHighlighting(highlighting), editorTheme],
        ...[autocompletion(), typescriptLanguage.data.of({ autocomplete: completeSvc })],
        keymap.of([
          { key: 'Mod-s', run: save, preventDefault: true },
          ...[...closeBracketsKeymap, ...completionKeymap, ...defaultKeymap, ...historyKeymap, indentWithTab],
        ]),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (!docChanged) return;
          const text = state.doc.toString();
          announced.current.push(text);
          now.current.onChange(text);
        }),
      ],
    });
    view.current = editor;
    return () => editor.destroy();
  }, []);
  useEffect(() => {
    const editor = view.current;
    const own = announced.current.lastIndexOf(value);
    if (own >= 0) announced.current.splice(0, own + 1);
    else if (editor && editor.state.doc.toString() !== value)
      editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
  }, [value]);
  useEffect(() => view.current?.dispatch({ effects: mode.current.reconfigure(writable(readOnly)) }), [readOnly]);
  useEffect(() => {
    const editor = view.current;
    if (!editor) return;
    const marks = faults.flatMap((fault) => markOf(editor.state, fault)).sort((a, b) => a.from - b.from);
    editor.dispatch(setDiagnostics(editor.state, marks));
  }, [faults]);
  return <div className="source" ref={place} />;
}
