package org.marquee.fire;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.marquee.rig.Program;

/// A machine of its own, as far as the network goes: a network namespace with a cable to a switch
/// that all hosts and this program share.
final class Host implements AutoCloseable {
  private static final String SWITCH = "mqswitch";
  private static final String NETWORK = "10.77.0.";
  private static final int FIRST = 10;

  private final String name;
  private final String cable;
  private final String address;
  private final List<Program> programs = new ArrayList<>();

  private Host(int number) {
    this.name = "mqhost" + number;
    this.cable = "mqcable" + number;
    this.address = NETWORK + (FIRST + number);
  }

  /// The address of this program on the network of the hosts.
  static String outside() {
    return NETWORK + 1;
  }

  /// Makes the switch, which stays until the last host is closed with the run.
  static AutoCloseable network() throws IOException, InterruptedException {
    Program.run("ip", "link", "add", SWITCH, "type", "bridge");
    Program.run("ip", "addr", "add", outside() + "/24", "dev", SWITCH);
    Program.run("ip", "link", "set", SWITCH, "up");
    return () -> Program.run("ip", "link", "del", SWITCH);
  }

  /// Makes a host and plugs its cable in.
  static Host start(int number) throws IOException, InterruptedException {
    Host host = new Host(number);
    Program.run("ip", "netns", "add", host.name);
    Program.run(
        "ip",
        "link",
        "add",
        host.cable,
        "type",
        "veth",
        "peer",
        "name",
        "eth0",
        "netns",
        host.name);
    Program.run("ip", "link", "set", host.cable, "master", SWITCH);
    Program.run("ip", "link", "set", host.cable, "up");
    Program.run("ip", "-n", host.name, "addr", "add", host.address + "/24", "dev", "eth0");
    Program.run("ip", "-n", host.name, "link", "set", "eth0", "up");
    Program.run("ip", "-n", host.name, "link", "set", "lo", "up");
    return host;
  }

  String address() {
    return address;
  }

  /// Starts a program on it.
  Program start(Path log, Map<String, String> environment, List<String> command)
      throws IOException {
    List<String> all = new ArrayList<>(List.of("ip", "netns", "exec", name));
    all.addAll(command);
    Program program = Program.start(log, environment, all);
    programs.add(program);
    return program;
  }

  /// Pulls the cable: packets are lost without a reset.
  void cutOff() throws IOException, InterruptedException {
    Program.run("ip", "link", "set", cable, "nomaster");
  }

  /// Plugs the cable in again.
  void reconnect() throws IOException, InterruptedException {
    Program.run("ip", "link", "set", cable, "master", SWITCH);
  }

  /// Cuts the power: every process on it ends.
  void cutPower() throws IOException, InterruptedException {
    kill("while pids=$(ip netns pids %s) && [ -n \"$pids\" ]; do kill -KILL $pids || :; done");
  }

  /// Freezes it: no process on it goes on.
  void freeze() throws IOException, InterruptedException {
    // Twice, for what was started while the first ones stopped.
    kill("for time in 1 2; do kill -STOP $(ip netns pids %s) || :; done");
  }

  /// @param script that goes on if a process has ended by itself meanwhile, as many do when others
  ///   end
  private void kill(String script) throws IOException, InterruptedException {
    Program.run("sh", "-c", script.formatted(name));
  }

  @Override
  public void close() throws IOException {
    try {
      cutPower();
      programs.forEach(Program::close);
      Program.run("ip", "netns", "del", name);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
