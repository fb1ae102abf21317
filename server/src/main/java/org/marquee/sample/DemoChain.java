package org.marquee.sample;

/// A chain.
record DemoChain(String id, String name, String website) {
  static DemoChain of(Table.Row row) {
    return new DemoChain(row.text("id"), row.text("name"), row.text("website"));
  }
}
