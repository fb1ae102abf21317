package org.marquee.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.app.RunningService;

/// The reference at `/docs` in a browser; skipped where there is no Chromium.
@NullMarked
@Timeout(240)
class ReferencePageTest {
  private static final String DRAWN = "document.querySelectorAll('.opblock').length > 10";

  /// Where the programme is in the window; it is 700 pixels high.
  private static final String TOP =
      "Math.round(document.getElementById('operations-Programme-listProgramme')"
          + ".getBoundingClientRect().top)";

  private static final String OPEN =
      "document.querySelector('#operations-Programme-listProgramme.is-open') !== null"
          + " && Math.abs("
          + TOP
          + ") < 150";

  @Test
  void the_programme_comes_first_and_links_of_the_page_lead_to_operations(@TempDir Path folder)
      throws Exception {
    String program = Chromium.find().orElse("");
    assumeTrue(!program.isEmpty(), "no Chromium");
    try (RunningService service = RunningService.start()) {
      String address = "http://127.0.0.1:" + service.port() + "/docs";
      try (Chromium browser = new Chromium(program, folder.resolve("first"), address)) {
        browser.await(DRAWN);
        assertThat(browser.value("document.querySelector('.opblock').id").asString())
            .isEqualTo("operations-Programme-listProgramme");
        assertThat(
                browser
                    .value(
                        "[...document.querySelectorAll('.opblock-summary-path')].map(e => e.dataset.path)"
                            + ".filter(p => /csv|ndjson/.test(p)).length")
                    .asInt())
            .isZero();

        assertThat(browser.value("scrollY").asInt()).isZero();
        browser.value("document.querySelector('.info a[href*=\"listProgramme\"]').click()");
        browser.await(OPEN);
        assertThat(browser.pages()).hasSize(1);
      }
      try (Chromium browser =
          new Chromium(program, folder.resolve("second"), address + "#/Programme/listProgramme")) {
        browser.await(OPEN);
        assertThat(browser.value("scrollY").asInt()).isPositive();
      }
    }
  }
}
