package org.marquee.store.reconcile.link;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Kind;
import org.marquee.matching.CinemaRules;
import org.marquee.matching.CinemaSource;
import org.marquee.matching.Clustering;
import org.marquee.matching.Decisions;
import org.marquee.matching.Directors;
import org.marquee.matching.FilmPeriods;
import org.marquee.matching.FilmRules;
import org.marquee.matching.FilmSource;
import org.marquee.matching.Identity;
import org.marquee.matching.Rules;
import org.marquee.matching.SourceRecord;
import org.marquee.store.reconcile.stage.Statements;
import org.marquee.store.reconcile.stage.TempTable;
import org.marquee.store.record.CinemaColumns;
import org.marquee.store.record.FilmColumns;
import org.marquee.store.sql.CopyRows;
import org.marquee.store.sql.Sql;
import org.marquee.title.TitleIn;
import org.marquee.title.Titles;

/// The stored source records of one kind, and the rules that link them.
///
/// @param rules for all source records of the kind
/// @param reading of those that are stored
/// @param form equal ones always link; null where a source record is like no other
/// @param joined one for two of equal form
public record SourceRecords<W extends SourceRecord>(
    Kind kind,
    BiFunction<Collection<W>, Decisions, Rules<W>> rules,
    SourceRecords.Reading<W> reading,
    Function<W, @Nullable Object> form,
    BinaryOperator<W> joined) {
  /// Films. Cleaning a title takes time, so the cleaned title is stored.
  public static final SourceRecords<FilmSource> FILMS =
      new SourceRecords<>(
          Kind.FILM, FilmRules::of, SourceRecords::films, FilmSource::form, FilmSource::alsoShown);

  public static final SourceRecords<CinemaSource> CINEMAS =
      new SourceRecords<>(
          Kind.CINEMA,
          (_, _) -> new CinemaRules(),
          SourceRecords::cinemas,
          _ -> null,
          (one, _) -> one);

  /// A source record with its id and that of its record.
  public record LinkedSource<W>(W source, Identity.Bearer bearer) {}

  /// Reads source records.
  public interface Reading<W> {
    /// Reads some of them.
    ///
    /// @param which SQL of those that are read, the rows `w`
    List<LinkedSource<W>> read(Statements sql, String which) throws SQLException;
  }

  /// All that are stored.
  public List<LinkedSource<W>> all(Connection connection) throws SQLException {
    return reading.read(new Statements(connection), "true");
  }

  /// Puts those that describe one thing together.
  public Clustering.Outcome<W> group(Collection<W> sources, Decisions decisions) {
    return Clustering.of(sources, rules.apply(sources, decisions), decisions);
  }

  public String table() {
    return kind().word() + "_source";
  }

  /// The decisions of persons. A source record of the house whose external id is the id of another
  /// one is such a decision too.
  public Decisions decisions(Connection connection) throws SQLException {
    return new Decisions(
        Sql.of(
                """
                select one, other, same from decision
                union all
                select w.id, t.id, true from %1$s w join provider p on p.id = w.provider_id
                join %1$s t on t.id = w.external_id
                where p.name = '%2$s' and t.id <> w.id and not exists (
                  select from decision d where d.one = least(w.id, t.id) and d.other = greatest(w.id, t.id))
                """
                    .formatted(table(), Providers.HOUSE))
            .list(
                connection,
                rows ->
                    new Decisions.Decision(
                        rows.getString("one"), rows.getString("other"), rows.getBoolean("same"))));
  }

  private static Identity.Bearer bearer(ResultSet rows) throws SQLException {
    return new Identity.Bearer(
        new Identity.Id(rows.getString("id"), rows.getLong("born")),
        new Identity.Id(rows.getString("record_id"), rows.getLong("record_born")));
  }

  private static List<LinkedSource<FilmSource>> films(Statements sql, String which)
      throws SQLException {
    cleanTitles(sql);
    // Those of a chain's films are the same for each cinema.
    Map<String, Directors> directors = new HashMap<>();
    Map<String, FilmPeriods> shown = ShowingPeriods.load(sql, which);
    return sql.list(
        """
        select id, provider_id, title, title_key, title_name, title_year, plain, other_names, bracket, duration_minutes, directors,
          coalesce(title_year, extract(year from release_date)::integer) as year, ext_catalog_a_id, ext_catalog_b_id, born, record_id, record_born
        from film_source w where %s
        """
            .formatted(which),
        rows -> new LinkedSource<>(film(rows, directors, shown), bearer(rows)));
  }

  static void cleanTitles(Statements sql) throws SQLException {
    CopyRows titles = TempTable.CLEAN_TITLE.rows();
    long unclean =
        sql.each(
            """
            select id, title, original_title, titles from film_source
            where not judged and title_key is null and title is not null
            """,
            rows -> {
              FilmSource.Title title = FilmSource.Title.of(rows.getString("title"));
              titles
                  .row()
                  .text(rows.getString("id"))
                  .text(title.key())
                  .text(title.name())
                  .integer(title.year())
                  .flag(title.plain())
                  .text(FilmColumns.write(otherNames(title, rows)));
            });
    if (unclean == 0) {
      return;
    }
    sql.fill(TempTable.CLEAN_TITLE, titles);
    sql.run("analyze clean_title");
    sql.run(
        """
        update film_source w set title_key = t.title_key, title_name = t.title_name, title_year = t.title_year,
          plain = t.plain, other_names = t.other_names
        from clean_title t where t.id = w.id
        """);
  }

  /// The names of the other titles, as they are compared.
  private static List<String> otherNames(FilmSource.Title title, ResultSet rows)
      throws SQLException {
    return Stream.concat(
            Stream.ofNullable(rows.getString("original_title")),
            FilmColumns.titlesIn(rows.getString("titles")).stream().map(TitleIn::title))
        .map(other -> FilmSource.Title.of(other).name())
        .filter(name -> !name.equals(title.name()))
        .distinct()
        .toList();
  }

  private static FilmSource film(
      ResultSet rows, Map<String, Directors> directors, Map<String, FilmPeriods> shown)
      throws SQLException {
    String directed = rows.getString("directors");
    String key = rows.getString("title_key");
    return new FilmSource(
        rows.getString("id"),
        rows.getInt("provider_id"),
        key == null
            ? null
            : new FilmSource.Title(
                key,
                rows.getString("title_name"),
                rows.getObject("title_year", Integer.class),
                rows.getBoolean("plain"),
                Titles.ends(rows.getString("title"), rows.getString("title_name"))),
        key == null ? null : rows.getString("bracket"),
        FilmColumns.read(rows.getString("other_names")),
        new FilmSource.Facts(
            rows.getObject("year", Integer.class),
            rows.getObject("duration_minutes", Integer.class),
            directed == null ? Directors.NONE : directors.computeIfAbsent(directed, Directors::of),
            rows.getString("ext_catalog_a_id"),
            rows.getString("ext_catalog_b_id")),
        shown.getOrDefault(rows.getString("id"), FilmPeriods.NEVER));
  }

  private static List<LinkedSource<CinemaSource>> cinemas(Statements sql, String which)
      throws SQLException {
    return sql.list(
        """
        select w.id, w.provider_id, w.name, h.name as chain, w.locality, w.country_code, w.postcode, w.latitude,
          w.longitude, w.born, w.record_id, w.record_born
        from cinema_source w left join chain h on h.id = w.chain_id where %s
        """
            .formatted(which),
        rows -> new LinkedSource<>(cinema(rows), bearer(rows)));
  }

  static CinemaSource cinema(ResultSet rows) throws SQLException {
    return CinemaSource.of(
        rows.getString("id"),
        rows.getInt("provider_id"),
        rows.getString("name"),
        rows.getString("chain"),
        site(rows));
  }

  private static CinemaSource.Site site(ResultSet rows) throws SQLException {
    return new CinemaSource.Site(
        rows.getString("locality"),
        rows.getString("country_code"),
        rows.getString("postcode"),
        rows.getObject("latitude", Double.class),
        rows.getObject("longitude", Double.class));
  }

  /// Gives keys to the cinemas that lack them, since an older program wrote them, or a trigger took
  /// away keys that may be of another place: without them, what may be the same would not find
  /// them.
  public static void giveKeys(Statements sql) throws SQLException {
    Map<String, String> keys = new HashMap<>();
    sql.each(
        """
        select id, name, locality, country_code, postcode, latitude, longitude from cinema_source
        where keys is null
        """,
        rows ->
            keys.put(rows.getString("id"), CinemaColumns.keys(rows.getString("name"), site(rows))));
    if (!keys.isEmpty()) {
      sql.statement(
              """
              update cinema_source w set keys = k.keys
              from unnest(:ids::text[], :keys::text[]) k (id, keys) where k.id = w.id
              """)
          .bind("ids", keys.keySet().toArray(String[]::new))
          .bind("keys", keys.values().toArray(String[]::new))
          .run(sql.connection());
    }
  }
}
