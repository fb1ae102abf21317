package org.marquee.listing;

import org.jspecify.annotations.Nullable;

/// What a page says besides its records, which are on a [Paper].
///
/// @param revision the state of the data that it was made from
/// @param next where the next page begins: the position of this page's last record; null on the
///   last page
public record Sheet(Revision revision, @Nullable Position next, Freshness freshness) {}
