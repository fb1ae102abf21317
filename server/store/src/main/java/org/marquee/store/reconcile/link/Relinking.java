package org.marquee.store.reconcile.link;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.marquee.listing.Kind;
import org.marquee.store.reconcile.stage.Statements;
import org.marquee.store.reconcile.stage.TempTable;
import org.marquee.store.sql.Revisions;

/// Publishes records again after something changed outside an import: source records by a decision,
/// by a new rank, or because a provider was removed; or the languages of titles.
public final class Relinking {
  private final Statements sql;

  private Relinking(Statements sql) {
    this.sql = sql;
  }

  /// To be called in a transaction that has begun a revision, before source records are changed.
  /// Those that are deleted must be noted in the temporary table `left_record` with the kind and id
  /// of their record.
  public static Relinking begin(Connection connection) throws SQLException {
    Statements sql = new Statements(connection);
    TempTable.createLinkage(sql);
    return new Relinking(sql);
  }

  /// Links source records again where a record has changed, and publishes what they describe.
  public void run() throws SQLException {
    new RecordLinkage(sql, 0).join();
    new SharedShowings(sql).join();
    new PublishedTitles(sql).settle();
    new CorrectedRecords(sql).hide();
    new ReleaseDue(sql).note();
    new ReleaseDue(sql).noteLook(Kind.CINEMA);
    new ReleaseDue(sql).noteLook(Kind.FILM);
  }

  /// Notes the languages that the titles of films are wanted in, and chooses the titles again.
  /// Changes nothing where it is so already.
  ///
  /// @param languages the best first; none: the country with most showtimes decides
  public static void wantTitles(Connection connection, List<String> languages) throws SQLException {
    Statements sql = new Statements(connection);
    if (PublishedTitles.languages(sql).equals(languages)) {
      return;
    }
    Revisions.change(
        connection,
        () -> {
          sql.run("delete from title_language");
          sql.statement(
                  """
                  insert into title_language (place, language)
                  select place - 1, language from unnest(:languages::text[]) with ordinality l(language, place)
                  """)
              .bind("languages", languages.toArray(String[]::new))
              .run(connection);
          TempTable.createLinkage(sql);
          PublishedTitles titles = new PublishedTitles(sql);
          titles.noteAll();
          return titles.settle() > 0;
        });
  }
}
