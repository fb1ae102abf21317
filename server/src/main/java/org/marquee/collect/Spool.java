package org.marquee.collect;

import java.io.IOException;
import java.io.OutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/// Takes the body of an answer in, up to a limit.
final class Spool implements BodySubscriber<Spool> {
  private final @Nullable OutputStream out;
  private final long most;
  private final @Nullable SourceFailed refusal;
  private final CompletableFuture<Spool> body = new CompletableFuture<>();
  private long bytes;
  private Flow.@Nullable Subscription subscription;

  private Spool(@Nullable OutputStream out, long most, @Nullable SourceFailed refusal) {
    this.out = out;
    this.most = most;
    this.refusal = refusal;
  }

  /// Writes the body to `out`, and fails with [SourceFailed] where it is longer than `most`.
  static Spool into(OutputStream out, long most) {
    return new Spool(out, most, null);
  }

  /// Reads none of the body: nobody wants it, and it may have no end.
  static Spool nowhere() {
    return new Spool(null, 0, null);
  }

  /// Reads none of the body, and fails.
  static Spool refusing(String why) {
    return new Spool(null, 0, new SourceFailed(why));
  }

  @Override
  public CompletionStage<Spool> getBody() {
    return body;
  }

  @Override
  public void onSubscribe(Flow.Subscription subscription) {
    this.subscription = subscription;
    if (out == null) {
      subscription.cancel();
      if (refusal == null) {
        body.complete(this);
      } else {
        body.completeExceptionally(refusal);
      }
    } else {
      subscription.request(1);
    }
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    Flow.Subscription source = subscription;
    if (out == null || source == null || body.isDone()) {
      return;
    }
    try {
      for (ByteBuffer buffer : buffers) {
        bytes += buffer.remaining();
        if (bytes > most) {
          throw new SourceFailed("it sends more than " + most + " bytes");
        }
        byte[] chunk = new byte[buffer.remaining()];
        buffer.get(chunk);
        write(out, chunk);
      }
      source.request(1);
    } catch (IOException e) {
      source.cancel();
      body.completeExceptionally(e);
    }
  }

  private static void write(OutputStream out, byte[] chunk) throws SourceFailed {
    try {
      out.write(chunk);
    } catch (IOException e) {
      throw new SourceFailed("what it sends cannot be kept: " + e.getMessage(), e);
    }
  }

  @Override
  public void onError(Throwable failure) {
    body.completeExceptionally(failure);
  }

  @Override
  public void onComplete() {
    body.complete(this);
  }
}
