import { noResponse, problemOf } from './problem.js';

/** Downloads the response of a URL as CSV. Throws a Problem. */
export const downloadCsv = (url: URL, name: string): Promise<void> => download(url, name, 'text/csv');

/** Downloads the response of a URL, by POST if there is a body. Throws a Problem. */
export async function download(url: URL, name: string, accept = '*/*', body?: object): Promise<void> {
  const init = body && { method: 'POST', body: JSON.stringify(body) };
  const posted = body && { 'Content-Type': 'application/json', 'X-Requested-With': 'dashboard' };
  const response = await fetch(url, { ...init, headers: { Accept: accept, ...posted } }).catch(() => {
    throw noResponse();
  });
  if (!response.ok) throw problemOf(response.status, await response.json().catch(() => undefined));
  saveFile(await response.blob(), name);
}

/** Has the browser save a file under a name. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
