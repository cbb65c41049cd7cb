// GTK 4: GtkConstraintLayout, Cassowary with one solver a window.
//
// What it cannot say: levels (its strengths are weights), constraints across the hierarchy, texts. It rounds to whole
// points. It wants a display, and starts Xvfb where there is none.
#include <gtk/gtk.h>
#include <signal.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/prctl.h>
#endif

#include "peer.hpp"

namespace {

// A widget with a content size.
struct ContentWidget { GtkWidget parent; int content[2]; };
struct ContentWidgetClass { GtkWidgetClass parent; };
G_DEFINE_TYPE(ContentWidget, content_widget, GTK_TYPE_WIDGET)
void measure(GtkWidget* widget, GtkOrientation orientation, int, int* least, int* natural, int* above, int* below) {
  *least = 0;
  *natural = reinterpret_cast<ContentWidget*>(widget)->content[orientation == GTK_ORIENTATION_VERTICAL];
  *above = *below = -1;
}
void dispose(GObject* object) {
  while (GtkWidget* child = gtk_widget_get_first_child(GTK_WIDGET(object))) gtk_widget_unparent(child);
  G_OBJECT_CLASS(content_widget_parent_class)->dispose(object);
}
void content_widget_class_init(ContentWidgetClass* own) {
  GTK_WIDGET_CLASS(own)->measure = measure;
  G_OBJECT_CLASS(own)->dispose = dispose;
}
void content_widget_init(ContentWidget*) {}

const std::map<std::string, GtkConstraintAttribute> attributes = {
    {"left", GTK_CONSTRAINT_ATTRIBUTE_LEFT}, {"right", GTK_CONSTRAINT_ATTRIBUTE_RIGHT},
    {"top", GTK_CONSTRAINT_ATTRIBUTE_TOP}, {"bottom", GTK_CONSTRAINT_ATTRIBUTE_BOTTOM},
    {"width", GTK_CONSTRAINT_ATTRIBUTE_WIDTH}, {"height", GTK_CONSTRAINT_ATTRIBUTE_HEIGHT},
    {"centerX", GTK_CONSTRAINT_ATTRIBUTE_CENTER_X}, {"centerY", GTK_CONSTRAINT_ATTRIBUTE_CENTER_Y}};

// A constraint with the view whose layout holds it; -1 stands for that view itself.
struct Placed {
  int owner, target, source = -1;
  bool hasSource = false;
  GtkConstraintAttribute attribute, sourceAttribute = GTK_CONSTRAINT_ATTRIBUTE_NONE;
  GtkConstraintRelation relation;
  double multiplier, constant;
  int strength;
  int content = -1;
};
// Stronger than what GTK wants itself, which is medium: that a widget stays as it is.
constexpr int equalityStrength = 1'500'000, contentStrength = 100'000'000;

// What is known of a scene before the clock.
struct Known {
  std::vector<Placed> placed;
  std::vector<bool> hasSubviews;
};

class GtkPlan : public peer::Plan {
 public:
  GtkPlan(const peer::Scene& scene, const Known& known)
      : scene(scene), known(known), widgets(scene.views.size()), window(gtk_window_new()), root(scene.root) {
    for (size_t i = 0; i < widgets.size(); i++) {
      widgets[i] = GTK_WIDGET(g_object_new(content_widget_get_type(), nullptr));
      setContent(int(i), scene.views[i].content);
      if (known.hasSubviews[i]) gtk_widget_set_layout_manager(widgets[i], gtk_constraint_layout_new());
      if (i > 0) gtk_widget_set_parent(widgets[i], widgets[scene.views[i].superview]);
    }
    gtk_window_set_child(GTK_WINDOW(window), widgets[0]);
    for (auto& c : known.placed) add(c);
  }
  ~GtkPlan() override { gtk_window_destroy(GTK_WINDOW(window)); }

  void pass(double* frames) override {
    int least, natural, width = int(std::lround(root.width)), height = int(std::lround(root.height));
    // A widget is measured before it is given a size.
    gtk_widget_measure(widgets[0], GTK_ORIENTATION_HORIZONTAL, -1, &least, &natural, nullptr, nullptr);
    gtk_widget_measure(widgets[0], GTK_ORIENTATION_VERTICAL, width, &least, &natural, nullptr, nullptr);
    gtk_widget_allocate(widgets[0], width, height, -1, nullptr);
    for (size_t i = 0; i < widgets.size(); i++, frames += 4) {
      GtkAllocation frame;
      gtk_widget_get_allocation(widgets[i], &frame);
      frames[0] = i ? frame.x : 0;
      frames[1] = i ? frame.y : 0;
      frames[2] = frame.width;
      frames[3] = frame.height;
    }
  }

  void apply(const peer::Change& change) override {
    if (change.kind == peer::Change::resize) {
      root = change.size;
      gtk_widget_queue_allocate(widgets[0]);
      return;
    }
    if (change.kind != peer::Change::content) throw peer::Unsupported("a view is taken out");
    setContent(change.view, change.size);
    // A constraint of GTK's is immutable, and after the exchange of one its solver has given wrong frames: the layout of
    // the superview is made anew.
    int superview = scene.views[change.view].superview;
    gtk_widget_set_layout_manager(widgets[superview], gtk_constraint_layout_new());
    for (auto& c : known.placed)
      if (c.owner == superview) add(c);
  }

 private:
  const peer::Scene& scene;
  const Known& known;
  std::vector<GtkWidget*> widgets;
  GtkWidget* window;
  peer::Size root;

  ContentWidget* content(int view) const { return reinterpret_cast<ContentWidget*>(widgets[view]); }
  void setContent(int view, const peer::Size& size) {
    auto widget = content(view);
    if (!std::isnan(size.width)) widget->content[0] = int(std::ceil(size.width));
    if (!std::isnan(size.height)) widget->content[1] = int(std::ceil(size.height));
  }
  void add(const Placed& c) {
    auto layout = GTK_CONSTRAINT_LAYOUT(gtk_widget_get_layout_manager(widgets[c.owner]));
    double constant = c.content < 0 ? c.constant : content(c.content / 4)->content[c.content % 4 == 3];
    gtk_constraint_layout_add_constraint(layout, constraint(c, c.relation, constant, c.strength));
    // An inequality prefers equality (docs/constraints.md), which its solver does not.
    if (c.content < 0 && c.relation != GTK_CONSTRAINT_RELATION_EQ)
      gtk_constraint_layout_add_constraint(
          layout, constraint(c, GTK_CONSTRAINT_RELATION_EQ, constant, equalityStrength));
  }
  GtkConstraint* constraint(const Placed& c, GtkConstraintRelation relation, double constant, int strength) const {
    auto widget = [&](int view) -> GtkConstraintTarget* {
      return view < 0 ? nullptr : GTK_CONSTRAINT_TARGET(widgets[view]);
    };
    if (!c.hasSource) return gtk_constraint_new_constant(widget(c.target), c.attribute, relation, constant, strength);
    return gtk_constraint_new(
        widget(c.target), c.attribute, relation, widget(c.source), c.sourceAttribute, c.multiplier, constant, strength);
  }
};

class Gtk : public peer::Engine {
 public:
  Gtk() {
    name = "gtk";
    version = std::to_string(gtk_get_major_version()) + "." + std::to_string(gtk_get_minor_version()) + "." +
              std::to_string(gtk_get_micro_version());
    about = "GtkConstraintLayout: Cassowary, strengths are weights";
    license = "LGPL-2.1-or-later";
    reads = "items";
    grid = 1;
    takesViews = false;
  }
  void load(const peer::Scene& scene) override {
    Known own;
    own.hasSubviews.resize(scene.views.size());
    for (auto& view : scene.views)
      if (view.superview >= 0) own.hasSubviews[view.superview] = true;
    for (auto& c : scene.constraints) {
      if (c.content >= 0) {
        // A content size is two constraints on one unknown; what a widget measures does not hold between measurements,
        // and weighs less than 1000: one constraint stronger than GTK's own.
        if (c.relation != '<') continue;
        bool isHeight = c.content % 4 == 3;
        own.placed.push_back(
            {scene.views[c.content / 4].superview, c.content / 4, -1, false,
             isHeight ? GTK_CONSTRAINT_ATTRIBUTE_HEIGHT : GTK_CONSTRAINT_ATTRIBUTE_WIDTH, GTK_CONSTRAINT_ATTRIBUTE_NONE,
             GTK_CONSTRAINT_RELATION_EQ, 1, -c.constant,
             c.priority >= 1000 ? int(GTK_CONSTRAINT_STRENGTH_REQUIRED) : contentStrength, c.content});
        continue;
      }
      if (!c.first) throw peer::Unsupported("a sum of several attributes");
      own.placed.push_back(placed(scene, c));
    }
    known[&scene] = std::move(own);
  }
  std::unique_ptr<peer::Plan> plan(const peer::Scene& scene) override {
    return std::make_unique<GtkPlan>(scene, known.at(&scene));
  }

 private:
  std::map<const peer::Scene*, Known> known;

  static Placed placed(const peer::Scene& scene, const peer::Constraint& c) {
    int one = c.first.view, other = c.second.view;
    auto superview = [&](int view) { return scene.views[view].superview; };
    Placed p{};
    p.attribute = attributes.at(c.first.attribute);
    p.relation = c.relation == '='   ? GTK_CONSTRAINT_RELATION_EQ
                 : c.relation == '>' ? GTK_CONSTRAINT_RELATION_GE
                                     : GTK_CONSTRAINT_RELATION_LE;
    p.multiplier = c.multiplier;
    p.constant = c.offset;
    p.strength = c.priority >= 1000  ? GTK_CONSTRAINT_STRENGTH_REQUIRED
                 : c.priority >= 750 ? GTK_CONSTRAINT_STRENGTH_STRONG
                 : c.priority >= 250 ? GTK_CONSTRAINT_STRENGTH_MEDIUM
                                     : GTK_CONSTRAINT_STRENGTH_WEAK;
    p.target = one;
    p.source = other;
    p.hasSource = bool(c.second);
    if (p.hasSource) p.sourceAttribute = attributes.at(c.second.attribute);
    if (one == 0 && (other <= 0)) {
      p.owner = 0;
      p.target = p.source = -1;
    } else if (!p.hasSource || one == other || (one > 0 && other > 0 && superview(one) == superview(other))) {
      p.owner = superview(one);
    } else if (superview(one) == other) {
      p.owner = other;
      p.source = -1;
    } else if (superview(other) == one) {
      p.owner = one;
      p.target = -1;
    } else {
      throw peer::Unsupported("a constraint across the hierarchy");
    }
    return p;
  }
};

// Starts a display of its own, which ends with this process.
void startDisplay() {
  int ends[2];
  if (getenv("DISPLAY") || getenv("WAYLAND_DISPLAY") || pipe(ends) != 0) return;
  if (fork() == 0) {
#if defined(__linux__)
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    close(ends[0]);
    close(STDIN_FILENO);
    std::string number = std::to_string(ends[1]);
    execlp("Xvfb", "Xvfb", "-displayfd", number.c_str(), "-screen", "0", "640x480x24", "-nolisten", "tcp", nullptr);
    _exit(127);
  }
  close(ends[1]);
  // The number of the display, and the end of a line.
  std::string name = ":";
  for (char c; read(ends[0], &c, 1) == 1 && c != '\n';) name += c;
  close(ends[0]);
  if (name.size() > 1) setenv("DISPLAY", name.c_str(), 1);
}

}  // namespace

int main() {
  startDisplay();
  setenv("GDK_BACKEND", "x11,wayland", 0);
  setenv("GTK_A11Y", "none", 0);
  if (!gtk_init_check()) {
    fprintf(stderr, "gtk: no display: Xvfb could not be started\n");
    return 69;
  }
  Gtk gtk;
  peer::run(gtk);
}
