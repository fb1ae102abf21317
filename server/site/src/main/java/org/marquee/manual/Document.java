package org.marquee.manual;

import java.util.List;

/// One document.
///
/// @param name the last part of its address; empty for the first of all, the reference
/// @param sections in their order, the first from the title on
/// @param html its content, from the heading of level 1 on
public record Document(String name, List<Section> sections, String html) {
  /// The part of a document from a heading to the next.
  ///
  /// @param anchor of the heading, as hosts of repositories make it
  /// @param level of the heading, from 1
  /// @param text below the heading, without marks
  public record Section(String anchor, String heading, int level, String text) {}

  public Document {
    sections = List.copyOf(sections);
  }

  /// What its first heading says.
  public String title() {
    return sections.getFirst().heading();
  }

  /// Whether it is about this service's interface, so that its examples have this service's
  /// address.
  public boolean isOfInterface() {
    return name.isEmpty() || name.equals("guide");
  }

  /// Its path.
  public String address() {
    return name.isEmpty() ? Manual.HOME : Manual.HOME + "/" + name;
  }

  /// The path of a section.
  public String address(Section section) {
    return section.level() == 1 ? address() : address() + "#" + section.anchor();
  }
}
