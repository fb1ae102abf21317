package org.marquee.feed.proposed;

import java.util.List;

/// Where the times of showings stand.
sealed interface Start {
  /// The rows that are showings.
  ColumnPath rows();

  /// How many rows have one.
  int count();

  /// How sure it is, from 0 to 100.
  int sure();

  String why();

  /// One column with date and time, or a column of each.
  record InColumns(List<TimeColumn> parts, int sure, String why) implements Start {
    public InColumns {
      parts = List.copyOf(parts);
    }

    @Override
    public int count() {
      return parts.stream().mapToInt(part -> part.column().count()).max().orElse(0);
    }

    @Override
    public ColumnPath rows() {
      return parts.stream()
          .map(part -> part.column().place().rows())
          .max(java.util.Comparator.comparingInt(ColumnPath::depth))
          .orElse(ColumnPath.ROOT);
    }
  }

  /// Columns that are called by dates or by times, and have the rest in their fields.
  ///
  /// @param headings the columns, and what each is called by as a mapping writes it
  /// @param beside the date of each row, where the columns are called by times; else empty
  record InHeadings(
      List<Heading> headings,
      List<TimeColumn> beside,
      String pattern,
      String language,
      int sure,
      String why)
      implements Start {
    public InHeadings {
      headings = List.copyOf(headings);
      beside = List.copyOf(beside);
    }

    @Override
    public int count() {
      return headings.stream().mapToInt(heading -> heading.column().count()).sum();
    }

    @Override
    public ColumnPath rows() {
      return ColumnPath.ROOT;
    }
  }

  /// A column that is called by a date or a time.
  ///
  /// @param split what stands between several times in a field; empty where there is one
  record Heading(FileColumn column, String constant, String split) {}
}
