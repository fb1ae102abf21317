package org.marquee.notice;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.feed.GoldenFile;

/// Holds `docs/notices.md` to the catalogue that it is made of. `-Dmarquee.golden=rewrite` makes it
/// anew.
@NullMarked
class NoticesPageTest {
  @Test
  void the_page_is_the_catalogue() throws IOException {
    StringBuilder page =
        new StringBuilder(
            """
            # Notices

            What may be found in a feed, what became of it, and how to mend it. Reports carry these texts, and programs may go by the
            codes, which never change. This page is made of the catalogue (`notice/Code.java`) by `NoticesPageTest`.
            """);
    for (Severity severity : Severity.values()) {
      page.append("\n## ").append(severity).append("\n");
      page.append(
          switch (severity) {
            case ERROR -> "The line, or the whole feed, was kept aside.\n";
            case WARNING -> "Something was changed, dropped or guessed; the record went in.\n";
            case INFO -> "Worth knowing.\n";
          });
      for (Code code : Code.values()) {
        if (code.severity() == severity) {
          page.append("\n### ").append(code).append("\n");
          page.append("**").append(code.title()).append("** ");
          page.append(code.consequence()).append("\n");
        }
      }
    }
    GoldenFile.compare(Path.of("../docs/notices.md"), page.toString());
  }
}
