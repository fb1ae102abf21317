package org.marquee.site.programme;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.marquee.site.frame.InterfaceRequest;
import org.marquee.v1.declaration.MediaType;

/// What a page is made of: a request of the interface, and the first record of its answer.
///
/// @param example the first record as indented JSON, with one element in each list; null where
///   there is none
/// @param forms the same in other forms
public record MadeOf(InterfaceRequest request, @Nullable String example, List<Form> forms) {
  public MadeOf {
    forms = List.copyOf(forms);
  }

  /// A form of the answer.
  ///
  /// @param name as people call it: CSV
  public record Form(String name, String address) {}

  /// What is made of a request, which answers in JSON.
  static MadeOf of(InterfaceRequest request, @Nullable String first) {
    return new MadeOf(request, first, List.of(new Form("JSON", request.target())));
  }

  /// Whether the answer is there as linked data too: at the same address, by `Accept`.
  public boolean isLinkedData() {
    return request.operation().types().contains(MediaType.LINKED_DATA);
  }

  /// This page, made in one more form.
  MadeOf with(String name, String address) {
    List<Form> more = new ArrayList<>(forms);
    more.add(new Form(name, address));
    return new MadeOf(request, example, more);
  }
}
