package org.marquee.site.programme;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.json.JsonTree;
import org.marquee.json.ReadObject;
import org.marquee.listing.Chain;
import org.marquee.listing.Provenance;
import org.marquee.site.frame.InterfaceRequest;
import org.marquee.site.programme.AnswerReader.ListPage;

@NullMarked
class DirectoryTest {
  private static Chain chain(String id, String name) {
    return new Chain(id, name, null, new Provenance(Instant.EPOCH, null, "rex", id));
  }

  private static ListPage<Chain> page(String answer, Chain... chains) {
    return new ListPage<>(List.of(chains), ReadObject.of(JsonTree.own(answer)));
  }

  @Test
  void a_record_that_moves_to_a_later_page_meanwhile_stands_there_once() {
    Queue<ListPage<Chain>> pages =
        new ArrayDeque<>(
            List.of(
                page(
                    "{\"pagination\":{\"nextCursor\":\"next\"}}",
                    chain("a", "Astor"),
                    chain("b", "Bio")),
                page("{\"pagination\":{}}", chain("c", "Capitol"), chain("a", "Zenith"))));
    assertThat(Directory.all(InterfaceRequest.chains(), _ -> pages.remove(), Chain::id))
        .extracting(Chain::name)
        .containsExactly("Bio", "Capitol", "Zenith");
  }
}
