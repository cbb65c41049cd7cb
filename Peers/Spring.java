// Swing's SpringLayout: edges of components tied by springs, which are evaluated when they are asked.
//
// What it cannot say: priorities, inequalities, multipliers, sums of several views, constraints across the hierarchy,
// cycles. It rounds to whole points.
import java.awt.Component;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.swing.JPanel;
import javax.swing.SpringLayout;

public final class Spring {
  // MARK: JSON

  private static final class Reader {
    private final String text;
    private int at;

    Reader(String text) { this.text = text; }

    Object value() {
      char c = next();
      if (c == '{') {
        var map = new HashMap<String, Object>();
        for (at++; next() != '}'; ) {
          if (text.charAt(at) == ',') at++;
          next();
          String key = string();
          next();
          at++;
          map.put(key, value());
        }
        at++;
        return map;
      }
      if (c == '[') {
        var list = new ArrayList<Object>();
        for (at++; next() != ']'; ) {
          if (text.charAt(at) == ',') at++;
          list.add(value());
        }
        at++;
        return list;
      }
      if (c == '"') return string();
      int start = at;
      while (at < text.length() && ",]} \t".indexOf(text.charAt(at)) < 0) at++;
      String word = text.substring(start, at);
      return switch (word) {
        case "null" -> null;
        case "true" -> true;
        case "false" -> false;
        default -> Double.valueOf(word);
      };
    }

    private char next() {
      while (Character.isWhitespace(text.charAt(at))) at++;
      return text.charAt(at);
    }

    private String string() {
      var found = new StringBuilder();
      for (at++; text.charAt(at) != '"'; at++) {
        char c = text.charAt(at);
        if (c == '\\') {
          c = text.charAt(++at);
          if (c == 'u') {
            c = (char) Integer.parseInt(text.substring(at + 1, at + 5), 16);
            at += 4;
          } else if (c == 'n') {
            c = '\n';
          }
        }
        found.append(c);
      }
      at++;
      return found.toString();
    }
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replaceAll("\\p{Cntrl}", " ") + '"';
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> map(Object value) { return value == null ? Map.of() : (Map<String, Object>) value; }

  @SuppressWarnings("unchecked")
  private static List<Object> list(Object value) { return value == null ? List.of() : (List<Object>) value; }

  private static double number(Object value, double other) { return value == null ? other : (Double) value; }

  private static int whole(Object value) { return (int) number(value, -1); }

  private static final class Unsupported extends RuntimeException {
    private static final long serialVersionUID = 1;

    Unsupported(String reason) { super(reason); }
  }

  // MARK: The scene

  // An edge of a view, or its size, at a distance from that of another; `other` is -1 where there is none.
  private record Tie(int view, String edge, int distance, int other, String otherEdge) {}

  // The number of a view, and its new size; the root's if 0.
  private record Change(int view, double width, double height) {}

  private static final Map<String, String> EDGES = Map.of(
      "left", SpringLayout.WEST, "right", SpringLayout.EAST, "top", SpringLayout.NORTH, "bottom", SpringLayout.SOUTH,
      "centerX", SpringLayout.HORIZONTAL_CENTER, "centerY", SpringLayout.VERTICAL_CENTER,
      "width", SpringLayout.WIDTH, "height", SpringLayout.HEIGHT);

  private static final class Scene {
    final double width, height;
    // Of SLL rules, a constraint with a priority is a size that yields where it would be below 0.
    final boolean isLowered;
    final int[] superviews;
    final double[][] contents;
    final boolean[][] showsContent;
    final List<Tie> ties = new ArrayList<>();
    final Map<String, List<List<Change>>> scripts = new HashMap<>();
    final Map<String, List<Object>> probes = new HashMap<>();
    final Map<String, String> cannot = new HashMap<>();

    Scene(Map<String, Object> request) {
      var scene = map(request.get("as"));
      isLowered = "sll".equals(scene.get("layout"));
      width = number(list(scene.get("root")).get(0), 0);
      height = number(list(scene.get("root")).get(1), 0);
      var views = list(scene.get("views"));
      superviews = new int[views.size()];
      contents = new double[views.size()][2];
      showsContent = new boolean[views.size()][2];
      int[][] lines = new int[views.size()][2];
      for (int view = 0; view < superviews.length; view++) {
        superviews[view] = whole(map(views.get(view)).get("parent"));
        var content = list(map(views.get(view)).get("content"));
        for (int axis = 0; axis < 2; axis++)
          contents[view][axis] = content.isEmpty() ? Double.NaN : number(content.get(axis), Double.NaN);
      }
      for (Object one : list(scene.get("constraints"))) {
        var c = map(one);
        if (c.get("content") != null) continue;
        var tie = tie(c);
        ties.add(tie);
        lines[tie.view][isVertical(tie.edge) ? 1 : 0]++;
      }
      for (int view = 1; view < superviews.length; view++) {
        for (int axis = 0; axis < 2; axis++) {
          if (Double.isNaN(contents[view][axis])) continue;
          if (lines[view][axis] > 1) throw new Unsupported("priorities: a content size yields");
          showsContent[view][axis] = true;
        }
      }
      for (var script : map(request.get("scripts")).entrySet()) {
        var steps = new ArrayList<List<Change>>();
        for (Object step : list(script.getValue())) {
          try {
            steps.add(changes(step));
          } catch (Unsupported reason) {
            cannot.put(script.getKey(), reason.getMessage());
          }
        }
        scripts.put(script.getKey(), steps);
      }
      for (var probe : map(request.get("probes")).entrySet()) probes.put(probe.getKey(), list(probe.getValue()));
    }

    private static boolean isVertical(String edge) {
      return List.of(SpringLayout.NORTH, SpringLayout.SOUTH, SpringLayout.VERTICAL_CENTER, SpringLayout.HEIGHT).contains(edge);
    }

    private Tie tie(Map<String, Object> c) {
      if (c.get("first") == null) throw new Unsupported("a sum of several attributes");
      if (!"==".equals(c.get("relation"))) throw new Unsupported("inequalities");
      if (number(c.get("priority"), 1000) < 1000 && !isLowered) throw new Unsupported("priorities");
      if (number(c.get("multiplier"), 1) != 1) throw new Unsupported("multipliers");
      double distance = number(c.get("offset"), 0);
      if (distance != Math.rint(distance)) throw new Unsupported("a distance that is no whole number");
      var first = list(c.get("first"));
      var second = list(c.get("second"));
      int view = whole(first.get(0));
      String edge = EDGES.get((String) first.get(1));
      if (second.isEmpty()) return new Tie(view, edge, (int) distance, -1, null);
      int other = whole(second.get(0));
      String otherEdge = EDGES.get((String) second.get(1));
      if (superviews[other] == view) return new Tie(other, otherEdge, -(int) distance, view, edge);
      if (other != superviews[view] && superviews[other] != superviews[view])
        throw new Unsupported("a constraint across the hierarchy");
      return new Tie(view, edge, (int) distance, other, otherEdge);
    }

    static List<Change> changes(Object step) {
      var found = new ArrayList<Change>();
      for (Object one : list(step)) {
        var change = map(one);
        var size = list(change.get("resize"));
        var content = list(change.get("content"));
        if (size.isEmpty() && content.isEmpty()) throw new Unsupported("a view is taken out");
        if (size.isEmpty()) found.add(new Change(whole(change.get("view")), number(content.get(0), Double.NaN), number(content.get(1), Double.NaN)));
        else found.add(new Change(0, number(size.get(0), 0), number(size.get(1), 0)));
      }
      return found;
    }
  }

  // MARK: The layout

  private static final class Plan {
    private final Scene scene;
    private final JPanel[] views;
    final double[] frames;

    Plan(Scene scene) {
      this.scene = scene;
      int count = scene.superviews.length;
      views = new JPanel[count];
      frames = new double[4 * count];
      for (int view = 0; view < count; view++) {
        views[view] = new JPanel(null, false);
        if (view == 0) continue;
        JPanel superview = views[scene.superviews[view]];
        if (superview.getLayout() == null) superview.setLayout(new SpringLayout());
        superview.add(views[view]);
        setContent(view, scene.contents[view][0], scene.contents[view][1]);
      }
      for (Tie tie : scene.ties) {
        SpringLayout layout = layout(tie.view);
        if (tie.other < 0) {
          layout.getConstraints(views[tie.view]).setConstraint(tie.edge, javax.swing.Spring.constant(tie.distance));
        } else {
          layout.putConstraint(tie.edge, views[tie.view], tie.distance, tie.otherEdge, views[tie.other]);
        }
      }
      views[0].setSize((int) scene.width, (int) scene.height);
    }

    private SpringLayout layout(int view) { return (SpringLayout) views[scene.superviews[view]].getLayout(); }

    private void setContent(int view, double width, double height) {
      var constraints = layout(view).getConstraints(views[view]);
      if (scene.showsContent[view][0] && !Double.isNaN(width)) constraints.setWidth(javax.swing.Spring.constant((int) Math.ceil(width)));
      if (scene.showsContent[view][1] && !Double.isNaN(height)) constraints.setHeight(javax.swing.Spring.constant((int) Math.ceil(height)));
    }

    void apply(Change change) {
      if (change.view == 0) {
        views[0].setSize((int) change.width, (int) change.height);
      } else {
        setContent(change.view, change.width, change.height);
        views[change.view].invalidate();
      }
    }

    // Lays out, and reads every frame.
    void pass() {
      for (JPanel view : views) if (view.getLayout() != null) view.doLayout();
      int at = 0;
      for (Component view : views) {
        frames[at++] = view.getX();
        frames[at++] = view.getY();
        frames[at++] = view.getWidth();
        frames[at++] = view.getHeight();
      }
    }

    double share(int view) {
      int at = 4 * view;
      return frames[at] + 2 * frames[at + 1] + 4 * frames[at + 2] + 8 * frames[at + 3];
    }
  }

  // MARK: Requests

  private static String time(Scene scene, String phase, int count) {
    var plans = new Plan[count];
    double sum = 0;
    long start, end;
    if (phase.equals("first")) {
      start = System.nanoTime();
      for (int i = 0; i < count; i++) plans[i] = new Plan(scene);
      for (Plan plan : plans) plan.pass();
      end = System.nanoTime();
      for (int view = 1; view < scene.superviews.length; view++) sum += plans[count - 1].share(view);
    } else {
      var steps = scene.scripts.get(phase);
      var probes = scene.probes.get(phase);
      for (int i = 0; i < count; i++) (plans[i] = new Plan(scene)).pass();
      start = System.nanoTime();
      for (Plan plan : plans) {
        for (int step = 0; step < steps.size(); step++) {
          for (Change change : steps.get(step)) plan.apply(change);
          plan.pass();
          sum += plan.share(whole(probes.get(step)));
        }
      }
      end = System.nanoTime();
    }
    return "{\"ns\":" + (end - start) + ",\"sum\":" + sum + ",\"switched\":false}";
  }

  private static String steps(Scene scene, String phase) {
    var plan = new Plan(scene);
    plan.pass();
    var times = new ArrayList<Long>();
    for (var step : scene.scripts.get(phase)) {
      long start = System.nanoTime();
      for (Change change : step) plan.apply(change);
      plan.pass();
      times.add(System.nanoTime() - start);
    }
    return "{\"ns\":" + times + "}";
  }

  private static final Map<Integer, Scene> scenes = new HashMap<>();
  private static final Map<Integer, Plan> plans = new HashMap<>();
  private static int last;

  private static String answer(Map<String, Object> request) {
    String what = String.valueOf(request.get("do"));
    int number = whole(request.get("scene")), planNumber = whole(request.get("plan"));
    Scene scene = scenes.get(number);
    Plan plan = plans.get(planNumber);
    if (List.of("plan", "time", "steps", "count").contains(what) && scene == null) return "{\"error\":\"no such scene was loaded\"}";
    if (List.of("pass", "drop").contains(what) && plan == null) return "{\"error\":\"there is no such plan\"}";
    switch (what) {
      case "load":
        scene = new Scene(request);
        scenes.put(number, scene);
        var cannot = new ArrayList<String>();
        scene.cannot.forEach((phase, reason) -> cannot.add(quoted(phase) + ":" + quoted(reason)));
        return "{\"loaded\":" + number + ",\"cannot\":{" + String.join(",", cannot) + "}}";
      case "plan":
        plans.put(++last, new Plan(scene));
        return "{\"plan\":" + last + "}";
      case "pass":
        for (Change change : Scene.changes(request.get("changes"))) plan.apply(change);
        plan.pass();
        var frames = new StringBuilder("{\"frames\":[");
        for (int i = 4; i < plan.frames.length; i++) frames.append(i > 4 ? "," : "").append(plan.frames[i]);
        return frames.append("]}").toString();
      case "time": return time(scene, (String) request.get("phase"), Math.max(1, whole(request.get("plans"))));
      case "steps": return steps(scene, (String) request.get("phase"));
      case "count": return "{\"counters\":{}}";
      case "drop":
        plans.remove(planNumber);
        return "{\"dropped\":" + planNumber + "}";
      default: return "{\"unknown\":" + quoted(what) + "}";
    }
  }

  public static void main(String[] arguments) throws Exception {
    System.setProperty("java.awt.headless", "true");
    var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    var output = new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
    output.println("{\"layoutbenchPeer\":1,\"name\":\"swing\",\"version\":" + quoted(System.getProperty("java.version"))
        + ",\"about\":\"SpringLayout, in Java\",\"license\":\"GPL-2.0 with Classpath exception\",\"reads\":[\"items\"],"
        + "\"from\":[\"sll\",\"constraints\"],\"grid\":1,\"follows\":[\"resize\",\"content\"]}");
    output.flush();
    for (String line; (line = input.readLine()) != null; ) {
      String answer;
      try {
        answer = answer(map(new Reader(line).value()));
      } catch (Unsupported reason) {
        answer = "{\"unsupported\":" + quoted(reason.getMessage()) + "}";
      } catch (RuntimeException | StackOverflowError error) {
        answer = "{\"error\":" + quoted(error.toString()) + "}";
      }
      output.println(answer);
      output.flush();
    }
  }
}
