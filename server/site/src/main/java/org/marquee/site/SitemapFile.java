package org.marquee.site;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.stream.Stream;
import org.marquee.site.frame.SitePage;
import org.marquee.site.frame.SiteSettings;
import org.marquee.site.frame.Visit;
import org.marquee.site.programme.Directory;
import org.marquee.site.programme.Published;

/// `/sitemap.xml` (sitemaps.org 0.9): the pages of all cinemas and films, at most 50,000 in a file.
/// Where there are more, it lists files, which `?part=` gives.
final class SitemapFile implements SitePage {
  private static final String SITEMAP = "http://www.sitemaps.org/schemas/sitemap/0.9";

  /// The limit of the protocol.
  private static final int MOST = 50_000;

  private final Directory directory;
  private final Published published;

  SitemapFile(Published published, Directory directory) {
    this.directory = directory;
    this.published = published;
  }

  @Override
  public Outcome show(Visit visit) {
    if (visit.site().indexing() == SiteSettings.Indexing.NOTHING) {
      return new Outcome.Missing("page");
    }
    List<String> paths =
        Stream.concat(
                directory.cinemas().stream().map(each -> "/cinemas/" + each.id()),
                published.titles().stream().map(each -> "/films/" + each.id()))
            .toList();
    int parts = Math.ceilDiv(paths.size(), MOST);
    int part = visit.number("part", 1, Math.max(1, parts)).map(Double::intValue).orElse(0);
    int from = Math.max(0, part - 1) * MOST;
    String xml =
        parts > 1 && part == 0
            ? xml("sitemapindex", "sitemap", files(parts), visit)
            : xml("urlset", "url", paths.subList(from, Math.min(paths.size(), from + MOST)), visit);
    return new Outcome.Document("application/xml; charset=utf-8", xml.getBytes(UTF_8));
  }

  private static List<String> files(int parts) {
    return Stream.iterate(1, part -> part <= parts, part -> part + 1)
        .map(part -> "/sitemap.xml?part=" + part)
        .toList();
  }

  /// Ids are letters, digits and underscores; a host is what the visitor sent.
  private static String xml(String root, String element, List<String> paths, Visit visit) {
    String before =
        '<' + element + "><loc>" + visit.origin().replace("&", "&amp;").replace("<", "&lt;");
    String after = "</loc></" + element + ">";
    StringBuilder xml = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>");
    xml.append('<').append(root).append(" xmlns=\"").append(SITEMAP).append("\">");
    paths.forEach(path -> xml.append(before).append(path).append(after));
    return xml.append("</").append(root).append('>').toString();
  }
}
