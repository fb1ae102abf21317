/// How a reader reads an object of a feed: member by member, each against its limit.
///
/// Owns the values of a feed ([Value], [Members]), the [Limits] of the interface, and what all
/// formats share in making records: ids, directors, versions, the names of screens and countries.
/// Never knows a format, but for JSON as such and the native objects ([NativeRecords]), which
/// mappings make too. Start reading at [Intake], through which a reader passes what it reads, then
/// [FeedLine].
@NullMarked
package org.marquee.feed.member;

import org.jspecify.annotations.NullMarked;
