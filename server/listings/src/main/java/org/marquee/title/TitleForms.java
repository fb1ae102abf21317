package org.marquee.title;

import java.util.regex.Pattern;

/// The forms in which things stand around a title: brackets, dashes, colons, years, remarks at the
/// end. What is in them decides ([TitleCleaning]).
final class TitleForms {
  static final Pattern SPACE = Pattern.compile("[\\s\\u00a0\\u2000-\\u200b\\u202f]+");

  /// What ends in a script that is written without spaces, or with few.
  static final Pattern GLUED =
      Pattern.compile("^(.*?)([\\p{IsHan}\\p{IsHiragana}\\p{IsKatakana}\\p{IsHangul}ー]+)$");

  static final Pattern YEAR = Pattern.compile("(?:18[89]|19\\d|20\\d)\\d");

  /// What distinguishes two films rather than two wordings of one. A number in words does so where
  /// hardly anything else is said, and not in `(No One at Home)`.
  static final Pattern TELLS_APART =
      Pattern.compile(
          ".*(\\d|\\b(part|pt|vol|volume|chapter|episode|season|series|programme|teil|kapitel|partie|chapitre|deel|del|osa|animation|live action|documentary|remake|original)\\b).*|(?:\\S+ )?(?:first|second|third|one|two|three|[ivx]+)(?: \\S+)?"
              // Italian, French, Spanish, Portuguese, German, Polish, Czech, Hungarian, Finnish.
              + "|(?!(?:the|la|le|il|el|der|die|das|den|de|het|o|a|un|una|une) )(?:\\S+ )?(?:act|atto|acte|acto|ato|akt|aufzug|parte|tempo|tome|tomo|band|folge|capitolo|capitulo|rozdzial|kapitola|czesc|dil|cast|resz|dio)(?: \\S+)?"
              + "|.*[前後中上下](?:編|篇|巻|集)|.*[상하]편");

  /// Another art than film, after folding: `Macbeth (Opera)`, `Hamlet (Ballet)`.
  static final Pattern OTHER_ART =
      Pattern.compile(
          "(?:\\S+ ){0,3}(?:opera|oper|ballet|ballett|balet|balett|balletto|musical|musikal|muzikal|operette|operetta|zarzuela|ooppera|baletti)(?: \\S+){0,3}"
              + "|(?:(?:the|la|le|das|de|het|stage) )?(?:play|stage|theatre|theater|teatro|concert|concerto|konzert|koncert|recital|toneelstuk|theaterstuck|schauspiel|spektakl|skuespil|dance|tanz|danse|danza|dans)"
              + "|.*(?:オペラ|バレエ|ミュージカル|오페라|발레|뮤지컬|אופרה|בלט|מחזמר)");

  /// What goes on with a title: `Birdman (or The Unexpected Virtue of Ignorance)`.
  static final Pattern GOES_ON_AS =
      Pattern.compile(
          "(?:or|oder|ou|eller|lub|czyli|aneb|avagy|and|und|et|och|&) \\S.*"
              + "|(?:o|e|y|en|of|og|i|a) (?:the|an?|o|os|as|el|la|los|las|lo|il|gli|le|les|l['’]|un|una|um|uma|de|het|een|den|det)\\b.*",
          Pattern.CASE_INSENSITIVE);

  /// What follows a year and is no remark on the showing: a second film, or the part of one.
  static final Pattern GOES_ON =
      Pattern.compile(
          "[-–—:,\\s]*(?:[+&/]|(?:and|vs?\\.?|part|pt\\.?|vol\\.?|volume|chapter|episode|teil|kapitel|partie|chapitre|deel|del|osa|[ivx]+|\\d{1,2})(?![\\w-])).*",
          Pattern.CASE_INSENSITIVE);

  /// `Ann Lee, 1972`, `1972, 35mm`.
  static final Pattern YEAR_AMONG =
      Pattern.compile("(?:.*\\S\\s*[,;|·]\\s*)?((?:18[89]|19\\d|20\\d)\\d)(?:\\s*[,;|·].*)?");

  static final Pattern YEAR_BRACKET =
      Pattern.compile("[(\\[]\\s*((?:18[89]|19\\d|20\\d)\\d)\\s*[)\\]]");

  static final Pattern CERTIFICATE =
      Pattern.compile(
          "(?:(?:u|pg|pg 13|r|nc 17|12|12a|15|18|r18)(?: version)?|tbc|cert tbc|cert \\w+"
              + "|(?:fsk|ab|vanaf|od|fran|fra|k|vm|m|pg|r) ?\\d{1,2}(?: (?:jahren?|jaar|let|lat|ar|anni))?"
              + "|14|16|\\d{1,2} ?(?:anos|anni|ans|jaar|lat|let)|(?:interdit aux )?moins de \\d{1,2}(?: ans)?"
              + "|barntillaten|btl|todos los publicos|apta|per tutti|t|tous publics)");

  /// `-16`, `12+`: an age with its sign.
  static final Pattern AGE = Pattern.compile("[-–+]\\s?\\d{1,2}(?: ans)?|\\d{1,2}\\+");

  /// `Sala XL`, `Saal 3`, `Screen 2`: where it is shown, after folding.
  static final Pattern HALL =
      Pattern.compile(
          "(?:sala|saal|salle|zaal|sal|salong|kino|screen|auditorium|studio) (?:\\d{1,2}|[a-h]|xl|xxl|vip|max|premium|luxe|deluxe|grande?|energia|isense)");

  static final Pattern LAST_DASH = Pattern.compile("^(.*\\S)(?:\\s*[-–—|]|\\s+/)\\s+(\\S.*)$");
  static final Pattern LAST_COLON = Pattern.compile("^(.*\\S)\\s*:\\s+(\\S.*)$");
  static final Pattern ANNIVERSARY =
      Pattern.compile("\\d+(?:st|nd|rd|th) anniversary\\b", Pattern.CASE_INSENSITIVE);
  static final Pattern VERSION =
      Pattern.compile(
          ".*\\b(cut|editions?|version|anniversary|restoration|remaster|remastered)\\b.*");
  static final Pattern FIRST_COLON = Pattern.compile("^([^:]*[^:\\s])\\s*:\\s*(\\S.*)$");
  static final Pattern FIRST_DASH = Pattern.compile("^(.*?\\S)\\s+[-–—|]\\s+(\\S.*)$");
  static final Pattern PRESENTS =
      Pattern.compile("^(\\S.{0,60}?)\\s+presents:?\\s+(?!\\.)(\\S.*)$", Pattern.CASE_INSENSITIVE);
  static final Pattern SCREENING_OF =
      Pattern.compile(
          "^(.{0,60}?\\b(?:screening|premiere|preview) of)\\s+(\\S.*)$", Pattern.CASE_INSENSITIVE);
  static final Pattern SING_ALONG_A =
      Pattern.compile("^(sing[ -]?a?[ -]?long[ -]a)\\s+(\\S.*)$", Pattern.CASE_INSENSITIVE);
  static final Pattern AFTERWORDS =
      Pattern.compile(
          "^(.*\\S)\\s*[-–—,]?\\s+((?:presented by|introduced by|followed by|hosted by|aka|a\\.k\\.a\\.)\\s.*"
              // French, German, Italian, Spanish, Portuguese, Dutch, Polish, Czech, Danish,
              // Swedish.
              + "|(?:en présence d[eu']|suivie? d[’'eu]|précédée? d[’'eu]|présentée? par|in anwesenheit (?:von|de[rs])|mit anschlie(?:ß|ss)ende[mnr]|alla presenza d|con la presencia de|con coloquio|seguid[oa] de|com a presença d|gevolgd door|met nagesprek|z udziałem|s účastí|med besøg af|med besök av|efterfulgt af|följt av).*|with (?:english |descriptive )?subtitles for .*|with \\S.* live on stage|with (?:an? )?(?:(?:new|special|extended|pre-recorded|recorded|filmed) )*(?:introduction|intro)\\b.*|with (?:an? )?live (?:improvised )?(?:piano|organ|music|score|accompaniment|soundtrack|orchestra|orchestral)\\b.*|\\d\\d\\.\\d\\d\\.\\d{4})$",
          Pattern.CASE_INSENSITIVE);
  static final Pattern QUESTIONS =
      Pattern.compile(
          "^(\\S.*?)(?:\\s+(?:[-–—+&]|and|plus|with|w/|live|screening|satellite|recorded|pre-recorded|director))*\\s+(q\\s?(?:[&+]|and)\\s?as?\\b.*)$",
          Pattern.CASE_INSENSITIVE);
  static final Pattern QUOTED = Pattern.compile("^['‘’\"“„«]([^'‘’\"“”„«»]+)['’\"”»]$");
  static final Pattern REISSUE =
      Pattern.compile(".*\\b(re release|rerelease|reissue|encore|captured live)\\b.*");

  static final Pattern DANGLING = Pattern.compile("(?<=\\S)(?:\\s+[-–—|:,/・]+|[:,・])$");

  /// Words that no title ends with, or is: what stands after them belongs to it.
  static final Pattern UNFINISHED =
      Pattern.compile(
          "(?:.* )?(?:the|an?|of|or|le|les|der|das|het|el|los|las|une|un)",
          Pattern.CASE_INSENSITIVE);

  /// `Celebrating …`, `… Season`; the latter with two words before it, since there are films such
  /// as `Open Season: …`.
  static final Pattern STRAND = Pattern.compile("celebrating .+|\\S+ \\S+( \\S+){0,2} season");

  /// The same after a dash, and `… the films of …`; the season of a series is none.
  static final Pattern STRAND_AFTER =
      Pattern.compile(
          "celebrating .+|(?:.+ )?the films of .+|(?!.*(?:\\d|\\b(?:first|second|third|final|last|complete|new|whole)\\b))\\S+ \\S+( \\S+){0,2} season");

  /// What joins the parts of what stands before a title.
  static final Pattern PLUS = Pattern.compile("\\s+(?:[+&]|plus)\\s+");

  /// `talk by Ann Lee` is a talk; `Talk to Her` is a film.
  static final Pattern ALONE =
      Pattern.compile(
          "(?:\\s+(?:by|with|from|on|feat\\.?|featuring)\\s.*|\\s*:.*)$", Pattern.CASE_INSENSITIVE);

  private TitleForms() {}
}
