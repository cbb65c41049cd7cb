// Qt Quick: items with anchors and bindings, which follow each other as soon as one changes.
//
// An item's QML is compiled before the clock, as in a program; making its objects is in the plan.
//
// What it cannot say: priorities, inequalities, sums of several views, cycles. Its anchors round the centre of an
// item of odd size: centres are bindings here.
#include <QGuiApplication>
#include <QQmlComponent>
#include <QQmlEngine>
#include <QQuickItem>

#include "peer.hpp"

namespace {

// The names of one axis.
struct Axis { std::string start, end, centre, size, position, margin, endMargin; };
const Axis axes[2] = {
    {"left", "right", "centerX", "width", "x", "leftMargin", "rightMargin"},
    {"top", "bottom", "centerY", "height", "y", "topMargin", "bottomMargin"}};

std::string written(double number) {
  char text[32];
  snprintf(text, sizeof text, "%.17g", number);
  return text;
}
std::string id(int view) { return "v" + std::to_string(view); }
std::string plus(double offset) { return offset == 0 ? "" : offset < 0 ? " - " + written(-offset) : " + " + written(offset); }

// A line of an item, or its size: where it is, and whether an anchor can say so.
struct Line { std::string expression, anchor; double offset = 0; };

// What is known of a scene before the clock.
struct Known {
  std::unique_ptr<QQmlComponent> component;
  // Of each view and axis, whether its content is its size.
  std::vector<std::array<bool, 2>> showsContent;
};

class Writer {
 public:
  Writer(const peer::Scene& scene, Known& known) : scene(scene), known(known), lines(scene.views.size()) {
    for (auto& c : scene.constraints)
      if (c.content < 0) read(c);
  }

  std::string text() {
    known.showsContent.resize(scene.views.size());
    std::vector<std::vector<int>> subviews(scene.views.size());
    for (size_t i = 1; i < scene.views.size(); i++) subviews[scene.views[i].superview].push_back(int(i));
    std::string out = "import QtQuick\n";
    // Without recursion, as trees may be deep; -1 closes an item.
    std::vector<int> stack{0};
    while (!stack.empty()) {
      int view = stack.back();
      stack.pop_back();
      if (view < 0) {
        out += "}\n";
        continue;
      }
      out += "Item { id: " + id(view) + "\n";
      if (view == 0) out += "width: " + written(scene.root.width) + "; height: " + written(scene.root.height) + "\n";
      else for (int axis : {0, 1}) out += declarations(view, axis);
      stack.push_back(-1);
      stack.insert(stack.end(), subviews[view].rbegin(), subviews[view].rend());
    }
    return out;
  }

 private:
  const peer::Scene& scene;
  Known& known;
  // Of each view, what its constraints say of its attributes.
  std::vector<std::map<std::string, Line>> lines;

  void read(const peer::Constraint& c) {
    if (!c.first) throw peer::Unsupported("a sum of several attributes");
    if (c.relation != '=') throw peer::Unsupported("inequalities");
    if (c.priority < 1000 && !scene.isLowered) throw peer::Unsupported("priorities");
    peer::Item own = c.first, other = c.second;
    double offset = c.offset;
    // An item is placed in the one that holds it.
    if (other && scene.views[other.view].superview == own.view && c.multiplier == 1) {
      std::swap(own, other);
      offset = -offset;
    }
    if (!lines[own.view].emplace(own.attribute, line(own, other, c.multiplier, offset)).second)
      throw peer::Unsupported("two constraints for one attribute");
  }

  Line line(const peer::Item& own, const peer::Item& other, double multiplier, double offset) const {
    if (!other) return {written(offset), ""};
    const Axis& axis = axes[isVertical(own)];
    std::string factor = multiplier == 1 ? "" : written(multiplier) + " * ";
    int superview = scene.views[own.view].superview;
    if (other.attribute == axes[0].size || other.attribute == axes[1].size)
      return {factor + id(other.view) + "." + other.attribute + plus(offset), ""};
    bool isWithin = other.view == superview;
    if (!isWithin && scene.views[other.view].superview != superview)
      throw peer::Unsupported("a constraint across the hierarchy");
    std::string name = id(other.view), origin = isWithin ? "0" : name + "." + axis.position;
    if (other.attribute == axis.start) return {origin + plus(offset), name + "." + axis.start, offset};
    if (other.attribute == axis.end)
      return {origin + " + " + name + "." + axis.size + plus(offset), name + "." + axis.end, offset};
    return {origin + " + " + name + "." + axis.size + " / 2" + plus(offset), ""};
  }

  static bool isVertical(const peer::Item& item) {
    const Axis& y = axes[1];
    for (auto& name : {y.start, y.end, y.centre, y.size})
      if (item.attribute == name) return true;
    return false;
  }

  std::string declarations(int view, int axis) {
    const Axis& names = axes[axis];
    auto said = [&](const std::string& attribute) -> const Line* {
      auto found = lines[view].find(attribute);
      return found == lines[view].end() ? nullptr : &found->second;
    };
    const Line *start = said(names.start), *end = said(names.end), *centre = said(names.centre), *size = said(names.size);
    int count = !!start + !!end + !!centre + !!size;
    auto& content = scene.views[view].content;
    double side = axis == 0 ? content.width : content.height;
    Line own{written(side), ""};
    // The content of lowered rules is there where nothing else gives the size.
    if (count > 1 && !std::isnan(side)) throw peer::Unsupported("priorities: a content size yields");
    if (count == 1 && !size && !std::isnan(side)) {
      size = &own;
      known.showsContent[view][axis] = true;
      count++;
    }
    if (count != 2) throw peer::Unsupported(count < 2 ? "a view that nothing of its own places" : "more than two lines of a view");
    std::string out;
    auto set = [&](const std::string& property, const std::string& expression) {
      out += property + ": " + expression + "\n";
    };
    auto anchor = [&](const std::string& edge, const Line& line, const std::string& margin, double distance) {
      set("anchors." + edge, line.anchor);
      if (distance != 0) set("anchors." + margin, written(distance));
    };
    bool areAnchors = (!start || !start->anchor.empty()) && (!end || !end->anchor.empty()) && !centre;
    if (size) set(names.size, size->expression);
    if (areAnchors) {
      if (start) anchor(names.start, *start, names.margin, start->offset);
      if (end) anchor(names.end, *end, names.endMargin, -end->offset);
    } else if (start) {
      set(names.position, start->expression);
      if (end) set(names.size, end->expression + " - " + names.position);
      if (centre) set(names.size, "2 * (" + centre->expression + " - " + names.position + ")");
    } else if (end) {
      if (centre) set(names.size, "2 * (" + end->expression + " - (" + centre->expression + "))");
      set(names.position, end->expression + " - " + names.size);
    } else {
      set(names.position, centre->expression + " - " + names.size + " / 2");
    }
    return out;
  }
};

class QmlPlan : public peer::Plan {
 public:
  QmlPlan(const peer::Scene& scene, const Known& known)
      : known(known), object(known.component->create()), items(scene.views.size()) {
    items[0] = qobject_cast<QQuickItem*>(object.get());
    if (!items[0]) throw std::runtime_error(known.component->errorString().toStdString());
    // Items are in the order in which they were written.
    std::vector<QList<QQuickItem*>> subviews(items.size());
    std::vector<qsizetype> next(items.size());
    subviews[0] = items[0]->childItems();
    for (size_t i = 1; i < items.size(); i++) {
      int superview = scene.views[i].superview;
      items[i] = subviews[superview][next[superview]++];
      subviews[i] = items[i]->childItems();
    }
  }

  void pass(double* frames) override {
    for (auto item : items) {
      frames[0] = item->x();
      frames[1] = item->y();
      frames[2] = item->width();
      frames[3] = item->height();
      frames += 4;
    }
  }

  void apply(const peer::Change& change) override {
    if (change.kind == peer::Change::resize) {
      items[0]->setSize({change.size.width, change.size.height});
    } else if (change.kind == peer::Change::content) {
      auto& shows = known.showsContent[change.view];
      if (shows[0] && !std::isnan(change.size.width)) items[change.view]->setWidth(change.size.width);
      if (shows[1] && !std::isnan(change.size.height)) items[change.view]->setHeight(change.size.height);
    } else {
      throw peer::Unsupported("a view is taken out");
    }
  }

 private:
  const Known& known;
  std::unique_ptr<QObject> object;
  std::vector<QQuickItem*> items;
};

class Qml : public peer::Engine {
 public:
  explicit Qml(QQmlEngine& engine) : engine(engine) {
    name = "qml";
    version = qVersion();
    about = "Qt Quick: anchors and bindings";
    license = "LGPL-3.0-only";
    reads = "items";
    from = "\"sll\",\"constraints\"";
    takesViews = false;
  }
  void load(const peer::Scene& scene) override {
    Known own;
    std::string text = Writer(scene, own).text();
    own.component = std::make_unique<QQmlComponent>(&engine);
    own.component->setData(QByteArray::fromStdString(text), QUrl());
    if (own.component->isError()) throw peer::Unsupported(own.component->errorString().toStdString().substr(0, 300));
    known[&scene] = std::move(own);
  }
  std::unique_ptr<peer::Plan> plan(const peer::Scene& scene) override {
    return std::make_unique<QmlPlan>(scene, known.at(&scene));
  }

 private:
  QQmlEngine& engine;
  std::map<const peer::Scene*, Known> known;
};

}  // namespace

int main(int argc, char** argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  QGuiApplication application(argc, argv);
  QQmlEngine engine;
  Qml qml(engine);
  peer::run(qml);
}
