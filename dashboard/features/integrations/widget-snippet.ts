/** Returns the line that shows a widget's chat in a page. */
export const snippetOf = (publicUrl: string, key: string): string =>
  `<script async src="${publicUrl.replace(/\/+$/, '')}/widget.js" data-key="${key}"></script>`;
