import { noAnswer, problemOf } from './problem.js';

/** Has the browser store what an address answers as CSV. Throws a Problem. */
export const downloadCsv = (url: URL, name: string): Promise<void> => download(url, name, 'text/csv');

/** Has the browser store what an address answers. Throws a Problem. */
export async function download(url: URL, name: string, accept = '*/*'): Promise<void> {
  const response = await fetch(url, { headers: { Accept: accept } }).catch(() => {
    throw noAnswer();
  });
  if (!response.ok) throw problemOf(response.status, await response.json().catch(() => undefined));
  const file = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = file;
  link.download = name;
  link.click();
  URL.revokeObjectURL(file);
}
