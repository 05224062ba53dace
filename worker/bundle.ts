import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundleWorkflowCode } from '@temporalio/worker';

/** Returns the path of the workflow bundle next to the compiled worker. The traced bundle propagates traces. */
export const bundlePath = (traced = false): string =>
  fileURLToPath(new URL(traced ? '../workflow-bundle-traced.js' : '../workflow-bundle.js', import.meta.url));

const INTERCEPTORS = '@temporalio/interceptors-opentelemetry/lib/workflow-interceptors';

/** Bundles the workflow code, so that workers start without doing it. */
export async function writeBundle(traced: boolean): Promise<void> {
  const workflowsPath = fileURLToPath(new URL('../workflows/index.js', import.meta.url));
  const { code } = await bundleWorkflowCode({
    workflowsPath,
    // Nothing there is kept from call to call, so all workflows of a thread share it: one that is cached holds a quarter.
    preloadModules: [workflowsPath],
    ...(traced ? { workflowInterceptorModules: [createRequire(import.meta.url).resolve(INTERCEPTORS)] } : {}),
    failureConverterPath: fileURLToPath(new URL('../temporal/failure-converter.js', import.meta.url)),
    logger: {
      trace() {},
      debug() {},
      info() {},
      log() {},
      warn() {},
      error: (message) => process.stderr.write(`${message}\n`),
    },
  });
  await writeFile(bundlePath(traced), withoutSources(code));
}

/**
 * Takes the texts of the sources out of a bundle's inlined map: every workflow thread would hold them, and a stack needs
 * their names and lines only.
 */
function withoutSources(code: string): string {
  const at = code.lastIndexOf('base64,') + 'base64,'.length;
  const { sourcesContent: _texts, ...map } = JSON.parse(Buffer.from(code.slice(at), 'base64').toString('utf8'));
  return code.slice(0, at) + Buffer.from(JSON.stringify(map)).toString('base64');
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const traced of [false, true]) await writeBundle(traced);
}
