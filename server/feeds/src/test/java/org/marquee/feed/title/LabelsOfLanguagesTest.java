package org.marquee.feed.title;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.listing.Attribute;
import org.marquee.listing.Attributes;
import org.marquee.title.ParsedTitle;
import org.marquee.title.Titles;
import org.marquee.title.Vocabulary;

/// Labels around titles in many languages.
@NullMarked
class LabelsOfLanguagesTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "(O.V.) The Lantern ; The Lantern ; -",
        "O.V. The Lantern ; The Lantern ; -",
        "The Lantern O.V. ; The Lantern ; -",
        "The Lantern (O.V.) ; The Lantern ; -",
        "V.O. The Lantern ; The Lantern ; -",
        "The Lantern V.O. ; The Lantern ; -",
        "The Lantern V. O. SOTT. ITA ; The Lantern ; subtitled",
        "The Lantern (Sala XL) ; The Lantern ; -",
        "The Lantern Sala XL ; The Lantern ; -",
        "The Lantern V.M.14 ; The Lantern ; -",
        "The Lantern (V.M.14) ; The Lantern ; -",
        "The Lantern 4K Re-Issue ; The Lantern ; -",
        "The Lantern + Live Intro and Q&A ; The Lantern ; q-and-a",
        "The Lantern - Q&A after ; The Lantern ; q-and-a",
        "The Lantern Q&A after ; The Lantern ; q-and-a",
        "The Lantern (Q&A after) ; The Lantern ; q-and-a",
        "The Lantern IMAX字幕 ; The Lantern ; imax subtitled",
        "The Lantern ScreenX字幕 ; The Lantern ; screenx subtitled",
        "The Lantern Dolby Cinema字幕 ; The Lantern ; dolby-cinema subtitled",
        "ランタン IMAX字幕 ; ランタン ; imax subtitled",
        "ランタン ScreenX字幕版 ; ランタン ; screenx subtitled",
        "ランタン Dolby Cinema字幕 ; ランタン ; dolby-cinema subtitled",
        "ランタン 2D・吹替 ; ランタン ; -",
        "ランタン【字幕】 ; ランタン ; subtitled",
        "ランタン（吹替版） ; ランタン ; -",
        "ランタン(日本語吹替版) ; ランタン ; -",
        "ランタン字幕版 ; ランタン ; subtitled",
        "ランタン2字幕版 ; ランタン2 ; subtitled",
        "【4DX】ランタン ; ランタン ; 4dx",
        "ランタン 応援上映 ; ランタン ; -",
        "ランタン＜4Kリマスター版＞ ; ランタン ; -",
        "ランタン［IMAX］字幕 ; ランタン ; imax subtitled",
        "The Lantern 4D 3D ; The Lantern ; -",
        "The Lantern 3D 4DX ; The Lantern ; 4dx",
        "The Lantern V. O. S. E. ; The Lantern ; subtitled",
        "The Lantern (v.o.s.e.) ; The Lantern ; subtitled",
        "The Lantern V.O.S. ; The Lantern ; subtitled",
        "The Lantern O.m.U. ; The Lantern ; subtitled",
        "The Lantern (o.m.u) ; The Lantern ; subtitled",
        "The Lantern (OmenglU) ; The Lantern ; -",
        "The Lantern OmeU ; The Lantern ; -",
        "The Lantern - OmU ; The Lantern ; subtitled",
        "The Lantern (DF) ; The Lantern ; -",
        "The Lantern DF ; The Lantern ; -",
        "The Lantern (VF) ; The Lantern ; -",
        "The Lantern VOST ; The Lantern ; subtitled",
        "The Lantern VOSTFR ; The Lantern ; subtitled",
        "The Lantern (VFSTF) ; The Lantern ; subtitled",
        "The Lantern (VF ST-SME) ; The Lantern ; subtitled",
        "The Lantern (doblada) ; The Lantern ; -",
        "The Lantern DUBLADO ; The Lantern ; -",
        "The Lantern - Dublado ; The Lantern ; -",
        "The Lantern (Legendado) ; The Lantern ; subtitled",
        "The Lantern (sous-titré) ; The Lantern ; subtitled",
        "The Lantern (version originale sous-titrée) ; The Lantern ; subtitled",
        "The Lantern (audiodescription) ; The Lantern ; audio-described",
        "The Lantern (Hörfilm) ; The Lantern ; audio-described",
        "The Lantern (mit Untertiteln) ; The Lantern ; subtitled",
        "The Lantern (Hindi mit deutschen Untertiteln) ; The Lantern ; subtitled",
        "The Lantern (Englisch mit Untertiteln) ; The Lantern ; subtitled",
        "The Lantern (NL gesproken) ; The Lantern ; -",
        "The Lantern (OV met ondertitels) ; The Lantern ; subtitled",
        "The Lantern - napisy ; The Lantern ; subtitled",
        "The Lantern 2D dubbing ; The Lantern ; -",
        "The Lantern / dubbing ; The Lantern ; -",
        "The Lantern (lektor) ; The Lantern ; -",
        "The Lantern z napisami ; The Lantern ; subtitled",
        "The Lantern s titulky ; The Lantern ; subtitled",
        "The Lantern (titulky) ; The Lantern ; subtitled",
        "The Lantern (český dabing) ; The Lantern ; -",
        "The Lantern - české znění ; The Lantern ; -",
        "The Lantern med danske undertekster ; The Lantern ; subtitled",
        "The Lantern - Dansk tale ; The Lantern ; -",
        "The Lantern (svenskt tal) ; The Lantern ; -",
        "The Lantern (textad) ; The Lantern ; subtitled",
        "הפנס - מדובב ; הפנס ; -",
        "הפנס (מדובב) ; הפנס ; -",
        "הפנס מדובב ; הפנס ; -",
        "הפנס כתוביות ; הפנס ; subtitled",
        "The Lantern (EN subs) ; The Lantern ; -",
        "The Lantern in analoger 70 mm Präsentation ; The Lantern ; 70mm",
        "The Lantern (in analoger 70 mm Präsentation) ; The Lantern ; 70mm",
        "ランタン ScreenXDolby Atmos字幕 ; ランタン ; screenx subtitled",
        "랜턴 (자막) ; 랜턴 ; subtitled",
        "랜턴 자막 ; 랜턴 ; subtitled",
        "랜턴(더빙) ; 랜턴 ; -",
        "랜턴 (GV) ; 랜턴 ; q-and-a",
        "랜턴 IMAX 자막 ; 랜턴 ; imax subtitled",
        "랜턴 (관객과의 대화) ; 랜턴 ; q-and-a",
        "The Lantern (FSK 12) ; The Lantern ; -",
        "The Lantern (ab 12) ; The Lantern ; -",
        "The Lantern (-16) ; The Lantern ; -",
        "The Lantern (12+) ; The Lantern ; -",
        "The Lantern (PG-13) ; The Lantern ; -",
        "The Lantern (RealD 3D) ; The Lantern ; -",
        "The Lantern (D-BOX) ; The Lantern ; -",
        "The Lantern (ISENSE) ; The Lantern ; -",
        "The Lantern (Superscreen) ; The Lantern ; -",
        "The Lantern (Samsung Onyx) ; The Lantern ; -",
        "Vorpremiere: The Lantern ; The Lantern ; preview",
        "Avant-première : The Lantern ; The Lantern ; preview",
        "The Lantern (Avant-première) ; The Lantern ; preview",
        "The Lantern - Anteprima ; The Lantern ; preview",
        "Preestreno: The Lantern ; The Lantern ; preview",
        "Antestreia: The Lantern ; The Lantern ; preview",
        "The Lantern (przedpremierowo) ; The Lantern ; preview",
        "The Lantern - Forpremiere ; The Lantern ; preview",
        "Förhandsvisning: The Lantern ; The Lantern ; preview",
        "The Lantern (先行上映) ; The Lantern ; preview",
        "Kinderwagenkino: The Lantern ; The Lantern ; -",
        "Ciné-bébé : The Lantern ; The Lantern ; -",
        "Babykino: The Lantern ; The Lantern ; -",
        "The Lantern + Filmgespräch ; The Lantern ; q-and-a",
        "The Lantern + rencontre avec Ann Lee ; The Lantern ; -",
        "The Lantern en présence de la réalisatrice ; The Lantern ; -",
        "The Lantern + coloquio ; The Lantern ; q-and-a",
        "The Lantern con la presencia de Ann Lee ; The Lantern ; -",
        "The Lantern + 舞台挨拶 ; The Lantern ; -",
        "The Lantern (restored version) ; The Lantern ; -",
        "Ladies Night: The Lantern ; The Lantern ; -",
        "The Lantern (Wiederaufführung) ; The Lantern ; -",
        "The Lantern (reestreno) ; The Lantern ; -",
        "The Lantern (40. Jubiläum) ; The Lantern ; -",
        "The Lantern (40 aniversario) ; The Lantern ; -",
        "The Lantern 40th Anniversary 4K ; The Lantern ; -",
        "The Lantern [SUB ITA] ; The Lantern ; subtitled",
        "The Lantern (SME) ; The Lantern ; subtitled",
        "The Lantern (VM18) ; The Lantern ; -",
        "The Lantern (versione restaurata) ; The Lantern ; -",
        "The Lantern (français) ; The Lantern ; -",
        "The Lantern (Deutsch) ; The Lantern ; -",
        "The Lantern (Japanisch) ; The Lantern ; -",
        "The Lantern, O.V. ; The Lantern ; -",
        "The Lantern | OV ; The Lantern ; -",
        "The Lantern (subtítulos en español) ; The Lantern ; subtitled"
      })
  void what_is_around_a_title_goes(String raw, String title, String attributes) {
    ParsedTitle titled = Titles.clean(raw);
    assertThat(titled.title()).isEqualTo(title);
    assertThat(titled.doubt()).isNull();
    assertThat(titled.attributes()).isEqualTo(meant(attributes));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "IMAX字幕 ; imax subtitled",
        "ScreenX字幕版 ; screenx subtitled",
        "Dolby Cinema字幕 ; dolby-cinema subtitled",
        "IMAX 3D OV ; imax",
        "IMAX・吹替 ; imax",
        "2D OmU ; subtitled",
        "O.m.U. ; subtitled",
        "V. O. S. E. ; subtitled",
        "OmeU ; -",
        "VOST ANG ; -",
        "英語字幕 ; -",
        "日本語字幕 ; subtitled",
        "자막 ; subtitled",
        "영어자막 ; -",
        "Live Intro and Q&A ; q-and-a",
        "Q&A after ; q-and-a",
        "4D 3D ; -",
        "dubbing ; -",
        "napisy ; subtitled",
        "angielskie napisy ; -",
        "Audiodeskription ; audio-described",
        "Sottotitoli per non udenti ; subtitled",
        "+ Q&A Ann Lee ; q-and-a",
        "Q&A with Ann Lee ; q-and-a",
        "+ intro Ann Lee ; -",
        "Preview + Q&A Ann Lee ; preview q-and-a",
        "Live-Q&A mit Ann Lee ; q-and-a",
        "No Q&A ; -",
        "ohne Filmgespräch ; -",
        "NT Live ; live-event",
        "Royal Opera ; live-event",
        "Královská opera ; live-event",
        "Opera d'été ; live-event",
        "Opéra d’été ; live-event",
        "Helios na Scenie ; live-event",
        "Oper im Kino ; live-event",
        "EN subs ; -",
        "in analoger 70 mm Präsentation ; 70mm",
        "70-mm-Kopie ; 70mm",
        "copie 70 mm ; 70mm",
        "ScreenXDolby Atmos字幕 ; screenx subtitled",
        "IMAX3D字幕 ; imax subtitled",
        "4DXScreenX ; 4dx screenx",
        "מדובב ; -",
        "כתוביות ; subtitled",
        "עם כתוביות בעברית ; subtitled",
        "כתוביות באנגלית ; -",
        "lektor ; -",
        "Subtitles available ; -",
        "not IMAX ; -",
      })
  void labels_of_showtimes_mean_the_same(String label, String attributes) {
    assertThat(Vocabulary.BUILT_IN.attributes(label).orElse(Attributes.NONE))
        .isEqualTo(meant(attributes));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "3D",
        "OV",
        "Kinderwagenkino",
        "35mm",
        "lektor",
        "מדובב",
        "VO",
        "dubbing",
        "吹替",
        "Hindi",
        "+ intro Ann Lee",
        "NT Live"
      })
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
