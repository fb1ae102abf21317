package org.marquee.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.correction.Correction;
import org.marquee.correction.Correction.Wanted;
import org.marquee.correction.CorrectionRefused;
import org.marquee.correction.CorrectionsFile;
import org.marquee.correction.What;
import org.marquee.ingest.Ledger.Rules.Effect;
import org.marquee.listing.Cinema;
import org.marquee.listing.Film;
import org.marquee.listing.Kind;
import org.marquee.listing.Overview.HandCorrection;
import org.marquee.listing.Showtime;
import org.marquee.notice.Code;
import org.marquee.store.decision.PostgresCorrections;
import org.marquee.store.decision.PostgresCorrections.Done;
import org.marquee.store.decision.PostgresCorrections.Others;
import org.marquee.store.decision.PostgresCorrections.Step;
import org.marquee.store.decision.PostgresCorrections.Stored;
import org.marquee.store.read.PostgresOverview;
import org.marquee.store.run.PostgresSources;

/// Corrections by hand, over what several providers say.
@NullMarked
class CorrectionsTest extends JoinedFeeds {
  private final PostgresCorrections corrections = new PostgresCorrections(world.database());
  private final String cinema = id(Kind.CINEMA, "alpha", "c");
  private final String film = id(Kind.FILM, "alpha", "f");
  private int hour = 6;

  private String now() {
    return "2026-04-10T%02d:00:00Z".formatted(hour++);
  }

  private World.Run alpha() {
    return takeAlien("alpha", now(), "", "a 2026-04-12T19:00");
  }

  private World.Run beta() {
    return takeAlien("beta", now(), "", "b 2026-04-12T21:00");
  }

  private static Correction set(String id, String field, String value) {
    return Correction.ofField(id, field, value, "we know");
  }

  private static Correction is(What what, String... ids) {
    return Correction.of(what, List.of(ids), "we know");
  }

  private List<Step> correct(Correction... wanted) {
    return corrections.apply(
        List.of(wanted).stream().map(each -> new Wanted(0, each)).toList(),
        Others.STAY,
        Effect.COMMIT);
  }

  private long number(String what) {
    return corrections.list().stream()
        .filter(each -> each.correction().what().word().equals(what))
        .map(Stored::id)
        .findFirst()
        .orElseThrow();
  }

  private Cinema roxy() {
    assertThat(cinemas()).hasSize(1);
    return cinemas().getFirst();
  }

  private List<String> found(String search) {
    return world.listings().searchCinemas(search).stream().map(Cinema::id).toList();
  }

  @Test
  void corrected_fields_win_over_all_providers_until_they_are_taken_back() {
    alpha();
    Cinema before = roxy();
    correct(
        set(cinema, "name", "Regent Élite"),
        set(cinema, "position", "53.8 -1.55"),
        set(cinema, "postcode", "LS9 9ZZ"),
        set(cinema, "locality", "Leeds"),
        set(cinema, "address", "1 High Street"),
        set(cinema, "countryCode", "IE"));
    for (int round = 0; round < 2; round++) {
      Cinema now = roxy();
      assertThat(now.id()).isEqualTo(cinema);
      assertThat(now.name()).isEqualTo("Regent Élite");
      assertThat(now.location().latitude()).isEqualTo(53.8);
      assertThat(now.location().longitude()).isEqualTo(-1.55);
      assertThat(now.location().address()).isEqualTo("1 High Street");
      assertThat(now.location().countryCode()).isEqualTo("IE");
      assertThat(now.provenance().provider()).isEqualTo("alpha");
      for (String search : List.of("regent elite", "leeds", "ls9 9zz", "ls99zz")) {
        assertThat(found(search)).as(search).containsExactly(cinema);
      }
      assertThat(found("roxy")).isEmpty();
      assertThat(found("elmet")).isEmpty();
      beta();
      alpha();
    }
    corrections.list().forEach(each -> corrections.undo(each.id()));
    assertThat(roxy().name()).isEqualTo(before.name());
    assertThat(roxy().location()).isEqualTo(before.location());
    assertThat(found("roxy")).containsExactly(cinema);
    assertThat(found("regent")).isEmpty();
  }

  @Test
  void a_corrected_film_keeps_its_title_and_the_sources_title_finds_it() {
    alpha();
    correct(set(film, "title", "Nostromo"), set(film, "extCatalogAId", ""));
    beta();
    Film now = films().getFirst();
    assertThat(now.title()).isEqualTo("Nostromo");
    assertThat(now.extCatalogAId()).isNull();
    assertThat(now.otherTitles()).contains("Alien");
    corrections.list().forEach(each -> corrections.undo(each.id()));
    assertThat(films().getFirst().title()).isEqualTo("Alien");
    assertThat(films().getFirst().extCatalogAId()).isEqualTo("348");
  }

  @Test
  void a_correction_survives_the_removal_of_the_provider() {
    alpha();
    correct(set(cinema, "name", "Regent"));
    new PostgresSources(world.database()).remove("alpha");
    assertThat(cinemas()).isEmpty();
    assertThat(corrections.list().getFirst().name()).isNull();
    alpha();
    assertThat(roxy().name()).isEqualTo("Regent");
  }

  @Test
  void a_correction_stays_with_the_record_when_its_first_provider_goes() {
    alpha();
    beta();
    correct(set(id(Kind.CINEMA, "beta", "c"), "name", "Regent"));
    new PostgresSources(world.database()).remove("alpha");
    assertThat(roxy().name()).isEqualTo("Regent");
    assertThat(correct(set(cinema, "name", "Regent")))
        .extracting(Step::done)
        .containsExactly(Done.UNCHANGED);
  }

  @Test
  void a_feed_that_says_otherwise_is_reported() {
    alpha();
    correct(set(cinema, "name", "Regent"), set(film, "title", "Aliens"));
    World.Run run = alpha();
    assertThat(run.count(Code.CORRECTED_BY_HAND)).isEqualTo(2);
    assertThat(run.report().notices().toString())
        .contains("name \"Roxy\" is published as \"Regent\"")
        .contains("title \"Alien\" is published as \"Aliens\"");
    correct(set(cinema, "name", "Roxy"));
    assertThat(alpha().count(Code.CORRECTED_BY_HAND)).isEqualTo(1);
  }

  @Test
  void a_corrected_zone_moves_local_times_with_the_next_feed() {
    alpha();
    Instant london = of(null, null).getFirst().startsAt();
    correct(set(cinema, "timeZone", "Europe/Paris"));
    Showtime stored = of(null, null).getFirst();
    assertThat(stored.startsAt()).isEqualTo(london);
    assertThat(stored.offsetMinutes()).isEqualTo(120);
    alpha();
    assertThat(of(null, null).getFirst().startsAt()).isEqualTo(london.minusSeconds(3600));
    corrections.undo(number("timeZone"));
    alpha();
    assertThat(of(null, null).getFirst().startsAt()).isEqualTo(london);
  }

  @Test
  void what_is_hidden_goes_with_what_belongs_to_it_and_comes_back() {
    for (What what : List.of(What.HIDE, What.NOT_A_FILM)) {
      alpha();
      correct(is(what, film));
      assertThat(films()).isEmpty();
      assertThat(of(null, null)).isEmpty();
      beta();
      assertThat(films()).isEmpty();
      assertThat(of(null, null)).isEmpty();
      assertThat(cinemas()).hasSize(1);
      corrections.undo(number(what.word()));
      assertThat(films()).hasSize(1);
      assertThat(of(null, null)).hasSize(2);
      new PostgresSources(world.database()).remove("beta");
    }
    correct(is(What.HIDE, cinema));
    assertThat(cinemas()).isEmpty();
    assertThat(of(null, null)).isEmpty();
    assertThat(films()).hasSize(1);
    takeAlien("alpha", now(), "", "a 2026-04-12T19:00 1", "n 2026-04-13T19:00 2");
    assertThat(world.listings().screens(cinema)).isEmpty();
    assertThat(of(cinema, null)).isEmpty();
    corrections.undo(number("hide"));
    assertThat(of(cinema, null)).hasSize(2);
    assertThat(world.listings().screens(cinema)).hasSize(2);
    correct(is(What.HIDE, of(cinema, null).getFirst().id()));
    assertThat(of(cinema, null)).hasSize(1);
  }

  @Test
  void films_are_merged_and_split_and_that_is_taken_back() {
    take("alpha", now(), film("f", "Alien", ""), film("g", "The Alien", ""));
    String other = id(Kind.FILM, "alpha", "g");
    correct(is(What.MERGE, film, other));
    assertThat(films()).hasSize(1);
    take("alpha", now(), film("f", "Alien", ""), film("g", "The Alien", ""));
    assertThat(films()).hasSize(1);
    assertThat(correct(is(What.MERGE, other, film)))
        .as("the other way round it is the same")
        .extracting(Step::done)
        .containsExactly(Done.UNCHANGED);
    assertThat(correct(is(What.SPLIT, other))).hasSize(1);
    assertThat(films()).hasSize(2);
    assertThat(corrections.list())
        .as("the split has replaced the merge")
        .extracting(each -> each.correction().what().word())
        .containsExactly("split");
    corrections.undo(number("split"));
    assertThat(films()).hasSize(2);
    correct(is(What.MERGE, film, other));
    corrections.undo(number("merge"));
    assertThat(films()).hasSize(2);
    assertThat(corrections.list()).isEmpty();
  }

  @Test
  void a_merge_takes_back_all_that_a_split_of_the_two_said() {
    alpha();
    beta();
    take("gamma", now(), film("g", "That Alien", ""));
    String other = id(Kind.FILM, "gamma", "g");
    decisions.keepApart(Kind.FILM, film, other);
    correct(is(What.MERGE, film, other));
    assertThat(films()).extracting(Film::id).containsExactly(film);
    assertThat(corrections.list())
        .extracting(each -> each.correction().what().word())
        .containsExactly("merge");
  }

  @Test
  void a_file_that_splits_what_was_merged_tells_one_change() {
    take("alpha", now(), film("f", "Alien", ""), film("g", "The Alien", ""));
    String other = id(Kind.FILM, "alpha", "g");
    correct(is(What.MERGE, film, other));
    List<Wanted> file = List.of(new Wanted(0, is(What.SPLIT, other)));
    assertThat(corrections.apply(file, Others.GO, Effect.COMMIT))
        .extracting(Step::done)
        .containsExactly(Done.ADDED);
    assertThat(films()).hasSize(2);
  }

  @Test
  void two_cinemas_of_one_provider_are_not_one() {
    take("alpha", now(), cinema("c", "Roxy", REX), cinema("d", "Roxy Two", REX));
    String other = id(Kind.CINEMA, "alpha", "d");
    assertThatThrownBy(() -> correct(is(What.MERGE, cinema, other)))
        .isInstanceOf(CorrectionRefused.class)
        .hasMessageContaining("one provider lists both");
    assertThat(cinemas()).hasSize(2);
  }

  @Test
  void a_decision_of_a_review_is_a_correction_too() {
    alpha();
    beta();
    String beside = id(Kind.FILM, "beta", "f");
    decisions.split(Kind.FILM, beside);
    assertThat(films()).hasSize(2);
    assertThat(corrections.list()).hasSize(1);
    decisions.keepApart(Kind.FILM, film, beside);
    assertThat(corrections.list()).as("it says nothing new").hasSize(1);
    corrections.undo(number("split"));
    assertThat(films()).as("the rules link them again").hasSize(1);
  }

  @Test
  void merging_three_in_a_circle_is_refused_where_it_says_nothing_new() {
    take(
        "alpha",
        now(),
        film("f", "Alien", ""),
        film("g", "The Alien", ""),
        film("h", "That Alien", ""));
    String second = id(Kind.FILM, "alpha", "g");
    String third = id(Kind.FILM, "alpha", "h");
    correct(is(What.MERGE, film, second));
    correct(is(What.MERGE, second, third));
    assertThat(corrections.list()).hasSize(2);
    corrections.undo(corrections.list().getLast().id());
    assertThat(films()).as("what the first one says stays its own").hasSize(2);
    correct(is(What.MERGE, second, third));
    correct(is(What.MERGE, third, film));
    assertThat(films()).extracting(Film::id).containsExactly(film);
    corrections.list().forEach(each -> corrections.undo(each.id()));
    assertThat(films()).hasSize(3);
    assertThatThrownBy(() -> is(What.MERGE, film, film)).isInstanceOf(CorrectionRefused.class);
  }

  @Test
  void what_is_wrong_changes_nothing_and_says_what_to_do() {
    alpha();
    beta();
    Map<String, String> messages =
        Map.of(
            "fi_nothing", "there is no film fi_nothing; import its provider first",
            "ci_nothing", "there is no cinema ci_nothing",
            "st_nothing", "there is no showtime st_nothing");
    messages.forEach((id, message) ->
        assertThatThrownBy(() -> correct(set(cinema, "name", "Regent"), is(What.HIDE, id)))
            .isInstanceOf(CorrectionRefused.class)
            .hasMessageContaining(message));
    assertThat(corrections.list()).isEmpty();
    assertThat(roxy().name()).isEqualTo("Roxy");
    for (List<String> wrong :
        List.of(
            List.of(film, "title", " "),
            List.of(film, "title", "x".repeat(501)),
            List.of(film, "title", "a\u0000b"),
            List.of(film, "name", "Regent"),
            List.of(film, "extCatalogBId", "348"),
            List.of(cinema, "position", "91, 0"),
            List.of(cinema, "position", "0, 181"),
            List.of(cinema, "position", "53.8"),
            List.of(cinema, "position", "NaN, 1"),
            List.of(cinema, "timeZone", "Europe/Leeds"),
            List.of(cinema, "countryCode", "UK"),
            List.of(cinema, "postcode", ""),
            List.of(cinema, "title", "Alien"),
            List.of("sc_1", "name", "1"),
            List.of("st_1", "startsAt", "2026-04-12T19:00:00Z"))) {
      assertThatThrownBy(() -> set(wrong.get(0), wrong.get(1), wrong.get(2)))
          .as("%s", wrong)
          .isInstanceOf(CorrectionRefused.class);
    }
    assertThatThrownBy(() -> is(What.NOT_A_FILM, cinema)).isInstanceOf(CorrectionRefused.class);
    assertThatThrownBy(() -> is(What.MERGE, cinema, film)).isInstanceOf(CorrectionRefused.class);
    assertThatThrownBy(() -> Correction.of(What.HIDE, List.of(cinema), " "))
        .isInstanceOf(CorrectionRefused.class);
    assertThat(corrections.undo(4711)).isEmpty();
  }

  @Test
  void a_file_applied_again_changes_nothing_and_prunes_only_when_asked() {
    alpha();
    take("gamma", now(), film("x", "Solaris", ""), film("y", "Soljaris", ""));
    String solaris = id(Kind.FILM, "gamma", "x");
    correct(
        set(cinema, "name", "Regent: \"the\" # one"),
        set(cinema, "position", "53.8, -1.55"),
        set(film, "extCatalogAId", ""),
        is(What.HIDE, film),
        is(What.MERGE, solaris, id(Kind.FILM, "gamma", "y")));
    List<Correction> made = corrections.list().stream().map(Stored::correction).toList();
    String file = CorrectionsFile.write(made, Map.of(cinema, "Regent"));
    List<Wanted> read = CorrectionsFile.read(file);
    assertThat(read.stream().map(Wanted::correction)).containsExactlyInAnyOrderElementsOf(made);
    assertThat(corrections.apply(read, Others.GO, Effect.COMMIT))
        .extracting(Step::done)
        .containsOnly(Done.UNCHANGED);
    List<Wanted> fewer = read.subList(0, 1);
    assertThat(corrections.apply(fewer, Others.STAY, Effect.COMMIT)).hasSize(1);
    assertThat(corrections.apply(fewer, Others.GO, Effect.DRY_RUN))
        .extracting(Step::done)
        .containsExactly(Done.UNCHANGED, Done.REMOVED, Done.REMOVED, Done.REMOVED, Done.REMOVED);
    assertThat(corrections.list()).hasSize(5);
    assertThat(films()).hasSize(1);
    corrections.apply(fewer, Others.GO, Effect.COMMIT);
    assertThat(corrections.list()).hasSize(1);
    assertThat(films()).hasSize(3);
    assertThat(roxy().location().latitude()).isNull();
    corrections.apply(read, Others.STAY, Effect.DRY_RUN);
    assertThat(films()).hasSize(3);
    corrections.apply(read, Others.STAY, Effect.COMMIT);
    assertThat(films()).hasSize(1);
  }

  @Test
  void pages_are_told_the_field_and_the_note() {
    alpha();
    beta();
    PostgresOverview overview = new PostgresOverview(world.database());
    correct(
        set(id(Kind.CINEMA, "beta", "c"), "name", "Regent"),
        set(cinema, "position", "53.8, -1.55"));
    assertThat(overview.correctionsOf(cinema))
        .containsExactly(new HandCorrection(List.of("name", "position"), "we know"));
    assertThat(overview.correctionsOf(film)).isEmpty();
  }

  @Test
  void of_two_at_once_one_correction_is_left() throws Exception {
    alpha();
    try (ExecutorService people = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Callable<List<Step>>> each = new ArrayList<>();
      for (int number = 0; number < 8; number++) {
        String name = "Regent " + number;
        each.add(() -> correct(set(cinema, "name", name)));
      }
      for (Future<List<Step>> done : people.invokeAll(each)) {
        assertThat(done.get()).hasSize(1);
      }
    }
    assertThat(corrections.list()).hasSize(1);
    assertThat(roxy().name()).isEqualTo(corrections.list().getFirst().correction().value());
  }

  @Test
  void two_corrections_of_records_that_became_one_the_later_counts() {
    take("alpha", now(), film("f", "Alien", ""), film("g", "The Alien", ""));
    String other = id(Kind.FILM, "alpha", "g");
    correct(set(film, "title", "First"));
    correct(set(other, "title", "Second"));
    correct(is(What.MERGE, film, other));
    assertThat(films()).extracting(Film::title).containsExactly("Second");
  }
}
