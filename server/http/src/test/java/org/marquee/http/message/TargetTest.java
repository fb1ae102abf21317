package org.marquee.http.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

@NullMarked
class TargetTest {
  @Test
  void a_path_is_split_before_it_is_decoded() {
    assertThat(path("/v1/films")).containsExactly("v1", "films");
    assertThat(path("/v1/films/")).containsExactly("v1", "films", "");
    assertThat(path("/")).containsExactly("");
    assertThat(path("//a")).containsExactly("", "a");
    assertThat(path("/a%2Fb/c")).containsExactly("a/b", "c");
    assertThat(path("/%C3%A9%e2%82%ac")).containsExactly("é€");
    assertThat(path("/a+b")).containsExactly("a+b");
    assertThat(path("/../%2e%2E")).containsExactly("..", "..");
  }

  @Test
  void an_absolute_target_is_read_like_its_path() {
    assertThat(path("http://cinema.example/v1/films")).containsExactly("v1", "films");
    assertThat(path("HTTPS://cinema.example:443/v1")).containsExactly("v1");
    assertThat(path("http://[::1]:8080/v1?a=b")).containsExactly("v1");
    assertThat(path("http://cinema.example")).containsExactly("");
    assertThat(query("http://cinema.example?a=b")).containsExactly(new Parameter("a", "b"));
  }

  @Test
  void a_query_keeps_its_order_and_its_raw_values() {
    assertThat(query("/?b=1&a=%2B+&b=2"))
        .containsExactly(
            new Parameter("b", "1"), new Parameter("a", "%2B+"), new Parameter("b", "2"));
    assertThat(query("/?a=b=c?/&d"))
        .containsExactly(new Parameter("a", "b=c?/"), new Parameter("d", ""));
    assertThat(query("/?a=1&&&")).containsExactly(new Parameter("a", "1"));
    assertThat(query("/?=1")).containsExactly(new Parameter("", "1"));
    assertThat(query("/?a+b%20c=1")).containsExactly(new Parameter("a b c", "1"));
    assertThat(query("/?")).isEmpty();
    assertThat(query("/")).isEmpty();
  }

  @Test
  void a_parameter_says_what_plus_means_when_asked() {
    Parameter parameter = query("/?t=10%3A00+01%2B").getFirst();
    assertThat(parameter.text()).isEqualTo("10:00 01+");
    assertThat(parameter.textWithPlus()).isEqualTo("10:00+01+");
  }

  @Test
  void escapes_that_are_no_utf_8_are_refused_wherever_they_are() {
    for (String bad :
        List.of(
            "%",
            "%4",
            "%zz",
            "%g0",
            "%00",
            "%80",
            "%ff",
            "%c3",
            "%c0%af",
            "%ed%a0%80",
            "%f5%80%80%80")) {
      assertThat(Target.of("GET", "/" + bad)).isInstanceOf(Target.UnusableTarget.class);
      assertThat(Target.of("GET", "/a?" + bad)).isInstanceOf(Target.UnusableTarget.class);
      assertThat(Target.of("GET", "/a?b=" + bad)).isInstanceOf(Target.UnusableTarget.class);
      assertThat(Target.of("GET", "http://a/?b=" + bad)).isInstanceOf(Target.UnusableTarget.class);
      assertThat(Target.of("CONNECT", bad)).isInstanceOf(Target.UnusableTarget.class);
    }
  }

  private static List<String> path(String text) {
    return read(text).path();
  }

  private static List<Parameter> query(String text) {
    return read(text).query();
  }

  private static Target.Read read(String text) {
    assertThat(Target.of("GET", text)).isInstanceOf(Target.Read.class);
    return (Target.Read) Target.of("GET", text);
  }
}
