package org.marquee.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A file that exceeds the limits of the parser is reported as faulty.
@NullMarked
class YamlTest {
  @ParameterizedTest
  @ValueSource(strings = {"[", "{a: ", "- ", "? ", "&a ["})
  void values_that_nest_too_deeply_are_a_fault(String opening) {
    assertThatThrownBy(() -> Yaml.of(opening.repeat(20_000)))
        .isInstanceOf(Yaml.InvalidYaml.class)
        .hasMessageContaining("nests more than 100 levels deep");
  }

  @Test
  void aliases_that_multiply_are_a_fault() {
    StringBuilder bomb = new StringBuilder("a: &a [x,x,x,x,x,x,x,x,x]\n");
    for (char name = 'b'; name < 'k'; name++) {
      String before = "*" + (char) (name - 1);
      bomb.append(name).append(": &").append(name).append(" [");
      bomb.append(String.join(",", java.util.Collections.nCopies(9, before))).append("]\n");
    }
    assertThatThrownBy(() -> Yaml.withoutAnchors(bomb.toString()))
        .isInstanceOf(Yaml.InvalidYaml.class);
    assertThatThrownBy(() -> Yaml.withoutAnchors("a: &a [*a]")).hasMessageContaining("anchors");
  }

  @Test
  void values_of_ordinary_depth_are_read() throws Yaml.InvalidYaml {
    assertThat(Yaml.of("[".repeat(50) + "]".repeat(50)).isList()).isTrue();
  }
}
