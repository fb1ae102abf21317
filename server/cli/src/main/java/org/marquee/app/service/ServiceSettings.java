package org.marquee.app.service;

import java.util.List;
import org.marquee.app.config.Configuration;
import org.marquee.app.console.SettingReaders;
import picocli.CommandLine;

/// The settings: the options of `serve`, read without the rest of the command line.
public final class ServiceSettings {
  private ServiceSettings() {}

  /// The command that has all settings as its options.
  public static CommandLine commandLine() {
    CommandLine line = new CommandLine(new ServeCommand());
    line.setCaseInsensitiveEnumValuesAllowed(true);
    SettingReaders.addTo(line);
    return line;
  }

  /// The service as it would be started now.
  ///
  /// @param typed the words of the command line, of which the first is the command
  static ServeCommand of(Configuration configuration, List<String> typed) {
    CommandLine line = commandLine();
    line.setDefaultValueProvider(configuration);
    line.parseArgs(typed.subList(1, typed.size()).toArray(String[]::new));
    return line.getCommand();
  }
}
