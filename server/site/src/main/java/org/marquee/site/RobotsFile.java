package org.marquee.site;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.marquee.site.frame.SitePage;
import org.marquee.site.frame.SiteSettings;
import org.marquee.site.frame.Visit;

/// `/robots.txt` (RFC 9309): search engines may read the pages of cinemas and films, and nothing
/// else.
final class RobotsFile implements SitePage {
  private static final String RECORDS =
      """
      User-agent: *
      Allow: /cinemas/
      Allow: /films/
      Allow: /assets/
      Allow: /sitemap.xml
      Disallow: /
      """
          + "Sitemap: ";

  private static final String NOTHING = "User-agent: *\nDisallow: /\n";

  @Override
  public Outcome show(Visit visit) {
    String text =
        visit.site().indexing() == SiteSettings.Indexing.RECORDS
            ? RECORDS + visit.origin() + "/sitemap.xml\n"
            : NOTHING;
    return new Outcome.Document("text/plain; charset=utf-8", text.getBytes(UTF_8));
  }
}
