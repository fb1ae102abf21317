package org.marquee.v1;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.CinemaQuery;
import org.marquee.listing.Freshness;
import org.marquee.listing.Listings;
import org.marquee.listing.Page;
import org.marquee.listing.Paper;
import org.marquee.listing.Position;
import org.marquee.listing.Provenance;
import org.marquee.listing.Revision;
import org.marquee.listing.Script;
import org.marquee.listing.Script.Written;
import org.marquee.listing.Sheet;
import org.marquee.listing.Sheets;
import org.marquee.listing.ShowtimeQuery;

/// Sheets written when they are asked for, of listings that are read where they are stored.
public final class WrittenListings implements Sheets {
  private final Listings listings;
  private final Script script;

  /// Listings, written in a script.
  public WrittenListings(Listings listings, Script script) {
    this.listings = listings;
    this.script = script;
  }

  @Override
  public Revision revision() {
    return listings.revision();
  }

  @Override
  public Sheet showtimes(
      ShowtimeQuery query, Position.@Nullable ByStart after, int limit, Paper paper) {
    return list(state -> state.showtimes(query, after, limit), script::write, paper);
  }

  @Override
  public Sheet films(Position.@Nullable ByName after, int limit, Paper paper) {
    return list(state -> state.films(after, limit), script::write, paper);
  }

  @Override
  public Sheet cinemas(CinemaQuery query, @Nullable Position after, int limit, Paper paper) {
    return list(state -> state.cinemas(query, after, limit), script::write, paper);
  }

  @Override
  public Sheet screens(String cinemaId, Position.@Nullable ByName after, int limit, Paper paper) {
    return list(state -> state.screens(cinemaId, after, limit), script::write, paper);
  }

  @Override
  public Sheet chains(Position.@Nullable ByName after, int limit, Paper paper) {
    return list(state -> state.chains(after, limit), script::write, paper);
  }

  private <T> Sheet list(
      Function<Listings, Page<T>> question, Function<T, Written> writing, Paper paper) {
    return listings.inOneState(state -> {
      Page<T> page = question.apply(state);
      List<T> records = page.records();
      for (int at = 0; at < records.size(); at++) {
        if (at > 0) {
          paper.add(',');
        }
        paper.add(writing.apply(records.get(at)).text());
      }
      return new Sheet(state.revision(), page.next(), page.freshness());
    });
  }

  @Override
  public Optional<Sheet> film(String id, Paper paper) {
    return listings.inOneState(state ->
        state.findFilm(id).map(film -> one(state, script.write(film), film.provenance(), paper)));
  }

  @Override
  public Optional<Sheet> cinema(String id, Paper paper) {
    return listings.inOneState(state ->
        state
            .findCinema(id)
            .map(cinema -> one(state, script.write(cinema), cinema.provenance(), paper)));
  }

  private static Sheet one(Listings state, Written written, Provenance provenance, Paper paper) {
    paper.add(written.text());
    return new Sheet(state.revision(), null, Freshness.of(provenance));
  }

  @Override
  public Sheet origin() {
    return listings.inOneState(state -> new Sheet(state.revision(), null, state.origin()));
  }
}
