// Kiwi: the Cassowary algorithm in C++.
//
// The root's size is two edit variables. Where the timed steps change contents, each content size is an edit
// variable too: an edit is then five to seven times as fast as by exchanged constraints, and a first layout takes a
// third longer. Elsewhere contents are constants of their constraints.
//
// What it cannot say: priorities are weights that add up, not levels: many weak constraints outweigh a strong one.
#include <kiwi/kiwi.h>

#include "peer.hpp"

namespace {

// What is known of a scene before the clock.
struct Known {
  // The weight of each priority.
  std::map<double, double> weights;
  // The constraints about each view's content.
  std::map<int, std::vector<size_t>> contents;
  // True if its scripts change contents.
  bool isEdited = false;
};

// The weight of each priority of a scene, as far apart as Kiwi's range of strengths has room for.
std::map<double, double> weights(const peer::Scene& scene) {
  std::map<double, double> weights;
  for (auto& c : scene.constraints)
    if (c.priority < 1000) weights[c.priority] = 0;
  double ratio = std::min(1000.0, std::pow(1e8, 1.0 / std::max<size_t>(1, weights.size())));
  double weight = 1;
  for (auto& entry : weights) {
    entry.second = weight;
    weight *= ratio;
  }
  return weights;
}

class KiwiPlan : public peer::Plan {
 public:
  KiwiPlan(const peer::Scene& scene, const Known& known)
      : scene(scene), known(known), unknowns(4 * scene.views.size()), isOut(scene.views.size()) {
    solver.addConstraint(unknowns[0] == 0.0);
    solver.addConstraint(unknowns[1] == 0.0);
    double strength = kiwi::strength::create(1000, 0, 0) - 1;
    for (int side : {2, 3}) solver.addEditVariable(unknowns[side], strength);
    solver.suggestValue(unknowns[2], scene.root.width);
    solver.suggestValue(unknowns[3], scene.root.height);
    // A view's size is at least 0.
    for (size_t view = 1; view < scene.views.size(); view++)
      for (int side : {2, 3}) solver.addConstraint(unknowns[4 * view + side] >= 0.0);
    if (known.isEdited) {
      contents.assign(unknowns.size(), -1);
      for (auto& entry : known.contents)
        for (size_t i : entry.second) {
          auto& c = scene.constraints[i];
          if (contents[c.content] >= 0) continue;
          contents[c.content] = int(sizes.size());
          solver.addEditVariable(sizes.emplace_back(), strength);
          solver.suggestValue(sizes.back(), -c.constant);
        }
    }
    entries.reserve(scene.constraints.size());
    for (auto& c : scene.constraints) {
      entries.push_back({made(c, c.constant), c.constant, true});
      add(entries.back().constraint);
    }
  }

  void pass(double* frames) override {
    if (isPresenceChanged) updatePresence();
    solver.updateVariables();
    for (size_t i = 0; i < unknowns.size(); i++) frames[i] = unknowns[i].value();
  }

  void apply(const peer::Change& change) override {
    switch (change.kind) {
      case peer::Change::resize:
        solver.suggestValue(unknowns[2], change.size.width);
        solver.suggestValue(unknowns[3], change.size.height);
        break;
      case peer::Change::content:
        edit(change.view, change.size);
        break;
      case peer::Change::text: throw peer::Unsupported("a text");
      case peer::Change::take:
      case peer::Change::put:
        for (size_t view = 0; view < isOut.size(); view++)
          if (scene.isWithin(int(view), change.view)) isOut[view] = change.kind == peer::Change::take;
        isPresenceChanged = true;
        break;
    }
  }

 private:
  struct Entry { kiwi::Constraint constraint; double constant; bool isIn; };

  const peer::Scene& scene;
  const Known& known;
  kiwi::Solver solver;
  std::vector<kiwi::Variable> unknowns;
  std::vector<Entry> entries;
  // The edit variables of content sizes, and the place of each by the unknown of the side; -1 where there is none.
  std::vector<kiwi::Variable> sizes;
  std::vector<int> contents;
  std::vector<bool> isOut;
  bool isPresenceChanged = false;

  kiwi::Constraint made(const peer::Constraint& c, double constant) const {
    std::vector<kiwi::Term> terms;
    terms.reserve(c.terms.size());
    for (auto& term : c.terms) terms.emplace_back(unknowns[term.unknown], term.factor);
    if (known.isEdited && c.content >= 0) {
      terms.emplace_back(sizes[contents[c.content]], -1.0);
      constant = 0;
    }
    auto relation = c.relation == '=' ? kiwi::OP_EQ : c.relation == '>' ? kiwi::OP_GE : kiwi::OP_LE;
    double strength = c.priority >= 1000 ? kiwi::strength::required : known.weights.at(c.priority);
    return kiwi::Constraint(kiwi::Expression(std::move(terms), constant), relation, strength);
  }

  void add(const kiwi::Constraint& constraint) {
    try {
      solver.addConstraint(constraint);
    } catch (const kiwi::UnsatisfiableConstraint&) {
      throw peer::NoLayout("required constraints exclude each other");
    }
  }

  void edit(int view, const peer::Size& size) {
    auto found = known.contents.find(view);
    if (found == known.contents.end()) throw peer::Unsupported("a content size of a view that had none");
    if (known.isEdited) return suggest(view, size);
    auto asked = [&](size_t i) {
      double side = scene.constraints[i].content % 4 == 2 ? size.width : size.height;
      if (std::isnan(side)) throw peer::Unsupported("a content size that goes");
      return -side;
    };
    // All old ones go before a new one comes: required ones would exclude each other.
    for (size_t i : found->second)
      if (entries[i].isIn && asked(i) != entries[i].constant) solver.removeConstraint(entries[i].constraint);
    for (size_t i : found->second) {
      Entry& entry = entries[i];
      if (asked(i) == entry.constant) continue;
      entry.constant = asked(i);
      entry.constraint = made(scene.constraints[i], entry.constant);
      if (entry.isIn) add(entry.constraint);
    }
  }

  void suggest(int view, const peer::Size& size) {
    for (int side : {2, 3}) {
      int place = contents[4 * view + side];
      if (place < 0) continue;
      double value = side == 2 ? size.width : size.height;
      if (std::isnan(value)) throw peer::Unsupported("a content size that goes");
      solver.suggestValue(sizes[place], value);
    }
  }

  // Constraints that name a view that is out are out.
  void updatePresence() {
    isPresenceChanged = false;
    for (size_t i = 0; i < entries.size(); i++) {
      bool isIn = true;
      for (auto& term : scene.constraints[i].terms)
        if (isOut[term.unknown / 4]) isIn = false;
      Entry& entry = entries[i];
      if (isIn == entry.isIn) continue;
      entry.isIn = isIn;
      if (isIn) add(entry.constraint);
      else solver.removeConstraint(entry.constraint);
    }
  }
};

class Kiwi : public peer::Engine {
 public:
  Kiwi() {
    name = "kiwi";
    version = KIWI_VERSION;
    about = "Cassowary in C++; priorities are weights";
    license = "BSD-3-Clause";
  }
  void load(const peer::Scene& scene) override {
    Known& own = known[&scene];
    own.weights = weights(scene);
    own.contents.clear();
    for (size_t i = 0; i < scene.constraints.size(); i++)
      if (scene.constraints[i].content >= 0) own.contents[scene.constraints[i].content / 4].push_back(i);
    own.isEdited = false;
    for (auto& [phase, steps] : scene.scripts)
      for (auto& step : steps)
        for (auto& change : step) own.isEdited |= change.kind == peer::Change::content;
  }
  std::unique_ptr<peer::Plan> plan(const peer::Scene& scene) override {
    return std::make_unique<KiwiPlan>(scene, known.at(&scene));
  }

 private:
  std::map<const peer::Scene*, Known> known;
};

}  // namespace

int main() {
  Kiwi kiwi;
  peer::run(kiwi);
}
