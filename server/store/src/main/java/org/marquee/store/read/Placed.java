package org.marquee.store.read;

import org.marquee.listing.ListedRecord;
import org.marquee.listing.Position;

/// A record that was read, and its place in the order of its list.
record Placed<T extends ListedRecord>(T record, Position position) {}
