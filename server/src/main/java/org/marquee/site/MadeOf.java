package org.marquee.site;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.marquee.json.JsonTree;

/// What a page is made of: a request of the interface, and the first record of its answer.
///
/// @param example the first record, with one element in each list; null where there is none
/// @param forms the same in other forms
public record MadeOf(
    InterfaceRequest request, @Nullable Map<String, @Nullable Object> example, List<Form> forms) {
  public MadeOf {
    forms = List.copyOf(forms);
  }

  /// A form of the answer.
  ///
  /// @param name as people call it: CSV
  public record Form(String name, String address) {}

  /// The example as indented JSON.
  public String json() {
    StringBuilder out = new StringBuilder();
    write(example, "", out);
    return out.toString();
  }

  private static void write(@Nullable Object value, String indent, StringBuilder out) {
    String deeper = indent + "  ";
    switch (value) {
      case Map<?, ?> map when !map.isEmpty() -> {
        String separator = "{\n";
        for (Map.Entry<?, ?> member : map.entrySet()) {
          out.append(separator).append(deeper).append(JsonTree.text(member.getKey())).append(": ");
          write(member.getValue(), deeper, out);
          separator = ",\n";
        }
        out.append('\n').append(indent).append('}');
      }
      case List<?> list when !list.isEmpty() -> {
        out.append("[\n").append(deeper);
        write(list.getFirst(), deeper, out);
        out.append(list.size() > 1 ? ", …\n" : "\n").append(indent).append(']');
      }
      case null, default -> out.append(JsonTree.text(value));
    }
  }

  /// What a programme is made of.
  static MadeOf programme(InterfaceRequest request, @Nullable Map<String, @Nullable Object> first) {
    List<Form> forms = new ArrayList<>();
    forms.add(new Form("JSON", request.target()));
    return new MadeOf(request, first, forms);
  }

  /// The same in one more form.
  MadeOf with(String name, String address) {
    List<Form> more = new ArrayList<>(forms);
    more.add(new Form(name, address));
    return new MadeOf(request, example == null ? null : new LinkedHashMap<>(example), more);
  }
}
