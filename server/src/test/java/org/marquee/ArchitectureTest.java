package org.marquee;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/// Checks which package may use which (docs/architecture.md).
@NullMarked
class ArchitectureTest {
  private static final String ROOT = "org.marquee";

  /// A package below another counts as one of its own: `feed.marquee`.
  private static final Map<String, Set<String>> MAY_SEE =
      Map.ofEntries(
          Map.entry("listing", Set.of()),
          Map.entry("page", Set.of("gzip", "listing")),
          Map.entry("notice", Set.of("json", "listing")),
          Map.entry("title", Set.of("listing")),
          Map.entry("feed", Set.of("listing", "notice", "title")),
          Map.entry("feed.marquee", Set.of("feed", "listing", "notice")),
          Map.entry("feed.clusterflick", Set.of("feed", "listing", "notice", "title")),
          Map.entry("feed.ocapi", Set.of("feed", "listing", "notice", "title")),
          Map.entry("feed.cinemashowtimes", Set.of("feed", "listing", "notice", "title")),
          Map.entry("feed.veezi", Set.of("feed", "listing", "notice", "title")),
          Map.entry("feed.schemaorg", Set.of("feed", "listing", "notice", "title")),
          Map.entry("feed.icalendar", Set.of("feed", "listing", "notice", "title")),
          Map.entry("feed.mapped", Set.of("feed", "listing", "notice", "title", "yaml")),
          Map.entry("feed.proposed", Set.of("feed", "feed.mapped", "listing", "notice", "title")),
          Map.entry(
              "format",
              Set.of(
                  "feed",
                  "feed.marquee",
                  "feed.clusterflick",
                  "feed.ocapi",
                  "feed.cinemashowtimes",
                  "feed.veezi",
                  "feed.schemaorg",
                  "feed.icalendar",
                  "feed.mapped",
                  "notice")),
          Map.entry("background", Set.of()),
          Map.entry("access", Set.of("background", "checkpoint", "listing")),
          Map.entry("matching", Set.of("title", "listing")),
          Map.entry("ingest", Set.of("feed", "notice", "listing")),
          Map.entry("ingest.rules", Set.of("feed", "ingest", "listing", "notice")),
          Map.entry(
              "archive",
              Set.of("files", "json", "feed", "format", "listing", "notice", "retention", "title")),
          Map.entry("fetch", Set.of("archive", "feed")),
          Map.entry(
              "collect",
              Set.of(
                  "archive",
                  "background",
                  "fetch",
                  "feed",
                  "format",
                  "ingest",
                  "notice",
                  "listing",
                  "yaml")),
          Map.entry("store.sql", Set.of("listing", "notice")),
          Map.entry("backup", Set.of("files", "json", "listing")),
          Map.entry("calendar", Set.of("listing")),
          Map.entry("export", Set.of("background", "files", "json", "listing", "page", "v1.form")),
          Map.entry("store.record", Set.of("feed", "listing", "store.sql", "title")),
          Map.entry(
              "store.read", Set.of("calendar", "listing", "page", "store.record", "store.sql")),
          Map.entry(
              "store.reconcile",
              Set.of(
                  "feed",
                  "ingest",
                  "ingest.rules",
                  "listing",
                  "matching",
                  "notice",
                  "store.record",
                  "store.sql",
                  "title")),
          Map.entry(
              "store",
              Set.of(
                  "access",
                  "backup",
                  "ingest",
                  "listing",
                  "matching",
                  "notice",
                  "retention",
                  "store.read",
                  "store.reconcile",
                  "store.sql")),
          Map.entry("checkpoint", Set.of("files")),
          Map.entry("snapshot.record", Set.of("checkpoint", "listing", "page")),
          Map.entry("snapshot.columns", Set.of("checkpoint", "listing", "page", "snapshot.record")),
          Map.entry(
              "snapshot.search",
              Set.of(
                  "background",
                  "checkpoint",
                  "listing",
                  "page",
                  "snapshot.columns",
                  "snapshot.record")),
          Map.entry(
              "snapshot",
              Set.of(
                  "checkpoint",
                  "listing",
                  "page",
                  "snapshot.columns",
                  "snapshot.record",
                  "snapshot.search")),
          Map.entry("embedded", Set.of("files")),
          Map.entry("gzip", Set.of()),
          Map.entry("http", Set.of("background", "gzip", "http.admission", "http.tls")),
          Map.entry("http.admission", Set.of()),
          Map.entry("http.handler", Set.of("http")),
          Map.entry("http.tls", Set.of("background")),
          Map.entry(
              "app.home",
              Set.of(
                  "app.terminal",
                  "embedded",
                  "files",
                  "ingest",
                  "node",
                  "notice",
                  "store",
                  "store.reconcile",
                  "store.sql")),
          Map.entry(
              "app.log", Set.of("app.terminal", "embedded", "listing", "notice", "store.sql")),
          Map.entry(
              "app.report", Set.of("archive", "files", "listing", "notice", "report", "retention")),
          Map.entry("app.terminal", Set.of("backup", "node", "notice")),
          Map.entry("yaml", Set.of()),
          Map.entry("json", Set.of("listing")),
          Map.entry("retention", Set.of()),
          Map.entry("files", Set.of()),
          Map.entry("v1.declaration", Set.of("http", "listing")),
          Map.entry("v1.cursor", Set.of("listing")),
          Map.entry("v1.operation", Set.of("http", "listing", "v1.cursor", "v1.declaration")),
          Map.entry(
              "v1.answer",
              Set.of(
                  "access",
                  "gzip",
                  "http",
                  "http.admission",
                  "listing",
                  "page",
                  "v1.cursor",
                  "v1.declaration",
                  "v1.operation")),
          Map.entry(
              "v1.form",
              Set.of("json", "listing", "page", "v1.answer", "v1.declaration", "v1.operation")),
          Map.entry(
              "v1.changes",
              Set.of(
                  "access",
                  "background",
                  "http",
                  "listing",
                  "page",
                  "v1.answer",
                  "v1.cursor",
                  "v1.declaration",
                  "v1.operation")),
          Map.entry(
              "v1",
              Set.of(
                  "access",
                  "calendar",
                  "http",
                  "http.handler",
                  "json",
                  "listing",
                  "page",
                  "v1.answer",
                  "v1.changes",
                  "v1.declaration",
                  "v1.form",
                  "v1.operation")),
          Map.entry(
              "contract",
              Set.of("http", "http.handler", "json", "listing", "v1.declaration", "v1.operation")),
          Map.entry("manual", Set.of("contract")),
          Map.entry(
              "mcp",
              Set.of(
                  "contract",
                  "http",
                  "http.handler",
                  "json",
                  "listing",
                  "v1",
                  "v1.answer",
                  "v1.declaration",
                  "v1.operation")),
          Map.entry(
              "site",
              Set.of(
                  "calendar",
                  "http",
                  "http.admission",
                  "http.handler",
                  "json",
                  "listing",
                  "manual",
                  "notice",
                  "report",
                  "v1",
                  "v1.declaration",
                  "v1.operation")),
          Map.entry(
              "ops",
              Set.of(
                  "backup",
                  "http",
                  "http.admission",
                  "http.handler",
                  "ingest",
                  "json",
                  "listing",
                  "notice")),
          Map.entry(
              "node",
              Set.of(
                  "access",
                  "background",
                  "calendar",
                  "checkpoint",
                  "contract",
                  "embedded",
                  "export",
                  "http",
                  "http.admission",
                  "http.handler",
                  "http.tls",
                  "listing",
                  "mcp",
                  "ops",
                  "page",
                  "site",
                  "snapshot",
                  "store",
                  "store.read",
                  "store.sql",
                  "v1",
                  "v1.answer",
                  "v1.changes")),
          Map.entry(
              "mock",
              Set.of(
                  "access",
                  "background",
                  "calendar",
                  "contract",
                  "feed",
                  "http",
                  "http.handler",
                  "listing",
                  "mcp",
                  "node",
                  "notice",
                  "page",
                  "site",
                  "snapshot",
                  "v1",
                  "v1.answer",
                  "v1.changes")),
          Map.entry("report", Set.of("listing", "notice")),
          Map.entry("sample", Set.of("json", "listing")));

  private static final Set<String> PACKAGES = MAY_SEE.keySet();

  private static final JavaClasses CODE =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages(ROOT);

  @ParameterizedTest
  @FieldSource("PACKAGES")
  void a_package_sees_only_what_the_map_allows(String name) {
    Set<String> allowed = MAY_SEE.getOrDefault(name, Set.of());
    noClasses()
        .that(describe("live in " + name, type -> room(type).equals(name)))
        .should()
        .dependOnClassesThat(
            describe(
                "are outside " + allowed,
                type -> {
                  String room = room(type);
                  return !room.isEmpty() && !room.equals(name) && !allowed.contains(room);
                }))
        .allowEmptyShould(true)
        .check(CODE);
  }

  @Test
  void every_package_is_on_the_map() {
    Set<String> found =
        CODE.stream()
            .map(ArchitectureTest::room)
            .filter(room -> !room.equals("app"))
            .collect(toSet());
    assertThat(found).isEqualTo(PACKAGES);
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

  @Test
  void names_come_from_the_trade() {
    classes()
        .should()
        .haveNameNotMatching(".*(Util|Utils|Helper|Manager|Impl|Processor|Dto)")
        .check(CODE);
  }

  /// The package below the root, with the format for a reader; empty for what is not ours.
  private static String room(JavaClass type) {
    String name = type.getPackageName();
    return name.startsWith(ROOT + ".") ? name.substring(ROOT.length() + 1) : "";
  }
}
