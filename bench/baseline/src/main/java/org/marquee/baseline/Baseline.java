package org.marquee.baseline;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/// Starts it.
@SpringBootApplication
public class Baseline {
  public static void main(String[] arguments) {
    SpringApplication.run(Baseline.class, arguments);
  }
}
