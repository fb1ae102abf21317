package org.marquee.feed.mapped;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.stream.Location;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedText;
import org.marquee.feed.UnreadableFeed;
import org.marquee.feed.member.JsonDocument;
import org.marquee.feed.member.Members;
import org.marquee.feed.member.Value;
import org.marquee.notice.Code;

/// A file of XML as the tree that paths go through (docs/mappings.md, "XML"): child elements and
/// attributes are members, and what the mapping takes for a list is one, however many elements
/// there are.
///
/// Document types and entities are refused: a few bytes of them may stand for gigabytes, or for
/// files of this machine.
final class XmlTree {
  private static final int DEEPEST = 64;
  private static final int MOST_ELEMENTS = 1_000_000;

  /// The longest document, in bytes.
  static final int LONGEST = 2 * JsonDocument.LONGEST;

  private static final XMLInputFactory READERS = readers();

  /// What an element's own text is called if it has attributes or children too.
  private static final String TEXT = "#text";

  private static final Pattern ENCODING =
      Pattern.compile("^<\\?xml[^>]*\\sencoding\\s*=\\s*[\"']([^\"']+)[\"']");

  /// Further than any declaration goes.
  private static final int DECLARED_WITHIN = 200;

  private final Set<ValuePath.Child> lists;
  private int elements;

  private XmlTree(Set<ValuePath.Child> lists) {
    this.lists = lists;
  }

  private static XMLInputFactory readers() {
    XMLInputFactory readers = XMLInputFactory.newDefaultFactory();
    readers.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    readers.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    readers.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
    readers.setProperty(XMLInputFactory.IS_COALESCING, true);
    return readers;
  }

  /// Reads a file; its encoding is the one that it states.
  ///
  /// @param lists which children the mapping takes for lists
  /// @throws UnreadableFeed if it is not one whole document, or too long
  static Value read(InputStream bytes, String file, Set<ValuePath.Child> lists) throws IOException {
    byte[] all = bytes.readNBytes(LONGEST + 1);
    if (all.length > LONGEST) {
      throw new UnreadableFeed(file + " is longer than " + LONGEST + " bytes");
    }
    if (new String(all, ISO_8859_1).isBlank()) {
      throw new UnreadableFeed(Code.FEED_EMPTY, file);
    }
    @Nullable String root = null;
    String text = text(all, file);
    try {
      XMLStreamReader xml = READERS.createXMLStreamReader(new StringReader(text));
      while (next(xml) != XMLStreamConstants.START_ELEMENT) {
        if (xml.getEventType() == XMLStreamConstants.DTD) {
          throw new UnreadableFeed(file + " has a document type (DOCTYPE); these are not read");
        }
      }
      root = xml.getLocalName();
      Members document = new Members();
      document.add(root, new XmlTree(lists).element(xml, root, 1, file));
      while (xml.hasNext()) {
        next(xml);
      }
      return document;
    } catch (XMLStreamException e) {
      Location at = e.getLocation();
      throw new UnreadableFeed(
          isCutOff(all, root) ? Code.FEED_CUT_OFF : Code.FEED_UNREADABLE,
          "%s, line %d, column %d: it is not well-formed XML"
              .formatted(
                  file,
                  at == null ? 1 : at.getLineNumber(),
                  at == null ? 1 : at.getColumnNumber()));
    }
  }

  /// Bytes that are no text must not reach the JDK's reader: it prints what it finds to standard
  /// error.
  private static String text(byte[] all, String file) throws IOException {
    Matcher declared =
        ENCODING.matcher(
            new String(all, 0, Math.min(DECLARED_WITHIN, all.length), ISO_8859_1).strip());
    String stated = declared.find() ? declared.group(1) : "UTF-8";
    Charset charset;
    try {
      charset = FeedText.charset(all, Charset.forName(stated));
    } catch (IllegalArgumentException _) {
      throw new UnreadableFeed(
          file + " states the encoding “" + stated + "”, which is not known here");
    }
    try (Reader text = FeedText.of(new ByteArrayInputStream(all), charset)) {
      return text.readAllAsString();
    } catch (CharacterCodingException _) {
      // The last letter of a file that was cut may be half of one.
      throw new UnreadableFeed(
          isCutOff(all, null) ? Code.FEED_CUT_OFF : Code.FEED_NOT_TEXT,
          file
              + " has characters that are not "
              + charset
              + "; the first line of XML names its encoding, as in encoding=\"windows-1252\"");
    }
  }

  /// The next event. On some damaged document types the JDK's reader fails in its own way.
  private static int next(XMLStreamReader xml) throws XMLStreamException {
    try {
      return xml.next();
    } catch (RuntimeException e) {
      throw new XMLStreamException("the reader failed", xml.getLocation(), e);
    }
  }

  /// Whether a damaged document does not end as it begins.
  private static boolean isCutOff(byte[] all, @Nullable String root) {
    // Without the zeros that UTF-16 has between letters.
    String end =
        new String(all, Math.max(0, all.length - 1000), Math.min(1000, all.length), ISO_8859_1)
            .replace("\0", "");
    return root == null ? !end.strip().endsWith(">") : !end.contains(root + ">");
  }

  private Value element(XMLStreamReader xml, String name, int depth, String file)
      throws XMLStreamException, UnreadableFeed {
    if (depth > DEEPEST || ++elements > MOST_ELEMENTS) {
      throw new UnreadableFeed(file + " nests too deeply, or has too many elements");
    }
    Members members = new Members();
    Map<String, List<Value>> children = new LinkedHashMap<>();
    List<String[]> attributes = new ArrayList<>(xml.getAttributeCount());
    for (int at = 0; at < xml.getAttributeCount(); at++) {
      attributes.add(new String[] {xml.getAttributeLocalName(at), xml.getAttributeValue(at)});
    }
    StringBuilder text = new StringBuilder();
    for (int event = next(xml); event != XMLStreamConstants.END_ELEMENT; event = next(xml)) {
      switch (event) {
        case XMLStreamConstants.START_ELEMENT -> {
          String child = xml.getLocalName();
          Value value = element(xml, child, depth + 1, file);
          children.computeIfAbsent(child, _ -> new ArrayList<>(1)).add(value);
        }
        case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> text.append(xml.getText());
        case XMLStreamConstants.ENTITY_REFERENCE ->
            throw new UnreadableFeed(file + " refers to an entity; these are not read");
        default -> {}
      }
    }
    children.forEach((child, values) ->
        members.add(
            child,
            values.size() > 1 || isList(name, child)
                ? new Value.Items(values)
                : values.getFirst()));
    for (ValuePath.Child child : lists) {
      if (name.equals(child.parent()) && !children.containsKey(child.name())) {
        members.add(child.name(), new Value.Items(List.of()));
      }
    }
    for (String[] attribute : attributes) {
      if (!children.containsKey(attribute[0])) {
        members.add(attribute[0], attribute[1]);
      }
    }
    if (members.isEmpty()) {
      return new Value.Text(text.toString());
    }
    if (!text.toString().isBlank()) {
      members.add(TEXT, text.toString());
    }
    return members;
  }

  private boolean isList(String parent, String child) {
    return lists.contains(new ValuePath.Child(parent, child))
        || lists.contains(new ValuePath.Child(null, child));
  }
}
