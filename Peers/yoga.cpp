// Yoga: flexbox in C++, from boxes with CSS.
//
// What it cannot say: grid, calc(), anchors. It computes with floats of 32 bits, and rounds nothing here.
#include <yoga/Yoga.h>

#include "peer.hpp"

namespace {

YGConfigRef config = YGConfigNew();

// A declaration, read before the clock: a call and its number.
struct Setter {
  void (*set)(YGNodeRef, float);
  float value;
};

template <void (*set)(YGNodeRef, YGEdge, float), YGEdge edge>
void onEdge(YGNodeRef node, float value) { set(node, edge, value); }
template <typename Word, void (*set)(YGNodeRef, Word)>
void word(YGNodeRef node, float value) { set(node, Word(int(value))); }

#define EDGE(set, edge) onEdge<set, edge>
using Call = void (*)(YGNodeRef, float);

// Properties with a length, and the same as a percentage where Yoga has it.
const std::map<std::string, std::pair<Call, Call>> lengths = {
    {"width", {YGNodeStyleSetWidth, YGNodeStyleSetWidthPercent}},
    {"height", {YGNodeStyleSetHeight, YGNodeStyleSetHeightPercent}},
    {"min-width", {YGNodeStyleSetMinWidth, YGNodeStyleSetMinWidthPercent}},
    {"min-height", {YGNodeStyleSetMinHeight, YGNodeStyleSetMinHeightPercent}},
    {"max-width", {YGNodeStyleSetMaxWidth, YGNodeStyleSetMaxWidthPercent}},
    {"max-height", {YGNodeStyleSetMaxHeight, YGNodeStyleSetMaxHeightPercent}},
    {"flex-basis", {YGNodeStyleSetFlexBasis, YGNodeStyleSetFlexBasisPercent}},
    {"left", {EDGE(YGNodeStyleSetPosition, YGEdgeLeft), EDGE(YGNodeStyleSetPositionPercent, YGEdgeLeft)}},
    {"top", {EDGE(YGNodeStyleSetPosition, YGEdgeTop), EDGE(YGNodeStyleSetPositionPercent, YGEdgeTop)}},
    {"right", {EDGE(YGNodeStyleSetPosition, YGEdgeRight), EDGE(YGNodeStyleSetPositionPercent, YGEdgeRight)}},
    {"bottom", {EDGE(YGNodeStyleSetPosition, YGEdgeBottom), EDGE(YGNodeStyleSetPositionPercent, YGEdgeBottom)}},
    {"margin-left", {EDGE(YGNodeStyleSetMargin, YGEdgeLeft), nullptr}},
    {"margin-top", {EDGE(YGNodeStyleSetMargin, YGEdgeTop), nullptr}},
    {"margin-right", {EDGE(YGNodeStyleSetMargin, YGEdgeRight), nullptr}},
    {"margin-bottom", {EDGE(YGNodeStyleSetMargin, YGEdgeBottom), nullptr}},
    {"padding", {EDGE(YGNodeStyleSetPadding, YGEdgeAll), nullptr}},
    {"padding-left", {EDGE(YGNodeStyleSetPadding, YGEdgeLeft), nullptr}},
    {"padding-top", {EDGE(YGNodeStyleSetPadding, YGEdgeTop), nullptr}},
    {"padding-right", {EDGE(YGNodeStyleSetPadding, YGEdgeRight), nullptr}},
    {"padding-bottom", {EDGE(YGNodeStyleSetPadding, YGEdgeBottom), nullptr}},
};
// What `auto` means for those whose initial value is another.
template <YGEdge edge>
void autoMargin(YGNodeRef node, float) { YGNodeStyleSetMarginAuto(node, edge); }
const std::map<std::string, Call> autos = {
    {"margin-left", autoMargin<YGEdgeLeft>},
    {"margin-top", autoMargin<YGEdgeTop>},
    {"margin-right", autoMargin<YGEdgeRight>},
    {"margin-bottom", autoMargin<YGEdgeBottom>},
    {"width", [](YGNodeRef node, float) { YGNodeStyleSetWidthAuto(node); }},
    {"height", [](YGNodeRef node, float) { YGNodeStyleSetHeightAuto(node); }},
    {"flex-basis", [](YGNodeRef node, float) { YGNodeStyleSetFlexBasisAuto(node); }},
};
const std::map<std::string, Call> numbers = {
    {"flex-grow", YGNodeStyleSetFlexGrow}, {"flex-shrink", YGNodeStyleSetFlexShrink}};
const std::map<std::string, Call> words = {
    {"flex-direction", word<YGFlexDirection, YGNodeStyleSetFlexDirection>},
    {"justify-content", word<YGJustify, YGNodeStyleSetJustifyContent>},
    {"align-items", word<YGAlign, YGNodeStyleSetAlignItems>},
    {"align-self", word<YGAlign, YGNodeStyleSetAlignSelf>},
    {"align-content", word<YGAlign, YGNodeStyleSetAlignContent>},
    {"flex-wrap", word<YGWrap, YGNodeStyleSetFlexWrap>},
    {"position", word<YGPositionType, YGNodeStyleSetPositionType>},
};
const std::map<std::string, int> directions = {
    {"row", YGFlexDirectionRow}, {"column", YGFlexDirectionColumn},
    {"row-reverse", YGFlexDirectionRowReverse}, {"column-reverse", YGFlexDirectionColumnReverse}};
const std::map<std::string, int> justifications = {
    {"flex-start", YGJustifyFlexStart}, {"center", YGJustifyCenter}, {"flex-end", YGJustifyFlexEnd},
    {"space-between", YGJustifySpaceBetween}, {"space-around", YGJustifySpaceAround},
    {"space-evenly", YGJustifySpaceEvenly}};
const std::map<std::string, int> alignments = {
    {"flex-start", YGAlignFlexStart}, {"center", YGAlignCenter}, {"flex-end", YGAlignFlexEnd},
    {"stretch", YGAlignStretch}, {"baseline", YGAlignBaseline}, {"space-between", YGAlignSpaceBetween}};
const std::map<std::string, int> wraps = {{"nowrap", YGWrapNoWrap}, {"wrap", YGWrapWrap}};
const std::map<std::string, int> positions = {
    {"relative", YGPositionTypeRelative}, {"absolute", YGPositionTypeAbsolute}};

Setter setter(const std::string& property, const std::string& value) {
  auto unsupported = [&]() -> peer::Unsupported { return peer::Unsupported(property + ": " + value); };
  char* rest;
  float number = strtof(value.c_str(), &rest);
  bool isNumber = rest != value.c_str();
  std::string unit = rest;
  if (auto found = autos.find(property); found != autos.end() && value == "auto") return {found->second, 0};
  if (auto found = lengths.find(property); found != lengths.end()) {
    if (isNumber && (unit == "px" || (number == 0 && unit.empty()))) return {found->second.first, number};
    if (isNumber && unit == "%" && found->second.second) return {found->second.second, number};
    throw unsupported();
  }
  if (auto found = numbers.find(property); found != numbers.end() && isNumber && unit.empty())
    return {found->second, number};
  if (property == "aspect-ratio" && isNumber) {
    size_t slash = unit.find('/');
    float height = slash == std::string::npos ? 1 : strtof(unit.c_str() + slash + 1, nullptr);
    return {YGNodeStyleSetAspectRatio, number / height};
  }
  if (auto found = words.find(property); found != words.end()) {
    auto& known = property == "flex-direction"    ? directions
                  : property == "justify-content" ? justifications
                  : property == "flex-wrap"       ? wraps
                  : property == "position"        ? positions
                                                  : alignments;
    if (auto one = known.find(value); one != known.end()) return {found->second, float(one->second)};
  }
  throw unsupported();
}

struct Known {
  std::vector<bool> hasWidth, hasHeight;    // of each box, whether its style gives them
  std::vector<std::vector<Setter>> styles;  // of each box
  std::vector<int> boxes;                   // of each view
  std::vector<std::vector<int>> within;     // of each view, the boxes amid it and its superview
};

YGSize measure(YGNodeRef node, float width, YGMeasureMode mode, float, YGMeasureMode) {
  auto& text = *static_cast<peer::Text*>(YGNodeGetContext(node));
  // A text is as wide as all of its words, or as what it is given, as in CSS: not as its widest line.
  double natural = text.at(INFINITY).width;
  double own = mode == YGMeasureModeExactly                              ? width
               : mode == YGMeasureModeAtMost && double(width) < natural ? width
                                                                         : natural;
  return {float(own), float(text.at(own).height)};
}

class YogaPlan : public peer::Plan {
 public:
  YogaPlan(const peer::Scene& scene, const Known& known)
      : scene(scene), known(known), nodes(scene.boxes.size()), root(scene.root) {
    texts.reserve(scene.views.size());
    for (size_t i = 0; i < nodes.size(); i++) {
      YGNodeRef node = nodes[i] = YGNodeNewWithConfig(config);
      for (auto& setter : known.styles[i]) setter.set(node, setter.value);
      auto& box = scene.boxes[i];
      if (box.view >= 0 && scene.views[box.view].hasText) {
        texts.push_back(scene.views[box.view].text);
        YGNodeSetContext(node, &texts.back());
        YGNodeSetMeasureFunc(node, measure);
      }
      if (i > 0) YGNodeInsertChild(nodes[box.parent], node, YGNodeGetChildCount(nodes[box.parent]));
    }
    YGNodeStyleSetWidth(nodes[0], float(root.width));
    YGNodeStyleSetHeight(nodes[0], float(root.height));
  }
  ~YogaPlan() override {
    for (YGNodeRef node : nodes) YGNodeFree(node);
  }

  void pass(double* frames) override {
    YGNodeCalculateLayout(nodes[0], float(root.width), float(root.height), YGDirectionLTR);
    for (size_t view = 0; view < scene.views.size(); view++, frames += 4) {
      YGNodeRef node = nodes[known.boxes[view]];
      // One that is out has no frame.
      if (view > 0 && !YGNodeGetParent(node)) {
        std::fill(frames, frames + 4, 0);
        continue;
      }
      double x = YGNodeLayoutGetLeft(node), y = YGNodeLayoutGetTop(node);
      for (int box : known.within[view]) {
        x += YGNodeLayoutGetLeft(nodes[box]);
        y += YGNodeLayoutGetTop(nodes[box]);
      }
      frames[0] = x;
      frames[1] = y;
      frames[2] = YGNodeLayoutGetWidth(node);
      frames[3] = YGNodeLayoutGetHeight(node);
    }
  }

  void apply(const peer::Change& change) override {
    if (change.kind == peer::Change::resize) {
      root = change.size;
      YGNodeStyleSetWidth(nodes[0], float(root.width));
      YGNodeStyleSetHeight(nodes[0], float(root.height));
      return;
    }
    int box = known.boxes[change.view];
    YGNodeRef node = nodes[box];
    switch (change.kind) {
      case peer::Change::resize: break;
      case peer::Change::content:
        if (!std::isnan(change.size.width) && !known.hasWidth[box]) YGNodeStyleSetWidth(node, float(change.size.width));
        if (!std::isnan(change.size.height) && !known.hasHeight[box])
          YGNodeStyleSetHeight(node, float(change.size.height));
        break;
      case peer::Change::text:
        static_cast<peer::Text*>(YGNodeGetContext(node))->string = change.string;
        YGNodeMarkDirty(node);
        break;
      case peer::Change::take: YGNodeRemoveChild(nodes[scene.boxes[box].parent], node); break;
      case peer::Change::put: {
        int parent = scene.boxes[box].parent;
        // Behind those of its siblings that are there.
        uint32_t place = 0;
        for (int other = parent + 1; other < box; other++)
          if (scene.boxes[other].parent == parent && YGNodeGetParent(nodes[other])) place++;
        YGNodeInsertChild(nodes[parent], node, place);
        break;
      }
    }
  }

 private:
  const peer::Scene& scene;
  const Known& known;
  std::vector<YGNodeRef> nodes;
  std::vector<peer::Text> texts;
  peer::Size root;
};

class Yoga : public peer::Engine {
 public:
  Yoga() {
    name = "yoga";
    version = YOGA_VERSION;
    about = "flexbox in C++, floats of 32 bits";
    license = "MIT";
    reads = "css";
    grid = 1.0 / 64;
    measuresTexts = true;
    YGConfigSetUseWebDefaults(config, true);
    YGConfigSetPointScaleFactor(config, 0);
  }
  void load(const peer::Scene& scene) override {
    Known own;
    own.styles.resize(scene.boxes.size());
    own.hasWidth.resize(scene.boxes.size());
    own.hasHeight.resize(scene.boxes.size());
    own.boxes.assign(scene.views.size(), 0);
    for (size_t i = 0; i < scene.boxes.size(); i++) {
      auto& box = scene.boxes[i];
      if (box.view >= 0) own.boxes[box.view] = int(i);
      // Said first: what else is in a grid has no meaning without it.
      for (auto& [property, value] : box.style)
        if (property == "display" && value != "flex") throw peer::Unsupported(property + ": " + value);
      bool hasWidth = false, hasHeight = false;
      for (auto& [property, value] : box.style) {
        hasWidth |= property == "width";
        hasHeight |= property == "height";
        if (property == "display") continue;
        own.styles[i].push_back(setter(property, value));
      }
      own.hasWidth[i] = hasWidth;
      own.hasHeight[i] = hasHeight;
      if (box.view < 0) continue;
      auto& content = scene.views[box.view].content;
      if (!hasWidth && !std::isnan(content.width)) own.styles[i].push_back({YGNodeStyleSetWidth, float(content.width)});
      if (!hasHeight && !std::isnan(content.height))
        own.styles[i].push_back({YGNodeStyleSetHeight, float(content.height)});
    }
    own.within.resize(scene.views.size());
    for (size_t view = 1; view < scene.views.size(); view++)
      for (int box = scene.boxes[own.boxes[view]].parent; scene.boxes[box].view != scene.views[view].superview;
           box = scene.boxes[box].parent)
        own.within[view].push_back(box);
    known[&scene] = std::move(own);
  }
  std::unique_ptr<peer::Plan> plan(const peer::Scene& scene) override {
    return std::make_unique<YogaPlan>(scene, known.at(&scene));
  }

 private:
  std::map<const peer::Scene*, Known> known;
};

}  // namespace

int main() {
  Yoga yoga;
  peer::run(yoga);
}
