import static java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import static java.lang.classfile.ClassFile.JAVA_8_VERSION;
import static java.lang.classfile.ClassFile.StackMapsOption;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodTransform;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Rewrites the classes of a jar that were compiled for Java 5, as those of picocli, for Java 8:
/// `java NewerClasses.java JAR`. Java does not put older ones into a cache of classes, and takes
/// long to verify them (docs/decisions/0154).
final class NewerClasses {
  /// A class file of Java 6 and later says which types are where, so that it is verified in one go.
  private static final int WITHOUT_STACK_MAPS = ClassFile.JAVA_5_VERSION;

  private final ClassFile format;

  private NewerClasses(ClassLoader loader) {
    format =
        ClassFile.of(
            StackMapsOption.GENERATE_STACK_MAPS,
            ClassHierarchyResolverOption.of(
                ClassHierarchyResolver.ofResourceParsing(loader)
                    .orElse(ClassHierarchyResolver.defaultResolver())));
  }

  public static void main(String[] arguments) throws IOException {
    Path jar = Path.of(arguments[0]);
    try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()});
        FileSystem content = FileSystems.newFileSystem(jar)) {
      NewerClasses newer = new NewerClasses(loader);
      for (Path root : content.getRootDirectories()) {
        for (Path file : classes(root)) {
          newer.rewrite(file);
        }
      }
    }
  }

  private static List<Path> classes(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files.filter(each -> each.toString().endsWith(".class")).toList();
    }
  }

  private void rewrite(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    ClassModel old = format.parse(bytes);
    if (old.majorVersion() <= WITHOUT_STACK_MAPS) {
      Files.write(file, format.transformClass(old, newer()));
    }
  }

  private static ClassTransform newer() {
    ClassTransform code =
        ClassTransform.transformingMethods(
            MethodTransform.transformingCode(CodeTransform.ACCEPT_ALL));
    ClassTransform version =
        (builder, element) -> {
          if (element instanceof ClassFileVersion) {
            builder.withVersion(JAVA_8_VERSION, 0);
          } else {
            builder.with(element);
          }
        };
    return version.andThen(code);
  }
}
