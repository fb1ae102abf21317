package org.marquee.app;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.marquee.app.terminal.WrongUsage;
import org.marquee.node.NodeSettings;
import org.marquee.site.SiteSettings;
import picocli.CommandLine.Option;

/// Where the pages for people are served, and what they say of the operator (docs/pages.md).
final class PageOptions {
  private static final String RATE = "MARQUEE_PAGES_PER_MINUTE";

  /// Where pages are served.
  enum Place {
    OFF,
    OPERATIONS,
    PUBLIC;

    /// As on the command line.
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Option(
      names = "--pages",
      paramLabel = "WHERE",
      description =
          "Where pages for people are served: off, operations (the second port) or public"
              + " (default: ${DEFAULT-VALUE}).")
  private String pages = "operations";

  @Option(
      names = "--title",
      paramLabel = "NAME",
      description = "Name of the service on its pages (default: ${DEFAULT-VALUE}).")
  private String title = SiteSettings.USUAL_TITLE;

  @Option(
      names = "--contact",
      paramLabel = "ADDRESS",
      description = "Mail or web address for questions, on public pages.")
  private @Nullable String contact;

  @Option(
      names = "--imprint",
      paramLabel = "URL",
      description = "Page that says who runs the service, on public pages.")
  private @Nullable String imprint;

  @Option(
      names = "--privacy",
      paramLabel = "URL",
      description = "Page about personal data, on public pages.")
  private @Nullable String privacy;

  /// The settings with these pages.
  NodeSettings in(NodeSettings settings) {
    return switch (place()) {
      case OFF -> settings;
      case OPERATIONS -> settings.withSite(SiteSettings.ofOperators(title));
      case PUBLIC -> settings.withSite(ofEverybody(settings.tls() != null ? "https" : "http"));
    };
  }

  private SiteSettings ofEverybody(String scheme) {
    return new SiteSettings(
        title,
        contact,
        webAddress("--imprint", imprint),
        webAddress("--privacy", privacy),
        SiteSettings.Audience.PUBLIC,
        SiteSettings.Indexing.RECORDS,
        scheme,
        rate(System.getenv(RATE)));
  }

  private Place place() {
    for (Place place : Place.values()) {
      if (place.toString().equals(pages)) {
        return place;
      }
    }
    throw new WrongUsage("--pages: must be off, operations or public, not " + pages);
  }

  private static @Nullable String webAddress(String option, @Nullable String address) {
    if (address != null && !address.startsWith("https://") && !address.startsWith("http://")) {
      throw new WrongUsage(option + ": must begin with https:// or http://, not " + address);
    }
    return address;
  }

  private static int rate(@Nullable String text) {
    if (text == null || text.isBlank()) {
      return SiteSettings.USUAL_RATE;
    }
    try {
      int rate = Integer.parseInt(text.strip());
      if (rate >= 0 && rate <= 1_000_000) {
        return rate;
      }
    } catch (NumberFormatException _) {
      // refused below
    }
    throw new WrongUsage(RATE + ": must be a number from 0 to 1000000, not " + text);
  }
}
