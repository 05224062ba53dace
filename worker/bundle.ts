import { writeFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundleWorkflowCode } from '@temporalio/worker';

/** Where the workflow bundle is kept: beside the compiled worker. */
export const bundlePath = (): string => fileURLToPath(new URL('../workflow-bundle.js', import.meta.url));

/** Bundles the workflow code, so that workers start without doing it. */
export async function writeBundle(): Promise<void> {
  const { code } = await bundleWorkflowCode({
    workflowsPath: fileURLToPath(new URL('../workflows/index.js', import.meta.url)),
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
  await writeFile(bundlePath(), code);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await writeBundle();
