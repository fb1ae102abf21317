import { ConnectionFailed, errorOf, MarqueeError, TimedOut } from "./errors.js";

export interface Options {
  /** For one answer, in milliseconds; default 10,000. */
  readonly timeout?: number;
  /** How often a failed request is repeated; default 4. */
  readonly retries?: number;
  /** How many characters of answers are kept for conditional requests; default 4 million, 0: none. */
  readonly cacheSize?: number;
  /** What asks; default: the `fetch` of the platform. */
  readonly fetch?: typeof fetch;
}

const REPEATED = new Set([429, 502, 503, 504]);
const FIRST_BACKOFF = 500;
const LARGEST_BACKOFF = 30_000;

/** Asks one service, again where that may help, and conditionally where it can. */
export class Transport {
  readonly #base: string;
  readonly #key: string;
  readonly #timeout: number;
  readonly #retries: number;
  readonly #cacheSize: number;
  readonly #fetch: typeof fetch;
  readonly #kept = new Map<string, { readonly etag: string; readonly text: string }>();
  #keptSize = 0;

  constructor(baseUrl: string, key: string, options: Options) {
    const url = new URL(baseUrl);
    if (!/^https?:$/.test(url.protocol) || url.search || url.hash) {
      throw new TypeError(`not the address of a service: ${baseUrl}`);
    }
    this.#base = url.href.replace(/\/$/, "");
    this.#key = key;
    this.#timeout = options.timeout ?? 10_000;
    this.#retries = options.retries ?? 4;
    this.#cacheSize = options.cacheSize ?? 4_000_000;
    this.#fetch = options.fetch ?? globalThis.fetch.bind(globalThis);
  }

  async get<T>(
    path: string,
    parameters: Readonly<Record<string, string | undefined>>,
    more: { readonly cached?: boolean; readonly wait?: number; readonly signal?: AbortSignal | undefined } = {},
  ): Promise<T> {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(parameters)) {
      if (value !== undefined) query.set(name, value);
    }
    const target = this.#base + path + (query.size > 0 ? `?${query}` : "");
    for (let attempt = 0; ; attempt++) {
      let failure: MarqueeError;
      let wait: number | undefined;
      try {
        const answer = await this.#once(target, more);
        if (answer.status < 400) return JSON.parse(answer.text) as T;
        wait = answer.retryAfter;
        failure = errorOf(answer.status, parsed(answer.text), wait);
        if (!REPEATED.has(answer.status)) throw failure;
      } catch (error) {
        if (error instanceof MarqueeError) throw error;
        if (more.signal?.aborted) throw error;
        failure =
          error instanceof DOMException && error.name === "TimeoutError"
            ? new TimedOut(`no answer within ${this.#timeout} ms`, { cause: error })
            : new ConnectionFailed(`no connection to ${this.#base}`, { cause: error });
      }
      if (attempt >= this.#retries) throw failure;
      await sleep(backoff(attempt, wait), more.signal);
    }
  }

  async #once(
    target: string,
    more: { readonly cached?: boolean; readonly wait?: number; readonly signal?: AbortSignal | undefined },
  ): Promise<{ status: number; text: string; retryAfter: number | undefined }> {
    const kept = more.cached === false ? undefined : this.#kept.get(target);
    const headers: Record<string, string> = { Authorization: `Bearer ${this.#key}`, Accept: "application/json" };
    if (kept) headers["If-None-Match"] = kept.etag;
    const timeout = AbortSignal.timeout(this.#timeout + (more.wait ?? 0) * 1000);
    const answer = await this.#fetch(target, {
      headers,
      // What is kept is kept here: a cache of the platform would answer 304 as 200 without asking.
      cache: "no-store",
      signal: more.signal ? AbortSignal.any([timeout, more.signal]) : timeout,
    });
    if (answer.status === 304 && kept) {
      this.#kept.delete(target);
      this.#kept.set(target, kept);
      return { status: 200, text: kept.text, retryAfter: undefined };
    }
    const text = await answer.text();
    const etag = answer.headers.get("ETag");
    if (more.cached !== false && answer.status === 200 && etag) this.#keep(target, etag, text);
    const after = answer.headers.get("Retry-After") ?? "";
    return { status: answer.status, text, retryAfter: /^[0-9]+$/.test(after) ? Number(after) : undefined };
  }

  #keep(target: string, etag: string, text: string): void {
    const old = this.#kept.get(target);
    if (old) {
      this.#kept.delete(target);
      this.#keptSize -= old.text.length;
    }
    if (text.length > this.#cacheSize) return;
    this.#kept.set(target, { etag, text });
    this.#keptSize += text.length;
    for (const [first, value] of this.#kept) {
      if (this.#keptSize <= this.#cacheSize) break;
      this.#kept.delete(first);
      this.#keptSize -= value.text.length;
    }
  }
}

/**
 * How long to wait before the next attempt, in milliseconds, with jitter. The service's own word is a
 * lower bound, so that a crowd does not come back at once.
 */
export function backoff(attempt: number, retryAfter: number | undefined): number {
  return retryAfter !== undefined
    ? Math.min(retryAfter * 1000, 4 * LARGEST_BACKOFF) + Math.random() * 1000
    : Math.random() * Math.min(LARGEST_BACKOFF, FIRST_BACKOFF * 2 ** attempt);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function sleep(millis: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, millis);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
