package org.marquee.feed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.GoldenFile;
import org.marquee.Repository;

/// Follows `docs/adding-a-feed.md` to the letter.
@NullMarked
class AddingAFeedTest {
  private static final Path PAGE = Repository.path("docs/adding-a-feed.md");
  private static final Path EXPECTED =
      Repository.path("server/feeds/src/test/resources/feeds/adding-a-feed.txt");

  private static final Pattern FILE =
      Pattern.compile(
          "^[123]\\. `server/feeds/src/(?:main|test)/java/([^`]+)`\\n```java\\n(.*?)^```",
          Pattern.MULTILINE | Pattern.DOTALL);

  private static final Pattern BLOCK =
      Pattern.compile("^```(\\w*)\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

  private static final FeedRecord.Cinema REX =
      new FeedRecord.Cinema(
          "rex",
          "Rex",
          null,
          "Europe/London",
          "GB",
          "Saltmarch Bay",
          "SX3 5JA",
          null,
          null,
          null,
          null);

  @Test
  void the_page_makes_a_reader_that_reads_its_feed(@TempDir Path folder) throws Exception {
    String page = Files.readString(PAGE);
    compile(sources(page, folder), folder);
    List<String> plain = plain(page);
    Path slate = Files.writeString(folder.resolve("input.txt"), plain.getFirst());
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {folder.toUri().toURL()}, getClass().getClassLoader())) {
      FeedReader reader =
          (FeedReader)
              loader
                  .loadClass("org.marquee.feed.slate.SlateReader")
                  .getDeclaredConstructor()
                  .newInstance();
      FilePart part = new FilePart(slate);
      assertThat(reader.recognise(FeedHead.of(part)).isSureEnough()).isTrue();
      String found = Findings.of(reader, REX, List.of(part)).toString();
      assertThat(found).startsWith(plain.get(1));
      GoldenFile.compare(EXPECTED, found);

      Files.writeString(slate, plain.getFirst().replace("END\n", ""));
      assertThat(Findings.of(reader, REX, List.of(part)).toString()).contains("FEED_CUT_OFF");
    }
  }

  private static List<Path> sources(String page, Path folder) throws IOException {
    List<Path> sources = new ArrayList<>();
    Matcher files = FILE.matcher(page);
    while (files.find()) {
      Path file = folder.resolve(files.group(1));
      Files.createDirectories(file.getParent());
      sources.add(Files.writeString(file, files.group(2)));
    }
    assertThat(sources).hasSize(3);
    return sources;
  }

  /// The blocks of the page that are not code: first the feed, then the beginning of its findings.
  private static List<String> plain(String page) {
    return BLOCK
        .matcher(page)
        .results()
        .filter(block -> block.group(1).isEmpty())
        .map(block -> block.group(2))
        .toList();
  }

  private static void compile(List<Path> sources, Path folder) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
    String here =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    try (StandardJavaFileManager files = compiler.getStandardFileManager(found, null, null)) {
      compiler
          .getTask(
              null,
              files,
              found,
              List.of("-Xlint:all,-processing", "-d", folder.toString(), "-cp", here),
              null,
              files.getJavaFileObjectsFromPaths(sources))
          .call();
    }
    assertThat(found.getDiagnostics())
        .filteredOn(diagnostic ->
            diagnostic.getKind() == Diagnostic.Kind.ERROR
                || String.valueOf(diagnostic.getSource()).contains("slate"))
        .isEmpty();
  }
}
