package org.marquee.site.check;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A file that no format fits, as it was looked at: the mapping that is proposed for it, and what
/// that reads from its first rows.
///
/// @param head its first rows as text; the form carries them, since nothing is stored
/// @param charset that they are written in
/// @param cut whether the file has more rows
/// @param mapping its text
/// @param choices the questions, and what was found
/// @param columns the names of the columns
/// @param records the first showings, each as a line
/// @param published how many of `showtimes` of these rows would be published
/// @param reasons why others are not, in English
/// @param fault what was wrong with a correction, in English; empty where nothing was
public record MappingLook(
    String head,
    String charset,
    boolean cut,
    String mapping,
    List<Choice> choices,
    List<String> columns,
    List<String> records,
    int showtimes,
    int published,
    List<String> reasons,
    String fault) {
  /// What a form calls the fields of corrections, before the field.
  static final String SET = "set.";

  /// Says among the corrections that the head is not the whole file.
  public static final String CUT = "cut";

  public MappingLook {
    choices = List.copyOf(choices);
    columns = List.copyOf(columns);
    records = List.copyOf(records);
    reasons = List.copyOf(reasons);
  }

  /// One question, or what was found.
  ///
  /// @param shown the column, or the text that it is; empty where that is open
  /// @param why the evidence, in English
  /// @param said what the visitor stated; empty where nothing was
  /// @param others what it may be instead, the likeliest first
  public record Choice(
      String field, String shown, boolean open, String why, String said, List<String> others) {
    public Choice {
      others = List.copyOf(others);
    }
  }

  /// The corrections among the fields of a form.
  static Map<String, String> corrections(Map<String, String> fields) {
    Map<String, String> said = new LinkedHashMap<>();
    List<String> names = new ArrayList<>(fields.keySet());
    names.sort(null);
    for (String name : names) {
      String value = fields.getOrDefault(name, "");
      if (name.startsWith(SET) && !value.isBlank()) {
        said.put(name.substring(SET.length()), value.strip());
      }
    }
    return said;
  }
}
