package org.marquee.fetch;

import java.net.URI;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.marquee.archive.ArchivedRun;
import org.marquee.feed.SourceFailed;

/// The header fields of a request, and what the archive keeps of those of its answer.
final class RequestFields {
  /// What the value of a field may hold (RFC 9110, 5.5).
  private static final Pattern VALUE = Pattern.compile("[\\x20-\\x7e\\xa0-\\xff\\t]*");

  private RequestFields() {}

  /// @throws SourceFailed if a value cannot be sent; the message has no value, which may be a
  ///   secret
  static void check(Map<String, String> headers) throws SourceFailed {
    for (Map.Entry<String, String> header : headers.entrySet()) {
      if (!VALUE.matcher(header.getValue()).matches()) {
        throw new SourceFailed(
            "the header " + header.getKey() + " has a value that cannot be sent");
      }
    }
  }

  static ArchivedRun.Sent sent(URI address, Instant asked, Download.Head head) {
    return new ArchivedRun.Sent(
        address.toString(),
        asked,
        head.fields().get("ETag"),
        head.fields().get("Last-Modified"),
        head.fields().get("Content-Type"),
        head.isOpenEnded());
  }

  /// All fields of a request.
  ///
  /// @param before the answer that is archived already; null: none
  static Map<String, String> all(
      Map<String, String> headers, String agent, ArchivedRun.@Nullable Sent before) {
    Map<String, String> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    all.putAll(headers);
    all.put("User-Agent", agent);
    all.put("Accept-Encoding", "gzip");
    if (before != null && before.etag() != null) {
      all.put("If-None-Match", before.etag());
    }
    if (before != null && before.lastModified() != null) {
      all.put("If-Modified-Since", before.lastModified());
    }
    return all;
  }
}
