package org.marquee.app.console;

import java.io.IOException;
import org.marquee.app.home.Storage;
import org.marquee.app.terminal.Failure;
import org.marquee.files.FailureText;
import org.marquee.node.checkpoint.Checkpoint;
import org.marquee.store.access.PostgresAccess;

/// Where organizations, keys and plans are changed.
public record AccessDesk(Storage storage) {
  /// The book for who changes nothing in it.
  public PostgresAccess book() {
    return new PostgresAccess(storage.database().pool(), storage.database().actor());
  }

  /// The book for a change. No node may start with the keys and plans from before, which one that
  /// runs may write once more before the change is there.
  public PostgresAccess bookToChange() {
    forgetKeys("nothing was changed: ");
    return new PostgresAccess(
        storage.database().pool(),
        storage.database().actor(),
        () -> forgetKeys("delete the file checkpoint/keys of the home by hand: "));
  }

  private void forgetKeys(String failing) {
    try {
      Checkpoint.forgetKeys(storage.home());
    } catch (IOException e) {
      throw new Failure(failing + FailureText.of(e), e);
    }
  }
}
