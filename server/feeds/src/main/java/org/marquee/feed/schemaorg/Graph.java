package org.marquee.feed.schemaorg;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// All things of a feed, in the order in which they stand.
///
/// An `@id` with a scheme names one node in all files. A relative one names a node of its file; if
/// its file only refers to it, the one of that name that another file describes. A blank one (`_:`)
/// names a node of its block.
final class Graph {
  private final List<Thing> things = new ArrayList<>();

  void add(Thing thing) {
    things.add(thing);
  }

  List<Thing> things() {
    return things;
  }

  /// Links the places that describe the same node. Call it once, when all is read.
  void link() {
    Map<String, List<Thing>> nodes = new HashMap<>();
    Map<String, List<Thing>> relative = new HashMap<>();
    for (Thing thing : things) {
      String id = thing.id();
      if (id != null && !thing.isReference()) {
        nodes.computeIfAbsent(name(thing, id), _ -> new ArrayList<>()).add(thing);
        relative.computeIfAbsent(id, _ -> new ArrayList<>()).add(thing);
      }
    }
    nodes.values().forEach(places -> places.sort(Thing.BY_CONTENT));
    relative.values().forEach(places -> places.sort(Thing.BY_CONTENT));
    for (Thing thing : things) {
      String id = thing.id();
      if (id != null) {
        @Nullable List<Thing> places = nodes.get(name(thing, id));
        if (places == null && !id.startsWith("_:")) {
          places = relative.get(id);
        }
        if (places != null) {
          thing.describedAt(places);
        }
      }
    }
  }

  private static String name(Thing thing, String id) {
    if (thing.absoluteId() != null) {
      return id;
    }
    return (id.startsWith("_:") ? "b" + thing.origin.block() : "f" + thing.origin.file())
        + " "
        + id;
  }
}
