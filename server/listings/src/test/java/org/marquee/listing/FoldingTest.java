package org.marquee.listing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.text.Normalizer;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.marquee.Cases;
import org.marquee.Rounds;

@NullMarked
class FoldingTest {
  @ParameterizedTest
  @Cases(
      """
      Amélie, amelie | The   Rex!, the rex | Łódź Kino, lodz kino | Øst for Đerdap, ost for derdap
      Æon œuvre, aeon oeuvre | STRASSE, strasse | Straße, strasse | İstanbul ısı, istanbul isi
      ΟΔΟΣ, οδοσ | ﬁlm №1, film no1 | L'Été—2, l ete 2 | 東京 シネマ, 東京 シネマ
      ½ price, 1 2 price | STRAẞE, strasse | Ελένη ΐ, ελενη ι | Đặng Ǆ ǰ ŝ, dang dz j s
      ＦＵＬＬ ９９, full 99 | 1️⃣ ★ 2́, 1 2 | Ёж и ёж, еж и еж | Мой, мой | Ќе ѝ Ї, ќе ѝ ї
      パパ, パパ | ﾊﾟﾊﾞ ﾊﾊ, パバ ハハ | ハ゛ス ハ゜ス, バス パス
      ドラえもん・ザ・ムービー, ドラえもん ザ ムービー | 二〇二五, 二〇二五
      बी बा कि क्ष क्‍ष, बी बा कि क्ष क्ष | กี กิ เก้า, กี กิ เก้า | ශ්‍රී ලංකා, ශ්රී ලංකා
      한글 영화, 한글 영화 | שָׁלוֹם שּׁ, שלום ש | مُحَمَّدٌ ٱلرَّحْمٰن مـــحمد, محمد ٱلرحمن محمد
      أحمد آخر سؤال, احمد اخر سوال | می‌خواهم, می خواهم | Ꭰꭰ ႠⴀᲐა, ꭰꭰ ⴀⴀაა | 葛󠄀城, 葛城
      """)
  void names_fold_to_what_they_are_compared_by(String name, String folded) {
    assertThat(Folding.fold(name)).isEqualTo(folded);
  }

  @Test
  void of_marks_beyond_count_some_are_enough() {
    String marks = "\u0902".repeat(2000);
    assertThat(Folding.fold("\u0915" + marks)).hasSize(65);
    assertThat(Folding.fold("e" + "\u0301\u0323".repeat(1000) + "f")).isEqualTo("ef");
  }

  @Test
  void nothing_is_left_of_punctuation() {
    assertThat(Folding.fold("★ — !?")).isEmpty();
    assertThat(Folding.fold("")).isEmpty();
  }

  @ParameterizedTest
  @Cases(
      """
      パパ, ハハ | バス, パス | Мой, Мои | กี, กิ | बी, बा | કિ, કી | பா, பி | কা, কি | ក, កា
      ガギ, カキ | が, か | Їж, Іж | Ўз, Уз | Ӓ, А | 한, 하
      """)
  void letters_that_marks_tell_apart_stay_apart(String one, String other) {
    assertThat(Folding.fold(one)).isNotEqualTo(Folding.fold(other)).doesNotContain(" ");
  }

  /// Tests each character alone, and where it may combine, after and before letters of each kind:
  /// its neighbours with the letters that it is not tested with.
  @Test
  void every_character_folds_once_and_in_every_normalization_form_alike() {
    for (int letter = 0;
        letter <= Character.MAX_CODE_POINT;
        letter += isOneOfMany(letter) ? 61 : 1) {
      if (Character.isDefined(letter) && Character.getType(letter) != Character.SURROGATE) {
        String one = Character.toString(letter);
        assertFoldsOnce(one);
        for (int at = letter % 4; at < BASES.size() && isWorthCombining(letter); at += 4) {
          assertFoldsOnce(BASES.get(at) + one);
          assertFoldsOnce(one + BASES.get(at));
        }
      }
    }
  }

  /// Ideographs, Korean syllables, and characters that Unicode leaves to others.
  private static boolean isOneOfMany(int letter) {
    return (letter >= 0x3400 && letter < 0x9F00)
        || (letter >= 0xAC00 && letter < 0xD700)
        || (letter >= 0xE000 && letter < 0xF800)
        || (letter >= 0x20000 && letter < 0x2F700)
        || (letter >= 0x30000 && letter < 0xDFF00)
        || (letter >= 0xF0000 && letter < 0x10FF00);
  }

  private static final List<String> BASES =
      List.of(
          "a", "α", "и", "Е", "ハ", "か", "क", "ग", "กี", "ש", "ا", "한", "7", "٧", " ", "-", "\u200d",
          "\u0301", "ी");

  private static boolean isWorthCombining(int letter) {
    return (1 << Character.getType(letter)
                & (1 << Character.NON_SPACING_MARK
                    | 1 << Character.COMBINING_SPACING_MARK
                    | 1 << Character.ENCLOSING_MARK
                    | 1 << Character.FORMAT
                    | 1 << Character.MODIFIER_SYMBOL))
            != 0
        || letter < 0x180
        || (letter >= 0x3090 && letter <= 0x3100)
        || (letter >= 0xFF60 && letter <= 0xFFA0);
  }

  @Test
  void folding_what_is_folded_changes_nothing() {
    SplittableRandom random = new SplittableRandom(7);
    int[] letters =
        "aZ ÉłßẞİΣς9-½東ﬁ\u0301\u00a0.йЁе\u0308\u0306ハﾊﾟﾞ\u3099゛ー・कि्\u094d\u200d\u200cกีש\u05b8ا\u064eـ한\u11a8\ufe0f1\u20e3\u0345〇"
            .codePoints()
            .toArray();
    for (int round = 0; round < Rounds.of(8_000); round++) {
      StringBuilder name = new StringBuilder();
      for (int length = random.nextInt(12); length > 0; length--) {
        name.appendCodePoint(letters[random.nextInt(letters.length)]);
      }
      assertFoldsOnce(name.toString());
    }
  }

  private static void assertFoldsOnce(String name) {
    String folded = Folding.fold(name);
    if (!Folding.fold(folded).equals(folded)
        || folded.contains("  ")
        || !folded.equals(folded.strip())
        || !Normalizer.isNormalized(folded, Normalizer.Form.NFC)) {
      fail(
          "%s folds to %s, and that to %s",
          shown(name), shown(folded), shown(Folding.fold(folded)));
    }
    for (Normalizer.Form form : Normalizer.Form.values()) {
      String other = Normalizer.normalize(name, form);
      if (!other.equals(name) && !Folding.fold(other).equals(folded)) {
        fail(
            "%s in %s folds to %s, not %s",
            shown(name), form, shown(Folding.fold(other)), shown(folded));
      }
    }
  }

  private static String shown(String text) {
    return text
        + text.codePoints()
            .mapToObj(letter -> " %04X".formatted(letter))
            .collect(Collectors.joining());
  }
}
