package org.marquee.feed.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.marquee.Cases;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.Findings;
import org.marquee.feed.icalendar.ICalendarReader;
import org.marquee.listing.Attribute;
import org.marquee.listing.Attributes;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;
import org.marquee.title.Titles;
import org.marquee.title.label.Vocabulary;

/// A word is a label only if something in the feed marks it as one.
@NullMarked
class TitlesThatStayTest {
  @ParameterizedTest
  @Cases(
      """
      Piranha 3D | Step Up 3D | Saw 3D | Jaws 3-D | Amityville 3-D | Dredd 3D | Texas Chainsaw 3D
      Spy Kids 3-D: Game Over | Friday the 13th Part III 3D | Katy Perry: Part of Me 3D
      Film: The Living Record of Our Memory | Beyond: Two Souls | Preview | Live | Live!
      Live Flesh | The Original | Original Sin | Original Gangstas | Le Kids | Kids
      Kids in America | Subtitle | Omu | Lektor | Dabing | Dub | OV | VF | V for Vendetta
      Premiere | La Première | Sneak | Sneakers | Directors Cut | Director's Cut | Extended
      Beyond | 4 | 2D | 12 | XL | Gala | Sala | SXSW London - Secret Screening
      Anteprima: Film a sorpresa | Preview: Programme de courts métrages 2
      Preestreno - Programa de cortometrajes | Sourds et malentendants: un film
      In Concert: Harbour | Special Edition: Harbour | The Final Cut: Harbour | Harbour Fan Event
      Sundance London: Surprise Film | Mystery Movie | Secret Screening | LIFF: Shorts Programme 2
      Kurzfilmprogramm | Kurzfilmprogramm 3 | Interfilm: Kurzfilmprogramm 2 | Shorts Programme 2
      Cult Film Club: Mystery Movie | CinemaxX - Sneak Preview | Sneak Preview
      Harbour Film Festival - Preview | The Movie | Bob's Burgers - The Movie
      South Park: Bigger, Longer & Uncut | Pokémon - The Movie | Barcelona - Live
      Kids: The Lantern | Classic: The Story of a Car | Out: A Life | Rewind: The Tape
      Family: A Story | Minh Vo | The Man Vo | Mila ov | Cat: A Life | Cat - A Life
      Cast: The Fishermen | Ice: The Movie | Ultimate: The Fight | Prime: The Story | Premium Rush
      Encore! Encore! | The Last Encore | Gospel: Live at the Apollo | Woodstock Live | Late Night
      Late Night: The Show | The Preview Screening | Matinee | Premiere: A Life in Film
      Opening Night | Film Noir: Bringing Darkness to Light | Das Original | El Doblado
      Die Vorpremiere | Il Sottotitolo | La Rencontre | Une rencontre | Rencontre: un film
      Le Débat | Reprise | Anniversary | Maraton | Titulky | Titulky: film | Direkte | Napisy
      Jubileum | Textad | Dansk | Español | Latino | Latino - The Movie | 【推しの子】
      「鬼滅の刃」 | 劇場版 名探偵コナン | (500) Days of Summer | [REC] | [REC] 2 | 9 | E.T.
      S.W.A.T. | M.A.S.H. | U.S. Marshals | A.I. | Q & A | Ad Astra | 79 A.D. | Pompeii AD | The OC
      Laser | Dolby | Screen X | Studio 54 | Sala Samobójców | Sala samobójców. Hejter | Kino
      Kino 2 | Auditorium 6 | D-Box | Luxe | ICE | Relaxed | Silver Screen Fiend | GV
      Gv: The Movie | Cinema Paradiso | Ladies Night | Club Zero | Fan | The Fan | Fanfest
      Festival | The Festival | Festival: A Love Story | Encuentro | Presentación | Coloquio
      Beseda | Dyskusja | Samtal | Oplæg | 字幕 | 吹替 | 応援 | リバイバル | 先行 | 上映 | 자막
      더빙 | 재개봉 | 시사회 | 관객과의 대화 | Restored | Restoration | The Restoration
      Uncut Gems | Uncut | Re-Animator | Re: The Movie | Re-Cut | Unlimited | Exclusive | Spotlight
      Members | Screening | Double Bill | Poll | Launch | Picks | School's Out | Seniors | Schools
      In Concert | Depeche Mode: M | The Beatles: Eight Days a Week | Alive | Live Wire | Six | 12A
      V.M.14 | PG | R | T | G | U | 18 | Ab 12 | Teen Spirit | The Concert | Fleabag | Ultra
      Ultimate | Versione originale | Version originale | Versión original | Lingua | Sin | Muet
      Der Stummfilm | Babykino
      """)
  void a_title_that_looks_like_a_label_stays(String title) {
    assertThat(Titles.clean(title).title()).isEqualTo(title);
    assertThat(Titles.clean(title).attributes()).isEqualTo(Attributes.NONE);
  }

  /// A calendar with these events, one an hour: the summary, perhaps a bar and its category.
  private static Findings read(String... events) throws IOException {
    StringBuilder calendar =
        new StringBuilder("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Rex//EN\r\n");
    int hour = 10;
    for (String event : events) {
      String[] parts = event.split("\\|", 2);
      calendar.append(
          "BEGIN:VEVENT\r\nUID:%1$d@rex\r\nDTSTART:20270115T%1$d0000Z\r\n".formatted(hour++));
      calendar.append("LOCATION:Rex\r\nSUMMARY:").append(parts[0]).append("\r\n");
      if (parts.length > 1) {
        calendar.append("CATEGORIES:").append(parts[1]).append("\r\n");
      }
      calendar.append("END:VEVENT\r\n");
    }
    return Findings.of(
        new ICalendarReader(),
        null,
        calendar.append("END:VCALENDAR\r\n").toString().getBytes(StandardCharsets.UTF_8));
  }

  private static List<String> titles(Findings findings) {
    return findings.records.stream()
        .filter(FeedRecord.Film.class::isInstance)
        .map(record -> String.valueOf(((FeedRecord.Film) record).title()))
        .toList();
  }

  private static List<String> keys(Findings findings) {
    return findings.records.stream()
        .filter(FeedRecord.Film.class::isInstance)
        .map(FeedRecord::externalId)
        .toList();
  }

  private static List<Notice> told(Findings findings, Code code) {
    return findings.notices.stream().filter(notice -> notice.code() == code).toList();
  }

  @Test
  void a_doubtful_word_stays_where_nothing_says_that_it_is_a_label() throws IOException {
    Findings findings = read("Harbour 3D", "Harbour 3D", "Beyond: The Pier");
    assertThat(titles(findings)).containsExactly("Harbour 3D", "Beyond: The Pier");
    assertThat(told(findings, Code.TITLE_WORDS_KEPT))
        .extracting(Notice::read)
        .containsExactly("Harbour 3D", "Beyond: The Pier");
  }

  @ParameterizedTest
  @Cases(
      columns = ";",
      value =
          """
          Harbour 3D; Harbour | Harbour; Harbour 3D | Harbour 3D; Harbour (HOH)
          Harbour 3D; Harbour 4K | Harbour 3D; Harbour [3D] | Harbour 3D; Harbour IMAX 3D
          Beyond: Harbour; Harbour | Film: Harbour; Preview: Harbour | Kids: Harbour; Harbour + Q&A
          Harbour - Live; HARBOUR
          """)
  void a_doubtful_word_goes_where_the_feed_lists_the_title_without_it(String one, String other)
      throws IOException {
    Findings findings = read(one, other);
    assertThat(titles(findings))
        .allSatisfy(title -> assertThat(title).isEqualToIgnoringCase("Harbour"));
    assertThat(told(findings, Code.TITLE_WORDS_REMOVED)).isNotEmpty();
    assertThat(told(findings, Code.TITLE_WORDS_KEPT)).isEmpty();
  }

  @Test
  void a_doubtful_word_goes_where_a_label_of_the_showing_names_it() throws IOException {
    Findings findings = read("Harbour 3D|RealD 3D", "Pier 3D|2D", "Kids: Quay|Kids");
    assertThat(titles(findings)).containsExactly("Harbour", "Pier 3D", "Quay");
    assertThat(titles(read("Terrible Threes: JAWS 3-D (1983)|RealD 3D", "JAWS 3-D (1983)|3D")))
        .containsExactly("Terrible Threes: JAWS 3-D (1983)", "JAWS 3-D (1983)");
    assertThat(told(findings, Code.TITLE_WORDS_REMOVED).getFirst().detail())
        .isEqualTo(
            "\"3D\" is a label, and the title is \"Harbour\": a showing of the film has the label \"RealD 3D\"");
  }

  @Test
  void what_a_doubtful_word_means_is_set_only_where_it_is_a_label() throws IOException {
    assertThat(attributes(read("Kids: Harbour"))).containsExactly(Attributes.NONE);
    assertThat(attributes(read("Kids: Harbour", "Harbour")))
        .containsExactly(Attributes.of(Attribute.KIDS), Attributes.NONE);
  }

  private static List<Attributes> attributes(Findings findings) {
    return findings.records.stream()
        .filter(FeedRecord.Showtime.class::isInstance)
        .map(record -> ((FeedRecord.Showtime) record).attributes())
        .toList();
  }

  @Test
  void a_film_keeps_its_id_when_the_evidence_comes_or_goes() throws IOException {
    assertThat(keys(read("Harbour 3D"))).isEqualTo(keys(read("Harbour 3D", "Harbour")));
    assertThat(keys(read("Beyond: Harbour"))).isEqualTo(keys(read("Harbour")));
  }

  @Test
  void a_provider_may_settle_what_is_doubtful() {
    Vocabulary ours =
        Vocabulary.BUILT_IN.with("[tails]\n-: 3d\n[strands]\n-: beyond\n[titles]\n-: pier 3d\n");
    assertThat(Titles.clean("Harbour 3D", ours).title()).isEqualTo("Harbour");
    assertThat(Titles.clean("Beyond: Harbour", ours).title()).isEqualTo("Harbour");
    assertThat(Titles.clean("Pier 3D (HOH)", ours).title()).isEqualTo("Pier 3D");
    assertThat(Titles.clean("Pier 3D", ours).doubt()).isNull();
  }
}
