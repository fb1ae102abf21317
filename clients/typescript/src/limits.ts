import type { MarqueeError } from "./errors.js";

/** How long calls may take, and how often they are tried. */
export interface Limits {
  /** For one complete answer, in milliseconds; default 10,000. */
  readonly timeout?: number | undefined;
  /**
   * For a call with all its attempts and pauses, in milliseconds: one record, or one page of a list; default: no limit.
   * A follower waits for ever all the same.
   */
  readonly callTimeout?: number | undefined;
  /** How often a failed request is repeated; default 4. */
  readonly retries?: number | undefined;
}

/** One request of a call and what became of it, for logs and metrics. */
export interface Attempt {
  /** Path and query behind the base URL; never the key. */
  readonly target: string;
  /** 1 for the first request of the call. */
  readonly number: number;
  /** The HTTP status; undefined where no complete head of an answer came. */
  readonly status: number | undefined;
  /** Names the request in the operator's log. */
  readonly requestId: string | undefined;
  /** Milliseconds from the request to the end of the answer. */
  readonly took: number;
  /** Undefined where the call has its value. */
  readonly failure: MarqueeError | undefined;
  /** Milliseconds until the next attempt; undefined where this was the last. */
  readonly pause: number | undefined;
}

const USUAL = { timeout: 10_000, callTimeout: Infinity, retries: 4 };

/** These limits; what is not given is as in others. */
export function limitsOf(given: Limits, others: Readonly<typeof USUAL> = USUAL): Readonly<typeof USUAL> {
  const limits = {
    timeout: given.timeout ?? others.timeout,
    callTimeout: given.callTimeout ?? others.callTimeout,
    retries: given.retries ?? others.retries,
  };
  if (!(limits.timeout > 0 && limits.callTimeout > 0 && limits.retries >= 0)) {
    throw new TypeError("timeout and callTimeout are above 0, retries not below");
  }
  return limits;
}
