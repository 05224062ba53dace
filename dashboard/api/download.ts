import { noAnswer, problemOf } from './problem.js';

/** Has the browser store what an address answers as CSV. Throws a Problem. */
export async function downloadCsv(url: URL, name: string): Promise<void> {
  const response = await fetch(url, { headers: { Accept: 'text/csv' } }).catch(() => {
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
