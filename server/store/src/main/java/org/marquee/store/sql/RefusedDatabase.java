package org.marquee.store.sql;

/// This program would not understand the tables: a newer program has changed them, an older one
/// made them otherwise, or they are another program's.
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

  /// A database of an older build: its tables were made by other migrations. A backup brings
  /// everything along.
  static RefusedDatabase olderBuild(Database.Address address) {
    return new RefusedDatabase(
        """
        the database %s was made by an older build of Marquee, whose tables this one does not bring forward. Nothing was changed. Take everything along:
          marquee backup FILE   (with the program that made it, and the options that you give now)
          marquee restore FILE --home NEW   (with this one)
        docs/upgrading.md, "From an older build", says more\
        """
            .formatted(address));
  }

  /// @param holds something that is in it, in words
  static RefusedDatabase ofAnotherProgram(Database.Address address, String holds) {
    return new RefusedDatabase(
        """
        the database %s has no Marquee tables and is not empty: it has the %s. Another program may use it. Nothing was changed.
          Name an empty database, or that of Marquee, with --database or MARQUEE_DATABASE\
        """
            .formatted(address, holds));
  }
}
