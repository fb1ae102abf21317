import { Cache, type Kept } from "./cache.js";
import { ApiError, apiError, ConnectionFailed, MarqueeError, printable, TimedOut, UnexpectedAnswer } from "./errors.js";
import { type Attempt, type Limits, limitsOf } from "./limits.js";
import { pauseAfter, retryAfter, sleep } from "./retry.js";

export interface Options extends Limits {
  /** Names your program in the operator's log, such as `listings-site/1.2`. Browsers send their own name instead. */
  readonly userAgent?: string | undefined;
  /** Hears each request when it is over. What it throws ends the call. */
  readonly onAttempt?: ((attempt: Attempt) => void) | undefined;
  /** How many bytes of answers are kept for conditional requests; default 4 MiB, 0: none. */
  readonly cacheBytes?: number | undefined;
  /** The largest answer that is read; default 32 MiB. */
  readonly maxBodyBytes?: number | undefined;
  /** What asks; default: the `fetch` of the platform. */
  readonly fetch?: typeof fetch | undefined;
  /** @internal */
  readonly sleep?: typeof sleep;
  /** @internal */
  readonly now?: () => number;
}

/** How one question is asked. */
export interface Question<T> {
  readonly target: string;
  /** Makes a value of the JSON of the answer; throws where it is of another shape. */
  readonly read: (body: unknown) => T;
  /** Whether the answer may be kept, and asked for conditionally. */
  readonly cached: boolean;
  /** Whether to go on after the last retry. */
  readonly patient: boolean;
  /** Seconds that the service may take beyond the timeout. */
  readonly wait: number;
  /** Limits of this one, and what ends it. */
  readonly call: Limits & { readonly signal?: AbortSignal | undefined };
}

interface Reply {
  readonly answer: Response;
  readonly text: string;
  readonly bytes: number;
}

const VERSION = "0.1.0";
// Anything else could not be sent back as it came.
const TAG = /^(W\/)?"[\x21\x23-\x7e]*"$/;

// A shorter key is no secret, but may be a part of any word.
const SHORTEST_SECRET = 8;

/** Asks one service, again where that may help, and conditionally where it can. */
export class Transport {
  /** The clock. */
  readonly now: () => number;
  readonly #base: string;
  readonly #key: string;
  readonly #limits: ReturnType<typeof limitsOf>;
  readonly #userAgent: string;
  readonly #onAttempt: (attempt: Attempt) => void;
  readonly #maxBodyBytes: number;
  readonly #fetch: typeof fetch;
  readonly #sleep: typeof sleep;
  readonly #cache: Cache;

  constructor(baseUrl: string, key: string, options: Options) {
    this.#base = checkedBase(baseUrl);
    if (!key) throw new TypeError("the key is missing");
    if (!/^[\x21-\x7e]+$/.test(key)) throw new TypeError("the key has characters that no key has");
    this.#key = key;
    this.#limits = limitsOf(options);
    this.#userAgent = userAgentOf(options.userAgent);
    this.#onAttempt = options.onAttempt ?? (() => undefined);
    this.#maxBodyBytes = options.maxBodyBytes ?? 32 << 20;
    this.#cache = new Cache(options.cacheBytes ?? 4 << 20);
    this.#fetch = options.fetch ?? globalThis.fetch.bind(globalThis);
    this.#sleep = options.sleep ?? sleep;
    this.now = options.now ?? Date.now;
    if (!(this.#maxBodyBytes > 0)) throw new TypeError("maxBodyBytes is above 0");
  }

  /** What `read` makes of the answer, after as many attempts as it takes. */
  async get<T>(question: Question<T>): Promise<T> {
    const kept = question.cached ? this.#cache.find(question.target) : undefined;
    const limits = limitsOf(question.call, this.#limits);
    // A patient one is asked for ever.
    const end = question.patient ? Infinity : performance.now() + limits.callTimeout;
    for (let number = 1; ; number++) {
      const asked = performance.now();
      const tell = (status?: number, requestId?: string, failure?: MarqueeError, pause?: number) =>
        this.#onAttempt({
          target: question.target, number, status, requestId, took: performance.now() - asked, failure, pause,
        });
      let failure: MarqueeError;
      try {
        const reply = await this.#send(question, kept, limits, end);
        const value = this.#result(question, kept, reply);
        tell(reply.answer.status, this.#requestId(reply.answer));
        return value;
      } catch (error) {
        if (!(error instanceof MarqueeError)) throw error;
        failure = error;
      }
      let pause = number <= limits.retries || question.patient ? pauseAfter(failure, number - 1) : undefined;
      if (pause !== undefined && pause >= end - performance.now()) pause = undefined;
      const answered = failure instanceof ApiError || failure instanceof UnexpectedAnswer ? failure : undefined;
      tell(answered?.status, answered?.requestId, failure, pause);
      if (pause === undefined) throw failure;
      await this.#sleep(pause, question.call.signal);
    }
  }

  /** Waits between two questions. */
  pause(millis: number, signal: AbortSignal | undefined): Promise<void> {
    return this.#sleep(millis, signal);
  }

  async #send(
    question: Question<unknown>,
    kept: Kept | undefined,
    limits: ReturnType<typeof limitsOf>,
    end: number,
  ): Promise<Reply> {
    const { signal } = question.call;
    signal?.throwIfAborted();
    const timeout = limits.timeout + question.wait * 1000;
    const left = end - performance.now();
    const controller = new AbortController();
    const stop = () => controller.abort();
    const timer = setTimeout(stop, Math.min(timeout, left));
    signal?.addEventListener("abort", stop, { once: true });
    try {
      const answer = await this.#fetch(this.#base + question.target, {
        headers: this.#headers(kept),
        // What is kept is kept here: a cache of the platform would answer 304 as 200 without asking.
        cache: "no-store",
        credentials: "omit",
        // The key is for the base URL only.
        redirect: "manual",
        signal: controller.signal,
      });
      return await this.#body(answer);
    } catch (error) {
      if (error instanceof MarqueeError) throw error;
      signal?.throwIfAborted();
      if (controller.signal.aborted) {
        const millis = left < timeout ? limits.callTimeout : timeout;
        throw new TimedOut(`${this.#base} gave no complete answer within ${millis / 1000} s`, { cause: error });
      }
      throw new ConnectionFailed(`no answer from ${this.#base}: ${reasonOf(error)}`, { cause: error });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
    }
  }

  #headers(kept: Kept | undefined): Record<string, string> {
    const headers: Record<string, string> = { Authorization: `Bearer ${this.#key}`, Accept: "application/json" };
    // A browser has a name of its own; another one would need the permission of a preflight.
    if (isNode()) headers["User-Agent"] = this.#userAgent;
    if (kept) headers["If-None-Match"] = kept.etag;
    return headers;
  }

  async #body(answer: Response): Promise<Reply> {
    const decoder = new TextDecoder("utf-8", { fatal: true });
    const reader = answer.body?.getReader();
    let text = "";
    let bytes = 0;
    while (reader) {
      const { done, value } = await reader.read();
      if (done) break;
      bytes += value.length;
      if (bytes > this.#maxBodyBytes) {
        await reader.cancel().catch(() => undefined);
        throw new UnexpectedAnswer(
          `the answer has more than ${this.#maxBodyBytes} bytes; ask for less with limit, or raise maxBodyBytes`,
          answer.status,
          this.#requestId(answer),
        );
      }
      text += this.#decoded(answer, () => decoder.decode(value, { stream: true }));
    }
    text += this.#decoded(answer, () => decoder.decode());
    return { answer, text, bytes };
  }

  #decoded(answer: Response, decode: () => string): string {
    try {
      return decode();
    } catch {
      throw this.#unexpected("a body that is not UTF-8", answer);
    }
  }

  #result<T>(question: Question<T>, kept: Kept | undefined, reply: Reply): T {
    const { answer, text, bytes } = reply;
    if (answer.status === 304 && kept) return this.#value(question, answer, kept.text);
    if (answer.status !== 200) throw this.#error(reply);
    const value = this.#value(question, answer, text);
    const etag = answer.headers.get("ETag") ?? "";
    const stored = TAG.test(etag) && !/no-store/i.test(answer.headers.get("Cache-Control") ?? "");
    if (question.cached && stored) this.#cache.keep(question.target, { etag, text, bytes });
    return value;
  }

  #value<T>(question: Question<T>, answer: Response, text: string): T {
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      const type = this.#shown(answer.headers.get("Content-Type") ?? "no type");
      throw this.#unexpected(`a body that is not JSON (${type})`, answer);
    }
    try {
      return question.read(body);
    } catch (error) {
      throw this.#unexpected(`JSON of another shape (${this.#shown(reasonOf(error))})`, answer);
    }
  }

  #error({ answer, text }: Reply): MarqueeError {
    // A browser does not show where a redirect leads.
    const isRedirect = answer.type === "opaqueredirect" || (answer.status >= 300 && answer.status !== 304);
    if (isRedirect && answer.status < 400) {
      const to = this.#shown(answer.headers.get("Location") ?? "another place");
      return this.#unexpected(`a redirect to ${to}, which is not followed`, answer);
    }
    if (answer.status < 400) return this.#unexpected("no data", answer);
    let body: unknown;
    try {
      body = JSON.parse(this.#withoutKey(text));
    } catch {
      body = undefined;
    }
    const error = apiError(answer.status, body, this.#requestId(answer), retryAfter(answer.headers));
    return error ?? this.#unexpected("no error of a Marquee service", answer);
  }

  #unexpected(what: string, answer: Response): UnexpectedAnswer {
    const message = `a request was answered with status ${answer.status} and ${what}; check the base URL ${this.#base}`;
    return new UnexpectedAnswer(message, answer.status, this.#requestId(answer));
  }

  #requestId(answer: Response): string | undefined {
    const named = answer.headers.get("X-Request-Id");
    return named === null ? undefined : this.#shown(named);
  }

  /** A text of the service as it may stand in a message. */
  #shown(text: string): string {
    return printable(this.#withoutKey(text));
  }

  /** A text of the service, which may echo the request. */
  #withoutKey(text: string): string {
    return this.#key.length < SHORTEST_SECRET ? text : text.replaceAll(this.#key, "(key)");
  }
}

function checkedBase(baseUrl: string): string {
  if (!baseUrl) throw new TypeError("the base URL is missing");
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new TypeError("the base URL begins with http:// or https:// and has a host");
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new TypeError("the base URL has no user, query or fragment");
  }
  const path = url.pathname.replace(/\/+$/, "");
  if (path.endsWith("/v1")) throw new TypeError("the base URL does not include /v1");
  return url.origin + path;
}

function userAgentOf(program: string | undefined): string {
  const own = `marquee-typescript/${VERSION}`;
  if (program === undefined) return own;
  if (!/^[\x21-\x7e]+( [\x21-\x7e]+)*$/.test(program)) {
    throw new TypeError("userAgent is a text such as listings-site/1.2");
  }
  return `${own} ${program}`;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : "";
  return error.message + cause;
}

function isNode(): boolean {
  const { process } = globalThis as { process?: { versions?: { node?: string } } };
  return process?.versions?.node !== undefined;
}
