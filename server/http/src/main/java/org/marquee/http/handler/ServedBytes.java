package org.marquee.http.handler;

import java.util.Arrays;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.marquee.http.Handler;
import org.marquee.http.Header;
import org.marquee.http.Request;

/// Bytes that never change while the program runs, as an answer; 304 if the client has them (RFC
/// 9110, 13). They are made at the first request, and kept.
public final class ServedBytes implements Handler {
  private final Executor executor;
  private final String contentType;
  private final Header[] headers;
  private final Supplier<byte[]> source;

  private volatile @Nullable TaggedBytes made;

  /// @param executor makes them: that may take a moment
  /// @param contentType their media type
  /// @param source makes them, always the same
  /// @param headers further header fields of each answer of 200 and 304
  public ServedBytes(
      Executor executor, String contentType, Supplier<byte[]> source, Header... headers) {
    this.executor = executor;
    this.contentType = contentType;
    this.source = source;
    this.headers = headers.clone();
  }

  @Override
  public void handle(Request request, Reply reply) {
    TaggedBytes known = made;
    if (known == null) {
      reply.sendFrom(executor, request, () -> make().answer(request));
    } else {
      reply.send(known.answer(request));
    }
  }

  private synchronized TaggedBytes make() {
    TaggedBytes known = made;
    if (known == null) {
      Header[] fields = Arrays.copyOf(headers, headers.length + 1);
      fields[headers.length] = new Header("Vary", "Accept-Encoding");
      known = new TaggedBytes(contentType, source.get(), fields);
      made = known;
    }
    return known;
  }
}
