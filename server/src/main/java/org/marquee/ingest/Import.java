package org.marquee.ingest;

/// One run.
public final class Import {
  private Import() {}
}
