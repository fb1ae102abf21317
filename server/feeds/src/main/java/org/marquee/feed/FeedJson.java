package org.marquee.feed;

import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.JsonRecyclerPools;

/// How the JSON of feeds is parsed, and the bounds of what is taken.
public final class FeedJson {
  /// Deeper than any format nests; bounds what a hostile feed can make us hold.
  private static final int DEEPEST = 64;

  /// The longest string, number or name, in characters.
  private static final int LONGEST = 1 << 20;

  /// Makes the parsers. Bytes are taken for UTF-8, whatever they look like.
  public static final JsonFactory PARSERS =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(DEEPEST)
                  .maxStringLength(LONGEST)
                  .maxNumberLength(LONGEST)
                  .maxNameLength(LONGEST)
                  .build())
          .recyclerPool(JsonRecyclerPools.threadLocalPool())
          .enable(TokenStreamFactory.Feature.INTERN_PROPERTY_NAMES)
          // A feed of names that collide must not make sound lines fail.
          .disable(TokenStreamFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
          .disable(TokenStreamFactory.Feature.CHARSET_DETECTION)
          .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
          .build();

  private FeedJson() {}
}
