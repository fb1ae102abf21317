package org.marquee.node.checkpoint;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.marquee.access.Register;
import org.marquee.files.checkpoint.CheckpointSink;
import org.marquee.files.checkpoint.CheckpointSource;
import org.marquee.files.checkpoint.UnusableCheckpoint;
import org.marquee.listing.Revision;

/// The register of keys in a checkpoint, and what the database last confirmed.
///
/// @param confirmedAt when the database confirmed the register
/// @param listings the revision of the listings that the node had by then
/// @param listingsConfirmedAt when the database confirmed that revision
public record SavedKeys(
    Register register, Instant confirmedAt, String listings, Instant listingsConfirmedAt) {
  /// To be raised with each change of what is written.
  static final int LAYOUT = 2;

  /// A node starts with keys that the database confirmed within this time. Nobody knows which of
  /// them were revoked while the node was down (docs/decisions/0152).
  public static final Duration TRUSTED = Duration.ofHours(24);

  /// Whether a node may start with them. Where the clock was set back by more, their age is not
  /// known.
  public boolean isTrusted(Instant now) {
    return Duration.between(confirmedAt, now).abs().compareTo(TRUSTED) <= 0;
  }

  /// Whether the node had this revision of the listings when it wrote the keys.
  public boolean had(Revision revision) {
    return listings.equals(revision.toString());
  }

  void write(CheckpointSink sink) throws IOException {
    sink.instant(confirmedAt);
    sink.text(listings);
    sink.instant(listingsConfirmedAt);
    register.write(sink);
  }

  public static SavedKeys read(CheckpointSource source) throws IOException, UnusableCheckpoint {
    Instant confirmedAt = source.instant();
    String listings = source.text();
    Instant listingsConfirmedAt = source.instant();
    return new SavedKeys(Register.read(source), confirmedAt, listings, listingsConfirmedAt);
  }
}
