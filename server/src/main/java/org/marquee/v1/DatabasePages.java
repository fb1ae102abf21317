package org.marquee.v1;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.CinemaQuery;
import org.marquee.listing.Freshness;
import org.marquee.listing.Listings;
import org.marquee.listing.Page;
import org.marquee.listing.Position;
import org.marquee.listing.Provenance;
import org.marquee.listing.Revision;
import org.marquee.listing.ShowtimeQuery;
import org.marquee.page.OutputBuffer;
import org.marquee.page.PageInfo;
import org.marquee.page.Pages;
import org.marquee.page.RecordEncoder;
import org.marquee.page.RecordEncoder.Written;

/// Sheets written when they are asked for, of listings that are read where they are stored.
public final class DatabasePages implements Pages {
  private final Listings listings;
  private final RecordEncoder script;

  /// Listings, written in a script.
  public DatabasePages(Listings listings, RecordEncoder script) {
    this.listings = listings;
    this.script = script;
  }

  @Override
  public Revision revision() {
    return listings.revision();
  }

  @Override
  public PageInfo showtimes(
      ShowtimeQuery query, Position.@Nullable ByStart after, int limit, OutputBuffer paper) {
    return list(state -> state.showtimes(query, after, limit), script::write, paper);
  }

  @Override
  public PageInfo films(Position.@Nullable ByName after, int limit, OutputBuffer paper) {
    return list(state -> state.films(after, limit), script::write, paper);
  }

  @Override
  public PageInfo cinemas(
      CinemaQuery query, @Nullable Position after, int limit, OutputBuffer paper) {
    return list(state -> state.cinemas(query, after, limit), script::write, paper);
  }

  @Override
  public PageInfo screens(
      String cinemaId, Position.@Nullable ByName after, int limit, OutputBuffer paper) {
    return list(state -> state.screens(cinemaId, after, limit), script::write, paper);
  }

  @Override
  public PageInfo chains(Position.@Nullable ByName after, int limit, OutputBuffer paper) {
    return list(state -> state.chains(after, limit), script::write, paper);
  }

  private <T> PageInfo list(
      Function<Listings, Page<T>> question, Function<T, Written> writing, OutputBuffer paper) {
    return listings.inOneState(state -> {
      Page<T> page = question.apply(state);
      List<T> records = page.records();
      for (int at = 0; at < records.size(); at++) {
        if (at > 0) {
          paper.add(',');
        }
        paper.add(writing.apply(records.get(at)).text());
      }
      return new PageInfo(state.revision(), page.next(), page.freshness());
    });
  }

  @Override
  public Optional<PageInfo> film(String id, OutputBuffer paper) {
    return listings.inOneState(state ->
        state.findFilm(id).map(film -> one(state, script.write(film), film.provenance(), paper)));
  }

  @Override
  public Optional<PageInfo> cinema(String id, OutputBuffer paper) {
    return listings.inOneState(state ->
        state
            .findCinema(id)
            .map(cinema -> one(state, script.write(cinema), cinema.provenance(), paper)));
  }

  private static PageInfo one(
      Listings state, Written written, Provenance provenance, OutputBuffer paper) {
    paper.add(written.text());
    return new PageInfo(state.revision(), null, Freshness.of(provenance));
  }

  @Override
  public PageInfo origin() {
    return listings.inOneState(state -> new PageInfo(state.revision(), null, state.origin()));
  }
}
