// Qt's QGraphicsAnchorLayout: edges tied by anchors, a simplex for each container.
//
// What it cannot say: a size that depends on another one, inequalities, priorities, multipliers, constraints
// across the hierarchy.
#include <QApplication>
#include <QGraphicsAnchorLayout>
#include <QGraphicsScene>
#include <QGraphicsWidget>
#include <QWidget>

#include "peer.hpp"

namespace {

const std::map<std::string, Qt::AnchorPoint> points = {
    {"left", Qt::AnchorLeft}, {"right", Qt::AnchorRight}, {"centerX", Qt::AnchorHorizontalCenter},
    {"top", Qt::AnchorTop}, {"bottom", Qt::AnchorBottom}, {"centerY", Qt::AnchorVerticalCenter}};

// An anchor in the layout of a view; -1 stands for that layout.
struct Tie {
  int owner, first, second;
  Qt::AnchorPoint point, secondPoint;
  double spacing;
};
// What is known of a scene before the clock.
struct Known {
  std::vector<Tie> ties;
  std::vector<peer::Size> fixed;  // NaN where no constraint gives the side
  std::vector<int> containers;    // superviews first
};

// A widget with a content size.
class Widget : public QGraphicsWidget {
 public:
  peer::Size content{NAN, NAN};
  void changed() { updateGeometry(); }

 protected:
  QSizeF sizeHint(Qt::SizeHint which, const QSizeF& given) const override {
    if (layout()) return QGraphicsWidget::sizeHint(which, given);
    double width = std::isnan(content.width) ? 0 : content.width, height = std::isnan(content.height) ? 0 : content.height;
    if (which == Qt::MinimumSize) return {0, 0};
    if (which == Qt::PreferredSize) return {width, height};
    return {QWIDGETSIZE_MAX, QWIDGETSIZE_MAX};
  }
};

class AnchorPlan : public peer::Plan {
 public:
  AnchorPlan(const peer::Scene& scene, const Known& known)
      : known(known), widgets(scene.views.size()), root(scene.root) {
    for (auto& widget : widgets) widget = new Widget;
    // The root deletes all.
    owned.reset(widgets[0]);
    for (size_t i = 0; i < widgets.size(); i++) {
      Widget* widget = widgets[i];
      widget->setContentsMargins(0, 0, 0, 0);
      widget->content = scene.views[i].content;
      // A content size yields to anchors.
      widget->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
      auto& fixed = known.fixed[i];
      if (!std::isnan(fixed.width)) {
        widget->setMinimumWidth(fixed.width);
        widget->setPreferredWidth(fixed.width);
        widget->setMaximumWidth(fixed.width);
      }
      if (!std::isnan(fixed.height)) {
        widget->setMinimumHeight(fixed.height);
        widget->setPreferredHeight(fixed.height);
        widget->setMaximumHeight(fixed.height);
      }
      if (i > 0) widget->setParentItem(widgets[scene.views[i].superview]);
    }
    for (int container : known.containers) {
      auto layout = new QGraphicsAnchorLayout;
      layout->setContentsMargins(0, 0, 0, 0);
      layout->setSpacing(0);
      widgets[container]->setLayout(layout);
    }
    for (auto& tie : known.ties) {
      auto layout = static_cast<QGraphicsAnchorLayout*>(widgets[tie.owner]->layout());
      auto item = [&](int view) -> QGraphicsLayoutItem* {
        if (view < 0) return layout;
        return widgets[view];
      };
      // From left to right, or from top to bottom.
      QGraphicsAnchor* anchor =
          tie.spacing >= 0 ? layout->addAnchor(item(tie.second), tie.secondPoint, item(tie.first), tie.point)
                           : layout->addAnchor(item(tie.first), tie.point, item(tie.second), tie.secondPoint);
      if (!anchor) throw peer::Unsupported("an anchor that Qt refuses");
      anchor->setSpacing(std::fabs(tie.spacing));
    }
  }

  void pass(double* frames) override {
    widgets[0]->resize(root.width, root.height);
    for (int container : known.containers) widgets[container]->layout()->activate();
    for (auto widget : widgets) {
      auto frame = widget->geometry();
      frames[0] = frame.x();
      frames[1] = frame.y();
      frames[2] = frame.width();
      frames[3] = frame.height();
      frames += 4;
    }
  }

  void apply(const peer::Change& change) override {
    if (change.kind == peer::Change::resize) {
      root = change.size;
      return;
    }
    if (change.kind != peer::Change::content) throw peer::Unsupported("a view is taken out");
    auto& content = widgets[change.view]->content;
    if (!std::isnan(change.size.width)) content.width = change.size.width;
    if (!std::isnan(change.size.height)) content.height = change.size.height;
    widgets[change.view]->changed();
  }

 private:
  const Known& known;
  std::vector<Widget*> widgets;
  std::unique_ptr<Widget> owned;
  peer::Size root;
};

class QtAnchor : public peer::Engine {
 public:
  QtAnchor() {
    name = "qtanchor";
    version = qVersion();
    about = "QGraphicsAnchorLayout: a simplex for each container";
    license = "LGPL-3.0-only";
    reads = "items";
    takesViews = false;
  }
  void load(const peer::Scene& scene) override {
    Known own;
    own.fixed.assign(scene.views.size(), {NAN, NAN});
    std::vector<bool> isContainer(scene.views.size());
    for (size_t i = 1; i < scene.views.size(); i++) isContainer[scene.views[i].superview] = true;
    for (size_t i = 0; i < scene.views.size(); i++)
      if (isContainer[i]) own.containers.push_back(int(i));
    auto superview = [&](int view) { return scene.views[view].superview; };
    for (auto& c : scene.constraints) {
      if (c.content >= 0) continue;
      if (!c.first) throw peer::Unsupported("a sum of several attributes");
      if (c.priority < 1000) throw peer::Unsupported("priorities");
      // A spring that may grow takes what is left over; ours is no longer than it must be.
      if (c.relation != '=') throw peer::Unsupported("inequalities");
      int one = c.first.view, other = c.second.view;
      auto point = points.find(c.first.attribute);
      if (!c.second && point == points.end()) {
        (c.first.attribute == "width" ? own.fixed[one].width : own.fixed[one].height) = c.offset;
        continue;
      }
      if (c.multiplier != 1) throw peer::Unsupported("multipliers");
      if (point == points.end()) throw peer::Unsupported("a size that depends on another one");
      Tie tie{-1, one, other, point->second, {}, c.offset};
      if (!c.second) {
        // A position in the superview.
        tie.owner = superview(one);
        tie.secondPoint = c.first.attribute == "left" || c.first.attribute == "right" || c.first.attribute == "centerX"
                              ? Qt::AnchorLeft
                              : Qt::AnchorTop;
      } else {
        auto second = points.find(c.second.attribute);
        if (second == points.end()) throw peer::Unsupported("a position that depends on a size");
        tie.secondPoint = second->second;
        if (superview(one) == other) tie.owner = other, tie.second = -1;
        else if (superview(other) == one) tie.owner = one, tie.first = -1;
        else if (superview(one) == superview(other)) tie.owner = superview(one);
        else throw peer::Unsupported("a constraint across the hierarchy");
        if (tie.owner < 0) throw peer::Unsupported("a constraint of the root with itself");
      }
      own.ties.push_back(tie);
    }
    known[&scene] = std::move(own);
  }
  std::unique_ptr<peer::Plan> plan(const peer::Scene& scene) override {
    return std::make_unique<AnchorPlan>(scene, known.at(&scene));
  }

 private:
  std::map<const peer::Scene*, Known> known;
};

}  // namespace

int main(int argc, char** argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication application(argc, argv);
  QtAnchor anchors;
  peer::run(anchors);
}
