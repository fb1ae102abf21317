package org.marquee.store.reconcile;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.marquee.store.sql.Revisions;
import org.marquee.store.sql.Sql;

/// Notes the languages that the titles of films are wanted in, and chooses the titles again.
public final class TitleLanguages {
  private TitleLanguages() {}

  /// Changes nothing where it is so already.
  ///
  /// @param languages the best first; none: the country with most showtimes decides
  public static void give(Connection connection, List<String> languages) throws SQLException {
    if (present(connection).equals(languages)) {
      return;
    }
    Revisions.change(
        connection,
        () -> {
          Statements sql = new Statements(connection);
          sql.run("delete from title_language");
          for (int place = 0; place < languages.size(); place++) {
            sql.statement("insert into title_language (place, language) values (:place, :language)")
                .bind("place", place)
                .bind("language", languages.get(place))
                .run(connection);
          }
          TempTable.createLinkage(sql);
          PublishedTitles titles = new PublishedTitles(sql);
          titles.noteAll();
          return titles.settle() > 0;
        });
  }

  static List<String> present(Connection connection) throws SQLException {
    return Sql.of("select language from title_language order by place")
        .list(connection, rows -> rows.getString(1));
  }
}
