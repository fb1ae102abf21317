package org.marquee.app.terminal;

/// Prints on standard error what is stored when a signal (Ctrl-C) stops a command.
public final class Interruption implements AutoCloseable {
  private final Thread hook;

  private Interruption(Thread hook) {
    this.hook = hook;
  }

  /// Prints `message` at an interruption, until it is closed.
  public static Interruption says(String message) {
    Thread hook =
        new Thread(
            () -> {
              System.err.println();
              System.err.println("marquee: stopping: " + message);
            },
            "interruption");
    Runtime.getRuntime().addShutdownHook(hook);
    return new Interruption(hook);
  }

  /// For an import, which is stored in one transaction at its end.
  public static Interruption ofImport() {
    return says("this feed is not stored, unless `marquee status` shows its import");
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException _) {
      // The program is ending, and the message was given.
    }
  }
}
