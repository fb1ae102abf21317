import { ApiError, ConnectionFailed, type MarqueeError } from "./errors.js";

const REPEATED = [429, 502, 503, 504];
const FIRST_BACKOFF = 500;
const LONGEST_BACKOFF = 30_000;
const LONGEST_RETRY_AFTER = 60;

/** Milliseconds to wait before attempt `attempt + 2`; undefined where asking again does not help. */
export function pauseAfter(failure: MarqueeError, attempt: number): number | undefined {
  const repeated =
    failure instanceof ConnectionFailed || (failure instanceof ApiError && REPEATED.includes(failure.status));
  if (!repeated) return undefined;
  const after = failure instanceof ApiError ? failure.retryAfter : undefined;
  if (after === undefined) {
    const longest = Math.min(LONGEST_BACKOFF, FIRST_BACKOFF * 2 ** attempt);
    return between(longest / 2, longest);
  }
  if (after > LONGEST_RETRY_AFTER) return undefined;
  // Never less than the service says, and not at the same moment as everybody else.
  return after * 1000 + between(0, 1000);
}

export function between(least: number, most: number): number {
  return least + Math.random() * (most - least);
}

/** Seconds of a `Retry-After`, which may be a date; undefined if it cannot be read. */
export function retryAfter(headers: Headers): number | undefined {
  const value = headers.get("Retry-After") ?? "";
  if (/^[0-9]+$/.test(value)) return Number(value);
  const until = httpDate(value);
  const now = httpDate(headers.get("Date") ?? "") ?? Date.now();
  return until === undefined ? undefined : Math.max(0, (until - now) / 1000);
}

function httpDate(value: string): number | undefined {
  const time = / GMT$/.test(value) ? Date.parse(value) : NaN;
  return Number.isNaN(time) ? undefined : time;
}

/** Waits, or rejects as soon as the signal says so. */
export function sleep(millis: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
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
