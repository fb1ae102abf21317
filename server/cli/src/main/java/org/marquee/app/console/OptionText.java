package org.marquee.app.console;

import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/// The descriptions of options. Names such as `docs/feeds.md` and `--accept-shrink` stay in one
/// line of the help, where picocli breaks them after dots and hyphens: it breaks the lines with
/// letters in place of these.
public final class OptionText {
  /// A file or an option.
  private static final Pattern NAME = Pattern.compile("(?:docs|~)/[\\w./-]*\\w|--[\\w-]*\\w");

  /// Letters for private use, which no text has.
  private static final char DOT = '\ue000';

  private static final char HYPHEN = '\ue001';

  private OptionText() {}

  /// Gives an option that several commands have another text in one of them.
  public static void describe(CommandSpec command, OptionSpec option, String... text) {
    command.remove(option);
    command.addOption(option.toBuilder().description(text).build());
  }

  /// The text of a description, without what keeps its names whole.
  public static String plain(OptionSpec option) {
    return plain(String.join(" ", option.description()));
  }

  /// A text without what keeps its names whole.
  public static String plain(String text) {
    return text.replace(DOT, '.').replace(HYPHEN, '-');
  }

  /// A text whose names stay in one line.
  public static String whole(String text) {
    return NAME.matcher(text)
        .replaceAll(name -> name.group().replace('.', DOT).replace('-', HYPHEN));
  }
}
