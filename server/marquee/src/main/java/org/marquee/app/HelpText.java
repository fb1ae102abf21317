package org.marquee.app;

import java.lang.reflect.Member;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/// Keeps names such as `docs/feeds.md` and `--accept-shrink` in one line of the help, where picocli
/// breaks them after dots and hyphens: it breaks the lines with letters in place of these. Ends the
/// help with [HelpExamples].
final class HelpText {
  /// A file or an option.
  private static final Pattern NAME = Pattern.compile("(?:docs|~)/[\\w./-]*\\w|--[\\w-]*\\w");

  /// Settings that are listed elsewhere (docs/configuration.md).
  private static final Set<Class<?>> RARE =
      Set.of(NodeOptions.class, KeepOptions.class, CorsOption.class);

  /// Letters for private use, which no text has.
  private static final char DOT = '\ue000';

  private static final char HYPHEN = '\ue001';

  private HelpText() {}

  static void keepNamesWhole(CommandLine line) {
    CommandSpec command = line.getCommandSpec();
    for (OptionSpec option : List.copyOf(command.options())) {
      if (option.userObject() instanceof Member member
          && RARE.contains(member.getDeclaringClass())) {
        command.remove(option);
        command.addOption(option.toBuilder().hidden(true).build());
        continue;
      }
      String[] text = option.description();
      String[] whole = Stream.of(text).map(HelpText::whole).toArray(String[]::new);
      if (!List.of(text).equals(List.of(whole))) {
        describe(command, option, whole);
      }
    }
    Map<String, IHelpSectionRenderer> sections = new HashMap<>();
    line.getHelpSectionMap()
        .forEach((name, section) ->
            sections.put(
                name, help -> section.render(help).replace(DOT, '.').replace(HYPHEN, '-')));
    sections.put(
        UsageMessageSpec.SECTION_KEY_FOOTER, help -> HelpExamples.section(help.commandSpec()));
    line.setHelpSectionMap(sections);
    line.getSubcommands().values().forEach(HelpText::keepNamesWhole);
  }

  /// Gives an option that several commands have another text in one of them.
  static void describe(CommandSpec command, OptionSpec option, String... text) {
    command.remove(option);
    command.addOption(option.toBuilder().description(text).build());
  }

  /// The text of a description, without what keeps its names whole.
  static String plain(OptionSpec option) {
    return String.join(" ", option.description()).replace(DOT, '.').replace(HYPHEN, '-');
  }

  private static String whole(String text) {
    return NAME.matcher(text)
        .replaceAll(name -> name.group().replace('.', DOT).replace('-', HYPHEN));
  }
}
