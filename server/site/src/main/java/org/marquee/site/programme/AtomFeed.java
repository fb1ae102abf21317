package org.marquee.site.programme;

import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.util.List;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.marquee.site.frame.SitePage.Outcome;
import org.marquee.site.frame.Visit;

/// An Atom feed (RFC 4287). Links are relative to its address (RFC 3987, 6.5).
///
/// @param id that lasts, as all ids in it
/// @param self its own address
/// @param page the address of the page that shows about the same
/// @param empty when it was updated, where it has no entries
record AtomFeed(
    String title, String id, String self, String page, Instant empty, List<Entry> entries) {
  private static final String ATOM = "http://www.w3.org/2005/Atom";

  /// An entry; the newest comes first.
  record Entry(String title, String id, Instant updated, String page, String summary) {}

  /// The feed as a file.
  Outcome document(Visit visit) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      XMLStreamWriter xml =
          XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(bytes, "UTF-8");
      write(visit, xml);
      xml.close();
    } catch (XMLStreamException e) {
      throw new IllegalStateException(e);
    }
    return new Outcome.Document("application/atom+xml; charset=utf-8", bytes.toByteArray());
  }

  private void write(Visit visit, XMLStreamWriter xml) throws XMLStreamException {
    xml.writeStartDocument("UTF-8", "1.0");
    xml.writeStartElement("feed");
    xml.writeDefaultNamespace(ATOM);
    xml.writeAttribute("xml:lang", visit.language().code());
    element(xml, "title", title + " · " + visit.site().title());
    element(xml, "id", id);
    Instant updated = entries.isEmpty() ? empty : entries.getFirst().updated();
    element(xml, "updated", updated.toString());
    link(xml, "self", self);
    link(xml, "alternate", page);
    xml.writeStartElement("author");
    element(xml, "name", visit.site().title());
    xml.writeEndElement();
    for (Entry each : entries) {
      xml.writeStartElement("entry");
      element(xml, "title", each.title());
      element(xml, "id", each.id());
      element(xml, "updated", each.updated().toString());
      link(xml, "alternate", each.page());
      element(xml, "summary", each.summary());
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

  private static void link(XMLStreamWriter xml, String relation, String address)
      throws XMLStreamException {
    xml.writeEmptyElement("link");
    xml.writeAttribute("rel", relation);
    xml.writeAttribute("href", address);
  }
}
