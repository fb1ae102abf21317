package org.marquee.app.feed;

import org.marquee.ingest.Ledger.Rules;
import picocli.CommandLine.Option;

/// `--accept-shrink`, for a feed that is right although it lists much less than the one before.
final class ShrinkOption {
  @Option(
      names = "--accept-shrink",
      description =
          "Accept the feed even if it withdraws more than half of the upcoming showtimes.")
  private boolean accepted;

  Rules.Shrinking rule() {
    return accepted ? Rules.Shrinking.ACCEPTED : Rules.Shrinking.REFUSED;
  }
}
