package org.marquee.site;

import gg.jte.html.HtmlContent;
import gg.jte.html.HtmlTemplateOutput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.List;
import org.marquee.listing.ListingsUnavailable;
import org.marquee.notice.Code;
import org.marquee.site.FeedCheck.Outcome;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The content of the page of a check, written while the check runs: first what was found so far,
/// then the report. Once that is there, the style hides the rest, so no script is needed.
public final class CheckedFeed implements HtmlContent {
  private static final Logger LOG = LoggerFactory.getLogger(CheckedFeed.class);

  /// What only a provider's next import can find: it is compared with what the provider sent
  /// before.
  public static final List<Code> OF_LATER_IMPORTS =
      List.of(Code.FEED_OLDER, Code.FEED_SHRUNK, Code.CINEMA_KEPT, Code.CINEMA_RECOVERED);

  private final FeedCheck check;
  private final FeedCheck.Feed feed;
  private final CheckLimits limits;
  private final Visit visit;
  private final Writer text;

  /// @param text what the page is written to
  CheckedFeed(FeedCheck check, FeedCheck.Feed feed, CheckLimits limits, Visit visit, Writer text) {
    this.check = check;
    this.feed = feed;
    this.limits = limits;
    this.visit = visit;
    this.text = text;
  }

  @Override
  @SuppressWarnings("NullAway") // "no interceptor" is null in jte
  public void writeTo(HtmlTemplateOutput out) {
    try {
      JtecheckheadGenerated.render(out, null, visit, feed.name());
      out.writeContent("<ul class=\"checking\">\n");
      text.flush();
      Outcome outcome = null;
      try (CheckProgress progress = new CheckProgress(visit, out, text)) {
        outcome = check.check(feed, limits, progress);
      } catch (ListingsUnavailable e) {
        LOG.atWarn().log(e.getMessage());
      }
      out.writeContent("</ul>\n");
      if (outcome == null) {
        JtecheckendGenerated.render(out, null, visit, "error.503");
      } else {
        write(outcome, out);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @SuppressWarnings("NullAway") // as above
  private void write(Outcome outcome, HtmlTemplateOutput out) {
    switch (outcome) {
      case Outcome.Checked checked ->
          JtecheckedGenerated.render(
              out,
              null,
              visit,
              checked.report(),
              checked.preview().stream().map(each -> CheckPreview.of(each, visit)).toList());
      case Outcome.GaveWay() -> JtecheckendGenerated.render(out, null, visit, "validate.gaveway");
      case Outcome.TookTooLong() ->
          JtecheckendGenerated.render(out, null, visit, "validate.toolong");
    }
  }
}
