// Is checked by the compiler, never run: what callers see of the types.
import { Client, type Film, type FollowEvent, NotFound, type Page } from "../dist/index.js";

export async function listed(client: Client): Promise<string[]> {
  const starts: string[] = [];
  const window = { startsAfter: new Date(0), startsBefore: "1970-01-02T00:00:00Z", attributeIds: ["imax"] };
  for await (const showtime of client.showtimes(window)) starts.push(showtime.startsAt);
  const page: Page<Film> = await client.films().page({ limit: 1 });
  return [...starts, ...page.items.map((film) => film.title)];
}

export function told(event: FollowEvent): string | undefined {
  switch (event.change) {
    case "upserted":
      return event.kind === "film" ? event.record.title : event.record.id;
    case "merged":
      return event.into;
    case "checkpoint":
      return event.cursor;
    case "removed":
    case "reset":
      return undefined;
  }
}

export function reason(error: unknown): string | undefined {
  return error instanceof NotFound ? error.requestId : undefined;
}

// @ts-expect-error: the window is required
new Client("http://a.example", "mq_1").showtimes({});
// @ts-expect-error: records do not change
(film: Film) => (film.title = "");
