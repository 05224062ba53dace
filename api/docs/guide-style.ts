/** The look of the guides: the reader's own light or dark, one column on a phone, three on a wide screen. */
export const GUIDE_STYLE = `
:root {
  color-scheme: light dark;
  --text: light-dark(#1c2430, #e3e8ef); --soft: light-dark(#5b6675, #9aa7b8); --page: light-dark(#fff, #11161d);
  --panel: light-dark(#f5f7fa, #1a212b); --line: light-dark(#dde3ea, #2c3642); --link: light-dark(#0a5bc4, #7ab4ff);
  --word: light-dark(#a3196b, #ff9ecb); --string: light-dark(#0b6b3a, #8fdba8); --number: light-dark(#8a4b00, #f2b872);
  font: 1rem/1.65 system-ui, -apple-system, 'Segoe UI', sans-serif;
}
* { box-sizing: border-box; }
html { scroll-padding-top: 4.25rem; }
body { margin: 0; color: var(--text); background: var(--page); overflow-wrap: break-word; }
a { color: var(--link); text-underline-offset: .2em; }
a:has(> code:only-child) { text-decoration: none; }
a code { color: inherit; }
img { display: block; max-width: 100%; border: 1px solid var(--line); border-radius: 8px; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: .75rem; z-index: 2; background: var(--page); padding: .25rem .5rem; }
header { position: sticky; top: 0; z-index: 1; background: var(--page); border-bottom: 1px solid var(--line); }
header div { max-width: 84rem; margin: auto; padding: .75rem 1.25rem; display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; align-items: baseline; }
header strong { flex-basis: 100%; }
header a { text-decoration: none; }
header a[aria-current] { color: var(--text); font-weight: 600; }
.columns { max-width: 84rem; margin: auto; padding: 0 1.25rem; display: grid; gap: 0 3rem; grid-template-columns: minmax(0, 1fr); }
main { min-width: 0; max-width: 48rem; padding: 1.5rem 0 4rem; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 1rem; letter-spacing: -.01em; }
h2 { font-size: 1.4rem; line-height: 1.3; margin: 2.75rem 0 .75rem; }
h3 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
.anchor { text-decoration: none; color: var(--soft); opacity: 0; font-weight: 400; }
:is(h2, h3, h4):hover .anchor, .anchor:focus { opacity: 1; }
code, pre { font: .875em/1.6 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
:not(pre) > code { background: var(--panel); border: 1px solid var(--line); border-radius: .25rem; padding: .05em .3em; }
figure { margin: 1.25rem 0; border: 1px solid var(--line); border-radius: .5rem; background: var(--panel); position: relative; }
figcaption { font-size: .8rem; color: var(--soft); padding: .4rem 1rem; border-bottom: 1px solid var(--line); }
pre { margin: 0; padding: 1rem; overflow-x: auto; }
pre code { font-size: .85rem; }
.copy { position: absolute; top: .4rem; right: .4rem; font: .75rem system-ui, sans-serif; color: var(--soft); background: var(--page); border: 1px solid var(--line); border-radius: .3rem; padding: .15rem .5rem; cursor: pointer; }
.table { overflow-x: auto; margin: 1.25rem 0; }
table { border-collapse: collapse; width: 100%; font-size: .925rem; }
th, td { text-align: left; vertical-align: top; padding: .5rem .75rem .5rem 0; border-bottom: 1px solid var(--line); min-width: 7rem; overflow-wrap: normal; }
blockquote { margin: 1.25rem 0; padding: .1rem 1rem; border-left: 3px solid var(--link); background: var(--panel); }
.hljs-keyword, .hljs-literal, .hljs-built_in { color: var(--word); }
.hljs-string, .hljs-attr + .hljs-string { color: var(--string); }
.hljs-number, .hljs-variable, .hljs-subst { color: var(--number); }
.hljs-comment { color: var(--soft); font-style: italic; }
.hljs-attr, .hljs-title { color: var(--link); }
nav ul { list-style: none; margin: 0 0 1.25rem; padding: 0; }
nav h2, .toc h2 { font-size: .8rem; margin: 0 0 .35rem; color: var(--soft); }
nav a, .toc a { display: block; padding: .2rem 0; text-decoration: none; color: var(--text); }
nav a:hover, .toc a:hover { color: var(--link); text-decoration: underline; }
nav a[aria-current] { color: var(--link); font-weight: 600; }
.side, .toc { display: none; font-size: .925rem; }
.menu { margin: 1rem 0 0; border: 1px solid var(--line); border-radius: .5rem; padding: .6rem 1rem; }
.menu summary { cursor: pointer; font-weight: 600; }
.menu nav { padding-top: 1rem; }
.next { display: flex; justify-content: space-between; gap: 1rem; margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line); }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr)); gap: 1rem; padding: 0; list-style: none; }
.cards a { display: block; height: 100%; border: 1px solid var(--line); border-radius: .5rem; padding: 1rem; text-decoration: none; color: var(--text); }
.cards a:hover { border-color: var(--link); }
.cards b { display: block; color: var(--link); margin-bottom: .25rem; }
.cards span { color: var(--soft); font-size: .9rem; line-height: 1.5; display: -webkit-box; -webkit-line-clamp: 3; -webkit-box-orient: vertical; overflow: hidden; }
@media (min-width: 38rem) { header strong { flex-basis: auto; margin-right: auto; } }
@media (min-width: 56rem) {
  .columns { grid-template-columns: 13rem minmax(0, 1fr); }
  .side { display: block; position: sticky; top: 3.5rem; align-self: start; max-height: calc(100vh - 3.5rem); overflow-y: auto; padding: 1.75rem 0; }
  .menu { display: none; }
  main { padding-top: 2rem; }
}
@media (min-width: 76rem) {
  .columns { grid-template-columns: 13rem minmax(0, 1fr) 14rem; }
  .columns.wide { grid-template-columns: 13rem minmax(0, 1fr); }
  .columns.wide main { max-width: 64rem; }
  .toc { display: block; position: sticky; top: 3.5rem; align-self: start; max-height: calc(100vh - 3.5rem); overflow-y: auto; padding: 1.75rem 0; }
  .toc h2 { margin-top: .4rem; }
  .toc a { color: var(--soft); }
}
@media print { header, .side, .toc, .menu, .copy, .next, .anchor { display: none; } }
`;
