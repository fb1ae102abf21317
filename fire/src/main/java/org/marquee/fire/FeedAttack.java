package org.marquee.fire;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Consumer;
import org.marquee.feed.detection.FeedFuzz;

/// Broken feeds, read by a part of the product in this process.
final class FeedAttack implements Attack {
  private final FeedFuzz fuzz;
  private final FeedFuzz.Use use;

  FeedAttack(FeedFuzz fuzz, FeedFuzz.Use use) {
    this.fuzz = fuzz;
    this.use = use;
  }

  @Override
  public long next(Consumer<String> faults) {
    try {
      fuzz.next(use);
    } catch (AssertionError e) {
      faults.accept(e.getCause() + " " + e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return 1;
  }
}
