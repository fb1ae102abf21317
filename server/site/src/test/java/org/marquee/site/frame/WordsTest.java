package org.marquee.site.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.text.MessageFormat;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.ResourceBundle;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The texts of the pages in all languages.
@NullMarked
class WordsTest {
  private static ResourceBundle bundle(Language language) {
    return ResourceBundle.getBundle(
        "org.marquee.site.frame.words",
        language.locale(),
        ResourceBundle.Control.getNoFallbackControl(ResourceBundle.Control.FORMAT_PROPERTIES));
  }

  private static Set<String> own(Language language) {
    ResourceBundle bundle = bundle(language);
    Set<String> keys = new TreeSet<>();
    for (String key : Collections.list(bundle.getKeys())) {
      if (language == Language.ENGLISH || !bundle.getString(key).isEmpty()) {
        keys.add(key);
      }
    }
    return keys;
  }

  @ParameterizedTest
  @EnumSource(Language.class)
  void every_text_is_there_in_every_language_with_the_same_values(Language language)
      throws Exception {
    String name = language == Language.ENGLISH ? "" : "_" + language.code();
    java.util.Properties file = new java.util.Properties();
    try (var in =
        new java.io.InputStreamReader(
            java.util.Objects.requireNonNull(
                Words.class.getResourceAsStream("words" + name + ".properties")),
            java.nio.charset.StandardCharsets.UTF_8)) {
      file.load(in);
    }
    assertThat(file.stringPropertyNames()).isEqualTo(own(Language.ENGLISH));
    ResourceBundle english = bundle(Language.ENGLISH);
    for (String key : file.stringPropertyNames()) {
      String text = file.getProperty(key);
      if (!key.startsWith("format.") && text.contains("{")) {
        assertThat(new MessageFormat(text, Locale.ROOT).getFormatsByArgumentIndex())
            .as(key)
            .hasSameSizeAs(
                new MessageFormat(english.getString(key), Locale.ROOT).getFormatsByArgumentIndex());
        assertThat(text).as(key).doesNotContain("'");
      }
    }
  }

  @Test
  void the_language_is_negotiated() {
    assertThat(Language.choose(null, List.of("fr-CH, fr;q=0.9, en;q=0.8")))
        .isEqualTo(Language.FRENCH);
    assertThat(Language.choose(null, List.of("pl"))).isEqualTo(Language.ENGLISH);
    assertThat(Language.choose("es", List.of("de"))).isEqualTo(Language.SPANISH);
    assertThat(Language.choose("xx", List.of("de"))).isEqualTo(Language.GERMAN);
    assertThat(Language.choose(null, List.of("??;q=x"))).isEqualTo(Language.ENGLISH);
    assertThat(Language.choose(null, List.of())).isEqualTo(Language.ENGLISH);
  }

  @Test
  void ages_are_said_in_words() {
    java.time.Instant now = java.time.Instant.parse("2026-11-24T12:00:00Z");
    assertThat(Words.of(Language.ENGLISH).ago(now.minusSeconds(30), now)).isEqualTo("just now");
    assertThat(Words.of(Language.ENGLISH).ago(now.minusSeconds(60), now))
        .isEqualTo("one minute ago");
    assertThat(Words.of(Language.GERMAN).ago(now.minusSeconds(7_300), now))
        .isEqualTo("vor 2 Stunden");
    assertThat(Words.of(Language.FRENCH).ago(now.minusSeconds(400_000), now))
        .isEqualTo("il y a 4 jours");
  }
}
