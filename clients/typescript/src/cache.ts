/** The last answers with their tags, at most so many bytes of them. */
export class Cache {
  readonly #maxBytes: number;
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  find(target: string): Kept | undefined {
    const kept = this.#kept.get(target);
    if (kept) {
      // A map keeps the order of insertion: the first is the one not asked for longest.
      this.#kept.delete(target);
      this.#kept.set(target, kept);
    }
    return kept;
  }

  keep(target: string, kept: Kept): void {
    this.#drop(target);
    if (kept.bytes > this.#maxBytes) return;
    this.#kept.set(target, kept);
    this.#bytes += kept.bytes;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#drop(oldest);
    }
  }

  #drop(target: string): void {
    this.#bytes -= this.#kept.get(target)?.bytes ?? 0;
    this.#kept.delete(target);
  }
}

export interface Kept {
  readonly etag: string;
  readonly text: string;
  readonly bytes: number;
}
