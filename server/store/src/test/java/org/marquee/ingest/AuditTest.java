package org.marquee.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.Repository;
import org.marquee.access.Entitlement;
import org.marquee.access.IssuedKey;
import org.marquee.access.KeyRotation;
import org.marquee.access.NewKey;
import org.marquee.access.Organization;
import org.marquee.access.Plan;
import org.marquee.correction.Correction;
import org.marquee.correction.Correction.Wanted;
import org.marquee.correction.CorrectionRefused;
import org.marquee.correction.What;
import org.marquee.feed.FeedSource;
import org.marquee.feed.marquee.MarqueeReader;
import org.marquee.ingest.Ledger.Rules;
import org.marquee.listing.ChangeFeed.Breadth;
import org.marquee.listing.ChangeFilter;
import org.marquee.listing.Kind;
import org.marquee.listing.SourceTerms;
import org.marquee.notice.Report;
import org.marquee.store.access.PostgresAccess;
import org.marquee.store.access.PostgresWebhooks;
import org.marquee.store.audit.Audited;
import org.marquee.store.audit.PostgresAudit;
import org.marquee.store.audit.PostgresAudit.Entry;
import org.marquee.store.decision.PostgresCorrections;
import org.marquee.store.reconcile.PostgresLedger;
import org.marquee.store.run.PostgresRunLog;
import org.marquee.store.run.PostgresSources;
import org.marquee.store.sql.Actor;
import org.marquee.store.sql.Sql;

/// Each change leaves one row of the audit, and what changes nothing leaves none.
@NullMarked
class AuditTest extends JoinedFeeds {
  private static final Instant MAY = Instant.parse("2026-05-01T00:00:00Z");
  private static final Actor ALICE = new Actor("alice", "deploy", "web1", "key create");

  private final PostgresAccess book = new PostgresAccess(world.database().pool(), ALICE);
  private final PostgresWebhooks webhooks = new PostgresWebhooks(world.database());
  private final PostgresRunLog log = new PostgresRunLog(world.database());
  private final PostgresSources sources = new PostgresSources(world.database());
  private final PostgresCorrections corrections = new PostgresCorrections(world.database());
  private final PostgresAudit audit = new PostgresAudit(world.database());

  private static final String SECRET = "whsec_never-shown";
  private static final ChangeFilter ALL =
      new ChangeFilter(Set.of(Kind.values()), null, null, null, Breadth.RECORDS);

  /// Public methods that change nothing an audit is for: they read, or note what nodes and imports
  /// do by themselves.
  private static final Set<String> OTHERS =
      Set.of(
          "PostgresAccess.listAccounts",
          "PostgresAccess.listPlans",
          "PostgresAccess.listKeys",
          "PostgresAccess.load",
          "PostgresAccess.now",
          "PostgresCorrections.list",
          "PostgresWebhooks.list",
          "PostgresWebhooks.claim",
          "PostgresWebhooks.within",
          "PostgresWebhooks.advance",
          "PostgresWebhooks.failed",
          "PostgresSources.list",
          "PostgresSources.endedSince",
          "PostgresRunLog.lastCollected",
          "PostgresRunLog.collected",
          "PostgresRunLog.titled",
          "PostgresRunLog.needed",
          "PostgresRunLog.remembersChangesOf",
          "PostgresRunLog.run",
          "PostgresRunLog.runs",
          "PostgresRunLog.undone",
          "PostgresRunLog.hold",
          "PostgresRunLog.release");

  private interface Step {
    void run() throws Exception;
  }

  /// A change of a store class: its method, and the action and the record of the audit.
  private record Change(String method, String action, String record, Step step) {
    Change(String words, Step step) {
      String[] each = words.split(" ", -1);
      this(each[0], each[1], each[2], step);
    }
  }

  private String keyId = "";

  /// Each change once, in an order in which each is possible.
  private List<Change> changes() {
    String one = id(Kind.FILM, "alpha", "f");
    return List.of(
        new Change(
            "PostgresAccess.createOrganization organization.create lux",
            () -> book.createOrganization("lux")),
        new Change("PostgresAccess.suspend organization.suspend lux", () -> book.suspend("lux")),
        new Change("PostgresAccess.resume organization.resume lux", () -> book.resume("lux")),
        new Change(
            "PostgresAccess.grant entitlement.grant lux",
            () -> book.grant("lux", new Entitlement("trial", MAY, null))),
        new Change(
            "PostgresAccess.renew entitlement.grant lux",
            () -> book.renew("lux", MAY, MAY.plusSeconds(1))),
        new Change(
            "PostgresAccess.revokeEntitlement entitlement.revoke lux",
            () -> book.revokeEntitlement("lux")),
        new Change("PostgresAccess.issueKey key.create ?", () -> keyId = issue().key().id()),
        new Change(
            "PostgresAccess.rotateKey key.rotate ?",
            () ->
                assertThat(book.rotateKey(keyId, Duration.ofHours(1), null))
                    .isInstanceOf(KeyRotation.Rotated.class)),
        new Change("PostgresAccess.revokeKey key.revoke ?", () -> book.revokeKey(keyId)),
        new Change(
            "PostgresWebhooks.create webhook.create wh_1",
            () ->
                webhooks.create(
                    "wh_1", "lux", "https://lux.example/?token=hunter2", ALL, SECRET, "p")),
        new Change(
            "PostgresWebhooks.rotate webhook.rotate wh_1",
            () -> webhooks.rotate("wh_1", SECRET, Duration.ofHours(1))),
        new Change(
            "PostgresWebhooks.resume webhook.resume wh_1",
            () -> {
              webhooks.failed(
                  new PostgresWebhooks.Due("wh_1", "lux", "", ALL, List.of(), "p", 0, null),
                  "it answered 410",
                  null);
              webhooks.resume("wh_1", "q");
            }),
        new Change("PostgresWebhooks.remove webhook.remove wh_1", () -> webhooks.remove("wh_1")),
        new Change(
            "PostgresAccess.createPlan plan.create partner",
            () -> book.createPlan(new Plan("partner", OptionalInt.of(6000)))),
        new Change(
            "PostgresAccess.changePlan plan.change partner",
            () -> book.changePlan("partner", _ -> new Plan("partner", OptionalInt.of(7000)))),
        new Change("PostgresRunLog.ranked provider.rank beta", () -> log.ranked("beta", 7)),
        new Change(
            "PostgresRunLog.lateAfter provider.late beta",
            () -> log.lateAfter("beta", Duration.ofHours(3))),
        new Change(
            "PostgresRunLog.terms provider.terms beta",
            () ->
                log.terms(
                    "beta", new SourceTerms(new SourceTerms.Mention("Beta data", null), null))),
        new Change("PostgresCorrections.apply correction.make " + one, () -> hide(one)),
        new Change(
            "PostgresCorrections.undo correction.undo " + one,
            () ->
                corrections.list().stream()
                    .filter(each -> each.correction().what().word().equals("hide"))
                    .forEach(each -> corrections.undo(each.id()))),
        new Change("PostgresSources.remove provider.remove beta", () -> sources.remove("beta")));
  }

  private void hide(String film) {
    corrections.apply(
        List.of(new Wanted(0, Correction.of(What.HIDE, List.of(film), "a quiz"))),
        PostgresCorrections.Others.STAY,
        Rules.Effect.COMMIT);
  }

  private NewKey issue() {
    return book.issueKey("lux", IssuedKey.Scope.API, "box office", null).orElseThrow();
  }

  private List<Entry> rows() {
    return audit.since(Instant.EPOCH);
  }

  private void takeBoth() {
    takeAlien("alpha", "2026-04-10T06:00:00Z", "", "a 2026-04-12T19:00");
    takeAlien("beta", "2026-04-10T07:00:00Z", "", "b 2026-04-12T21:00");
  }

  @Test
  void each_change_leaves_one_row_and_made_again_none() throws Exception {
    takeBoth();
    assertThat(rows()).as("imports have a history of their own").isEmpty();
    int made = 0;
    for (Change change : changes()) {
      change.step().run();
      assertThat(rows()).as(change.method()).hasSize(++made);
      Entry row = rows().getLast();
      assertThat(row.action()).isEqualTo(change.action());
      assertThat(row.record()).isEqualTo(change.record().equals("?") ? keyId : change.record());
      assertThat(row.before()).as(change.method()).isNotEqualTo(row.after());
      assertThat(row.actor())
          .isEqualTo(
              change.method().matches("Postgres(Access|Plans).*") ? ALICE : Actor.here("marquee"));
      if (!Set.of("key.create", "key.rotate", "webhook.create", "webhook.rotate")
          .contains(change.action())) {
        // All others can be made again, and then change nothing or are refused.
        try {
          change.step().run();
        } catch (CorrectionRefused _) {
          // The films are merged, or apart.
        }
        assertThat(rows()).as(change.method() + " again").hasSize(made);
      }
    }
  }

  @Test
  void each_public_method_is_known_to_change_something_or_not() {
    Set<String> methods = new TreeSet<>();
    for (Class<?> store :
        List.of(
            PostgresAccess.class,
            PostgresWebhooks.class,
            PostgresSources.class,
            PostgresRunLog.class,
            PostgresCorrections.class)) {
      Arrays.stream(store.getDeclaredMethods())
          .filter(each -> Modifier.isPublic(each.getModifiers()) && !each.isSynthetic())
          .map(Method::getName)
          .forEach(name -> methods.add(store.getSimpleName() + "." + name));
    }
    Set<String> known = new TreeSet<>(OTHERS);
    changes().forEach(change -> known.add(change.method()));
    assertThat(known).isEqualTo(methods);
  }

  @Test
  void an_undone_import_leaves_one_row_and_a_rehearsed_or_refused_undo_none() throws Exception {
    takeAlien("alpha", "2026-04-10T06:00:00Z", "", "a 2026-04-12T19:00");
    Report undone = takeAlien("alpha", "2026-04-11T06:00:00Z", "", "b 2026-04-12T21:00").report();
    String[] before = {
      film("f", "Alien", ""), cinema("c", "Roxy", REX), showtime("a", "f", "c", "2026-04-12T19:00")
    };
    assertThat(undo(undone, Rules.Effect.DRY_RUN, before).result())
        .isEqualTo(Report.Result.DRY_RUN);
    assertThat(undo(undone, Rules.Effect.COMMIT, "{\"type\":\"film\"}").result())
        .isEqualTo(Report.Result.REFUSED);
    assertThat(rows()).isEmpty();
    Report report = undo(undone, Rules.Effect.COMMIT, before);
    assertThat(report.result()).isEqualTo(Report.Result.APPLIED);
    assertThat(rows()).hasSize(1);
    Entry row = rows().getFirst();
    assertThat(row.action()).isEqualTo("import.undo");
    assertThat(row.record()).isEqualTo(undone.run());
    assertThat(row.before()).containsOnlyKeys("revision");
    assertThat(row.after()).containsEntry("run", report.run()).containsEntry("provider", "alpha");
  }

  private Report undo(Report undone, Rules.Effect effect, String... lines) throws IOException {
    Instant taken = Instant.parse("2026-04-10T06:00:00Z");
    String feed = World.header("full", taken.toString(), "") + "\n" + String.join("\n", lines);
    return new Import(new PostgresLedger(world.database()), InstantSource.system())
        .run(
            new Import.Order(
                new MarqueeReader(),
                new FeedSource(
                    List.of(World.part(feed.getBytes(StandardCharsets.UTF_8))), taken, null),
                "alpha",
                new Rules.Undo(
                    undone.run(),
                    Objects.requireNonNull(undone.revision()),
                    Instant.parse("2026-04-11T06:00:00Z"),
                    taken,
                    taken,
                    effect)));
  }

  @Test
  void what_is_refused_or_fails_leaves_none() throws Exception {
    book.createOrganization("lux");
    book.suspend("nobody");
    book.grant("lux", new Entitlement("nothing", MAY, null));
    book.revokeKey("key_nothing");
    book.issueKey("nobody", IssuedKey.Scope.API, null, null);
    sources.remove("nobody");
    assertThatThrownBy(() -> decisions.merge(Kind.FILM, "fi_nothing", "fi_no"))
        .isInstanceOf(CorrectionRefused.class);
    assertThat(rows()).hasSize(1);
    // The change comes before the row, and goes with it.
    execute("alter table audit add constraint broken check (action <> 'organization.suspend')");
    assertThatThrownBy(() -> book.suspend("lux"));
    assertThat(book.listAccounts().getFirst().organization().standing())
        .isEqualTo(Organization.Standing.GOOD);
    assertThat(rows()).hasSize(1);
  }

  @Test
  void a_row_says_what_was_there_before_and_is_now_and_never_a_key_or_its_hash() throws Exception {
    book.createOrganization("lux");
    book.grant("lux", new Entitlement("trial", MAY, null));
    book.grant("lux", new Entitlement("standard", MAY, null));
    Entry grant = rows().getLast();
    assertThat(grant.before()).containsEntry("plan", "trial").doesNotContainKey("valid_until");
    assertThat(grant.after())
        .containsEntry("plan", "standard")
        .containsEntry("valid_from", "2026-05-01T00:00:00+00:00");
    NewKey first = issue();
    KeyRotation rotation = book.rotateKey(first.key().id(), Duration.ZERO, null);
    NewKey second = ((KeyRotation.Rotated) rotation).replacement();
    assertThat(rows().getLast().after())
        .containsEntry("replaced_by", second.key().id())
        .containsKey("replacement");
    String all = text();
    assertThat(all).contains(first.key().id(), second.key().id());
    for (NewKey each : List.of(first, second)) {
      assertThat(all)
          .doesNotContain(each.secret().text())
          .doesNotContain(HexFormat.of().formatHex(each.secret().hash().toBytes()))
          .doesNotContain("hash");
    }
  }

  @Test
  void a_row_about_a_webhook_has_neither_its_secret_nor_what_may_be_one_in_its_address()
      throws Exception {
    book.createOrganization("lux");
    webhooks.create("wh_1", "lux", "https://lux.example/T0/hunter2?t=hunter2", ALL, SECRET, "p");
    webhooks.rotate("wh_1", SECRET + "2", Duration.ofHours(1));
    webhooks.remove("wh_1");
    assertThat(rows())
        .extracting(Entry::action)
        .containsExactly(
            "organization.create", "webhook.create", "webhook.rotate", "webhook.remove");
    assertThat(text())
        .contains("https://lux.example")
        .doesNotContain(SECRET, "hunter2", "position");
  }

  private String text() throws Exception {
    try (Connection connection = world.database().pool().getConnection()) {
      return String.join(
          "\n",
          Sql.of("select r::text as line from audit r")
              .list(connection, row -> row.getString("line")));
    }
  }

  @Test
  void each_action_is_documented() throws Exception {
    String page = Files.readString(Repository.path("docs/audit.md"));
    assertThat(page).contains(Arrays.stream(Audited.values()).map(Audited::word).toList());
  }

  @Test
  void each_row_begins_where_the_one_before_of_the_same_record_ended() throws Exception {
    book.createOrganization("lux");
    book.createPlan(new Plan("partner", OptionalInt.of(1)));
    List<Callable<Void>> hands = new ArrayList<>();
    for (int hand = 0; hand < 4; hand++) {
      int own = hand;
      hands.add(() -> {
        for (int step = 1; step <= 15; step++) {
          int rate = 100 * own + step;
          book.changePlan("partner", _ -> new Plan("partner", OptionalInt.of(rate)));
          book.grant("lux", new Entitlement("partner", MAY.plusSeconds(rate), null));
        }
        return null;
      });
    }
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<Void> each : threads.invokeAll(hands)) {
        each.get();
      }
    }
    for (String prefix : List.of("plan.", "entitlement.")) {
      List<Entry> rows = rows().stream().filter(each -> each.action().startsWith(prefix)).toList();
      assertThat(rows).hasSizeGreaterThanOrEqualTo(60);
      for (int at = 1; at < rows.size(); at++) {
        assertThat(rows.get(at).before()).isEqualTo(rows.get(at - 1).after());
      }
    }
  }

  @Test
  void since_leaves_out_what_is_older() {
    book.createOrganization("lux");
    book.suspend("lux");
    assertThat(audit.since(rows().getLast().at())).hasSize(1);
  }

  private void execute(String sql) throws Exception {
    try (Connection connection = world.database().pool().getConnection()) {
      Sql.of(sql).run(connection);
    }
  }
}
