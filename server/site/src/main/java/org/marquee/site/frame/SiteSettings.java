package org.marquee.site.frame;

import org.jspecify.annotations.Nullable;

/// What the operator says of the pages.
///
/// @param title the name of the service, at the top of each page
/// @param contact an address of mail or of a page, for questions; null where none is given, as the
///   next two
/// @param imprint address of the page that says who runs the service
/// @param privacy address of the page about personal data
/// @param audience who sees the pages
/// @param indexing what search engines may list
/// @param scheme of addresses here: `https`, or `http` where nothing encrypts
/// @param pagesPerMinute that one address may ask for; 0: any number
/// @param checkers who may have feeds checked; operators always may
/// @param checks what checking a feed may take
/// @param others sites that may show the pages, or are asked for pictures
public record SiteSettings(
    String title,
    @Nullable String contact,
    @Nullable String imprint,
    @Nullable String privacy,
    Audience audience,
    Indexing indexing,
    String scheme,
    int pagesPerMinute,
    Audience checkers,
    CheckLimits checks,
    OtherSites others) {
  /// The title where none is set.
  public static final String USUAL_TITLE = "Marquee";

  /// How many pages a minute an address gets where nothing else is set.
  public static final int USUAL_RATE = 30;

  /// Who sees the pages.
  public enum Audience {
    /// Everybody. What programs ask for needs a key.
    PUBLIC,
    /// People at the port of operations, where the interface answers without a key.
    OPERATORS,
    /// Nobody: there are only the documents.
    NOBODY
  }

  /// What search engines may list.
  public enum Indexing {
    /// The pages of cinemas and films.
    RECORDS,
    /// Nothing, as on a demo and on the port of operations.
    NOTHING
  }

  /// The pages on the port of operations.
  public static SiteSettings ofOperators(String title, CheckLimits checks) {
    return unlisted(title, Audience.OPERATORS, 0, checks);
  }

  /// Whether feeds are checked on these pages.
  public boolean checksFeeds() {
    return audience == Audience.OPERATORS || (isPublic() && checkers == Audience.PUBLIC);
  }

  /// The documents, where there are no pages.
  public static SiteSettings ofDocuments(String title) {
    return unlisted(title, Audience.NOBODY, USUAL_RATE, CheckLimits.USUAL);
  }

  /// Whether the pages are for who runs the service.
  public boolean isOfOperators() {
    return audience == Audience.OPERATORS;
  }

  /// Whether there are pages besides the documents.
  public boolean hasPages() {
    return audience != Audience.NOBODY;
  }

  /// Whether everybody sees the pages.
  public boolean isPublic() {
    return audience == Audience.PUBLIC;
  }

  private static SiteSettings unlisted(
      String title, Audience audience, int pagesPerMinute, CheckLimits checks) {
    return new SiteSettings(
        title,
        null,
        null,
        null,
        audience,
        Indexing.NOTHING,
        "http",
        pagesPerMinute,
        audience,
        checks,
        OtherSites.NONE);
  }
}
