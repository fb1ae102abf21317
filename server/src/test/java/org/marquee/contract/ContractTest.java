package org.marquee.contract;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.feed.GoldenFile;

@NullMarked
class ContractTest {
  @Test
  void the_committed_copy_is_the_contract() throws IOException {
    GoldenFile.compare(
        Path.of("../docs/openapi.yaml"), new String(Contract.written().yaml(), UTF_8));
  }
}
