package org.marquee.access;

/// Which token bucket: the one of an organization on a plan with this rate. An organization that
/// moves to another plan, or whose plan gets another rate, has a new bucket.
public record BucketId(String organization, String plan, Rate rate) {
  static BucketId of(String organization, Plan plan) {
    return new BucketId(organization, plan.name(), plan.rate().orElseThrow());
  }
}
