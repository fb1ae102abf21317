package org.marquee.snapshot;

import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Chain;
import org.marquee.listing.ChangeSink;
import org.marquee.listing.Cinema;
import org.marquee.listing.Film;
import org.marquee.listing.Kind;
import org.marquee.listing.Location;
import org.marquee.listing.Provenance;
import org.marquee.listing.Screen;
import org.marquee.listing.Showtime;
import org.marquee.listing.SourceStatement;
import org.marquee.page.RecordEncoder;
import org.marquee.page.RecordEncoder.Written;
import org.marquee.snapshot.columns.ChangedIds;
import org.marquee.snapshot.columns.Day;
import org.marquee.snapshot.columns.DaysDraft;
import org.marquee.snapshot.columns.Dictionary;
import org.marquee.snapshot.record.Chunks;
import org.marquee.snapshot.record.Micros;
import org.marquee.snapshot.record.Observation;
import org.marquee.snapshot.record.ObservationRef;
import org.marquee.snapshot.record.ObservationScope;
import org.marquee.snapshot.record.ShowtimeStore;
import org.marquee.snapshot.record.ShowtimeStoreDraft;
import org.marquee.snapshot.record.WrittenRecord;
import org.marquee.snapshot.search.CinemaIndex;
import org.marquee.snapshot.search.IndexedCinema;
import org.marquee.snapshot.search.ProgrammeLinks;
import org.marquee.snapshot.search.Snapshot;
import org.marquee.snapshot.search.SnapshotContents;
import org.marquee.snapshot.search.SortedIndex;

/// Makes the next snapshot of the last one and its changes, or of all records anew.
///
/// Days on which nothing changed are shared with the last snapshot, and so is the memory of every
/// showtime that did not.
final class SnapshotBuilder implements ChangeSink {
  private final int from;
  private final RecordEncoder encoder;
  private SnapshotContents last;
  private @Nullable Edition edition;

  private final Chunks chunks = new Chunks();
  private ShowtimeStoreDraft store;
  private DaysDraft days;
  private Dictionary.Draft<String> films;
  private Dictionary.Draft<String> cinemas;
  private Dictionary.Draft<ObservationScope> scopes;
  private Observation[] observations;
  private final Map<Times, Observation> known = new HashMap<>();

  private final Map<String, List<SourceStatement>> statements = new HashMap<>();
  private final Map<String, String> aliases = new HashMap<>();
  private final Map<Kind, List<WrittenRecord>> entries = new EnumMap<>(Kind.class);
  private final Map<Kind, Set<String>> touched = new EnumMap<>(Kind.class);
  private final List<IndexedCinema> houses = new ArrayList<>();
  private final Map<String, List<WrittenRecord>> screens = new HashMap<>();

  private record Times(Instant observedAt, @Nullable Instant sourceUpdatedAt) {}

  /// @param from the first UTC day of showtimes to hold, counted from 1970
  SnapshotBuilder(Snapshot last, int from, RecordEncoder encoder) {
    this.from = from;
    this.encoder = encoder;
    for (Kind kind : Kind.values()) {
      entries.put(kind, new ArrayList<>());
      touched.put(kind, Set.of());
    }
    this.last = last.contents();
    store = new ShowtimeStoreDraft(this.last.store(), chunks);
    days = new DaysDraft(this.last.days(), this.last.store(), store, chunks);
    films = new Dictionary.Draft<>(this.last.films());
    cinemas = new Dictionary.Draft<>(this.last.cinemas());
    scopes = new Dictionary.Draft<>(this.last.scopes());
    observations = new Observation[0];
  }

  @Override
  public void begin(Edition announced) {
    edition = announced;
    if (announced.whole()) {
      last = Snapshot.NOTHING.contents();
      store = new ShowtimeStoreDraft(last.store(), chunks);
      days = new DaysDraft(last.days(), last.store(), store, chunks);
      films = new Dictionary.Draft<>(last.films());
      cinemas = new Dictionary.Draft<>(last.cinemas());
      scopes = new Dictionary.Draft<>(last.scopes());
      store.expect(Integer.MAX_VALUE);
    }
  }

  @Override
  public void confirmed(
      String provider,
      @Nullable String cinemaId,
      Instant observedAt,
      @Nullable Instant sourceUpdatedAt) {
    int scope = scopes.of(new ObservationScope(provider, cinemaId));
    if (scope >= observations.length) {
      observations = Arrays.copyOf(observations, Math.max(scope + 16, 2 * observations.length));
    }
    observations[scope] =
        known.computeIfAbsent(
            new Times(observedAt, sourceUpdatedAt),
            times -> Observation.of(times.observedAt(), times.sourceUpdatedAt(), encoder));
  }

  @Override
  public void statement(String cinemaId, SourceStatement statement) {
    statements.computeIfAbsent(cinemaId, _ -> new ArrayList<>(1)).add(statement);
  }

  @Override
  public void alias(String id, String survivor) {
    aliases.put(id, survivor);
  }

  private int note(Observed observed, Provenance provenance, @Nullable String cinemaId) {
    if (observed == Observed.ALONE) {
      return ObservationRef.ALONE;
    }
    int scope = scopes.of(new ObservationScope(provenance.provider(), cinemaId));
    if (scope >= observations.length || observations[scope] == null) {
      throw new IllegalStateException(
          "nothing confirms " + provenance.provider() + " " + provenance.externalId());
    }
    return ObservationRef.note(observed, scope);
  }

  @Override
  public void chain(Chain chain, String sortKey, Observed observed) {
    enter(
        Kind.CHAIN,
        entry(
            Kind.CHAIN,
            chain.id(),
            sortKey,
            encoder.write(chain),
            List.of(),
            chain.provenance(),
            observed,
            null));
  }

  @Override
  public void film(Film film, String sortKey, Observed observed) {
    enter(
        Kind.FILM,
        entry(
            Kind.FILM,
            film.id(),
            sortKey,
            encoder.write(film),
            film.titles().titles(),
            film.provenance(),
            observed,
            null));
  }

  @Override
  public void cinema(
      Cinema cinema,
      String sortKey,
      @Nullable String postcodeKey,
      String searchText,
      @Nullable ZoneId clock,
      Observed observed) {
    WrittenRecord entry =
        entry(
            Kind.CINEMA,
            cinema.id(),
            sortKey,
            encoder.write(cinema),
            List.of(),
            cinema.provenance(),
            observed,
            cinema.id());
    Location location = cinema.location();
    houses.add(
        new IndexedCinema(
            entry,
            cinema.chainId(),
            postcodeKey,
            searchText,
            location.latitude() == null ? Double.NaN : location.latitude(),
            location.longitude() == null ? Double.NaN : location.longitude(),
            clock,
            -1));
  }

  @Override
  public void screen(Screen screen, String sortKey, Observed observed) {
    WrittenRecord entry =
        entry(
            Kind.SCREEN,
            screen.id(),
            sortKey,
            encoder.write(screen),
            List.of(),
            screen.provenance(),
            observed,
            screen.cinemaId());
    screens.computeIfAbsent(screen.cinemaId(), _ -> new ArrayList<>()).add(entry);
  }

  private WrittenRecord entry(
      Kind kind,
      String id,
      String sortKey,
      Written written,
      List<String> titles,
      Provenance provenance,
      Observed observed,
      @Nullable String cinemaId) {
    return new WrittenRecord(
        kind,
        id,
        sortKey,
        written,
        titles,
        provenance,
        observed,
        note(observed, provenance, cinemaId));
  }

  private void enter(Kind kind, WrittenRecord entry) {
    entries(kind).add(entry);
  }

  @Override
  public void changed(Kind kind, Set<String> ids) {
    touched.put(kind, ids);
    if (kind == Kind.SHOWTIME) {
      store.expect(ids.size());
      days.drop(new ChangedIds(ids), from);
    }
  }

  private List<WrittenRecord> entries(Kind kind) {
    return Objects.requireNonNull(entries.get(kind));
  }

  private Set<String> touched(Kind kind) {
    return Objects.requireNonNull(touched.get(kind));
  }

  @Override
  public void showtime(Showtime showtime, Observed observed) {
    long start = Micros.of(showtime.startsAt());
    int note = note(observed, showtime.provenance(), showtime.cinemaId());
    int place = store.add(showtime, start, encoder.mark(showtime), observed, note);
    days.add(
        start,
        place,
        showtime.id().hashCode(),
        films.of(showtime.filmId()),
        cinemas.of(showtime.cinemaId()),
        (short) showtime.attributes().mask());
  }

  /// The next snapshot; to be called once, after the last change.
  Snapshot finish() {
    Edition announced = Objects.requireNonNull(edition);
    if (!days.isDropping()) {
      days.drop(new ChangedIds(Set.of()), from);
    }
    days.emptyPieces();
    ShowtimeStore all = store.finish();
    List<Day> allDays = days.finish(all, films.count());
    Map<String, SortedIndex> allScreens = screens();
    Dictionary<String> allFilms = films.finish();
    Dictionary<String> allCinemas = cinemas.finish();
    SortedIndex filmIndex = last.filmIndex().with(entries(Kind.FILM), touched(Kind.FILM));
    CinemaIndex cinemaIndex = last.cinemaIndex().with(houses, touched(Kind.CINEMA));
    return new Snapshot(
        new SnapshotContents(
            announced.revision(),
            from,
            announced.madeAt(),
            announced.newest(),
            allDays.toArray(Day[]::new),
            last.programmes().with(days.changedCinemas(), cinemas.count(), allDays, chunks),
            all,
            allFilms,
            allCinemas,
            scopes.finish(),
            Arrays.copyOf(observations, scopes.count()),
            filmIndex,
            last.chainIndex().with(entries(Kind.CHAIN), touched(Kind.CHAIN)),
            cinemaIndex,
            allScreens,
            aliases.equals(last.aliases()) ? last.aliases() : Map.copyOf(aliases),
            ProgrammeLinks.of(allFilms, filmIndex, allCinemas, cinemaIndex, statements)));
  }

  /// Gives back the memory that was taken for a snapshot that will not be.
  void abandon() {
    days.abandon();
    chunks.abandon();
  }

  private Map<String, SortedIndex> screens() {
    Set<String> ids = touched(Kind.SCREEN);
    if (screens.isEmpty() && ids.isEmpty()) {
      return last.screens();
    }
    Map<String, SortedIndex> all = HashMap.newHashMap(last.screens().size() + screens.size());
    last.screens()
        .forEach((cinema, index) -> {
          SortedIndex left = index.with(List.of(), ids);
          if (left.size() > 0) {
            all.put(cinema, left);
          }
        });
    screens.forEach((cinema, more) ->
        all.put(cinema, all.getOrDefault(cinema, SortedIndex.EMPTY).with(more, Set.of())));
    return all;
  }
}
