import java.time.OffsetDateTime;
import java.util.List;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.FilmsApi;
import org.openapitools.client.api.ShowtimesApi;
import org.openapitools.client.model.AttributeId;
import org.openapitools.client.model.FilmPage;
import org.openapitools.client.model.ShowtimePage;

/** Reads two lists to the end, and meets an error, with a generated client: Paging ADDRESS KEY. */
public final class Paging {
  public static void main(String[] arguments) throws ApiException {
    ApiClient client = new ApiClient();
    client.updateBaseUri(arguments[0]);
    client.setRequestInterceptor(
        request -> request.header("Authorization", "Bearer " + arguments[1]));
    FilmsApi films = new FilmsApi(client);
    int pages = 0;
    String cursor = null;
    do {
      FilmPage page = films.listFilms(null, 10, cursor, null, null, null);
      cursor = page.getPagination().getNextCursor();
      pages++;
    } while (cursor != null);
    OffsetDateTime now = OffsetDateTime.now();
    int showtimes = 0;
    do {
      ShowtimePage page =
          new ShowtimesApi(client)
              .listShowtimes(
                  now,
                  now.plusDays(1),
                  null,
                  null,
                  List.of(AttributeId.AUDIO_DESCRIBED),
                  100,
                  cursor,
                  null,
                  null,
                  null);
      showtimes += page.getData().size();
      cursor = page.getPagination().getNextCursor();
    } while (cursor != null);
    int status = 200;
    try {
      films.getFilm("fi_0", null, null, null);
    } catch (ApiException e) {
      status = e.getCode();
    }
    System.out.println("Java: " + pages + " pages, " + showtimes + " showtimes, " + status);
    if (pages < 2 || status != 404) {
      throw new AssertionError("the generated client does not page");
    }
  }
}
