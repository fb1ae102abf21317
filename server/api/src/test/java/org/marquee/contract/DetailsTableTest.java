package org.marquee.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.Repository;
import org.marquee.detail.Detail;

/// The table in docs/api.md, "Details", is that of the program.
@NullMarked
class DetailsTableTest {
  @Test
  void the_document_lists_every_detail_in_the_order_of_the_table() throws IOException {
    assertThat(Files.readString(Repository.path("docs/api.md")))
        .containsSubsequence(
            Arrays.stream(Detail.values())
                .map(each ->
                    "| %s | `%s` | %s |"
                        .formatted(each.kind().word(), each.member(), each.description()))
                .toList());
  }
}
