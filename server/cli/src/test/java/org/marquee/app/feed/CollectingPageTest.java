package org.marquee.app.feed;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.Repository;
import org.marquee.collect.providers.Provider;

/// The examples of docs/collecting.md are valid as they stand.
@NullMarked
class CollectingPageTest {
  private static final List<String> KEYS =
      List.of(
          "name", "rank", "files", "urls", "headers", "each", "format", "mapping", "words",
          "cinema", "every", "at", "zone", "largest");

  @Test
  void the_example_is_a_plan_and_every_key_is_explained(@TempDir Path home) throws Exception {
    Path docs = Path.of("docs/collecting.md");
    String page = Files.readString(Files.exists(docs) ? docs : Repository.path("").resolve(docs));
    Matcher example = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL).matcher(page);
    assertThat(example.find()).isTrue();
    Files.writeString(home.resolve("providers.yaml"), example.group(1));
    assertThat(Collecting.configured(home).config().providers())
        .extracting(Provider::name)
        .containsExactly("rex", "city", "lux");
    assertThat(KEYS).allSatisfy(key -> assertThat(page).contains("`" + key + "`"));
  }
}
