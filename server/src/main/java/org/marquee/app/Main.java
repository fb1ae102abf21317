package org.marquee.app;

/// The command line.
public final class Main {
  private Main() {}

  public static void main(String[] arguments) {}
}
