package org.marquee.site.check;

import static java.nio.charset.StandardCharsets.UTF_8;

import gg.jte.html.HtmlContent;
import gg.jte.html.HtmlTemplateOutput;
import gg.jte.html.OwaspHtmlTemplateOutput;
import gg.jte.output.StringOutput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.marquee.listing.ListingsUnavailable;
import org.marquee.notice.Code;
import org.marquee.notice.KeptReports;
import org.marquee.site.check.FeedCheck.Outcome;
import org.marquee.site.frame.CheckLimits;
import org.marquee.site.frame.Visit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The content of the page of a check, written while the check runs: first what was found so far,
/// then the report. Once that is there, the style hides the rest, so no script is needed.
public final class CheckedFeed implements HtmlContent {
  private static final Logger LOG = LoggerFactory.getLogger(CheckedFeed.class);
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int ID_BYTES = 16;

  /// What only a provider's next import can find: it is compared with what the provider sent
  /// before.
  public static final List<Code> OF_LATER_IMPORTS =
      List.of(Code.FEED_OLDER, Code.FEED_SHRUNK, Code.CINEMA_KEPT, Code.CINEMA_RECOVERED);

  private final FeedCheck check;
  private final FeedCheck.Feed feed;
  private final CheckLimits limits;
  private final Optional<KeptReports> keep;
  private final Visit visit;
  private final Writer text;

  /// @param keep where the report is kept
  /// @param text what the page is written to
  CheckedFeed(
      FeedCheck check,
      FeedCheck.Feed feed,
      CheckLimits limits,
      Optional<KeptReports> keep,
      Visit visit,
      Writer text) {
    this.check = check;
    this.feed = feed;
    this.limits = limits;
    this.keep = keep;
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
      check(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// What is thrown because the client has left is thrown on.
  private void check(HtmlTemplateOutput out) {
    Outcome outcome;
    try (CheckProgress progress = new CheckProgress(visit, out, text)) {
      outcome = check.check(feed, limits, progress);
    } catch (ListingsUnavailable e) {
      fail(e, "error.503", out);
      return;
    } catch (IOException e) {
      fail(e, "validate.unkeepable", out);
      return;
    }
    out.writeContent("</ul>\n");
    write(outcome, out);
  }

  @SuppressWarnings("NullAway") // as above
  private void fail(Exception why, String text, HtmlTemplateOutput out) {
    LOG.atWarn().log("a feed cannot be checked: {}", why.getMessage());
    out.writeContent("</ul>\n");
    JtecheckendGenerated.render(out, null, visit, text);
  }

  @SuppressWarnings("NullAway") // as above
  private void write(Outcome outcome, HtmlTemplateOutput out) {
    switch (outcome) {
      case Outcome.Checked checked -> {
        String report = report(checked);
        keep.ifPresent(reports -> keep(report, reports, out));
        out.writeContent(report);
      }
      case Outcome.GaveWay() -> JtecheckendGenerated.render(out, null, visit, "validate.gaveway");
      case Outcome.TookTooLong() ->
          JtecheckendGenerated.render(out, null, visit, "validate.toolong");
    }
  }

  @SuppressWarnings("NullAway") // as above
  private String report(Outcome.Checked checked) {
    StringOutput report = new StringOutput(16_384);
    JtecheckedGenerated.render(
        new OwaspHtmlTemplateOutput(report),
        null,
        visit,
        checked.report(),
        checked.preview().stream().map(each -> CheckPreview.of(each, visit)).toList());
    return report.toString();
  }

  @SuppressWarnings("NullAway") // as above
  private void keep(String report, KeptReports reports, HtmlTemplateOutput out) {
    byte[] secret = new byte[ID_BYTES];
    RANDOM.nextBytes(secret);
    String id = HexFormat.of().formatHex(secret);
    StringOutput page = new StringOutput(report.length() + 512);
    JtecheckheadGenerated.render(new OwaspHtmlTemplateOutput(page), null, visit, feed.name());
    page.writeContent(report);
    try {
      reports.keep(id, page.toString().getBytes(UTF_8));
      JtekeptlinkGenerated.render(out, null, visit, "/validate/" + id);
    } catch (ListingsUnavailable e) {
      LOG.atWarn().log(e.getMessage());
      JtecheckendGenerated.render(out, null, visit, "validate.unkept");
    }
  }
}
