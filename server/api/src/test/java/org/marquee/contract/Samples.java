package org.marquee.contract;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.NullMarked;
import org.marquee.v1.declaration.Member;
import org.marquee.v1.declaration.RecordType;
import org.marquee.v1.declaration.Schema;
import org.marquee.v1.operation.BulkOperations;
import org.marquee.v1.operation.SharedTypes;

/// Examples of the bulk files and of usage, made of the examples of their members: the sample
/// region, which [RecordedAnswers] are about, has none.
@NullMarked
final class Samples {
  private Samples() {}

  /// An answer with a record.
  static Map<String, Object> answer(RecordType type) {
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("data", of(type));
    answer.put("freshness", of(SharedTypes.FRESHNESS));
    return answer;
  }

  /// The list of files.
  static Map<String, Object> manifest() {
    return of(BulkOperations.MANIFEST.answer().type());
  }

  /// The checksums of the files, as `SHA256SUMS` has them.
  static String checksums() {
    Map<String, Object> file = of(BulkOperations.FILE.answer().type());
    return file.get("sha256") + "  " + file.get("name") + "\n";
  }

  private static Map<String, Object> of(RecordType type) {
    Map<String, Object> sample = new LinkedHashMap<>();
    for (Member member : type.members()) {
      if (member.required()) {
        sample.put(member.name(), of(member));
      }
    }
    return sample;
  }

  private static Object of(Member member) {
    return switch (member.schema()) {
      case Schema.Nested(RecordType type) -> of(type);
      case Schema.ListOf<?>(Schema.Nested(RecordType type), _) -> List.of(of(type));
      default -> Objects.requireNonNull(member.example(), member.name());
    };
  }
}
