package org.marquee.ingest;

import java.util.List;
import org.marquee.notice.CinemaProgramme;
import org.marquee.notice.Notice;
import org.marquee.notice.Outlook;
import org.marquee.notice.RowCounts;

/// What became of a feed.
public sealed interface Outcome {
  /// It is stored, in full.
  ///
  /// @param rowCounts what became of each line
  /// @param programmes what became of the cinemas' programmes, those that changed first
  /// @param outlook what keeps its showtimes from readers
  /// @param revision the state of the data that it made
  record Applied(
      RowCounts rowCounts, List<CinemaProgramme> programmes, Outlook outlook, long revision)
      implements Outcome {
    public Applied {
      programmes = List.copyOf(programmes);
    }
  }

  /// Nothing was changed; the notice says why.
  record Refused(Notice notice) implements Outcome {}
}
