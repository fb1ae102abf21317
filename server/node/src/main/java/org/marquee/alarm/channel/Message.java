package org.marquee.alarm.channel;

import java.time.Instant;

/// A message for programs and people.
///
/// @param id the same each time it is sent
/// @param at when that happened what it is about
/// @param body for programs, JSON
/// @param subject for people, one line
/// @param text for people
public record Message(String id, Instant at, String body, String subject, String text) {}
