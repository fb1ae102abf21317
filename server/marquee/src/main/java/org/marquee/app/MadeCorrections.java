package org.marquee.app;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.marquee.correction.Correction;
import org.marquee.correction.Correction.Wanted;
import org.marquee.correction.Correction.What;
import org.marquee.correction.CorrectionRefused;
import org.marquee.json.JsonObject;
import org.marquee.json.JsonTree;
import org.marquee.store.PostgresCorrections;
import org.marquee.store.PostgresCorrections.Done;
import org.marquee.store.PostgresCorrections.Effect;
import org.marquee.store.PostgresCorrections.Others;
import org.marquee.store.PostgresCorrections.Step;
import org.marquee.store.PostgresCorrections.Stored;

/// What became of corrections, as commands print it.
final class MadeCorrections {
  private MadeCorrections() {}

  /// What is made, unless it is refused.
  ///
  /// @param failing makes an exception of the message
  static <T> T refused(Supplier<T> making, Function<String, RuntimeException> failing) {
    try {
      return making.get();
    } catch (CorrectionRefused e) {
      throw failing.apply(String.join("\nmarquee: ", e.faults()));
    }
  }

  /// Makes corrections and prints what became of them.
  ///
  /// @return the exit status
  static int apply(CommandContext context, List<Wanted> wanted, Others others, Effect effect) {
    List<Step> steps;
    try {
      steps = new PostgresCorrections(context.database()).apply(wanted, others, effect);
    } catch (CorrectionRefused e) {
      e.faults().forEach(context::failed);
      return Main.FAILED;
    }
    switch (context.output()) {
      case JSON ->
          context
              .out()
              .println(
                  JsonTree.text(
                      steps.stream()
                          .map(each -> json(each.stored()).with("done", word(each.done())))
                          .toList()));
      case TEXT -> {
        steps.stream()
            .filter(step -> step.done() != Done.UNCHANGED)
            .forEach(step -> context.out().println(word(step.done()) + " " + words(step.stored())));
        long same = steps.stream().filter(step -> step.done() == Done.UNCHANGED).count();
        if (same > 0 || steps.isEmpty()) {
          context.out().println(same + " unchanged");
        }
        if (effect == Effect.DRY_RUN) {
          context.out().println("nothing was changed (--dry-run)");
        }
      }
    }
    return 0;
  }

  private static String word(Done done) {
    return done.name().toLowerCase(Locale.ROOT);
  }

  /// A correction in a line.
  static String words(Stored stored) {
    Correction correction = stored.correction();
    String what =
        switch (correction.what()) {
          case What.Is(var field, String value) ->
              field.word() + (value == null ? ": none" : ": " + value);
          case What.Hidden(), What.NotAFilm() -> correction.what().word();
          case What.Same _, What.Differs _ ->
              correction.what().word() + " " + String.join(" ", correction.what().others());
        };
    return "%d  %s  %s  (%s)"
        .formatted(
            stored.id(),
            correction.record(),
            what,
            stored.name() == null ? "not stored now" : stored.name());
  }

  /// The same for a program (docs/corrections.md).
  static JsonObject json(Stored stored) {
    Correction correction = stored.correction();
    List<String> others = correction.what().others();
    @Nullable String value = others.isEmpty() ? correction.what().value() : null;
    return JsonObject.of("number", stored.id())
        .with("kind", correction.kind().word())
        .with("record", correction.record())
        .with("name", stored.name())
        .with("what", correction.what().word())
        .with("value", value)
        .with("others", others.isEmpty() ? null : others)
        .with("note", correction.note())
        .with("by", stored.by())
        .with("at", stored.at());
  }
}
