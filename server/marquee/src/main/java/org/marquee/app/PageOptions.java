package org.marquee.app;

import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.marquee.app.terminal.WrongUsage;
import org.marquee.node.NodeSettings;
import org.marquee.node.Period;
import org.marquee.site.CheckLimits;
import org.marquee.site.SiteSettings;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/// Where the pages for people are served, and what they say of the operator (docs/pages.md).
final class PageOptions {
  private static final String RATE = "MARQUEE_PAGES_PER_MINUTE";
  private static final String CHECK_LARGEST = "MARQUEE_VALIDATE_LARGEST";
  private static final String CHECK_TIME = "MARQUEE_VALIDATE_TIME";
  private static final String CHECK_RATE = "MARQUEE_VALIDATE_PER_MINUTE";

  /// Where pages are served.
  enum PagePort {
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

  @Option(
      names = "--validate",
      paramLabel = "WHERE",
      description =
          "Where the pages check feeds: operations or public (default: ${DEFAULT-VALUE}).")
  private String validate = "operations";

  /// The settings with these pages.
  NodeSettings in(NodeSettings settings) {
    if (checkers() == SiteSettings.Audience.PUBLIC && place() != PagePort.PUBLIC) {
      throw new WrongUsage("--validate public needs --pages public");
    }
    return switch (place()) {
      case OFF -> settings;
      case OPERATIONS -> settings.withSite(SiteSettings.ofOperators(title, checks(System::getenv)));
      case PUBLIC -> settings.withSite(ofEverybody(settings.tls() != null ? "https" : "http"));
    };
  }

  private SiteSettings ofEverybody(String scheme) {
    return new SiteSettings(
        title,
        contact == null || contact.matches("(mailto:)?[^:]*")
            ? contact
            : webAddress("--contact", contact),
        webAddress("--imprint", imprint),
        webAddress("--privacy", privacy),
        SiteSettings.Audience.PUBLIC,
        SiteSettings.Indexing.RECORDS,
        scheme,
        number(RATE, System.getenv(RATE), SiteSettings.USUAL_RATE),
        checkers(),
        checks(System::getenv));
  }

  private PagePort place() {
    return Arrays.stream(PagePort.values())
        .filter(place -> place.toString().equals(pages))
        .findFirst()
        .orElseThrow(
            () -> new WrongUsage("--pages: must be off, operations or public, not " + pages));
  }

  private SiteSettings.Audience checkers() {
    return switch (validate) {
      case "operations" -> SiteSettings.Audience.OPERATORS;
      case "public" -> SiteSettings.Audience.PUBLIC;
      default -> throw new WrongUsage("--validate: must be operations or public, not " + validate);
    };
  }

  /// What checking a feed may take, by the environment.
  static CheckLimits checks(UnaryOperator<@Nullable String> environment) {
    String largest = environment.apply(CHECK_LARGEST);
    Duration time =
        Period.read(CHECK_TIME, environment.apply(CHECK_TIME), CheckLimits.USUAL.time());
    if (time.isZero()) {
      throw new WrongUsage(CHECK_TIME + ": nothing is checked in no time");
    }
    try {
      return new CheckLimits(
          largest == null || largest.isBlank()
              ? CheckLimits.USUAL.bytes()
              : new Sizes().convert(largest.strip()),
          time,
          number(CHECK_RATE, environment.apply(CHECK_RATE), CheckLimits.USUAL.perMinute()));
    } catch (CommandLine.TypeConversionException e) {
      throw new WrongUsage(CHECK_LARGEST + ": " + e.getMessage());
    }
  }

  private static @Nullable String webAddress(String option, @Nullable String address) {
    if (address != null && !address.startsWith("https://") && !address.startsWith("http://")) {
      throw new WrongUsage(option + ": must begin with https:// or http://, not " + address);
    }
    return address;
  }

  private static int number(String name, @Nullable String text, int usual) {
    if (text == null || text.isBlank()) {
      return usual;
    }
    try {
      int rate = Integer.parseInt(text.strip());
      if (rate >= 0 && rate <= 1_000_000) {
        return rate;
      }
    } catch (NumberFormatException _) {
      // refused below
    }
    throw new WrongUsage(name + ": must be a number from 0 to 1000000, not " + text);
  }
}
