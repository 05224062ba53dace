import express, { Router } from 'express';
import { GUIDE_HEADERS, guidePage, guidesPage } from './guide-page.js';
import { llmsFullText, llmsText, readGuides, screenshotsFolder } from './guides.js';
import { referencePage } from './reference-page.js';

const MARKDOWN = { 'Content-Type': 'text/markdown; charset=utf-8', 'Cache-Control': 'no-cache' };
const TEXT = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-cache' };

function onceAsked<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/**
 * Lists the endpoints that integrators read: the reference, the guides as pages and as Markdown, and the lists for
 * programs.
 */
export function docsRoutes(): Router {
  const guides = onceAsked(readGuides);
  const pages = onceAsked(() => new Map([...guides()].map(([name, guide]) => [name, guidePage(guides(), guide)])));
  const list = onceAsked(() => guidesPage(guides()));
  const llms = onceAsked(() => llmsText(guides()));
  const llmsFull = onceAsked(() => llmsFullText(guides()));
  const router = Router();
  router.use(referencePage());
  router.get('/docs/guides', (_req, res) => void res.set(GUIDE_HEADERS).send(list()));
  router.use('/docs/screenshots', express.static(screenshotsFolder(), { index: false, redirect: false }));
  router.get('/docs/:file', (req, res, next) => {
    const file = String(req.params.file);
    const markdown = file.endsWith('.md') ? guides().get(file.slice(0, -'.md'.length))?.markdown : undefined;
    if (markdown !== undefined) return void res.set(MARKDOWN).send(markdown);
    const page = pages().get(file);
    if (page !== undefined) return void res.set(GUIDE_HEADERS).send(page);
    next();
  });
  router.get('/llms.txt', (_req, res) => void res.set(TEXT).send(llms()));
  router.get('/llms-full.txt', (_req, res) => void res.set(TEXT).send(llmsFull()));
  return router;
}
