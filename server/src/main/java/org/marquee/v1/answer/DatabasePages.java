package org.marquee.v1.answer;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.CinemaQuery;
import org.marquee.listing.Film;
import org.marquee.listing.Freshness;
import org.marquee.listing.Listings;
import org.marquee.listing.Page;
import org.marquee.listing.Position;
import org.marquee.listing.ProgrammeEntry;
import org.marquee.listing.ProgrammeEntry.Programmes;
import org.marquee.listing.ProgrammeQuery;
import org.marquee.listing.Provenance;
import org.marquee.listing.Revision;
import org.marquee.listing.Showtime;
import org.marquee.listing.ShowtimeQuery;
import org.marquee.page.OutputBuffer;
import org.marquee.page.PageInfo;
import org.marquee.page.Pages;
import org.marquee.page.ProgrammeWriter;
import org.marquee.page.RecordEncoder;
import org.marquee.page.RecordEncoder.Written;

/// Pages of records that are read from the database when they are asked for.
public final class DatabasePages implements Pages {
  private final Listings listings;
  private final RecordEncoder encoder;

  /// @param listings may block
  /// @param encoder writes each record
  public DatabasePages(Listings listings, RecordEncoder encoder) {
    this.listings = listings;
    this.encoder = encoder;
  }

  @Override
  public Revision revision() {
    return listings.revision();
  }

  @Override
  public PageInfo showtimes(
      ShowtimeQuery query, Position.@Nullable ByStart after, int limit, OutputBuffer buffer) {
    return list(state -> state.showtimes(query, after, limit), encoder::write, buffer);
  }

  @Override
  public PageInfo films(Position.@Nullable ByName after, int limit, OutputBuffer buffer) {
    return list(state -> state.films(after, limit), encoder::write, buffer);
  }

  @Override
  public PageInfo cinemas(
      CinemaQuery query, @Nullable Position after, int limit, OutputBuffer buffer) {
    return list(state -> state.cinemas(query, after, limit), encoder::write, buffer);
  }

  @Override
  public PageInfo screens(
      String cinemaId, Position.@Nullable ByName after, int limit, OutputBuffer buffer) {
    return list(state -> state.screens(cinemaId, after, limit), encoder::write, buffer);
  }

  @Override
  public PageInfo chains(Position.@Nullable ByName after, int limit, OutputBuffer buffer) {
    return list(state -> state.chains(after, limit), encoder::write, buffer);
  }

  @Override
  public PageInfo programmes(
      ProgrammeQuery query, @Nullable Position after, int limit, Instant now, OutputBuffer buffer) {
    return listings.inOneState(state -> {
      Programmes page = state.programmes(query, after, limit, now);
      ProgrammeWriter writer = new ProgrammeWriter(buffer);
      page.cinemas().forEach(cinema -> write(cinema, writer, buffer));
      return new PageInfo(state.revision(), page.next(), page.freshness(), page.expires());
    });
  }

  private void write(ProgrammeEntry cinema, ProgrammeWriter writer, OutputBuffer buffer) {
    writer.cinema();
    buffer.add(encoder.write(cinema.cinema()).text());
    writer.days(cinema.clock(), cinema.kilometres());
    for (ProgrammeEntry.Day day : cinema.days()) {
      writer.day(day.date(), day.coverage());
      for (ProgrammeEntry.Showing showing : day.films()) {
        writer.film();
        buffer.add(encoder.write(showing.film()).text());
        writer.showtimes();
        for (Showtime showtime : showing.showtimes()) {
          writer.showtime();
          buffer.add(encoder.write(showtime).text());
        }
        writer.endFilm();
      }
      writer.endDay();
    }
    writer.endCinema();
  }

  private <T> PageInfo list(
      Function<Listings, Page<T>> question, Function<T, Written> writing, OutputBuffer buffer) {
    return listings.inOneState(state -> {
      Page<T> page = question.apply(state);
      List<T> records = page.records();
      for (int at = 0; at < records.size(); at++) {
        if (at > 0) {
          buffer.add(',');
        }
        buffer.add(writing.apply(records.get(at)).text());
      }
      return new PageInfo(state.revision(), page.next(), page.freshness());
    });
  }

  @Override
  public List<Film.Titles> titles(@Nullable Collection<String> ids) {
    return listings.titles(ids);
  }

  @Override
  public Optional<PageInfo> film(String id, OutputBuffer buffer) {
    return listings.inOneState(state ->
        state.findFilm(id).map(film -> one(state, encoder.write(film), film.provenance(), buffer)));
  }

  @Override
  public Optional<PageInfo> cinema(String id, OutputBuffer buffer) {
    return listings.inOneState(state ->
        state
            .findCinema(id)
            .map(cinema -> one(state, encoder.write(cinema), cinema.provenance(), buffer)));
  }

  private static PageInfo one(
      Listings state, Written written, Provenance provenance, OutputBuffer buffer) {
    buffer.add(written.text());
    return new PageInfo(state.revision(), null, Freshness.of(provenance));
  }

  @Override
  public <T> T inOneState(Function<Pages, T> reading) {
    return listings.inOneState(state -> reading.apply(new DatabasePages(state, encoder)));
  }

  @Override
  public PageInfo origin() {
    return listings.inOneState(state -> new PageInfo(state.revision(), null, state.origin()));
  }
}
