package org.marquee;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/// Checks which package may use which (docs/architecture.md).
@NullMarked
class ArchitectureTest {
  private static final String ROOT = "org.marquee";

  /// The packages of each module, bottom up, and which of the same module they may see. The
  /// compiler holds the arrows between modules. A package below another counts as one of its own:
  /// `feed.marquee`.
  private static final String MAP =
      """
      listings  background
      listings  calendar             listing
      listings  compression
      listings  coverage
      listings  detail               json listing
      listings  explanation          json listing
      listings  files
      listings  files.checkpoint     files
      listings  json                 listing
      listings  listing              coverage
      listings  notice               json listing title
      listings  network
      listings  page                 compression listing
      listings  page.json            coverage detail json listing page
      listings  place                listing
      listings  retention
      listings  title                listing title.label
      listings  title.label          detail files listing
      listings  yaml                 notice
      access    access
      access    access.usage
      feeds     feed                 feed.time feed.evidence
      feeds     feed.clusterflick    feed feed.member
      feeds     feed.detection       feed feed.clusterflick feed.icalendar feed.mapped feed.marquee feed.ocapi feed.schemaorg
      feeds     feed.filter          feed feed.member feed.time feed.evidence
      feeds     feed.icalendar       feed feed.filter feed.member feed.time feed.evidence
      feeds     feed.mapped          feed feed.filter feed.member feed.time feed.evidence
      feeds     feed.marquee         feed feed.filter feed.member
      feeds     feed.member          feed feed.time feed.evidence
      feeds     feed.ocapi           feed feed.member feed.time feed.evidence
      feeds     feed.proposed        feed feed.filter feed.mapped feed.member feed.time
      feeds     feed.schemaorg       feed feed.filter feed.member feed.time feed.evidence
      feeds     feed.time
      feeds     feed.evidence
      feeds     ingest               feed feed.filter feed.evidence
      feeds     ingest.rules         feed
      feeds     ingest.guard         feed ingest
      store     correction
      store     embedded
      store     matching
      store     store.access         store.audit store.sql
      store     store.audit          store.sql
      store     store.backup         store.audit store.sql
      store     store.decision     correction matching store.audit store.reconcile.link store.reconcile.publish store.sql
      store     store.explain        correction matching store.decision store.read store.reconcile.link store.record store.sql
      store     store.read           store.reconcile.link store.record store.sql
      store     store.reconcile      store.audit store.reconcile.ids store.reconcile.link store.reconcile.publish store.reconcile.refer store.reconcile.stage store.reconcile.undo store.reconcile.withdraw store.record store.sql
      store     store.reconcile.ids  store.reconcile.stage store.sql
      store     store.reconcile.link correction matching store.audit store.reconcile.stage store.record store.sql
      store     store.reconcile.publish matching store.reconcile.stage store.sql
      store     store.reconcile.refer store.reconcile.link store.reconcile.stage store.record store.sql
      store     store.reconcile.stage store.record store.sql
      store     store.reconcile.undo store.reconcile.link store.reconcile.stage store.reconcile.withdraw store.sql
      store     store.reconcile.withdraw store.reconcile.stage store.record store.sql
      store     store.record         matching store.sql
      store     store.run            store.audit store.reconcile.link store.reconcile.publish store.sql
      store     store.sql
      collect   archive
      collect   collect              archive collect.providers fetch
      collect   collect.providers    fetch
      collect   fetch                archive
      http      http                 http.admission http.body http.connection http.handler http.message http.tls
      http      http.admission
      http      http.body            http.message
      http      http.connection      http.admission http.body http.handler http.message http.tls
      http      http.handler         http.body http.message
      http      http.message         http.admission
      http      http.tls
      snapshot  snapshot             snapshot.columns snapshot.record snapshot.search
      snapshot  snapshot.columns     snapshot.record
      snapshot  snapshot.record
      snapshot  snapshot.search      snapshot.columns snapshot.record
      api       contract             v1.declaration v1.operation
      api       export               v1.declaration v1.operation v1.representation
      api       mcp                  contract v1 v1.answer v1.declaration v1.operation
      api       v1                   v1.answer v1.changes v1.declaration v1.operation v1.representation
      api       v1.answer            v1.cursor v1.declaration v1.operation
      api       v1.changes           v1.answer v1.cursor v1.declaration v1.operation
      api       v1.cursor
      api       v1.declaration
      api       v1.operation         v1.cursor v1.declaration
      api       v1.representation    v1.answer v1.declaration v1.operation
      site      manual
      site      report
      site      site                 manual site.check site.frame site.operator site.programme
      site      site.check           report site.frame site.programme
      site      site.frame          report
      site      site.operator       site.frame
      site      site.programme       site.frame
      node      alarm                alarm.channel ops webhook
      node      alarm.channel        webhook
      node      mock                 node
      node      node                 node.checkpoint ops
      node      node.checkpoint
      node      node.check           node
      node      ops
      node      sample
      node      webhook
      cli       app                  app.backup app.console app.config app.doctor app.editing app.customer app.feed app.home app.log app.service app.status app.terminal
      cli       app.backup           app.console app.feed app.home app.terminal
      cli       app.console           app.config app.home app.log app.terminal
      cli       app.config
      cli       app.customer         app.console app.terminal
      cli       app.doctor           app.config app.console app.feed app.home app.log app.service app.terminal
      cli       app.editing          app.console app.terminal
      cli       app.feed             app.console app.home app.report app.terminal
      cli       app.home             app.terminal
      cli       app.log              app.terminal
      cli       app.report
      cli       app.service          app.backup app.console app.config app.feed app.home app.log app.terminal
      cli       app.status           app.console app.terminal
      cli       app.terminal
      """;

  /// A line of the map.
  record Room(String module, String name, Set<String> sees) {
    static Room of(String line) {
      List<String> words = List.of(line.split(" +"));
      return new Room(words.get(0), words.get(1), Set.copyOf(words.subList(2, words.size())));
    }

    boolean maySee(Room other) {
      return equals(other) || !module.equals(other.module) || sees.contains(other.name);
    }
  }

  private static final List<Room> ROOMS = MAP.lines().map(Room::of).toList();

  private static final JavaClasses CODE = code();

  private static JavaClasses code() {
    // Of the classes of libraries the names are enough.
    ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
    return new ClassFileImporter()
        .withImportOption(new ImportOption.DoNotIncludeTests())
        .withImportOption(place -> !place.contains("-tests.jar") && !place.contains("testkit"))
        .importPackages(ROOT);
  }

  @Test
  void a_package_sees_only_what_the_map_allows() {
    Map<String, Room> rooms = ROOMS.stream().collect(toMap(Room::name, room -> room));
    Set<String> wrong = new TreeSet<>();
    for (JavaClass type : CODE) {
      Room room = rooms.get(name(type));
      for (Dependency use : type.getDirectDependenciesFromSelf()) {
        Room other = rooms.get(name(use.getTargetClass()));
        if (room != null && other != null && !room.maySee(other)) {
          wrong.add(use.getDescription());
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void every_package_is_on_the_map_in_its_module() {
    assertThat(CODE.stream().map(type -> module(type) + " " + name(type)).collect(toSet()))
        .isEqualTo(ROOMS.stream().map(room -> room.module + " " + room.name).collect(toSet()));
  }

  @Test
  void packages_form_no_cycle() {
    slices().matching(ROOT + ".(**)").should().beFreeOfCycles().check(CODE);
  }

  @Test
  void only_the_store_and_the_server_under_it_speak_sql() {
    noClasses()
        .that()
        .resideOutsideOfPackages(ROOT + ".store..", ROOT + ".embedded..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.sql..", "javax.sql..", "org.postgresql..", "com.zaxxer..")
        .check(CODE);
  }

  @Test
  void only_the_server_and_the_downloader_know_the_http_library() {
    noClasses()
        .that()
        .resideOutsideOfPackage(ROOT + ".http..")
        .and()
        .doNotHaveFullyQualifiedName(ROOT + ".fetch.Download")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.netty..")
        .check(CODE);
  }

  @Test
  void each_name_means_one_class() {
    Map<String, Long> times =
        CODE.stream()
            .filter(type -> type.isTopLevelClass() && !type.getSimpleName().equals("package-info"))
            .collect(groupingBy(JavaClass::getSimpleName, counting()));
    assertThat(times).allSatisfy((name, count) -> assertThat(count).as(name).isEqualTo(1));
  }

  /// Words that fit anything tell nothing where they stand alone.
  @Test
  void a_word_that_fits_anything_is_the_name_of_one_nested_type() {
    assertThat(
            CODE.stream()
                .filter(type -> type.isNestedClass() && !type.isAnonymousClass())
                .map(JavaClass::getSimpleName)
                .filter(Set.of("View", "State", "Refused")::contains))
        .doesNotHaveDuplicates();
  }

  @Test
  void names_come_from_the_trade() {
    classes()
        .should()
        .haveNameNotMatching(".*(Util|Utils|Helper|Manager|Impl|Processor|Dto)")
        .check(CODE);
  }

  /// The folder of its module: `server/MODULE/target/…`.
  private static String module(JavaClass type) {
    String place = type.getSource().orElseThrow().getUri().toString();
    return place.replaceFirst(".*/server/(\\w+)/target/.*", "$1");
  }

  /// The package below the root, with the format for a reader; empty for what is not ours.
  private static String name(JavaClass type) {
    String name = type.getPackageName();
    return name.startsWith(ROOT + ".") ? name.substring(ROOT.length() + 1) : "";
  }
}
