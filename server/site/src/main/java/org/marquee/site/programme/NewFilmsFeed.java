package org.marquee.site.programme;

import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.time.ZoneOffset;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.marquee.site.common.SitePage;
import org.marquee.site.common.Visit;

/// `/new.atom`: the new films as an Atom feed (RFC 4287). Its ids are the ids of the films, so that
/// they last.
public final class NewFilmsFeed implements SitePage {
  private static final String ATOM = "http://www.w3.org/2005/Atom";

  private final NewFilmsPage page;

  public NewFilmsFeed(NewFilmsPage page) {
    this.page = page;
  }

  @Override
  public Outcome show(Visit visit) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      XMLStreamWriter xml =
          XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(bytes, "UTF-8");
      write(page.view(visit), visit, xml);
      xml.close();
    } catch (XMLStreamException e) {
      throw new IllegalStateException(e);
    }
    return new Outcome.Document("application/atom+xml; charset=utf-8", bytes.toByteArray());
  }

  private static void write(NewFilmsPage.NewFilmsView view, Visit visit, XMLStreamWriter xml)
      throws XMLStreamException {
    xml.writeStartDocument("UTF-8", "1.0");
    xml.writeStartElement("feed");
    xml.writeDefaultNamespace(ATOM);
    xml.writeAttribute("xml:lang", visit.language().code());
    element(xml, "title", visit.text("new.title") + " · " + visit.site().title());
    element(xml, "id", "urn:marquee:new");
    Instant updated =
        view.films().isEmpty()
            ? view.since().atStartOfDay(ZoneOffset.UTC).toInstant()
            : view.films().getFirst().at();
    element(xml, "updated", updated.toString());
    link(xml, "self", visit.link("/new.atom"));
    link(xml, "alternate", visit.link("/new"));
    xml.writeStartElement("author");
    element(xml, "name", visit.site().title());
    xml.writeEndElement();
    for (NewFilmsPage.Listed each : view.films()) {
      xml.writeStartElement("entry");
      element(xml, "title", each.film().title());
      element(xml, "id", "urn:marquee:" + each.film().id());
      element(xml, "updated", each.at().toString());
      link(xml, "alternate", visit.link("/films/" + each.film().id()));
      element(xml, "summary", visit.text("new.listed", visit.words().day(each.day())));
      xml.writeEndElement();
    }
    xml.writeEndElement();
    xml.writeEndDocument();
  }

  private static void element(XMLStreamWriter xml, String name, String text)
      throws XMLStreamException {
    xml.writeStartElement(name);
    xml.writeCharacters(text);
    xml.writeEndElement();
  }

  /// Relative to the address of the feed (RFC 3987, 6.5).
  private static void link(XMLStreamWriter xml, String relation, String address)
      throws XMLStreamException {
    xml.writeEmptyElement("link");
    xml.writeAttribute("rel", relation);
    xml.writeAttribute("href", address);
  }
}
