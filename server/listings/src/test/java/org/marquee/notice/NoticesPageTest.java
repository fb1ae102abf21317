package org.marquee.notice;

import java.io.IOException;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.GoldenFile;
import org.marquee.Repository;

/// Compares `docs/notices.md` with the catalogue. `-Dmarquee.golden=rewrite` writes it again.
@NullMarked
class NoticesPageTest {
  @Test
  void the_page_is_the_catalogue() throws IOException {
    StringBuilder page =
        new StringBuilder(
            """
            # Notices

            What a report may say about a feed: what was found, the consequence, and what to do. Programs may rely on the codes; they
            never change. `NoticesPageTest` writes this page from `notice/Code.java`.
            """);
    for (Severity severity : Severity.values()) {
      page.append("\n## ").append(severity).append("\n");
      page.append(
          switch (severity) {
            case ERROR -> "The line, or the whole feed, was refused.\n";
            case WARNING -> "Something was changed, dropped or guessed; the record was imported.\n";
            case INFO -> "For information.\n";
          });
      for (Code code : Code.values()) {
        if (code.severity() == severity) {
          page.append("\n### ").append(code).append("\n");
          page.append("**").append(code.title()).append("** ");
          page.append(code.consequence()).append("\n");
        }
      }
    }
    GoldenFile.compare(Repository.path("docs/notices.md"), page.toString());
  }
}
