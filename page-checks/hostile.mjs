// A feed of names that try to be something else: markup, quotes, other directions, words without an end.
import { writeFileSync } from "node:fs";

const soon = (hours) => new Date(Math.ceil(Date.now() / 3.6e6) * 3.6e6 + hours * 3.6e6).toISOString().replace(".000", "");

export const CINEMA = `Kino "Ümläut" <b onmouseover=alert(1)>&amp; ${"x".repeat(150)}`;

/** Titles with what must be seen of each. */
export const TITLES = [
  `<script>document.title = "owned"</script>`,
  `"><img src=x onerror=alert(1)>`,
  `'); DROP TABLE film; --`,
  "W".repeat(300),
  "مدينة الأشباح والقمر",
  "עיר הרוחות \"והירח\" (2026)",
  "となりの映画館とながいながい夜のおはなし",
  "{{constructor.constructor('alert(1)')()}} ${7*7} {0}",
];

export function write(file) {
  const lines = [
    { type: "feed", version: 1, mode: "full", observedAt: new Date().toISOString() },
    {
      type: "cinema", externalId: "k", name: CINEMA, timeZone: "America/New_York",
      location: { countryCode: "US", locality: "Hostile <i>Town</i>", postcode: "\"'<>&", address: "1 </p> Street", latitude: 51.4, longitude: 1.2 },
    },
    ...TITLES.flatMap((title, at) => [
      { type: "film", externalId: `f${at}`, title, durationMinutes: 90 },
      ...[2, 5, 20, 21, 22, 23, 26, 28].map((hours) => ({
        type: "showtime", externalId: `s${at}-${hours}`, film: `f${at}`, cinema: "k", startsAt: soon(hours + at / 4),
        screen: { name: `Saal <${at}> "Größe"` }, bookingUrl: `https://tickets.example/?a=1&b="><script>`, attributes: ["imax", "q-and-a", "subtitled"],
      })),
    ]),
  ];
  writeFileSync(file, lines.map((line) => JSON.stringify(line)).join("\n") + "\n");
}
