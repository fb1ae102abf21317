package org.marquee.site;

import java.util.Arrays;
import java.util.List;
import org.marquee.notice.Code;
import org.marquee.notice.Severity;
import org.marquee.site.frame.SitePage;
import org.marquee.site.frame.Visit;

/// `/notices/{CODE}`: what a notice means, and how to mend its cause. The texts are those of the
/// catalogue, in English.
public final class NoticePage implements SitePage {
  NoticePage() {}

  @Override
  public Outcome show(Visit visit) {
    return Arrays.stream(Code.values())
        .filter(each -> each.name().equals(visit.id()))
        .findFirst()
        .<Outcome>map(code ->
            new Outcome.Shown(
                (out, plain) -> JtenoticepageGenerated.render(out, plain, visit, code)))
        .orElseGet(() -> new Outcome.Missing("notice"));
  }

  /// The notices of a severity, in the order of the catalogue.
  public static List<Code> of(Severity severity) {
    return Arrays.stream(Code.values()).filter(code -> code.severity() == severity).toList();
  }
}
