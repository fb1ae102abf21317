package org.marquee.client;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The last answers with their tags, at most so many bytes of them. Safe for many threads.
final class AnswerCache {
  private final long maxBytes;
  private final Map<String, Kept> kept = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;

  /// An answer that may still hold.
  static final class Kept {
    private final String etag;
    private final byte[] body;

    Kept(String etag, byte[] body) {
      this.etag = etag;
      this.body = body;
    }

    String etag() {
      return etag;
    }

    byte[] body() {
      return body;
    }
  }

  AnswerCache(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  synchronized @Nullable Kept find(String target) {
    return kept.get(target);
  }

  synchronized void keep(String target, Kept answer) {
    Kept old = kept.remove(target);
    bytes -= old == null ? 0 : old.body().length;
    if (answer.body().length > maxBytes) {
      return;
    }
    kept.put(target, answer);
    bytes += answer.body().length;
    Iterator<Kept> oldest = kept.values().iterator();
    while (bytes > maxBytes) {
      bytes -= oldest.next().body().length;
      oldest.remove();
    }
  }
}
