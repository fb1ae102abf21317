package org.marquee.app;

import java.io.PrintWriter;

/// What `demo` and `mock` print for a first request: where the service is, and lines to paste into
/// a shell.
///
/// @param address of the service, `http://…`
/// @param key that the service accepts
record FirstRequest(String address, String key) {
  /// Today's programme near a cinema of the sample region.
  static final String PROGRAMME = "/v1/programme?postcode=SX3+5JE&radiusKm=5";

  /// Prints the address, the key and where the reference is.
  void printAddress(PrintWriter out) {
    out.println("  address    " + address);
    out.println("  key        " + key);
    out.println("  reference  " + address + "/docs");
  }

  /// Prints a line that asks for the programme, and one that sets what the examples of the clients
  /// read.
  void printExamples(PrintWriter out) {
    out.println("What is on today near a postcode:");
    out.println();
    out.println("  " + curl());
    out.println();
    out.println("For the examples of the clients (docs/clients.md):");
    out.println();
    out.println("  export MARQUEE_URL=" + address + " MARQUEE_KEY=" + key);
    out.println();
  }

  /// Needs no variables of the shell.
  String curl() {
    return "curl -H 'Authorization: Bearer %s' '%s%s'".formatted(key, address, PROGRAMME);
  }
}
