package org.marquee.access.usage;

/// How much was used (docs/usage.md).
///
/// @param requests all that were answered, of which the last three are a part
/// @param bytes of the answers, heads included, as they were sent
/// @param notModified answers with 304
/// @param limited answers with 429
/// @param errors answers with another status of 400 and above
public record UsageCounts(long requests, long bytes, long notModified, long limited, long errors) {
  /// Nothing.
  public static final UsageCounts NONE = new UsageCounts(0, 0, 0, 0, 0);

  UsageCounts minus(UsageCounts other) {
    return new UsageCounts(
        requests - other.requests,
        bytes - other.bytes,
        notModified - other.notModified,
        limited - other.limited,
        errors - other.errors);
  }
}
