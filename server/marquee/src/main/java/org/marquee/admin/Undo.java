package org.marquee.admin;

import java.io.IOException;
import org.marquee.app.home.Storage;
import org.marquee.collect.ReplayAndUndo;
import org.marquee.ingest.Ledger.Rules;

/// Takes imports back, and keeps the reports of that, as `undo` does.
@FunctionalInterface
public interface Undo {
  /// Takes one back, or says what that would do.
  ///
  /// @param storage for changes by who asks for it
  ReplayAndUndo.Result run(String run, Rules.Effect effect, Storage storage) throws IOException;
}
