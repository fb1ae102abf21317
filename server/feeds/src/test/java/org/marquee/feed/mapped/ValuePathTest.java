package org.marquee.feed.mapped;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.marquee.feed.member.JsonDocument;
import org.marquee.feed.member.Members;
import org.marquee.feed.member.Value;

@NullMarked
class ValuePathTest {
  private static final String DOCUMENT =
      """
      {"a":{"b.c":1,"d":[2,3,null,{"e":4}]},
       "days":{"mo":["x","y"],"tu":[]},
       "text":"{\\"in\\":[5,6]}","no":null,"é à":7}
      """;

  private static Spot document() {
    return Spot.whole(parsed(DOCUMENT), "feed.json", "rex");
  }

  private static Value parsed(String json) {
    return Objects.requireNonNull(JsonDocument.ofString(json), json).value();
  }

  private static List<String> found(String path, Spot from) throws ValuePath.InvalidPath {
    List<String> found = new ArrayList<>();
    ValuePath.of(path)
        .walk(from, new ValuePath.Walk(), spot -> found.add(spot + "=" + spot.value().shown()));
    return found;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a.\"b.c\" | [$.a.b.c=1]",
        "a.d[0] | [$.a.d[0]=2]",
        "a.d[9] | []",
        "a.d[] | [$.a.d[0]=2, $.a.d[1]=3, $.a.d[2]=null, $.a.d[3]=an object]",
        "a.d[].e | [$.a.d[3].e=4]",
        "days{} | [$.days.mo=a list, $.days.tu=a list]",
        "days.{}[] | [$.days.mo[0]=x, $.days.mo[1]=y]",
        "text(json).in[1] | [$.text(json).in[1]=6]",
        "a(json) | []",
        "no | []",
        "no.more | []",
        "é à | [$.é à=7]",
        "$.é à | [$.é à=7]",
        ". | [$=an object]",
        "@venue | [$=rex]",
        "@file | [$=feed.json]"
      })
  void a_path_leads_to_what_it_says(String path, String expected) throws ValuePath.InvalidPath {
    assertThat(found(path, document())).hasToString(expected);
  }

  @Test
  void what_was_gone_through_is_known_by_its_name() throws ValuePath.InvalidPath {
    List<String> found = new ArrayList<>();
    ValuePath.of("days{day}[show]")
        .walk(
            document(),
            new ValuePath.Walk(),
            spot -> {
              try {
                ValuePath.of("@day")
                    .walk(spot, new ValuePath.Walk(), day -> found.add(day.value().shown()));
                ValuePath.of("@show")
                    .walk(spot, new ValuePath.Walk(), show -> found.add(show.value().shown()));
                found.addAll(found("$.a.d[1]", spot));
              } catch (ValuePath.InvalidPath e) {
                throw new AssertionError(e);
              }
            });
    assertThat(found).containsExactly("mo", "x", "$.a.d[1]=3", "mo", "y", "$.a.d[1]=3");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a..b | needs a name at character 3",
        ".a | must not begin with a dot",
        "a[ | has no ] after character 2",
        "a[-1] | names something",
        "a[1234567] | has an index that is too large",
        "a{b c} | names something",
        "a(xml) | has parentheses other than (json)",
        "a[]b | needs a dot before character 4",
        "a. | needs a name at character 3",
        "@ | needs a name at character 2",
        "a.\"\" | has an empty name",
        "a] | needs a dot before character 2"
      })
  void text_that_is_no_path_is_reported(String path, String why) {
    assertThatThrownBy(() -> ValuePath.of(path))
        .isInstanceOf(ValuePath.InvalidPath.class)
        .hasMessageContaining(why);
  }

  @Test
  void a_repeated_member_is_reported_only_if_it_is_read() throws ValuePath.InvalidPath {
    Spot spot = Spot.whole(parsed("{\"a\":1,\"b\":2,\"a\":3}"), "", null);
    ValuePath.Walk walk = new ValuePath.Walk();
    ValuePath.of("b").walk(spot, walk, _ -> {});
    assertThat(walk.repeated).isNull();
    ValuePath.of("a").walk(spot, walk, _ -> {});
    assertThat(walk.repeated).isEqualTo("a");
  }

  /// The path that a place in a document reports leads to that place and to no other.
  @Test
  void the_way_of_every_spot_leads_back_to_it() throws ValuePath.InvalidPath {
    for (int seed = 0; seed < 300; seed++) {
      Spot whole = Spot.whole(any(new Random(seed), 5), "", null);
      for (Spot spot : everything(whole)) {
        List<Spot> again = new ArrayList<>();
        ValuePath.of(spot.toString()).walk(whole, new ValuePath.Walk(), again::add);
        assertThat(again).as("seed %d, %s", seed, spot).hasSize(1);
        assertThat(again.getFirst().value()).isSameAs(spot.value());
      }
    }
  }

  private static Value any(Random random, int depth) {
    return switch (depth == 0 ? 0 : random.nextInt(3)) {
      case 1 -> {
        List<Value> items = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
          items.add(any(random, depth - 1));
        }
        yield new Value.Items(items);
      }
      case 2 -> {
        Members members = new Members();
        for (int i = random.nextInt(4); i > 0; i--) {
          members.add(String.valueOf((char) ('a' + random.nextInt(26))), any(random, depth - 1));
        }
        yield members;
      }
      default -> new Value.Text("t" + random.nextInt(10));
    };
  }

  private static List<Spot> everything(Spot from) throws ValuePath.InvalidPath {
    List<Spot> all = new ArrayList<>(List.of(from));
    for (String path : List.of("[]", "{}")) {
      List<Spot> next = new ArrayList<>();
      ValuePath.of(path).walk(from, new ValuePath.Walk(), next::add);
      for (Spot spot : next) {
        all.addAll(everything(spot));
      }
    }
    return all;
  }

  /// Any text is read as a path or refused with a reason.
  @Test
  void any_text_is_taken_or_refused() {
    String letters = "ab.[]{}()\"@$ 01é";
    int taken = 0;
    for (int seed = 0; seed < 5_000; seed++) {
      Random random = new Random(seed);
      StringBuilder text = new StringBuilder();
      for (int i = random.nextInt(8); i >= 0; i--) {
        text.append(letters.charAt(random.nextInt(letters.length())));
      }
      try {
        ValuePath.of(text.toString()).walk(document(), new ValuePath.Walk(), _ -> {});
        taken++;
      } catch (ValuePath.InvalidPath e) {
        assertThat(e.getMessage()).isNotEmpty();
      }
    }
    assertThat(taken).isBetween(125, 3_750);
  }
}
