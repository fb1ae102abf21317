package org.marquee.listing;

import org.jspecify.annotations.Nullable;

/// Which showtimes to list; all that is given must hold (docs/api.md, "Operations").
///
/// @param attributes every one of them must be on the showtime
public record ShowtimeQuery(
    Window window, @Nullable String cinemaId, @Nullable String filmId, Attributes attributes) {}
