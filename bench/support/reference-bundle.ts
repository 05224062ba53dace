import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { bundleWorkflowCode } from '@temporalio/worker';

const silent = () => undefined;

/** Bundles the reference workflows once, so that their worker starts like ours: on a bundle made ahead of time. */
export async function writeReferenceBundle(folder: string): Promise<string> {
  const file = path.join(folder, 'reference-bundle.js');
  const { code } = await bundleWorkflowCode({
    workflowsPath: path.resolve(import.meta.dirname, '../reference/workflows.js'),
    logger: { trace: silent, debug: silent, info: silent, log: silent, warn: silent, error: silent },
  });
  await writeFile(file, code);
  return file;
}
