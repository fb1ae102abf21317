package org.marquee.site;

import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

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
                published.filmIds().stream().map(id -> "/films/" + id))
            .toList();
    int parts = Math.ceilDiv(paths.size(), MOST);
    int part = visit.number("part", 1, Math.max(1, parts)).map(Double::intValue).orElse(0);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      XMLStreamWriter xml =
          XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(bytes, "UTF-8");
      xml.writeStartDocument("UTF-8", "1.0");
      if (parts > 1 && part == 0) {
        write(xml, "sitemapindex", "sitemap", files(parts), visit);
      } else {
        int from = Math.max(0, part - 1) * MOST;
        List<String> listed = paths.subList(from, Math.min(paths.size(), from + MOST));
        write(xml, "urlset", "url", listed, visit);
      }
      xml.writeEndDocument();
      xml.close();
    } catch (XMLStreamException e) {
      throw new IllegalStateException(e);
    }
    return new Outcome.Document("application/xml; charset=utf-8", bytes.toByteArray());
  }

  private static List<String> files(int parts) {
    return Stream.iterate(1, part -> part <= parts, part -> part + 1)
        .map(part -> "/sitemap.xml?part=" + part)
        .toList();
  }

  private static void write(
      XMLStreamWriter xml, String root, String element, List<String> paths, Visit visit)
      throws XMLStreamException {
    xml.writeStartElement(root);
    xml.writeDefaultNamespace(SITEMAP);
    for (String path : paths) {
      xml.writeStartElement(element);
      xml.writeStartElement("loc");
      xml.writeCharacters(visit.origin() + path);
      xml.writeEndElement();
      xml.writeEndElement();
    }
    xml.writeEndElement();
  }
}
