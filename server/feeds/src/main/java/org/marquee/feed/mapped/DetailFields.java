package org.marquee.feed.mapped;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.detail.Detail;
import org.marquee.detail.Form;
import org.marquee.feed.member.DetailMembers;
import org.marquee.feed.member.Members;
import org.marquee.feed.member.Value;
import org.marquee.listing.Kind;

/// The fields of a mapping for details, by the table of them: `details.version.spoken`
/// (docs/mappings.md, "Records").
final class DetailFields {
  static final String DETAILS = "details.";
  static final String ENDS_AT = "details.endsAt";

  /// What the name of a field for an address in a catalogue begins with; its type follows.
  static final String LINK = DETAILS + Detail.LINKS.member() + ".";

  private DetailFields() {}

  /// Their names, but for those of links.
  static List<String> names(Kind kind) {
    Stream<String> names =
        DetailMembers.of(kind).stream()
            .filter(detail -> detail != Detail.LINKS)
            .flatMap(detail ->
                detail.form().members().isEmpty()
                    ? Stream.of(DETAILS + detail.member())
                    : detail.form().members().stream()
                        .map(member -> DETAILS + detail.member() + "." + member));
    return Stream.concat(names, kind == Kind.SHOWTIME ? Stream.of(ENDS_AT) : Stream.empty())
        .toList();
  }

  /// The form of what a field gives; null where it is none of these, or a price's.
  static @Nullable Form form(String name) {
    if (name.startsWith(LINK)) {
      return new Form.Address();
    }
    return Stream.of(Detail.values())
        .filter(detail -> name.startsWith(DETAILS + detail.member()))
        .flatMap(detail -> {
          int end = DETAILS.length() + detail.member().length();
          return Stream.ofNullable(
              name.length() == end ? detail.form() : detail.form().member(name.substring(end + 1)));
        })
        .findFirst()
        .orElse(null);
  }

  /// The details of a row, as the native feed has them.
  ///
  /// @param startsAt of a showtime, as far as it can be read
  static Members read(Mapping.Rule rule, RowValues values, @Nullable Value startsAt) {
    Members details = new Members();
    for (Detail detail : DetailMembers.of(rule.kind())) {
      String name = DETAILS + detail.member();
      List<String> members = detail.form().members();
      if (detail == Detail.LINKS) {
        addLinks(rule.fields(), values, details);
      } else if (members.isEmpty()) {
        add(details, detail.member(), detail.form(), name, values);
      } else {
        details.addObject(
            detail.member(),
            it ->
                members.forEach(member ->
                    add(it, member, detail.form().member(member), name + "." + member, values)));
      }
    }
    Value end = values.end(startsAt);
    if (end != null) {
      details.add(Detail.ENDS_AT.member(), end);
    }
    return details;
  }

  private static void add(
      Members into, String member, @Nullable Form form, String name, RowValues values) {
    if (form instanceof Form.Some) {
      into.add(member, values.texts(name));
      return;
    }
    Value value = values.value(name);
    if (value != null) {
      into.add(member, value);
    }
  }

  private static void addLinks(Map<String, Field> fields, RowValues values, Members details) {
    List<Value> links = new ArrayList<>();
    for (String name : fields.keySet()) {
      Value address = name.startsWith(LINK) ? values.value(name) : null;
      if (address != null) {
        Members link = new Members();
        link.add("type", name.substring(LINK.length()));
        link.add("url", address);
        links.add(link);
      }
    }
    if (!links.isEmpty()) {
      details.add(Detail.LINKS.member(), new Value.Items(links));
    }
  }
}
