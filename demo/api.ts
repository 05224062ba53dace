import { setTimeout as sleep } from 'node:timers/promises';

/** A run as far as the demo reads it. */
export interface Run {
  id: string;
  lead_id: string;
  run_status: string;
  cadence_state: string;
  stop_reason: string | null;
  human_takeover: boolean;
  hold_reason: string | null;
}

/** A message as far as the demo reads it. */
export interface Message {
  id: string;
  lead_id: string;
  workflow_run_id: string | null;
  step_key: string | null;
  direction: 'inbound' | 'outbound';
  status: string;
  to: string | null;
  created_at: string;
  updated_at: string;
}

/** An import as far as the demo reads it. */
export interface ImportState {
  id: string;
  status: string;
  rows: number;
  created: number;
  updated: number;
  reused: number;
  failed: number;
  warnings: number;
  remaining: number;
  completed_at: string | null;
}

interface Page {
  pagination: { next_cursor: string | null };
}

/** The number of retries of a request that was rejected because of load. */
const PATIENCE = 8;

/** The service as an integrator sees it: its address and an API key. */
export class Api {
  readonly #url: string;
  readonly #key: string;

  constructor(url: string, key: string) {
    this.#url = url;
    this.#key = key;
  }

  get = <T>(path: string): Promise<T> => this.#ask<T>('GET', path);
  post = <T>(path: string, body: object = {}): Promise<T> =>
    this.#ask<T>('POST', path, JSON.stringify(body), 'application/json');
  patch = <T>(path: string, body: object): Promise<T> =>
    this.#ask<T>('PATCH', path, JSON.stringify(body), 'application/json');
  postCsv = <T>(path: string, csv: Uint8Array<ArrayBuffer>): Promise<T> => this.#ask<T>('POST', path, csv, 'text/csv');

  /** Every item of a list, page by page. */
  async list<T>(path: string, items: string): Promise<T[]> {
    const found: T[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const more: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const page: Page & Record<string, unknown> = await this.get(
        `${path}${path.includes('?') ? '&' : '?'}limit=200${more}`,
      );
      found.push(...(page[items] as T[]));
      cursor = page.pagination.next_cursor;
    }
    return found;
  }

  async #ask<T>(method: string, path: string, body?: string | Uint8Array<ArrayBuffer>, type?: string): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await fetch(`${this.#url}/api/public${path}`, {
        method,
        headers: { 'X-API-Key': this.#key, ...(type ? { 'Content-Type': type } : {}) },
        ...(body === undefined ? {} : { body }),
      });
      const text = await answer.text();
      if (answer.ok) return JSON.parse(text) as T;
      if (![429, 503].includes(answer.status) || attempt === PATIENCE)
        throw new Error(`${method} ${path} answered ${answer.status}: ${text.slice(0, 600)}`);
      await sleep(1000 * Math.min(Number(answer.headers.get('retry-after')) || 1, 5));
    }
  }
}
