import { HighlightStyle } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** The colours of an editor, which are those of the page. */
export const editorTheme = EditorView.theme({
  '&': { color: 'var(--text)', fontSize: '0.75rem', maxHeight: '70vh' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-1px' },
  '.cm-scroller': { fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace', lineHeight: '20px' },
  '.cm-content, .cm-gutter': { minHeight: '344px' },
  '.cm-content': { padding: '12px 0', caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { color: 'var(--text-3)', background: 'var(--sunken)', border: '0' },
  '.cm-activeLine, .cm-activeLineGutter': { background: 'var(--hover)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'var(--selected)',
  },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': { background: 'var(--selected)', color: 'inherit' },
  '.cm-tooltip, .cm-panels': {
    color: 'var(--text)',
    background: 'var(--raised)',
    border: '1px solid var(--line)',
    borderRadius: '6px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'inherit', maxHeight: '240px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '4px 8px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    color: 'var(--text)',
    background: 'var(--selected)',
  },
  '.cm-completionDetail': { color: 'var(--text-2)', fontStyle: 'normal' },
  '.cm-tooltip.cm-completionInfo': { padding: '8px 10px', maxWidth: '320px', whiteSpace: 'normal' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--act)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--decide)' },
});

/** The highlighted tokens of a source, each legible on light and dark. */
export const highlighting = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: 'var(--person)' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: 'var(--ok)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--decide)' },
  { tag: [tags.comment], color: 'var(--text-3)' },
  { tag: [tags.function(tags.variableName), tags.function(tags.propertyName)], color: 'var(--accent-text)' },
  { tag: [tags.typeName, tags.className], color: 'var(--clock)' },
  { tag: [tags.invalid], color: 'var(--act)' },
]);
