package org.marquee.files.checkpoint;

import java.io.IOException;

/// What a checkpoint was made of and for. A program reads only files with the stamp that it would
/// write itself.
///
/// @param layout version of what the file holds; to be raised with each change of a class that
///   writes itself into it
/// @param program what else the content depends on: the version of the program, of its tables, and
///   how it writes records
/// @param database which database it is a copy of
public record CheckpointStamp(int layout, String program, String database) {
  void write(CheckpointSink sink) throws IOException {
    sink.integer(layout);
    sink.text(program);
    sink.text(database);
  }

  /// Reads a stamp and compares it with this one.
  ///
  /// @throws UnusableCheckpoint if they differ
  void check(CheckpointSource source) throws IOException, UnusableCheckpoint {
    int foundLayout = source.integer();
    if (foundLayout != layout) {
      throw new UnusableCheckpoint(
          "its layout has version %d, and this program writes %d".formatted(foundLayout, layout));
    }
    String foundProgram = source.text();
    if (!foundProgram.equals(program)) {
      throw new UnusableCheckpoint(
          "it was written by another version of Marquee (%s, and this is %s)"
              .formatted(foundProgram, program));
    }
    if (!source.text().equals(database)) {
      throw new UnusableCheckpoint("it is a copy of another database");
    }
  }
}
