package org.marquee;

import static java.util.stream.Collectors.toCollection;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/// No pattern that meets the text of a feed or a visitor takes more than a few looks at each
/// letter, however the text repeats itself. Steps are counted, not seconds.
///
/// What is tried is guessed from the pattern: its own letters and words, alone and in pairs.
@NullMarked
class PatternsTest {
  private static final int LENGTH = 400;

  /// Of a letter. One that is tried from every beginning to the end takes half of [#LENGTH].
  private static final int MOST_STEPS = 50;

  /// Where such text is read.
  private static final List<String> READERS =
      Stream.of(
              "feed http v1 mcp site manual matching listing calendar notice network ingest"
                  .split(" ", -1))
          .map(each -> "org.marquee." + each + ".")
          .toList();

  /// Patterns whose texts are short, or not of feeds and visitors, by the beginning of their names.
  /// Those of `org.marquee.title` meet 600 letters at most (TitleCleaning).
  private static final List<String> SHORT =
      List.of(
          // The beginning of a file, and the mappings that this program writes (FirstRows).
          "org.marquee.feed.proposed.",
          // Names of files.
          "org.marquee.feed.filter.ForeignFiles",
          // Looks 2,500 letters ahead at most.
          "org.marquee.feed.filter.WebPage",
          // Mappings.
          "org.marquee.feed.mapped.NamesInPattern",
          "org.marquee.feed.mapped.TimePattern '[^']*'",
          // 200 and 4,096 letters.
          "org.marquee.feed.mapped.XmlTree ENCODING",
          "org.marquee.feed.schemaorg.WebFiles DECLARED",
          // Messages, and addresses of up to 8 kB.
          "org.marquee.notice.Secrets",
          // Our documents, certificates and routes.
          "org.marquee.http.tls.",
          "org.marquee.manual.Markdown",
          "org.marquee.site.frame.InterfaceRequest");

  private static final String LETTERS = " a0:-(.\n!字/A'\"=,";
  private static final Pattern INLINE =
      Pattern.compile(
          "\\.(matches|replaceAll|replaceFirst|split)\\(\\s*\"((?:[^\"\\\\]|\\\\.)*+)\"");

  /// A text that counts how often a letter of it is looked at.
  private static final class Counted implements CharSequence {
    private final String text;
    private long steps;

    Counted(String text) {
      this.text = text;
    }

    @Override
    public char charAt(int at) {
      if (++steps > (long) MOST_STEPS * text.length()) {
        throw new TooMany();
      }
      return text.charAt(at);
    }

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public CharSequence subSequence(int from, int to) {
      return text.substring(from, to);
    }

    @Override
    public String toString() {
      return text;
    }
  }

  private static final class TooMany extends RuntimeException {
    private static final long serialVersionUID = 1;

    TooMany() {
      super("too many steps", null, false, false);
    }
  }

  /// A pattern of the program.
  ///
  /// @param finds whether it is searched for in a text; else the whole text must be it
  private record Used(Pattern pattern, boolean finds) {}

  @Test
  void none_takes_longer_than_its_text_is_long() throws Exception {
    Map<String, Used> all = patterns();
    all.keySet().removeIf(name -> SHORT.stream().anyMatch(name::startsWith));
    assertThat(all).hasSizeGreaterThan(70);
    List<String> slow = new ArrayList<>();
    all.forEach((name, used) ->
        attacks(used.pattern())
            .filter(attack -> isTooMuch(used, attack))
            .findFirst()
            .ifPresent(
                attack -> slow.add("%s: %s by “%s”".formatted(name, used.pattern(), attack))));
    assertThat(slow).isEmpty();
  }

  private static boolean isTooMuch(Used used, String unit) {
    for (String end : List.of("", "\n]x")) {
      Counted text = new Counted("a " + unit.repeat(LENGTH / unit.length()) + end);
      Matcher matcher = used.pattern().matcher(text);
      try {
        boolean found = used.finds() ? matcher.find() : matcher.matches();
        while (found && used.finds()) {
          found = matcher.find();
        }
      } catch (TooMany | StackOverflowError _) {
        return true;
      }
    }
    return false;
  }

  private static Stream<String> attacks(Pattern pattern) {
    String plain = pattern.pattern().replaceAll("\\\\[a-zA-Z](\\{[^}]*})?|\\{[0-9,]+}", "");
    Set<String> letters =
        (LETTERS + plain)
            .codePoints()
            .mapToObj(Character::toString)
            .limit(40)
            .collect(toCollection(LinkedHashSet::new));
    Set<String> words =
        Pattern.compile("[\\p{L}<!?@\"]{2,}")
            .matcher(plain)
            .results()
            .limit(20)
            .flatMap(word -> Stream.of(word.group(), word.group() + " ", word.group() + ">"))
            .collect(toSet());
    Stream<String> pairs =
        letters.stream()
            .flatMap(one ->
                Stream.of(" ", "a", "0", "-").flatMap(two -> Stream.of(one + two, two + one)));
    return Stream.of(letters.stream(), pairs, words.stream()).flatMap(each -> each);
  }

  /// The constants of all classes, and what stands in calls.
  private static Map<String, Used> patterns() throws Exception {
    Map<String, Used> all = new LinkedHashMap<>();
    try (Stream<Path> modules = Files.list(Repository.path("server"))) {
      for (Path module : modules.sorted().toList()) {
        Path sources = module.resolve("src/main/java");
        if (Files.isDirectory(sources) && !module.endsWith("testkit")) {
          try (Stream<Path> files = Files.walk(sources)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
              add(sources.relativize(file).toString().replace('/', '.'), file, all);
            }
          }
        }
      }
    }
    return all;
  }

  private static void add(String file, Path path, Map<String, Used> all) throws Exception {
    String source = Files.readString(path);
    if (!source.contains("Pattern") && !INLINE.matcher(source).find()) {
      return;
    }
    String name = file.replaceFirst("\\.java$", "");
    if (READERS.stream().noneMatch(name::startsWith)) {
      return;
    }
    Matcher inline = INLINE.matcher(source);
    while (inline.find()) {
      String text =
          inline.group(2).replaceAll("(?<!\\\\)\\\\u+[0-9a-f]{4}", "u").translateEscapes();
      all.put(
          name + " " + text, new Used(Pattern.compile(text), !inline.group(1).equals("matches")));
    }
    if (source.contains("java.util.regex.Pattern")) {
      addConstants(Class.forName(name), source, all);
    }
  }

  private static void addConstants(Class<?> type, String source, Map<String, Used> all)
      throws IllegalAccessException {
    for (Field field : type.getDeclaredFields()) {
      if (field.getType() == Pattern.class) {
        field.setAccessible(true);
        boolean finds = isSearched(field.getName(), source);
        for (Object holder :
            Modifier.isStatic(field.getModifiers()) ? new Object[] {type} : holders(type)) {
          all.put(
              type.getName() + " " + field.getName() + (holder == type ? "" : " " + holder),
              new Used((Pattern) field.get(holder), finds));
        }
      }
    }
    for (Class<?> inner : type.getDeclaredClasses()) {
      addConstants(inner, source, all);
    }
  }

  /// Whether a pattern is searched for in a text: by itself, or by a matcher that has a name.
  private static boolean isSearched(String name, String source) {
    String searches = "\\s*\\.(find|replace|results)";
    return Pattern.compile(name + "\\s*\\.(matcher\\([^;{]*?\\)" + searches + "|split|asPredicate)")
            .matcher(source)
            .find()
        || Pattern.compile("(\\w+)\\s*=\\s*" + name + "\\s*\\.matcher\\(")
            .matcher(source)
            .results()
            .anyMatch(each -> Pattern.compile(each.group(1) + searches).matcher(source).find());
  }

  private static Object[] holders(Class<?> type) {
    return type.isEnum() ? type.getEnumConstants() : new Object[0];
  }
}
