import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import org.openapitools.client.ApiClient;
import org.openapitools.client.model.Change;
import org.openapitools.client.model.Coverage;
import org.openapitools.client.model.ShowtimePage;

/** Reads values and members that this version does not know with a generated client: NewValues FILE. */
public final class NewValues {
  public static void main(String[] arguments) throws Exception {
    ObjectMapper mapper = ApiClient.createDefaultObjectMapper();
    JsonNode answers = mapper.readTree(Path.of(arguments[0]).toFile());
    ShowtimePage page = mapper.treeToValue(answers.get("showtimes"), ShowtimePage.class);
    Coverage coverage = mapper.treeToValue(answers.get("coverage"), Coverage.class);
    Change change = mapper.treeToValue(answers.get("change"), Change.class);
    String read =
        page.getDetails().get(0).getAvailability().getStatus()
            + " "
            + page.getDetails().get(0).getEndsAt().getBasis()
            + " "
            + coverage.getState()
            + " "
            + change.getChange()
            + " "
            + change.getKind();
    System.out.println("Java: " + read);
    if (!read.equals("returns_only guessed hazy split festival")) {
      throw new AssertionError("the generated client loses new values");
    }
  }
}
