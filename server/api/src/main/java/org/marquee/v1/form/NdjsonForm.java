package org.marquee.v1.form;

import org.marquee.page.OutputBuffer;

/// Lines of JSON (`application/x-ndjson`): each is a record, byte for byte, and ends with a line
/// feed.
public record NdjsonForm() implements RowForm {
  @Override
  public void begin(OutputBuffer out) {}

  @Override
  public void add(byte[] json, int from, int until, OutputBuffer out) {
    out.add(json, from, until).add('\n');
  }
}
