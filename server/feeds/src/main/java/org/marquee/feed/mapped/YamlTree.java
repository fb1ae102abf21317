package org.marquee.feed.mapped;

import java.io.IOException;
import java.io.Reader;
import java.nio.CharBuffer;
import org.marquee.feed.UnreadableFeed;
import org.marquee.feed.member.Members;
import org.marquee.feed.member.Value;
import org.marquee.notice.Code;
import org.marquee.yaml.Yaml;

/// A file of YAML as the tree that paths go through (docs/mappings.md, "XML and YAML").
final class YamlTree {
  /// In characters: each value is kept with its place, which takes a hundred times its length.
  private static final int LONGEST = 1 << 21;

  private YamlTree() {}

  /// @throws UnreadableFeed if it is not one document, or too long
  static Value read(Reader text, String file) throws IOException {
    CharBuffer all = CharBuffer.allocate(LONGEST + 1);
    int read = 0;
    while (read >= 0 && all.hasRemaining()) {
      read = text.read(all);
    }
    if (!all.hasRemaining()) {
      throw new UnreadableFeed(file + " is longer than " + LONGEST + " characters");
    }
    String yaml = all.flip().toString();
    if (yaml.isBlank()) {
      throw new UnreadableFeed(Code.FEED_EMPTY, file);
    }
    try {
      return value(Yaml.of(yaml).withoutAnchors());
    } catch (Yaml.InvalidYaml e) {
      throw new UnreadableFeed(file + ", " + e.getMessage());
    }
  }

  private static Value value(Yaml yaml) throws Yaml.InvalidYaml {
    if (yaml.isText()) {
      String text = yaml.textOrEmpty();
      return text.isEmpty() || text.equals("~") || text.equals("null")
          ? Value.Nothing.NOTHING
          : new Value.Text(text);
    }
    if (yaml.isList()) {
      return new Value.Items(yaml.list(YamlTree::value));
    }
    Members members = new Members();
    yaml.members(YamlTree::value).forEach((name, value) -> members.add(name, value));
    return members;
  }
}
