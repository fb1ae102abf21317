package org.marquee.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// `deploy/kubernetes` and `deploy/compose`.
class ManifestsTest {
  private static final Path DEPLOY = Path.of("../deploy");

  private static final Map<String, Class<? extends HasMetadata>> KINDS =
      Map.of(
          "v1 Service", Service.class,
          "apps/v1 StatefulSet", StatefulSet.class,
          "policy/v1 PodDisruptionBudget", PodDisruptionBudget.class);

  /// A name that the type does not have, or has twice, is a fault. The types keep unknown names
  /// themselves, unless that is switched off.
  private static final ObjectMapper STRICT =
      new ObjectMapper(new YAMLFactory().enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION))
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .setAnnotationIntrospector(
              new JacksonAnnotationIntrospector() {
                @Override
                public Boolean hasAnySetter(Annotated annotated) {
                  return false;
                }
              });

  private static List<HasMetadata> read(String text) throws IOException {
    List<HasMetadata> objects = new ArrayList<>();
    try (var documents = STRICT.readerFor(JsonNode.class).<JsonNode>readValues(text)) {
      while (documents.hasNext()) {
        JsonNode document = documents.next();
        String kind = document.path("apiVersion").asText() + " " + document.path("kind").asText();
        assertThat(KINDS).containsKey(kind);
        objects.add(STRICT.treeToValue(document, KINDS.get(kind)));
      }
    }
    return objects;
  }

  private static String manifests() throws IOException {
    return Files.readString(DEPLOY.resolve("kubernetes/marquee.yaml"));
  }

  private static <T> List<T> all(Class<T> type) throws IOException {
    return read(manifests()).stream().filter(type::isInstance).map(type::cast).toList();
  }

  private static StatefulSet nodes() throws IOException {
    return all(StatefulSet.class).getFirst();
  }

  private static Container node() throws IOException {
    return nodes().getSpec().getTemplate().getSpec().getContainers().getFirst();
  }

  @Test
  void each_manifest_is_read_strictly() throws IOException {
    assertThat(read(manifests())).hasSize(4);
    String misspelt = manifests().replace("readinessProbe", "readyProbe");
    assertThatThrownBy(() -> read(misspelt)).isInstanceOf(UnrecognizedPropertyException.class);
  }

  @Test
  void what_names_pods_names_those_of_the_nodes() throws IOException {
    Map<String, String> labels = nodes().getSpec().getTemplate().getMetadata().getLabels();
    assertThat(nodes().getSpec().getSelector().getMatchLabels()).isEqualTo(labels);
    assertThat(all(Service.class)).allMatch(each -> each.getSpec().getSelector().equals(labels));
    assertThat(all(PodDisruptionBudget.class))
        .allMatch(each -> each.getSpec().getSelector().getMatchLabels().equals(labels));
    assertThat(all(Service.class))
        .extracting(each -> each.getMetadata().getName())
        .contains(nodes().getSpec().getServiceName());
  }

  @Test
  void ports_that_are_asked_for_are_open() throws IOException {
    List<String> open = node().getPorts().stream().map(ContainerPort::getName).toList();
    for (Service service : all(Service.class)) {
      assertThat(open)
          .containsAll(
              service.getSpec().getPorts().stream()
                  .map(p -> p.getTargetPort().getStrVal())
                  .toList());
    }
    Container node = node();
    for (Probe probe :
        List.of(node.getStartupProbe(), node.getReadinessProbe(), node.getLivenessProbe())) {
      assertThat(open).contains(probe.getHttpGet().getPort().getStrVal());
      assertThat(probe.getHttpGet().getPath()).isIn("/health/live", "/health/ready");
    }
  }

  @Test
  void both_start_the_image_of_this_version_with_nothing_that_it_does_not_need()
      throws IOException {
    JsonNode compose = STRICT.readTree(DEPLOY.resolve("compose/compose.yaml").toFile());
    JsonNode service = compose.path("services").path("marquee");
    String image = "marquee:" + version();
    assertThat(node().getImage()).isEqualTo(image);
    assertThat(service.path("image").asText()).isEqualTo(image);
    assertThat(node().getSecurityContext().getReadOnlyRootFilesystem()).isTrue();
    assertThat(service.path("read_only").asBoolean()).isTrue();
    assertThat(node().getSecurityContext().getCapabilities().getDrop()).containsExactly("ALL");
    assertThat(service.path("cap_drop").path(0).asText()).isEqualTo("ALL");
    assertThat(nodes().getSpec().getTemplate().getSpec().getSecurityContext().getRunAsNonRoot())
        .isTrue();
    assertThat(service.path("healthcheck").path("test").path(1).asText()).endsWith("/bin/ready");
  }

  private static String version() throws IOException {
    Matcher version =
        Pattern.compile("<artifactId>marquee</artifactId>\\s*<version>(.*?)</version>")
            .matcher(Files.readString(Path.of("../pom.xml")));
    assertThat(version.find()).isTrue();
    return version.group(1);
  }
}
