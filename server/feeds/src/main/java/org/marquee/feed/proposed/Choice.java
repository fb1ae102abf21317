package org.marquee.feed.proposed;

import java.util.List;

/// One thing that a mapping has to say of a file, as it is proposed.
///
/// @param field by which a person corrects it: `startsAt`, `zone`
/// @param shown the columns it comes from, or the text it is; empty where nothing was found
/// @param sure from 0 to 100
/// @param why in one sentence
/// @param others columns that it may be instead, the likeliest first
public record Choice(String field, String shown, int sure, String why, List<String> others) {
  /// From here on nobody is asked.
  private static final int ENOUGH = 70;

  public Choice {
    others = List.copyOf(others);
  }

  /// Whether a person should look at it.
  public boolean isUnsure() {
    return sure < ENOUGH;
  }
}
