package org.marquee.site.check;

import java.io.IOException;
import java.net.URI;
import java.nio.channels.InterruptedByTimeoutException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.ProgrammeEntry;
import org.marquee.notice.Notice;
import org.marquee.notice.Report;
import org.marquee.site.frame.CheckLimits;

/// Checks a feed as an import would, and stores nothing.
public interface FeedCheck {
  /// The names of the formats that can be chosen.
  Set<String> formats();

  /// Checks a feed.
  ///
  /// @param limits of the check
  /// @param watcher hears how it goes on, on the thread of the caller
  /// @throws IOException if the file cannot be read
  /// @throws org.marquee.listing.ListingsUnavailable if the database cannot be used
  Outcome check(Feed feed, CheckLimits limits, Watcher watcher) throws IOException;

  /// Looks at a file for which no format was named.
  ///
  /// @param said corrections of the mapping, by field
  /// @return empty where a format fits, or no mapping could be proposed: the file is checked then
  /// @throws InterruptedByTimeoutException if that takes longer than it may
  Optional<MappingLook> look(Feed feed, CheckLimits limits, Map<String, String> said)
      throws IOException;

  /// Fetches a feed from the public internet.
  ///
  /// @param file where it is kept
  /// @return whether only the end of the connection ended it
  /// @throws Unfetched if that is not possible; the message says why
  /// @throws IOException if the file cannot be written
  boolean fetch(URI address, Path file, CheckLimits limits) throws IOException;

  /// A feed cannot be fetched.
  final class Unfetched extends IOException {
    private static final long serialVersionUID = 1;

    public Unfetched(String message, @Nullable IOException cause) {
      super(message, cause);
    }
  }

  /// What is checked.
  ///
  /// @param name as its sender calls it
  /// @param format one of [#formats]; null: the one that is recognised
  /// @param openEnded whether only the end of a connection ended the file
  record Feed(String name, Path file, @Nullable String format, boolean openEnded) {}

  /// Hears how a check goes on. What it throws ends the check.
  interface Watcher {
    /// Something was found.
    void found(Notice notice);

    /// So many bytes more were read, unpacked.
    void read(int bytes);

    /// Whether nobody waits for the report any more: the check may end anywhere. Asked by any
    /// thread.
    boolean hasLeft();
  }

  /// How a check ended.
  sealed interface Outcome {
    /// It came to its end, perhaps by refusing the feed.
    ///
    /// @param preview the programmes of some of its cinemas as they would be published, each with
    ///   the first day that has a showing
    record Checked(Report report, List<ProgrammeEntry> preview) implements Outcome {
      public Checked {
        preview = List.copyOf(preview);
      }
    }

    /// Imports came first, again and again.
    record GaveWay() implements Outcome {}

    /// It took longer than it may.
    record TookTooLong() implements Outcome {}
  }
}
