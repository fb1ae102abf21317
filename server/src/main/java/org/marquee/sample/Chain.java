package org.marquee.sample;

/// A chain.
record Chain(String id, String name, String website) {
  static Chain of(Table.Row row) {
    return new Chain(row.text("id"), row.text("name"), row.text("website"));
  }
}
