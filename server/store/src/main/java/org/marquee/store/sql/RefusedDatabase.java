package org.marquee.store.sql;

/// This program would not understand the tables: a newer program has changed them, or one before
/// 0.1.0 made them.
public final class RefusedDatabase extends DatabaseUnreachable {
  private static final long serialVersionUID = 1;

  RefusedDatabase(String message) {
    super(message, null);
  }

  /// A database of a program before 0.1.0: nothing reads it but that program.
  ///
  /// @param what it is, and where
  /// @param option by which commands name it
  public static RefusedDatabase beforeFirstRelease(String what, String option) {
    return new RefusedDatabase(
        """
        %s was made by a Marquee before 0.1.0, which this one does not read. Nothing was changed. Use another one, and take what is published along:
          marquee export DIR %s   (with the program that made it)
          docs/examples/export-to-feed.sh DIR PROVIDER > PROVIDER.ndjson
          marquee ingest PROVIDER.ndjson --provider PROVIDER   (with this one)
        docs/upgrading.md, "From before 0.1.0", says what comes along\
        """
            .formatted(what, option));
  }
}
