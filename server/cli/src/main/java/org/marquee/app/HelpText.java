package org.marquee.app;

import java.lang.reflect.Member;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.marquee.app.console.OptionText;
import org.marquee.app.feed.KeepOptions;
import org.marquee.app.service.CorsOption;
import org.marquee.app.service.NodeOptions;
import picocli.CommandLine;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/// Keeps names in one line of the help ([OptionText]), leaves rare settings out of it, and ends it
/// with [HelpExamples].
final class HelpText {
  /// Settings that are listed elsewhere (docs/configuration.md).
  private static final Set<Class<?>> RARE =
      Set.of(NodeOptions.class, KeepOptions.class, CorsOption.class);

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
      String[] whole = Stream.of(text).map(OptionText::whole).toArray(String[]::new);
      if (!List.of(text).equals(List.of(whole))) {
        OptionText.describe(command, option, whole);
      }
    }
    Map<String, IHelpSectionRenderer> sections = new HashMap<>();
    line.getHelpSectionMap()
        .forEach(
            (name, section) -> sections.put(name, help -> OptionText.plain(section.render(help))));
    sections.put(
        UsageMessageSpec.SECTION_KEY_FOOTER, help -> HelpExamples.section(help.commandSpec()));
    line.setHelpSectionMap(sections);
    line.getSubcommands().values().forEach(HelpText::keepNamesWhole);
  }
}
