package org.marquee.v1;

/// One fault of a request.
///
/// @param message for the developer who reads it: what is the matter, and what would be right
record Violation(String parameter, Reason reason, String message) {}
