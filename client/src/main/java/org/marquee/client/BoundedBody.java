package org.marquee.client;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.function.Supplier;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/// Collects a body up to a limit.
final class BoundedBody implements HttpResponse.BodySubscriber<byte[]> {
  private final int limit;
  private final Supplier<MarqueeException> tooLarge;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final CompletableFuture<byte[]> result = new CompletableFuture<>();
  private Flow.@Nullable Subscription subscription;

  /// @param tooLarge the failure for a body beyond the limit
  BoundedBody(int limit, Supplier<MarqueeException> tooLarge) {
    this.limit = limit;
    this.tooLarge = tooLarge;
  }

  @Override
  public CompletionStage<byte[]> getBody() {
    return result;
  }

  @Override
  public void onSubscribe(Flow.Subscription subscription) {
    this.subscription = subscription;
    subscription.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(List<ByteBuffer> pieces) {
    for (ByteBuffer piece : pieces) {
      if (piece.remaining() > limit - bytes.size()) {
        if (subscription != null) {
          subscription.cancel();
        }
        result.completeExceptionally(tooLarge.get());
        return;
      }
      byte[] copy = new byte[piece.remaining()];
      piece.get(copy);
      bytes.writeBytes(copy);
    }
  }

  @Override
  public void onError(Throwable error) {
    result.completeExceptionally(error);
  }

  @Override
  public void onComplete() {
    result.complete(bytes.toByteArray());
  }

  /// Decompresses up to the limit; null where there would be more.
  ///
  /// @throws IOException where the bytes are damaged
  static byte @Nullable [] unpacked(byte[] packed, int limit) throws IOException {
    if (packed.length == 0) {
      return packed;
    }
    try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
      byte[] unpacked = in.readNBytes(limit);
      return in.read() < 0 ? unpacked : null;
    }
  }
}
