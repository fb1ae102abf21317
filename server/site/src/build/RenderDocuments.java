import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Block;
import org.commonmark.node.Code;
import org.commonmark.node.CustomBlock;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.NodeRenderer;
import org.commonmark.renderer.html.HtmlNodeRendererContext;
import org.commonmark.renderer.html.HtmlRenderer;
import org.marquee.contract.Contract;
import org.marquee.manual.Manual;

/// Renders the documents when the module is built (pom.xml): headings get anchors, links lead to
/// where the documents are served, and tables may be moved sideways on narrow screens. Of each
/// document it writes `NAME.html`, and `NAME.tsv` with a line for each section, which the search
/// reads.
final class RenderDocuments {
  private static final List<TablesExtension> TABLES =
      List.of((TablesExtension) TablesExtension.create());
  private static final Parser PARSER = Parser.builder().extensions(TABLES).build();
  private final Map<Heading, String> anchors = new HashMap<>();
  private final StringBuilder sections = new StringBuilder();

  /// @param folders of the documents, and of what is made of them
  public static void main(String... folders) throws IOException {
    Path docs = Path.of(folders[0]);
    for (String name : Manual.names()) {
      String markdown =
          switch (name) {
            case "" -> Contract.reference();
            case "guide" -> Contract.guide();
            case "examples" -> examples(docs.resolve(name));
            default -> Files.readString(docs.resolve(name + ".md"));
          };
      new RenderDocuments().render(markdown, Path.of(folders[1], Manual.built(name)));
    }
  }

  private static String examples(Path folder) throws IOException {
    StringBuilder text = new StringBuilder("# Examples\n\nFiles that the documents speak of.\n");
    for (String name : Manual.EXAMPLE_FILES) {
      text.append("\n## %s\n\n[As a file](examples/%s)\n\n```\n".formatted(name, name));
      text.append(Files.readString(folder.resolve(name)).strip()).append("\n```\n");
    }
    return text.toString();
  }

  private void render(String markdown, Path to) throws IOException {
    Node root = PARSER.parse(markdown);
    split(root);
    root.accept(new Served());
    HtmlRenderer html =
        HtmlRenderer.builder()
            .extensions(TABLES)
            .escapeHtml(true)
            .nodeRendererFactory(SidewaysRenderer::new)
            .attributeProviderFactory(_ ->
                (node, _, attributes) -> {
                  if (node instanceof Heading heading) {
                    attributes.put("id", anchors.get(heading));
                  }
                })
            .build();
    Files.createDirectories(to.getParent());
    Files.writeString(to.resolveSibling(to.getFileName() + ".html"), html.render(root));
    Files.writeString(to.resolveSibling(to.getFileName() + ".tsv"), sections);
  }

  private void split(Node root) {
    Map<String, Integer> used = new HashMap<>();
    Node block = root.getFirstChild();
    while (block != null) {
      Heading heading = (Heading) block;
      String title = text(heading);
      String named = anchor(title);
      int before = used.merge(named, 1, Integer::sum) - 1;
      String anchor = before == 0 ? named : named + "-" + before;
      anchors.put(heading, anchor);
      StringBuilder text = new StringBuilder();
      for (block = block.getNext();
          block != null && !(block instanceof Heading);
          block = block.getNext()) {
        text.append(' ').append(text(block));
      }
      sections.append(
          String.join("\t", anchor, title, "" + heading.getLevel(), text.toString().strip()));
      sections.append('\n');
    }
  }

  /// The part of an address that leads to a heading, as hosts of repositories make it.
  private static String anchor(String heading) {
    return heading.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-');
  }

  /// What a reader sees of a part, in one line.
  private static String text(Node part) {
    StringBuilder text = new StringBuilder();
    part.accept(
        new AbstractVisitor() {
          @Override
          public void visit(Text node) {
            text.append(node.getLiteral());
          }

          @Override
          public void visit(Code node) {
            text.append(node.getLiteral());
          }

          @Override
          public void visit(FencedCodeBlock node) {
            text.append(node.getLiteral());
          }

          @Override
          public void visit(SoftLineBreak node) {
            text.append(' ');
          }

          @Override
          public void visit(HardLineBreak node) {
            text.append(' ');
          }

          @Override
          protected void visitChildren(Node parent) {
            super.visitChildren(parent);
            if (parent instanceof Block || parent instanceof TableCell) {
              text.append(' ');
            }
          }
        });
    return text.toString().replaceAll("\\s+", " ").strip();
  }

  /// Makes of what stands in the repository what stands on a page.
  private final class Served extends AbstractVisitor {
    @Override
    public void visit(Link link) {
      String to = target(link.getDestination());
      if (to.isEmpty()) {
        while (link.getFirstChild() != null) {
          link.insertBefore(link.getFirstChild());
        }
        link.unlink();
      } else {
        link.setDestination(to);
      }
    }

    @Override
    public void visit(Image image) {
      image.setDestination(target(image.getDestination()));
    }

    @Override
    public void visit(CustomBlock block) {
      if (block instanceof TableBlock) {
        Sideways frame = new Sideways();
        block.insertBefore(frame);
        frame.appendChild(block);
      }
      visitChildren(block);
    }
  }

  /// Where a link of a document leads on a page; empty where nothing is served, as for decisions.
  private String target(String link) {
    if (link.startsWith("#") || link.startsWith("/") || link.contains(":")) {
      return link;
    }
    int hash = link.indexOf('#');
    String file = hash < 0 ? link : link.substring(0, hash);
    if (file.equals("openapi.yaml")) {
      return "/openapi.yaml";
    }
    if (file.matches("(examples|pictures)/.*|.*\\.svg")) {
      return Manual.HOME + "/" + file;
    }
    String name = file.replaceFirst("\\.md$", "");
    return Manual.names().contains(name) && !name.equals(file)
        ? Manual.HOME + "/" + name + (hash < 0 ? "" : link.substring(hash))
        : "";
  }

  /// What may be moved sideways.
  private static final class Sideways extends CustomBlock {}

  private static final class SidewaysRenderer implements NodeRenderer {
    private final HtmlNodeRendererContext context;

    SidewaysRenderer(HtmlNodeRendererContext context) {
      this.context = context;
    }

    @Override
    public Set<Class<? extends Node>> getNodeTypes() {
      return Set.of(Sideways.class);
    }

    @Override
    public void render(Node node) {
      Map<String, String> attributes =
          Map.of("class", "sideways", "tabindex", "0", "role", "group", "aria-label", "Table");
      context.getWriter().tag("div", attributes);
      context.render(node.getFirstChild());
      context.getWriter().tag("/div");
    }
  }
}
