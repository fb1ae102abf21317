package org.marquee.http.admission;

/// The connections of a server. Counts are since its start.
///
/// @param open connections now
/// @param most of them at once
/// @param refusedFull connections refused because there were as many as there may be
/// @param refusedAddress connections refused because their address had its share
/// @param closedSilent connections closed to make room that had not sent a request
/// @param closedIdle connections closed to make room that had sent none for the longest time
/// @param outOfDescriptors how often no connection could be taken for want of file descriptors
public record ConnectionCounts(
    int open,
    int most,
    long refusedFull,
    long refusedAddress,
    long closedSilent,
    long closedIdle,
    long outOfDescriptors) {}
