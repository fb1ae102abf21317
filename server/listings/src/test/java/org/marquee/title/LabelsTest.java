package org.marquee.title;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.Cases;
import org.marquee.listing.Attribute;
import org.marquee.listing.Attributes;
import org.marquee.title.label.Vocabulary;

@NullMarked
class LabelsTest {
  @Test
  void every_attribute_is_found_by_its_id_and_by_its_name() {
    for (Attribute attribute : Attribute.ALL) {
      assertThat(Vocabulary.BUILT_IN.attributes(attribute.id())).contains(Attributes.of(attribute));
      assertThat(Vocabulary.BUILT_IN.attributes(attribute.title()))
          .contains(Attributes.of(attribute));
    }
  }

  @ParameterizedTest
  @Cases(
      """
      Q&A, q-and-a | Screening followed by a Q&A, q-and-a | AUDIO-DESCRIBED, audio-described
      AD, audio-described | HOH, subtitled | Open Captioned, subtitled | Autism Friendly, relaxed
      70MM, 70mm | Members preview, preview | Live!, live-event | OPEN CAPTIONING, subtitled
      杜比影院2D, dolby-cinema | 杜比影院, dolby-cinema | 杜比影院厅3D, dolby-cinema
      杜比影廳, dolby-cinema | 4DX厅, 4dx | IMAX激光厅, imax | 中文字幕, subtitled
      feliratos, subtitled | magyar felirattal, subtitled | 2D feliratos, subtitled
      premier előtt, preview | élő közvetítés, live-event
      """)
  void words_that_clearly_mean_an_attribute_are_mapped(String label, String attribute) {
    assertThat(Vocabulary.BUILT_IN.attributes(label))
        .contains(Attributes.of(Attribute.find(attribute).orElseThrow()));
  }

  @Test
  void one_label_may_mean_two() {
    assertThat(Vocabulary.BUILT_IN.attributes("IMAX 70mm"))
        .contains(Attributes.of(Attribute.IMAX, Attribute.SEVENTY_MM));
  }

  @ParameterizedTest
  @ValueSource(strings = {""})
  @Cases(
      """
      & | 3D | Closed Captioned | 35mm | Dolby Atmos | Wheelchair Accessible | Closed captioning
      angol felirattal | szinkronizált | 杜比全景声 | 国语 | 英语
      """)
  void what_is_not_clear_is_not_mapped(String label) {
    assertThat(Vocabulary.BUILT_IN.attributes(label)).isEmpty();
  }
}
