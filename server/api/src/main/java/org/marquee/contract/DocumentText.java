package org.marquee.contract;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.marquee.json.JsonTree;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.representer.StandardRepresenter;

/// Writes maps, lists and values as text.
public final class DocumentText {
  /// Columns, where a text may be broken.
  private static final int WIDTH = 120;

  private DocumentText() {}

  /// A document in YAML 1.2, in UTF-8.
  public static byte[] yaml(Map<String, ? extends @Nullable Object> document) {
    DumpSettings settings =
        DumpSettings.builder()
            .setDefaultFlowStyle(FlowStyle.BLOCK)
            .setDereferenceAliases(true)
            .setWidth(WIDTH)
            .setSplitLines(false)
            .build();
    return new Dump(settings, new CautiousScalars(settings)).dumpToString(document).getBytes(UTF_8);
  }

  /// Puts quotes around what YAML 1.1 takes for a date, a number or a boolean, and YAML 1.2 for a
  /// string: many programs still read 1.1.
  private static final class CautiousScalars extends StandardRepresenter {
    private static final Pattern DOUBTFUL =
        Pattern.compile("[0-9+-][0-9:._TZ+-]*|y|n|yes|no|on|off", Pattern.CASE_INSENSITIVE);

    CautiousScalars(DumpSettings settings) {
      super(settings);
    }

    @Override
    protected Node representScalar(Tag tag, String value, ScalarStyle style) {
      boolean doubtful = tag.equals(Tag.STR) && DOUBTFUL.matcher(value).matches();
      return super.representScalar(tag, value, doubtful ? ScalarStyle.SINGLE_QUOTED : style);
    }
  }

  /// A value as JSON in UTF-8.
  public static byte[] json(Object document) {
    return JsonTree.text(document).getBytes(UTF_8);
  }
}
