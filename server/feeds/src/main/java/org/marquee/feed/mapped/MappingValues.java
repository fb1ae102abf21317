package org.marquee.feed.mapped;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.mapped.Mapping.LeaveOut;
import org.marquee.yaml.Yaml;
import org.marquee.yaml.YamlPart;

/// Reads the values of a mapping file: paths, what is done with what they lead to, and how it is
/// written.
///
/// @param names what the rows' path calls the things that it goes through
/// @param tables that may be asked
/// @param lacking what is left where a part of a whole is lacking
record MappingValues(
    Mapping.Shape shape,
    Set<String> names,
    Set<String> tables,
    Expression.Source.Join.Lacking lacking) {
  /// Names that every row has.
  static final Set<String> ALWAYS = Set.of(Spot.FILE, Spot.VENUE);

  private static final Pattern OTHER_THAN_COLUMN = Pattern.compile("^[@$\"]|^\\s*$|\\(json\\)");

  static ValuePath path(Yaml yaml) throws Yaml.InvalidYaml {
    try {
      return ValuePath.of(yaml.text());
    } catch (ValuePath.InvalidPath e) {
      throw yaml.fault("the path " + yaml.text() + " " + e.getMessage());
    }
  }

  /// In a table the whole text is the name of a column, whatever signs it has.
  private ValuePath pathOfValue(Yaml yaml) throws Yaml.InvalidYaml {
    boolean column =
        shape instanceof Mapping.Shape.Csv && !OTHER_THAN_COLUMN.matcher(yaml.text()).find();
    ValuePath path = column ? ValuePath.ofMember(yaml.text()) : path(yaml);
    @Nullable String from = path.startsFrom();
    if (from != null && !ALWAYS.contains(from) && !names.contains(from)) {
      throw yaml.fault("the path of the rows has no name " + from);
    }
    if (from == null && path.firstMember() == null && shape instanceof Mapping.Shape.Csv) {
      throw yaml.fault("the name of a column is needed here");
    }
    return path;
  }

  MappingValues(Mapping.Shape shape, Set<String> names, Set<String> tables) {
    this(shape, names, tables, Expression.Source.Join.Lacking.REST);
  }

  /// These values, of which a part is worse than nothing.
  MappingValues whole() {
    return new MappingValues(shape, names, tables, Expression.Source.Join.Lacking.NOTHING);
  }

  Expression expression(Yaml yaml) throws Yaml.InvalidYaml {
    if (yaml.isText()) {
      return Expression.at(pathOfValue(yaml));
    }
    YamlPart part = yaml.part();
    Expression expression = expression(part);
    part.end();
    return expression;
  }

  Expression expression(YamlPart part) throws Yaml.InvalidYaml {
    Expression.Source source = source(part);
    @Nullable String split = part.find("split", Yaml::textOrEmpty);
    List<String> missing = part.find("missing", Yaml::texts, List.of());
    @Nullable Pattern remove = part.find("remove", MappingValues::pattern);
    @Nullable Pattern match = part.find("match", MappingValues::pattern);
    boolean many =
        split != null || (source instanceof Expression.Source.At(ValuePath path) && path.isMany());
    Expression.@Nullable TableUse table = table(part.find("table"), part.find("others"), many);
    return new Expression(source, split, new HashSet<>(missing), remove, match, table);
  }

  private Expression.Source source(YamlPart part) throws Yaml.InvalidYaml {
    Expression.@Nullable Source path =
        part.find("path", yaml -> new Expression.Source.At(pathOfValue(yaml)));
    Expression.@Nullable Source constant =
        part.find("constant", yaml -> new Expression.Source.Constant(yaml.text()));
    @Nullable List<Expression> join = part.find("join", this::expressions);
    @Nullable Yaml with = part.find("with");
    if (join == null && with != null) {
      throw with.fault("\"with\" goes with \"join\"");
    }
    Expression.@Nullable Source joined =
        join == null
            ? null
            : new Expression.Source.Join(join, with == null ? " " : with.textOrEmpty(), lacking);
    Expression.@Nullable Source first =
        part.find("first", yaml -> new Expression.Source.First(expressions(yaml)));
    List<Expression.Source> sources =
        Stream.of(path, constant, joined, first).flatMap(Stream::ofNullable).toList();
    if (sources.size() != 1) {
      throw part.fault("one of path, constant, join and first is needed here");
    }
    return sources.getFirst();
  }

  private List<Expression> expressions(Yaml yaml) throws Yaml.InvalidYaml {
    List<Expression> expressions = yaml.list(this::expression);
    if (expressions.isEmpty()) {
      throw yaml.fault("at least one value is needed here");
    }
    return expressions;
  }

  private static Pattern pattern(Yaml yaml) throws Yaml.InvalidYaml {
    try {
      return Pattern.compile(yaml.text());
    } catch (PatternSyntaxException e) {
      throw yaml.fault("this is not a regular expression: " + e.getDescription());
    }
  }

  /// @param many whether there may be several texts: a table that drops others then picks some
  private Expression.@Nullable TableUse table(
      @Nullable Yaml yaml, @Nullable Yaml others, boolean many) throws Yaml.InvalidYaml {
    if (yaml == null) {
      if (others != null) {
        throw others.fault("\"others\" goes with \"table\"");
      }
      return null;
    }
    if (!tables.contains(yaml.text())) {
      throw yaml.fault("there is no table " + yaml.text());
    }
    if (others == null) {
      return new Expression.TableUse(yaml.text(), Expression.TableUse.Others.KEPT, true);
    }
    Expression.TableUse.Others said = others.oneOf(Expression.TableUse.Others.values());
    return new Expression.TableUse(
        yaml.text(), said, said == Expression.TableUse.Others.DROPPED && !many);
  }

  LeaveOut leaveOut(Yaml yaml) throws Yaml.InvalidYaml {
    YamlPart part = yaml.part();
    Expression value = expression(part);
    @Nullable List<String> is = part.find("is", Yaml::texts);
    @Nullable List<String> isNot = part.find("isNot", Yaml::texts);
    boolean missing = part.find("isMissing", Yaml::flag, false);
    LeaveOut.Test test =
        is != null
            ? LeaveOut.Test.IS
            : isNot != null
                ? LeaveOut.Test.IS_NOT
                : missing ? LeaveOut.Test.MISSING : LeaveOut.Test.FLAGGED;
    if ((is != null && isNot != null) || (missing && (is != null || isNot != null))) {
      throw part.fault("only one of is, isNot and isMissing may stand here");
    }
    String reason = part.get("reason").text();
    part.end();
    List<String> texts = is != null ? is : isNot != null ? isNot : List.of();
    return new LeaveOut(value, test, new HashSet<>(texts), reason);
  }
}
