package org.marquee.snapshot;

import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.coverage.SourceStatement;
import org.marquee.listing.Chain;
import org.marquee.listing.ChangeSink;
import org.marquee.listing.Cinema;
import org.marquee.listing.Film;
import org.marquee.listing.Kind;
import org.marquee.listing.ListedRecord;
import org.marquee.listing.Location;
import org.marquee.listing.Screen;
import org.marquee.listing.Showtime;
import org.marquee.page.json.JsonRecordEncoder;
import org.marquee.snapshot.columns.Showtimes;
import org.marquee.snapshot.columns.ShowtimesDraft;
import org.marquee.snapshot.record.Observations;
import org.marquee.snapshot.record.WrittenRecord;
import org.marquee.snapshot.search.IndexedCinema;
import org.marquee.snapshot.search.IndexedFilm;
import org.marquee.snapshot.search.ProgrammeLinks;
import org.marquee.snapshot.search.RecordLists;
import org.marquee.snapshot.search.Snapshot;
import org.marquee.snapshot.search.SnapshotContents;
import org.marquee.snapshot.search.SortedIndex;

/// Makes the next snapshot of the last one and its changes, or of all records anew.
final class SnapshotBuilder implements ChangeSink {
  private final int from;
  private SnapshotContents last;
  private @Nullable Edition edition;

  private ShowtimesDraft showtimes;
  private Observations.Draft observations;
  private final Map<String, List<SourceStatement>> statements = new HashMap<>();
  private final Map<String, String> survivors = new HashMap<>();
  private final Map<Kind, Set<String>> touched = new EnumMap<>(Kind.class);
  private final List<IndexedFilm> films = new ArrayList<>();
  private final List<WrittenRecord> chains = new ArrayList<>();
  private final List<IndexedCinema> cinemas = new ArrayList<>();
  private final Map<String, List<WrittenRecord>> screens = new HashMap<>();

  /// @param from the first UTC day of showtimes to hold, counted from 1970
  SnapshotBuilder(Snapshot last, int from) {
    this.from = from;
    this.last = last.contents();
    showtimes = new ShowtimesDraft(this.last.showtimes());
    observations = new Observations.Draft(this.last.observations());
  }

  @Override
  public void begin(Edition announced) {
    edition = announced;
    if (announced.whole()) {
      last = Snapshot.NOTHING.contents();
      showtimes = new ShowtimesDraft(last.showtimes());
      observations = new Observations.Draft(last.observations());
      showtimes.expect(Integer.MAX_VALUE);
    }
  }

  @Override
  public void confirmed(
      String provider,
      @Nullable String cinemaId,
      Instant observedAt,
      @Nullable Instant sourceUpdatedAt) {
    observations.confirm(provider, cinemaId, observedAt, sourceUpdatedAt);
  }

  @Override
  public void statement(String cinemaId, SourceStatement statement) {
    statements.computeIfAbsent(cinemaId, _ -> new ArrayList<>(1)).add(statement);
  }

  @Override
  public void alias(String id, String survivor) {
    survivors.put(id, survivor);
  }

  @Override
  public void chain(Chain chain, String sortKey, Observed observed) {
    chains.add(written(Kind.CHAIN, chain, null, sortKey, observed));
  }

  @Override
  public void film(Film film, String sortKey, Observed observed) {
    films.add(IndexedFilm.of(written(Kind.FILM, film, null, sortKey, observed)));
  }

  @Override
  public void cinema(
      Cinema cinema,
      String sortKey,
      @Nullable String postcodeKey,
      String searchText,
      @Nullable ZoneId clock,
      Observed observed) {
    Location location = cinema.location();
    cinemas.add(
        new IndexedCinema(
            written(Kind.CINEMA, cinema, cinema.id(), sortKey, observed),
            cinema.chainId(),
            postcodeKey,
            searchText,
            location.latitude() == null ? Double.NaN : location.latitude(),
            location.longitude() == null ? Double.NaN : location.longitude(),
            clock,
            new IndexedCinema.Address(
                cinema.name(), location.countryCode(), location.locality(), location.postcode())));
  }

  @Override
  public void screen(Screen screen, String sortKey, Observed observed) {
    screens
        .computeIfAbsent(screen.cinemaId(), _ -> new ArrayList<>())
        .add(written(Kind.SCREEN, screen, screen.cinemaId(), sortKey, observed));
  }

  /// @param cinemaId of the programme that confirms the record; null for films and chains
  private WrittenRecord written(
      Kind kind,
      ListedRecord record,
      @Nullable String cinemaId,
      String sortKey,
      Observed observed) {
    return new WrittenRecord(
        kind,
        record,
        sortKey,
        JsonRecordEncoder.write(record),
        observed,
        observations.note(observed, record.provenance(), cinemaId));
  }

  @Override
  public void changed(Kind kind, Set<String> ids) {
    touched.put(kind, ids);
    if (kind == Kind.SHOWTIME) {
      showtimes.expect(ids.size());
      showtimes.drop(ids);
    }
  }

  @Override
  public void showtime(Showtime showtime, Observed observed) {
    int note = observations.note(observed, showtime.provenance(), showtime.cinemaId());
    showtimes.add(showtime, observed, note);
  }

  /// The next snapshot; to be called once, after the last change.
  Snapshot finish() {
    Edition announced = Objects.requireNonNull(edition);
    Showtimes all = showtimes.finish(from);
    RecordLists lists =
        new RecordLists(
            last.lists().films().with(films, touched(Kind.FILM)),
            last.lists().chains().with(chains, touched(Kind.CHAIN)),
            last.lists().cinemas().with(cinemas, touched(Kind.CINEMA)),
            screens(),
            Map.copyOf(survivors));
    return new Snapshot(
        new SnapshotContents(
            new SnapshotContents.ShownState(
                announced.revision(), from, announced.madeAt(), announced.newest()),
            all,
            observations.finish(),
            lists,
            ProgrammeLinks.of(all, lists, statements)));
  }

  /// Gives back the memory that was taken for a snapshot that will not be.
  void abandon() {
    showtimes.abandon();
  }

  private Set<String> touched(Kind kind) {
    return touched.getOrDefault(kind, Set.of());
  }

  private Map<String, SortedIndex<WrittenRecord>> screens() {
    Set<String> ids = touched(Kind.SCREEN);
    if (screens.isEmpty() && ids.isEmpty()) {
      return last.lists().screens();
    }
    Map<String, SortedIndex<WrittenRecord>> all =
        HashMap.newHashMap(last.lists().screens().size() + screens.size());
    last.lists()
        .screens()
        .forEach((cinema, index) -> {
          SortedIndex<WrittenRecord> left = index.with(List.of(), ids);
          if (left.size() > 0) {
            all.put(cinema, left);
          }
        });
    screens.forEach((cinema, more) ->
        all.put(cinema, all.getOrDefault(cinema, SortedIndex.none()).with(more, Set.of())));
    return all;
  }
}
