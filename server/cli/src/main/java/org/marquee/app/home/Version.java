package org.marquee.app.home;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IVersionProvider;

/// The version of the program.
public final class Version implements IVersionProvider {
  /// The version of the jar; `development` where there is none.
  public static String number() {
    @Nullable String version = Version.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }

  @Override
  public String[] getVersion() {
    return new String[] {"marquee " + number()};
  }
}
