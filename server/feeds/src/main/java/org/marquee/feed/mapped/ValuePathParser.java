package org.marquee.feed.mapped;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.mapped.ValuePath.Step;

/// Parses the text of a [ValuePath].
final class ValuePathParser {
  private static final int LONGEST = 1000;
  private static final String SPECIAL = ".[]{}()\"";

  private final String text;
  private final List<Step> steps = new ArrayList<>();
  private int at;

  ValuePathParser(String text) {
    this.text = text;
  }

  ValuePath path() throws ValuePath.InvalidPath {
    if (text.length() > LONGEST) {
      throw new ValuePath.InvalidPath("is longer than " + LONGEST + " characters");
    }
    if (text.isBlank()) {
      throw new ValuePath.InvalidPath("is empty");
    }
    if (text.equals(".")) {
      return new ValuePath(text, steps);
    }
    if (text.startsWith("$")) {
      at = 1;
      steps.add(new Step.Document());
    } else if (text.startsWith("@")) {
      at = 1;
      steps.add(new Step.Named(name()));
    }
    while (at < text.length()) {
      step();
    }
    return new ValuePath(text, steps);
  }

  private void step() throws ValuePath.InvalidPath {
    boolean first = steps.isEmpty();
    switch (text.charAt(at)) {
      case '.' -> {
        at++;
        if (first) {
          throw new ValuePath.InvalidPath("must not begin with a dot");
        }
        if (at == text.length() || text.charAt(at) != '{') {
          steps.add(new Step.Member(name()));
        }
      }
      case '[' -> steps.add(elements(within(']')));
      case '{' -> steps.add(new Step.EachMember(nameOrNull(within('}'))));
      case '(' -> {
        if (!within(')').equals("json")) {
          throw new ValuePath.InvalidPath("has parentheses other than (json)");
        }
        steps.add(new Step.Parsed());
      }
      default -> {
        if (!first) {
          throw new ValuePath.InvalidPath("needs a dot before character " + (at + 1));
        }
        steps.add(new Step.Member(name()));
      }
    }
  }

  private static Step elements(String inside) throws ValuePath.InvalidPath {
    if (!inside.isEmpty() && inside.chars().allMatch(letter -> letter >= '0' && letter <= '9')) {
      if (inside.length() > 6) {
        throw new ValuePath.InvalidPath("has an index that is too large: [" + inside + "]");
      }
      return new Step.Index(Integer.parseInt(inside));
    }
    return new Step.Elements(nameOrNull(inside));
  }

  private static @Nullable String nameOrNull(String inside) throws ValuePath.InvalidPath {
    if (inside.isEmpty()) {
      return null;
    }
    if (!inside.matches("[A-Za-z][A-Za-z0-9_]*")) {
      throw new ValuePath.InvalidPath(
          "names something \"" + inside + "\": names are letters and digits");
    }
    return inside;
  }

  private String within(char closing) throws ValuePath.InvalidPath {
    int end = text.indexOf(closing, at + 1);
    if (end < 0) {
      throw new ValuePath.InvalidPath("has no " + closing + " after character " + (at + 1));
    }
    String inside = text.substring(at + 1, end);
    at = end + 1;
    return inside;
  }

  private String name() throws ValuePath.InvalidPath {
    if (at < text.length() && text.charAt(at) == '"') {
      String name = within('"');
      if (name.isEmpty()) {
        throw new ValuePath.InvalidPath("has an empty name in quotes");
      }
      return name;
    }
    int begin = at;
    while (at < text.length() && SPECIAL.indexOf(text.charAt(at)) < 0) {
      at++;
    }
    if (at == begin) {
      throw new ValuePath.InvalidPath("needs a name at character " + (begin + 1));
    }
    return text.substring(begin, at);
  }
}
