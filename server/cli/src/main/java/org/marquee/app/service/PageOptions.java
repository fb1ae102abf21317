package org.marquee.app.service;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.app.console.SettingReaders;
import org.marquee.site.frame.CheckLimits;
import org.marquee.site.frame.OtherSites;
import org.marquee.site.frame.SiteSettings;
import org.marquee.site.frame.WebHosts;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/// Where the pages for people are served, and what they say of the operator (docs/pages.md).
final class PageOptions {
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
      converter = PagePorts.class,
      description =
          "Where pages for people are served: off, operations (the second port) or public"
              + " (default: ${DEFAULT-VALUE}).")
  private PagePort pages = PagePort.OPERATIONS;

  @Option(
      names = "--title",
      paramLabel = "NAME",
      description = "Name of the service on its pages (default: ${DEFAULT-VALUE}).")
  private String title = SiteSettings.USUAL_TITLE;

  @Option(
      names = "--contact",
      paramLabel = "ADDRESS",
      converter = SettingReaders.MailOrWebAddress.class,
      description = "Mail or web address for questions, on public pages.")
  private @Nullable String contact;

  @Option(
      names = "--imprint",
      paramLabel = "URL",
      converter = SettingReaders.WebAddress.class,
      description = "Page that says who runs the service, on public pages.")
  private @Nullable String imprint;

  @Option(
      names = "--privacy",
      paramLabel = "URL",
      converter = SettingReaders.WebAddress.class,
      description = "Page about personal data, on public pages.")
  private @Nullable String privacy;

  @Option(
      names = "--embed",
      paramLabel = "HOST,…",
      converter = Frames.class,
      description = "Sites that may show public pages in a frame; * is all.")
  private WebHosts frames = WebHosts.NONE;

  @Option(
      names = "--pictures",
      paramLabel = "HOST,…",
      converter = Pictures.class,
      description = "Hosts that public pages load posters from; without one they are drawn.")
  private WebHosts pictures = WebHosts.NONE;

  @Option(
      names = "--validate",
      paramLabel = "WHERE",
      converter = Checkers.class,
      defaultValue = "operations",
      description =
          "Where the pages check feeds: operations or public (default: ${DEFAULT-VALUE}).")
  private SiteSettings.Audience checkers = SiteSettings.Audience.OPERATORS;

  @Option(
      names = "--validate-largest",
      hidden = true,
      converter = SettingReaders.Sizes.class,
      defaultValue = "100MB",
      description = "The most that a file may have that is checked on a page.")
  private long largestCheck = CheckLimits.USUAL.bytes();

  @Option(
      names = "--validate-time",
      hidden = true,
      converter = SettingReaders.LongerThanNothing.class,
      description = "How long it may take to send the file, and as long again to check it.")
  private Duration checkTime = CheckLimits.USUAL.time();

  @Option(
      names = "--validate-per-minute",
      hidden = true,
      converter = SettingReaders.FromZero.class,
      description = "How many files one address may send in a minute to the public port; 0: any.")
  private int checksPerMinute = CheckLimits.USUAL.perMinute();

  @Option(
      names = "--pages-per-minute",
      hidden = true,
      paramLabel = "NUMBER",
      converter = SettingReaders.FromZero.class,
      description = "How many public pages one address may ask for in a minute; 0: any number.")
  private int perMinute = SiteSettings.USUAL_RATE;

  /// Reads where pages are served.
  static final class PagePorts implements ITypeConverter<PagePort> {
    @Override
    public PagePort convert(String text) {
      return Arrays.stream(PagePort.values())
          .filter(place -> place.toString().equals(text))
          .findFirst()
          .orElseThrow(
              () -> new TypeConversionException("must be off, operations or public, not " + text));
    }
  }

  /// Reads who may have feeds checked.
  static final class Checkers implements ITypeConverter<SiteSettings.Audience> {
    @Override
    public SiteSettings.Audience convert(String text) {
      return switch (text) {
        case "operations" -> SiteSettings.Audience.OPERATORS;
        case "public" -> SiteSettings.Audience.PUBLIC;
        default -> throw new TypeConversionException("must be operations or public, not " + text);
      };
    }
  }

  /// Reads who may show pages in a frame.
  static final class Frames implements ITypeConverter<WebHosts> {
    @Override
    public WebHosts convert(String text) {
      return SettingReaders.read(WebHosts::readOrAny, text);
    }
  }

  /// Reads where posters are loaded from.
  static final class Pictures implements ITypeConverter<WebHosts> {
    @Override
    public WebHosts convert(String text) {
      return SettingReaders.read(WebHosts::read, text);
    }
  }

  /// The settings of public pages that are given where pages are not public.
  List<String> withoutPages() {
    return pages == PagePort.PUBLIC
        ? List.of()
        : Stream.of(
                checkers == SiteSettings.Audience.PUBLIC ? "validate" : "",
                frames.isEmpty() ? "" : "embed",
                pictures.isEmpty() ? "" : "pictures")
            .filter(each -> !each.isEmpty())
            .toList();
  }

  /// The settings of the pages; null where there are none.
  ///
  /// @param scheme of the addresses of the interface
  @Nullable SiteSettings site(String scheme) {
    return switch (pages) {
      case OFF -> null;
      case OPERATIONS -> SiteSettings.ofOperators(title, checks());
      case PUBLIC ->
          new SiteSettings(
              title,
              contact,
              imprint,
              privacy,
              SiteSettings.Audience.PUBLIC,
              SiteSettings.Indexing.RECORDS,
              scheme,
              perMinute,
              checkers,
              checks(),
              new OtherSites(frames, pictures));
    };
  }

  /// What checking a feed may take.
  CheckLimits checks() {
    return new CheckLimits(largestCheck, checkTime, checksPerMinute);
  }
}
