package org.marquee.feed.mapped;

import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.marquee.feed.Members;
import org.marquee.feed.UnreadableFeed;
import org.marquee.feed.Value;
import org.marquee.notice.Code;
import org.marquee.yaml.Yaml;

/// A file of YAML as the tree that paths go through (docs/mappings.md, "XML and YAML").
final class YamlTree {
  /// In characters: each value is kept with its place, which takes a hundred times its length.
  private static final int LONGEST = 1 << 21;

  private YamlTree() {}

  /// @throws UnreadableFeed if it is not one document, or too long
  static Value read(Reader text, String file) throws IOException {
    char[] all = new char[LONGEST + 1];
    int length = 0;
    for (int count = 0; count >= 0 && length <= LONGEST; length += Math.max(0, count)) {
      count = text.read(all, length, all.length - length);
    }
    if (length > LONGEST) {
      throw new UnreadableFeed(file + " is longer than " + LONGEST + " characters");
    }
    String yaml = new String(all, 0, length);
    if (yaml.isBlank()) {
      throw new UnreadableFeed(Code.FEED_EMPTY, file);
    }
    try {
      return value(Yaml.of(yaml).withoutAnchors());
    } catch (Yaml.Fault e) {
      throw new UnreadableFeed(file + ", " + e.getMessage());
    }
  }

  private static Value value(Yaml yaml) throws Yaml.Fault {
    if (yaml.isText()) {
      String text = yaml.textOrEmpty();
      return text.isEmpty() || text.equals("~") || text.equals("null")
          ? Value.Nothing.NOTHING
          : new Value.Text(text);
    }
    if (yaml.isList()) {
      List<Value> items = new ArrayList<>();
      for (Yaml item : yaml.list()) {
        items.add(value(item));
      }
      return new Value.Items(items);
    }
    Members members = new Members();
    for (Map.Entry<String, Yaml> member : yaml.members().entrySet()) {
      members.add(member.getKey(), value(member.getValue()));
    }
    return members;
  }
}
