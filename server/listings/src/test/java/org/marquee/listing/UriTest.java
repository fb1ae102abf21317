package org.marquee.listing;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.Cases;
import org.marquee.TestData;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@NullMarked
class UriTest {
  @Test
  void the_vectors_of_json_schema_agree() throws Exception {
    Path vectors = TestData.find("vectors/json-schema-test-suite/draft2020-12/uri.json");
    int strings = 0;
    for (JsonNode test : new JsonMapper().readTree(Files.readString(vectors)).get(0).get("tests")) {
      if (test.get("data").isString()) {
        String text = test.get("data").asString();
        assertThat(Uri.isUri(text)).as(text).isEqualTo(test.get("valid").asBoolean());
        strings++;
      }
    }
    assertThat(strings).isGreaterThan(35);
  }

  @ParameterizedTest
  @Cases(
      """
      a: | http:// | http://h?q=a/b?c#d/e?f | http://[::]/ | http://[::1]:8080/
      http://[1:2:3:4:5:6:7:8] | http://[1:2:3:4:5:6:7::] | http://[::2:3:4:5:6:7:8]
      http://[1:2:3:4:5:6:1.2.3.4] | http://[::ffff:255.255.255.255] | http://[v1.a:b]/
      http://user:pw@h:/ | urn:a:b | file:///etc/hosts | http:/// | h+-.1:x
      """)
  void is_a_uri(String text) {
    assertThat(Uri.isUri(text)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "http://h/\n"})
  @Cases(
      """
      : | www.lux.example | +a:b | http://h/[ | http://h/#a#b | http://h/\u007f | http://h/%
      http://h/%4 | http://h/%é0 | http://a@b@c/ | http://h:80:80/ | http://h:8a/ | http://[::1/
      http://[]/ | http://[::1]x/ | http://[1:2:3:4:5:6:7] | http://[1:2:3:4:5:6:7:8:9]
      http://[1::2::3] | http://[:::] | http://[1:2:3:4:5:6:7:8::] | http://[::12345]
      http://[::g] | http://[::1%25eth0] | http://[1.2.3.4::] | http://[::1.2.3]
      http://[::256.1.1.1] | http://[v.a] | http://[v1.] | http://[vg.a]
      """)
  void is_no_uri(String text) {
    assertThat(Uri.isUri(text)).isFalse();
  }
}
