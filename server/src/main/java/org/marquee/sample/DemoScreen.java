package org.marquee.sample;

import java.util.Optional;
import org.marquee.listing.Attributes;

/// A screen of a cinema.
///
/// @param id its number within the cinema
/// @param name empty where the schedule does not mention it
/// @param equipment what it is equipped for beyond the ordinary, the whole house's included
record DemoScreen(String id, Optional<String> name, Attributes equipment) {}
