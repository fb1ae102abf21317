package org.marquee.backup;

import java.util.List;

/// A table of the database.
///
/// @param columns those that are stored, not generated, in the order of the rows in a backup
public record StoredTable(String name, List<String> columns) {
  public StoredTable {
    columns = List.copyOf(columns);
  }
}
