package org.marquee.manual;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.marquee.Repository;
import org.marquee.v1.declaration.Operation;
import org.marquee.v1.operation.Operations;

/// The documents that are served at `/docs`.
@NullMarked
class ManualTest {
  private static final Path DOCS = Repository.path("docs");

  static Stream<Document> documents() {
    return Manual.read().shelves().values().stream().flatMap(List::stream);
  }

  private static List<String> files(Path folder) throws IOException {
    try (Stream<Path> found = Files.list(folder)) {
      return found.filter(Files::isRegularFile).map(each -> each.getFileName().toString()).toList();
    }
  }

  /// A new document has a place on a shelf, or this fails.
  @Test
  void every_document_and_every_example_of_the_repository_is_there() throws IOException {
    assertThat(documents().map(Document::name))
        .containsAll(
            files(DOCS).stream()
                .filter(each -> each.endsWith(".md"))
                .map(each -> each.replace(".md", ""))
                .toList());
    assertThat(Manual.EXAMPLE_FILES)
        .containsExactlyInAnyOrderElementsOf(files(DOCS.resolve("examples")));
    assertThat(Manual.PICTURES)
        .containsExactlyInAnyOrderElementsOf(files(DOCS.resolve("pictures")));
    for (String example : Manual.EXAMPLE_FILES) {
      assertThat(Manual.file("examples/" + example))
          .isEqualTo(Files.readAllBytes(DOCS.resolve("examples").resolve(example)));
    }
  }

  @ParameterizedTest
  @MethodSource("documents")
  void headings_come_in_their_order_and_each_has_an_anchor_of_its_own(Document document) {
    List<Element> headings = Jsoup.parse(document.html()).select("h1, h2, h3, h4, h5, h6");
    int before = 0;
    for (Element heading : headings) {
      int level = heading.tagName().charAt(1) - '0';
      assertThat(level).as(heading.text()).isLessThanOrEqualTo(before + 1);
      before = level;
    }
    assertThat(headings).extracting(Element::id).doesNotContain("").doesNotHaveDuplicates();
    assertThat(headings).filteredOn(each -> each.tagName().equals("h1")).hasSize(1);
    assertThat(headings)
        .extracting(Element::id)
        .containsExactlyElementsOf(
            document.sections().stream().map(Document.Section::anchor).toList());
  }

  @ParameterizedTest
  @MethodSource("documents")
  void links_lead_to_what_is_served_and_markup_in_a_document_is_text(Document document) {
    org.jsoup.nodes.Document page = Jsoup.parse(document.html());
    assertThat(page.select("a, img"))
        .allSatisfy(each ->
            assertThat(each.attr(each.tagName().equals("a") ? "href" : "src"))
                .matches("(#|/docs|/v1/|/openapi\\.|https://).*"));
    assertThat(page.select("script, style, [style]")).isEmpty();
  }

  @Test
  void the_reference_has_every_operation_and_the_programme_first() {
    Document reference = Manual.read().at("/docs").orElseThrow();
    assertThat(reference.sections().get(1).heading()).isEqualTo("List the programme");
    for (Operation operation : Operations.inEveryForm()) {
      String rows = operation.types().getFirst().hasRows() ? "" : "GET ";
      assertThat(reference.html().contains("<code>" + rows + operation.route() + "</code>"))
          .as(operation.route())
          .isTrue();
      operation.parameters().stream()
          .map(each -> each.name().equals("all") ? "all=true" : each.name())
          .forEach(name ->
              assertThat(reference.html().contains("<code>" + name + "</code>")).as(name).isTrue());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "FEED_SHRUNK | /docs/notices#feed_shrunk",
        "accept-shrink | /docs/feeds#the-guard",
        "load balancer | /docs/proxies#a-load-balancer",
        "list showtimes | /docs#list-showtimes",
        "Harbour.YAML | /docs/examples#harbouryaml",
        "startsBefore window | /docs#list-showtimes",
        "systemd | /docs/operations#stopping",
      })
  void a_question_finds_the_section_that_is_about_it(String question, String address) {
    List<Passage> found = Manual.read().search(question);
    assertThat(found.stream().limit(3).map(each -> each.document().address(each.section())))
        .contains(address);
    assertThat(found.getFirst().words()).isEqualTo(question.split(" ").length);
  }

  @Test
  void headings_come_before_text_and_nothing_finds_nothing() {
    List<Passage> found = Manual.read().search("rate limits");
    assertThat(found.getFirst().section().heading()).containsIgnoringCase("rate limits");
    assertThat(found.getLast().section().heading()).doesNotContainIgnoringCase("rate limits");
    assertThat(Manual.read().search(" ")).isEmpty();
    assertThat(Manual.read().search("(?i)[a-")).isEmpty();
    assertThat(Manual.read().search("xylophone")).isEmpty();
  }
}
