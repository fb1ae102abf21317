package org.marquee.bench;

/// Kinds of questions, by their filters.
enum Shape {
  NONE("no filter"),
  CINEMA("cinema, a week"),
  FILM("film, a week"),
  CINEMA_AND_FILM("cinema and film, 31 days"),
  COMMON_ATTRIBUTE("common attribute"),
  RARE_ATTRIBUTE("rare attribute, 31 days"),
  FILM_AND_ATTRIBUTE("film and attribute, 31 days"),
  FILM_AND_RARE_ATTRIBUTE("film and rare attribute, 31 days"),
  RARE_FILM_AND_RARE_ATTRIBUTE("rare film and rare attribute, 31 days"),
  FILMS("films"),
  CINEMA_SEARCH("cinemas, search"),
  CINEMAS_AROUND("cinemas around"),
  SCREENS("screens"),
  PROGRAMME("programme of ten cinemas, a day"),
  PROGRAMME_SOON("programme of ten cinemas, today or tomorrow");

  private final String title;

  Shape(String title) {
    this.title = title;
  }

  /// Its name in tables.
  String title() {
    return title;
  }
}
