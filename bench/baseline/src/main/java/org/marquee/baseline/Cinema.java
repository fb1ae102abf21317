package org.marquee.baseline;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import org.jspecify.annotations.Nullable;
import org.marquee.baseline.Envelope.Observed;
import org.marquee.baseline.Envelope.Provenance;

@JsonInclude(Include.NON_NULL)
record Cinema(
    String id, @Nullable String chainId, String name, Location location, Provenance provenance)
    implements Observed {

  @JsonInclude(Include.NON_NULL)
  record Location(
      String countryCode,
      String locality,
      String postcode,
      @Nullable String address,
      @Nullable Double latitude,
      @Nullable Double longitude) {}
}
