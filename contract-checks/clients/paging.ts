// Reads two lists to the end, and meets an error, with a generated client: paging.ts ADDRESS KEY
import { Configuration, FilmsApi, ResponseError, ShowtimesApi } from "./index";

async function main(): Promise<void> {
  const configuration = new Configuration({ basePath: process.argv[2], accessToken: process.argv[3] });
  const films = new FilmsApi(configuration);
  let pages = 0;
  let cursor: string | undefined;
  do {
    const page = await films.listFilms({ limit: 10, cursor });
    cursor = page.pagination.nextCursor ?? undefined;
    pages++;
  } while (cursor);
  const now = new Date();
  const window = { startsAfter: now, startsBefore: new Date(now.getTime() + 24 * 3600 * 1000) };
  let showtimes = 0;
  do {
    const page = await new ShowtimesApi(configuration).listShowtimes({
      ...window,
      attributeIds: ["audio-described"],
      limit: 100,
      cursor,
    });
    showtimes += page.data.length;
    cursor = page.pagination.nextCursor ?? undefined;
  } while (cursor);
  const status = await films.getFilm({ filmId: "fi_0" }).then(
    () => 200,
    (error: unknown) => (error instanceof ResponseError ? error.response.status : 0),
  );
  console.log(`TypeScript: ${pages} pages, ${showtimes} showtimes, ${status}`);
  if (pages < 2 || status !== 404) process.exit(1);
}

void main();
