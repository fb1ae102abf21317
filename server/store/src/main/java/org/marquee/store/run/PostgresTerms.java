package org.marquee.store.run;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.ListingsUnavailable;
import org.marquee.listing.SourceTerms;
import org.marquee.listing.SourceTerms.Mention;
import org.marquee.store.audit.Audit;
import org.marquee.store.audit.Audited;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.Outage;
import org.marquee.store.sql.Sql;
import org.marquee.store.sql.Work;

/// Attribution and licence of the providers of stored records.
public final class PostgresTerms implements SourceTerms.TermsOf {
  private final Database database;

  public PostgresTerms(Database database) {
    this.database = database;
  }

  @Override
  public SortedMap<String, SourceTerms> byProvider() {
    SortedMap<String, SourceTerms> all = new TreeMap<>();
    Work.on(
        database.reserve()::getConnection,
        e -> new ListingsUnavailable("what sources ask for cannot be read: " + Outage.why(e), e),
        connection ->
            Sql.of("select t.* from source_terms t join provider p on p.name = t.provider")
                .each(connection, row -> all.put(row.getString("provider"), terms(row))));
    return all;
  }

  /// What a row of the table says; one without columns that are set says nothing.
  static SourceTerms terms(ResultSet row) throws SQLException {
    return new SourceTerms(mention(row, "attribution"), mention(row, "licence"));
  }

  private static @Nullable Mention mention(ResultSet row, String name) throws SQLException {
    String text = row.getString(name);
    return text == null ? null : new Mention(text, row.getString(name + "_url"));
  }

  /// Notes the terms of a provider, in a transaction of its own.
  static void note(Connection connection, Audit audit, String provider, SourceTerms terms)
      throws SQLException {
    Mention attribution = terms.attribution();
    Mention licence = terms.licence();
    Sql update =
        Sql.of(
                terms.equals(SourceTerms.NONE)
                    ? "delete from source_terms where provider = :provider"
                    : """
                    insert into source_terms (provider, attribution, attribution_url, licence, licence_url)
                    values (:provider, :attribution, :whence, :licence, :deed)
                    on conflict (provider) do update set attribution = excluded.attribution,
                      attribution_url = excluded.attribution_url, licence = excluded.licence,
                      licence_url = excluded.licence_url
                    """)
            .bind("provider", provider)
            .bind("attribution", attribution == null ? null : attribution.text())
            .bind("whence", attribution == null ? null : attribution.url())
            .bind("licence", licence == null ? null : licence.text())
            .bind("deed", licence == null ? null : licence.url());
    connection.setAutoCommit(false);
    audit.change(connection, Audited.PROVIDER_TERMS, provider, update::run);
    connection.commit();
  }
}
