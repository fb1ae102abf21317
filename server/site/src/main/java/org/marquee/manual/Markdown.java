package org.marquee.manual;

import java.util.ArrayList;
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

/// Makes a document of its Markdown: headings get anchors, links lead to where the documents are
/// served, and tables may be moved sideways on narrow screens.
final class Markdown {
  private static final List<TablesExtension> TABLES =
      List.of((TablesExtension) TablesExtension.create());
  private static final Parser PARSER = Parser.builder().extensions(TABLES).build();
  private final List<String> served;
  private final Map<Heading, String> anchors = new HashMap<>();
  private final List<Document.Section> sections = new ArrayList<>();

  /// @param served names of the documents that there are
  Markdown(List<String> served) {
    this.served = served;
  }

  Document document(String name, String markdown) {
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
    return new Document(name, sections, html.render(root));
  }

  private void split(Node root) {
    Map<String, Integer> used = new HashMap<>();
    Node block = root.getFirstChild();
    while (block != null) {
      Heading heading = (Heading) block;
      String title = text(heading);
      String anchor = anchor(title);
      int before = used.merge(anchor, 1, Integer::sum) - 1;
      anchors.put(heading, before == 0 ? anchor : anchor + "-" + before);
      StringBuilder text = new StringBuilder();
      for (block = block.getNext();
          block != null && !(block instanceof Heading);
          block = block.getNext()) {
        text.append(' ').append(text(block));
      }
      sections.add(
          new Document.Section(
              anchors.get(heading), title, heading.getLevel(), text.toString().strip()));
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
    return served.contains(name) && !name.equals(file)
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
