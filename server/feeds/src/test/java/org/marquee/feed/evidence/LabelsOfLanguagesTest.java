package org.marquee.feed.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.Cases;
import org.marquee.listing.Attribute;
import org.marquee.listing.Attributes;
import org.marquee.title.ParsedTitle;
import org.marquee.title.Titles;
import org.marquee.title.label.Vocabulary;

/// Labels around titles in many languages.
@NullMarked
class LabelsOfLanguagesTest {
  /// `~` separates what is read, and `@` is the title.
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          The Lantern; -; (O.V.) @ ~ O.V. @ ~ @ O.V. ~ @ (O.V.) ~ V.O. @ ~ @ V.O. ~ @ (Sala XL)
          The Lantern; -; @ Sala XL ~ @ V.M.14 ~ @ (V.M.14) ~ @ 4K Re-Issue ~ @ 4D 3D ~ @ (OmenglU)
          The Lantern; -; @ OmeU ~ @ (DF) ~ @ DF ~ @ (VF) ~ @ (doblada) ~ @ DUBLADO ~ @ - Dublado
          The Lantern; -; @ (NL gesproken) ~ @ 2D dubbing ~ @ / dubbing ~ @ (lektor)
          The Lantern; -; @ (český dabing) ~ @ - české znění ~ @ - Dansk tale ~ @ (svenskt tal)
          The Lantern; -; @ (EN subs) ~ @ (FSK 12) ~ @ (ab 12) ~ @ (-16) ~ @ (12+) ~ @ (PG-13)
          The Lantern; -; @ (RealD 3D) ~ @ (D-BOX) ~ @ (ISENSE) ~ @ (Superscreen) ~ @ (Samsung Onyx)
          The Lantern; -; Kinderwagenkino: @ ~ Ciné-bébé : @ ~ Babykino: @
          The Lantern; -; @ + rencontre avec Ann Lee ~ @ en présence de la réalisatrice
          The Lantern; -; @ con la presencia de Ann Lee ~ @ + 舞台挨拶 ~ @ (restored version)
          The Lantern; -; Ladies Night: @ ~ @ (Wiederaufführung) ~ @ (reestreno) ~ @ (40. Jubiläum)
          The Lantern; -; @ (40 aniversario) ~ @ 40th Anniversary 4K ~ @ (VM18)
          The Lantern; -; @ (versione restaurata) ~ @ (français) ~ @ (Deutsch) ~ @ (Japanisch)
          The Lantern; -; @, O.V. ~ @ | OV
          The Lantern; subtitled; @ V. O. SOTT. ITA ~ @ V. O. S. E. ~ @ (v.o.s.e.) ~ @ V.O.S.
          The Lantern; subtitled; @ O.m.U. ~ @ (o.m.u) ~ @ - OmU ~ @ VOST ~ @ VOSTFR ~ @ (VFSTF)
          The Lantern; subtitled; @ (VF ST-SME) ~ @ (Legendado) ~ @ (sous-titré)
          The Lantern; subtitled; @ (version originale sous-titrée) ~ @ (mit Untertiteln)
          The Lantern; subtitled; @ (Hindi mit deutschen Untertiteln) ~ @ (Englisch mit Untertiteln)
          The Lantern; subtitled; @ (OV met ondertitels) ~ @ - napisy ~ @ z napisami ~ @ s titulky
          The Lantern; subtitled; @ (titulky) ~ @ med danske undertekster ~ @ (textad) ~ @ [SUB ITA]
          The Lantern; subtitled; @ (SME) ~ @ (subtítulos en español)
          The Lantern; q-and-a; @ + Live Intro and Q&A ~ @ - Q&A after ~ @ Q&A after ~ @ (Q&A after)
          The Lantern; q-and-a; @ + Filmgespräch ~ @ + coloquio
          The Lantern; imax subtitled; @ IMAX字幕
          The Lantern; screenx subtitled; @ ScreenX字幕
          The Lantern; dolby-cinema subtitled; @ Dolby Cinema字幕
          ランタン; imax subtitled; @ IMAX字幕 ~ @［IMAX］字幕
          ランタン; screenx subtitled; @ ScreenX字幕版 ~ @ ScreenXDolby Atmos字幕
          ランタン; dolby-cinema subtitled; @ Dolby Cinema字幕
          ランタン; -; @ 2D・吹替 ~ @（吹替版） ~ @(日本語吹替版) ~ @ 応援上映 ~ @＜4Kリマスター版＞
          ランタン; subtitled; @【字幕】 ~ @字幕版
          ランタン2; subtitled; @字幕版
          ランタン; 4dx; 【4DX】@
          The Lantern; 4dx; @ 3D 4DX
          The Lantern; audio-described; @ (audiodescription) ~ @ (Hörfilm)
          הפנס; -; @ - מדובב ~ @ (מדובב) ~ @ מדובב
          הפנס; subtitled; @ כתוביות
          The Lantern; 70mm; @ in analoger 70 mm Präsentation ~ @ (in analoger 70 mm Präsentation)
          랜턴; subtitled; @ (자막) ~ @ 자막
          랜턴; -; @(더빙)
          랜턴; q-and-a; @ (GV) ~ @ (관객과의 대화)
          랜턴; imax subtitled; @ IMAX 자막
          The Lantern; preview; Vorpremiere: @ ~ Avant-première : @ ~ @ (Avant-première)
          The Lantern; preview; @ - Anteprima ~ Preestreno: @ ~ Antestreia: @ ~ @ (przedpremierowo)
          The Lantern; preview; @ - Forpremiere ~ Förhandsvisning: @ ~ @ (先行上映)
          """)
  void what_is_around_a_title_goes(String title, String attributes, String all) {
    for (String each : all.split(" ~ ", -1)) {
      String raw = each.replace("@", title);
      ParsedTitle titled = Titles.clean(raw);
      assertThat(titled.title()).as(raw).isEqualTo(title);
      assertThat(titled.doubt()).as(raw).isNull();
      assertThat(titled.attributes()).as(raw).isEqualTo(meant(attributes));
    }
  }

  @ParameterizedTest
  @Cases(
      columns = ";",
      value =
          """
          IMAX字幕; imax subtitled | ScreenX字幕版; screenx subtitled
          Dolby Cinema字幕; dolby-cinema subtitled | IMAX 3D OV; imax | IMAX・吹替; imax
          2D OmU; subtitled | O.m.U.; subtitled | V. O. S. E.; subtitled | OmeU; - | VOST ANG; -
          英語字幕; - | 日本語字幕; subtitled | 자막; subtitled | 영어자막; -
          Live Intro and Q&A; q-and-a | Q&A after; q-and-a | 4D 3D; - | dubbing; - | napisy; subtitled
          angielskie napisy; - | Audiodeskription; audio-described
          Sottotitoli per non udenti; subtitled | + Q&A Ann Lee; q-and-a | Q&A with Ann Lee; q-and-a
          + intro Ann Lee; - | Preview + Q&A Ann Lee; preview q-and-a | Live-Q&A mit Ann Lee; q-and-a
          No Q&A; - | ohne Filmgespräch; - | NT Live; live-event | Royal Opera; live-event
          Královská opera; live-event | Opera d'été; live-event | Opéra d’été; live-event
          Helios na Scenie; live-event | Oper im Kino; live-event | EN subs; -
          in analoger 70 mm Präsentation; 70mm | 70-mm-Kopie; 70mm | copie 70 mm; 70mm
          ScreenXDolby Atmos字幕; screenx subtitled | IMAX3D字幕; imax subtitled
          4DXScreenX; 4dx screenx | מדובב; - | כתוביות; subtitled | עם כתוביות בעברית; subtitled
          כתוביות באנגלית; - | lektor; - | Subtitles available; - | not IMAX; -
          """)
  void labels_of_showtimes_mean_the_same(String label, String attributes) {
    assertThat(Vocabulary.BUILT_IN.attributes(label).orElse(Attributes.NONE))
        .isEqualTo(meant(attributes));
  }

  @ParameterizedTest
  @Cases(
      """
      3D | OV | Kinderwagenkino | 35mm | lektor | מדובב | VO | dubbing | 吹替 | Hindi
      + intro Ann Lee | NT Live
      """)
  void a_word_that_means_no_attribute_is_known_too(String label) {
    assertThat(Vocabulary.BUILT_IN.isKnown(label)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "&", "Sofa", "No Q&A", "not IMAX", "Cup Holder"})
  void a_word_that_nobody_knows_is_not(String label) {
    assertThat(Vocabulary.BUILT_IN.isKnown(label)).isFalse();
  }

  private static Attributes meant(String ids) {
    Attributes meant = Attributes.NONE;
    for (String id : ids.equals("-") ? new String[0] : ids.split(" ", -1)) {
      meant = meant.with(Attribute.find(id).orElseThrow());
    }
    return meant;
  }
}
