package org.marquee.store.read;

import java.util.Optional;
import org.marquee.listing.Folding;
import org.marquee.listing.ListingsUnavailable;
import org.marquee.listing.Postcodes;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.Outage;
import org.marquee.store.sql.Sql;
import org.marquee.store.sql.Work;

/// Finds where the towns and postcodes of stored cinemas are: a place has the position of its first
/// cinema. For commands: the search for places (docs/api.md, "Search places") needs a node's
/// memory.
public final class PostgresPlaces {
  private final Database database;

  public PostgresPlaces(Database database) {
    this.database = database;
  }

  /// A position.
  ///
  /// @param cinema the name of the one that has it
  public record Position(String cinema, double latitude, double longitude) {}

  private record Located(String locality, String postcode, Position position) {}

  /// The position of a town or a postcode; empty where no cinema has it.
  public Optional<Position> find(String text) {
    String folded = Folding.fold(text);
    String key = Postcodes.key(text);
    return Work.on(
            database.pool()::getConnection,
            e -> new ListingsUnavailable("the places cannot be read: " + Outage.why(e), e),
            connection ->
                Sql.of(
                        """
                        select name, locality, postcode_key, latitude, longitude from cinema
                        where not hidden and latitude is not null and longitude is not null order by sort_key, id
                        """)
                    .list(
                        connection,
                        row ->
                            new Located(
                                row.getString("locality"),
                                row.getString("postcode_key"),
                                new Position(
                                    row.getString("name"),
                                    row.getDouble("latitude"),
                                    row.getDouble("longitude")))))
        .stream()
        .filter(each -> Folding.fold(each.locality()).equals(folded) || key.equals(each.postcode()))
        .map(Located::position)
        .findFirst();
  }
}
