package org.marquee.store.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.marquee.coverage.SourceStatement;
import org.marquee.listing.Chain;
import org.marquee.listing.ChangeSink;
import org.marquee.listing.ChangeSource;
import org.marquee.listing.Cinema;
import org.marquee.listing.Film;
import org.marquee.listing.Kind;
import org.marquee.listing.Provenance;
import org.marquee.listing.Revision;
import org.marquee.listing.Screen;
import org.marquee.listing.Showtime;

/// A copy of the listings in plain maps. It takes each update as it is, and checks the promised
/// order of calls.
@NullMarked
public final class NotedCopy implements ChangeSink {
  /// A record as it is read now.
  ///
  /// @param keys the keys that come with the record
  public record Noted(Record record, String keys) {}

  private record Told(
      Kind kind, Record record, Provenance provenance, String cinema, String keys, Observed own) {}

  private record Feed(String provider, String cinema) {}

  private record Confirmed(Instant observedAt, @Nullable Instant sourceUpdatedAt) {}

  private final Map<String, Told> records = new HashMap<>();
  private final Map<Feed, Confirmed> confirmed = new HashMap<>();
  private final Set<String> toldNow = new TreeSet<>();
  private final Set<String> changed = new TreeSet<>();
  private @Nullable Edition edition;
  private boolean sawRecord;
  private final Runnable meanwhile;

  public NotedCopy() {
    this(() -> {});
  }

  /// @param meanwhile runs at the beginning of each update
  NotedCopy(Runnable meanwhile) {
    this.meanwhile = meanwhile;
  }

  /// Brings the copy up to date by single changes, if that is possible.
  public NotedCopy follow(ChangeSource original, Instant from, int most) {
    Edition before = edition;
    original.copy(before == null ? null : before.revision(), from, most, this);
    return this;
  }

  /// A copy made at once.
  public static NotedCopy of(ChangeSource original, Instant from) {
    return new NotedCopy().follow(original, from, 0);
  }

  /// The edition of the last update.
  public Edition edition() {
    return Objects.requireNonNull(edition, "nothing was told yet");
  }

  public Revision revision() {
    return edition().revision();
  }

  /// The ids of the last update, removed records included.
  public Set<String> toldNow() {
    return edition().whole() ? toldNow : changed;
  }

  @Override
  public void begin(Edition begun) {
    edition = begun;
    if (begun.whole()) {
      records.clear();
    }
    confirmed.clear();
    aliases.clear();
    toldNow.clear();
    changed.clear();
    sawRecord = false;
    meanwhile.run();
  }

  @Override
  public void confirmed(
      String provider,
      @Nullable String cinemaId,
      Instant observedAt,
      @Nullable Instant sourceUpdatedAt) {
    assertThat(sawRecord).as("a confirmation after a record").isFalse();
    Confirmed before =
        confirmed.put(
            new Feed(provider, cinemaId == null ? "" : cinemaId),
            new Confirmed(observedAt, sourceUpdatedAt));
    assertThat(before).as("confirmed twice").isNull();
  }

  private final Map<String, String> aliases = new TreeMap<>();

  @Override
  public void alias(String id, String survivor) {
    assertThat(sawRecord).as("an alias after a record").isFalse();
    assertThat(aliases.put(id, survivor)).as("an alias came twice").isNull();
  }

  /// The ids that are aliases.
  public Map<String, String> aliases() {
    return aliases;
  }

  @Override
  public void chain(Chain chain, String sortKey, Observed observed) {
    note(chain.id(), new Told(Kind.CHAIN, chain, chain.provenance(), "", sortKey, observed));
  }

  @Override
  public void statement(String cinemaId, SourceStatement statement) {
    assertThat(sawRecord).as("a statement after a record").isFalse();
  }

  @Override
  public void cinema(
      Cinema cinema,
      String sortKey,
      @Nullable String postcodeKey,
      String searchText,
      @Nullable ZoneId clock,
      Observed observed) {
    String keys =
        String.join("|", sortKey, String.valueOf(postcodeKey), searchText, String.valueOf(clock));
    note(
        cinema.id(),
        new Told(Kind.CINEMA, cinema, cinema.provenance(), cinema.id(), keys, observed));
  }

  @Override
  public void film(Film film, String sortKey, Observed observed) {
    note(film.id(), new Told(Kind.FILM, film, film.provenance(), "", sortKey, observed));
  }

  @Override
  public void screen(Screen screen, String sortKey, Observed observed) {
    note(
        screen.id(),
        new Told(Kind.SCREEN, screen, screen.provenance(), screen.cinemaId(), sortKey, observed));
  }

  @Override
  public void showtime(Showtime showtime, Observed observed) {
    note(
        showtime.id(),
        new Told(
            Kind.SHOWTIME, showtime, showtime.provenance(), showtime.cinemaId(), "", observed));
  }

  private void note(String id, Told told) {
    sawRecord = true;
    assertThat(toldNow.add(id)).as("the record came twice: " + id).isTrue();
    if (!edition().whole()) {
      assertThat(changed).as("listed as changed before it comes").contains(id);
    }
    records.put(id, told);
    assertThat(provenance(told)).as("its provenance: " + told).isEqualTo(told.provenance());
  }

  @Override
  public void changed(Kind kind, Set<String> ids) {
    sawRecord = true;
    assertThat(edition().whole()).as("a whole edition lists no changes").isFalse();
    for (String id : ids) {
      assertThat(changed.add(id)).as("listed twice as changed: " + id).isTrue();
      assertThat(toldNow).as("it came before it was listed as changed").doesNotContain(id);
      Told was = records.remove(id);
      assertThat(was == null ? kind : was.kind()).isEqualTo(kind);
    }
  }

  /// All there is by id, as it is observed now.
  public Map<String, Noted> records() {
    return records(EnumSet.allOf(Kind.class));
  }

  public Map<String, Noted> records(Set<Kind> kinds) {
    Map<String, Noted> all = new TreeMap<>();
    records.forEach((id, told) -> {
      if (kinds.contains(told.kind())) {
        all.put(id, new Noted(observed(told.record(), provenance(told)), told.keys()));
      }
    });
    return all;
  }

  private Provenance provenance(Told told) {
    if (told.own() == Observed.ALONE) {
      return told.provenance();
    }
    Provenance own = told.provenance();
    Confirmed by =
        Objects.requireNonNull(
            confirmed.get(new Feed(own.provider(), told.cinema())),
            () -> "nothing has confirmed " + told);
    return new Provenance(
        by.observedAt(),
        told.own() == Observed.TOGETHER ? by.sourceUpdatedAt() : own.sourceUpdatedAt(),
        own.provider(),
        own.externalId());
  }

  private static Record observed(Record record, Provenance by) {
    return switch (record) {
      case Chain it -> new Chain(it.id(), it.name(), it.websiteUrl(), by);
      case Cinema it ->
          new Cinema(it.id(), it.chainId(), it.name(), it.location(), by, it.details());
      case Film it ->
          new Film(
              it.id(),
              it.title(),
              it.facts(),
              List.of(), // in no answer, so nobody is told
              by,
              it.details());
      case Screen it ->
          new Screen(it.id(), it.cinemaId(), it.name(), it.evidence(), by.observedAt(), by);
      case Showtime it ->
          new Showtime(
              it.id(),
              it.filmId(),
              it.cinemaId(),
              it.startsAt(),
              it.offsetMinutes(),
              it.bookingUrl(),
              it.attributes(),
              it.screenId(),
              it.screenName(),
              by,
              it.details());
      default -> throw new AssertionError("not a record of the listings: " + record);
    };
  }
}
