package org.marquee.store.reconcile;

import org.marquee.feed.FeedHeader;
import org.marquee.ingest.rules.FeedScope;
import org.marquee.notice.Notices;

/// A feed that lies in the staging tables.
///
/// @param name its first file or address; empty where no feed came
/// @param starts the zones that its local times were resolved with
record StagedFeed(
    String provider,
    String name,
    FeedHeader header,
    FeedScope scope,
    StartTimes starts,
    LineCounts lines,
    Notices notices) {}
