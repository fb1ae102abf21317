package org.marquee.snapshot;

import org.jspecify.annotations.Nullable;

/// Whose word confirms records together: a provider's on one cinema, or on its films and chains.
///
/// @param cinemaId null for films and chains
record ObservationScope(String provider, @Nullable String cinemaId) {}
