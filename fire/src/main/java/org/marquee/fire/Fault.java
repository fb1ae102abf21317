package org.marquee.fire;

import java.util.List;

/// A failure that is caused while callers ask.
interface Fault {
  /// The name on the command line.
  String name();

  /// What the machine must have.
  List<Need> needs();

  /// Breaks things under load and adds a row for each fault to the scene.
  ///
  /// @throws Exception if the fault could not be tried; what callers saw is in the rows
  void run(Scene scene) throws Exception;
}
