package org.marquee.admin;

import java.util.List;
import org.marquee.admin.AdminOperation.Outcome;
import org.marquee.app.home.Storage;
import org.marquee.v1.declaration.Reason;
import org.marquee.v1.declaration.Violations;

/// One request of the socket, as its operation reads it.
///
/// @param storage for changes by who sent it
/// @param path the segments of its path
record AdminRequest(
    AdminOperation operation,
    Storage storage,
    List<String> path,
    AdminInput input,
    Violations violations) {
  AccessDesk desk() {
    return new AccessDesk(storage);
  }

  /// What stands in the path in place of a name in braces.
  String name(String placeholder) {
    return path.get(operation.segments().indexOf("{" + placeholder + "}"));
  }

  /// Reports a fault that shows only with what is stored.
  Outcome refused(String parameter, Reason reason, String message) {
    violations.add(parameter, reason, message);
    return new Outcome.Refused();
  }

  Outcome noOrganization(String name) {
    return new Outcome.Missing("there is no organization " + name);
  }
}
