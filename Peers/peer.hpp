// A peer of LayoutBench in C++: include this, write an Engine, call peer::run(engine).
//
// Reads requests and writes answers, one JSON value a line (docs/peers.md). It knows no layout library.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>
#if defined(__linux__)
#include <sys/resource.h>
#endif
// glibc tells from 2.33 on.
#if defined(__GLIBC__) && defined(__GLIBC_PREREQ)
#if __GLIBC_PREREQ(2, 33)
#include <malloc.h>
#define PEER_TELLS_BYTES 1
#endif
#endif

namespace peer {

// MARK: JSON

struct Value {
  enum Kind { null, boolean, number, text, list, map } kind = null;
  double amount = 0;
  std::string string;
  std::vector<Value> items;
  std::vector<std::pair<std::string, Value>> fields;

  const Value& operator[](const char* key) const {
    static const Value none;
    for (auto& field : fields)
      if (field.first == key) return field.second;
    return none;
  }
  const Value& at(size_t index) const { return items.at(index); }
  explicit operator bool() const { return kind != null; }
  double orElse(double other) const { return kind == number ? amount : other; }
};

class Reader {
 public:
  Reader(const char* begin, const char* end) : p(begin), end(end) {}

  Value value() {
    space();
    if (p >= end) fail("ends early");
    Value v;
    switch (*p) {
      case '{':
        v.kind = Value::map;
        for (bool first = true; next('}', first); first = false) {
          space();
          std::string key = string();
          expect(':');
          v.fields.emplace_back(std::move(key), value());
        }
        return v;
      case '[':
        v.kind = Value::list;
        for (bool first = true; next(']', first); first = false) v.items.push_back(value());
        return v;
      case '"':
        v.kind = Value::text;
        v.string = string();
        return v;
      case 'n': word("null"); return v;
      case 't': word("true"); v.kind = Value::boolean; v.amount = 1; return v;
      case 'f': word("false"); v.kind = Value::boolean; return v;
      default:
        char* after;
        v.kind = Value::number;
        v.amount = strtod(p, &after);
        if (after == p) fail("has no value");
        p = after;
        return v;
    }
  }

 private:
  const char *p, *end;

  [[noreturn]] static void fail(const char* what) {
    throw std::runtime_error(std::string("the request ") + what);
  }
  void space() {
    while (p < end && strchr(" \n\t\r", *p)) p++;
  }
  void expect(char c) {
    space();
    if (p >= end || *p != c) fail("is no JSON");
    p++;
  }
  void word(const char* w) {
    size_t length = strlen(w);
    if (size_t(end - p) < length || strncmp(p, w, length) != 0) fail("is no JSON");
    p += length;
  }
  // Passes the bracket or the comma before an item; false at the closing bracket.
  bool next(char closing, bool isFirst) {
    if (isFirst) p++;
    space();
    if (p < end && *p == closing) { p++; return false; }
    if (!isFirst) expect(',');
    return true;
  }
  std::string string() {
    expect('"');
    std::string s;
    while (p < end && *p != '"') {
      if (*p != '\\') { s += *p++; continue; }
      if (++p >= end) break;
      switch (*p) {
        case 'n': s += '\n'; break;
        case 't': s += '\t'; break;
        case 'u': {
          unsigned code = end - p > 4 ? unsigned(strtoul(std::string(p + 1, 4).c_str(), nullptr, 16)) : 0;
          if (code < 0x80) s += char(code);
          else if (code < 0x800) { s += char(0xC0 | code >> 6); s += char(0x80 | (code & 63)); }
          else { s += char(0xE0 | code >> 12); s += char(0x80 | (code >> 6 & 63)); s += char(0x80 | (code & 63)); }
          p += 4;
          break;
        }
        default: s += *p;
      }
      p++;
    }
    expect('"');
    return s;
  }
};

inline std::string quoted(const std::string& s) {
  std::string out = "\"";
  for (char c : s) {
    if (c == '"' || c == '\\') out += '\\';
    out += (unsigned char)c < 32 ? ' ' : c;
  }
  return out + "\"";
}

// MARK: Scenes

struct Size { double width, height; };
// The unknown is 4 * view + (0 left, 1 top, 2 width, 3 height), left and top in the superview.
struct Term { int unknown; double factor; };
// An attribute of a view: left, right, top, bottom, width, height, centerX or centerY.
struct Item {
  int view = -1;
  std::string attribute{};
  explicit operator bool() const { return view >= 0; }
};
// The sum of the terms and the constant compares to 0; of a content size, `content` is its unknown. Where it is one
// of two attributes, or of one: `first` compares to `multiplier` times `second` plus `offset`.
struct Constraint {
  std::vector<Term> terms;
  double constant;
  char relation;  // '=', '>', '<'
  double priority;
  int content = -1;
  Item first{}, second{};
  double multiplier = 1, offset = 0;
};
// A text as the model has it (docs/peers.md): every character `advance` wide, every line `line` high,
// broken greedily between words.
struct Text {
  std::string string;
  double advance = 8, line = 20;
  int lines = 0;  // the most that are shown; 0 all

  // The size at a width.
  Size at(double width) const {
    double room = (width + 0.001) / advance;
    long capacity = room >= 1e9 ? 1000000000 : std::max(1L, long(room));
    long count = 0, widest = 0, length = 0, spaces = 0, letters = 0;
    bool hasWord = false;
    auto isFull = [&] { return lines > 0 && count >= lines; };
    auto endLine = [&] {
      if (isFull()) return;
      count++;
      widest = std::max(widest, length);
      length = spaces = 0;
      hasWord = false;
    };
    auto endWord = [&] {
      if (letters == 0) return;
      if (length + spaces + letters > capacity) {
        if (hasWord || spaces > 0) endLine();
        for (; letters > capacity && !isFull(); letters -= capacity) {
          length = capacity;
          endLine();
        }
        length = letters;
      } else {
        length += spaces + letters;
      }
      letters = spaces = 0;
      hasWord = true;
    };
    for (unsigned char byte : string) {
      if (isFull()) break;
      if (byte == ' ') { endWord(); spaces++; }
      else if (byte == '\n') { endWord(); endLine(); }
      else if (byte < 0x80 || byte >= 0xC0) letters++;
    }
    if (!isFull()) { endWord(); endLine(); }
    return {advance * double(widest), line * double(count)};
  }
};

struct View { std::string id; int superview; Size content; bool hasText = false; Text text{}; };
// A box with its CSS; `view` is -1 of one that is no view, `parent` -1 of the root's, which is the first.
struct Box { int view, parent; std::vector<std::pair<std::string, std::string>> style; };
struct Change {
  enum Kind { resize, content, text, take, put } kind;
  int view = -1;
  Size size{NAN, NAN};
  std::string string{};
};
using Step = std::vector<Change>;

struct Scene {
  std::string name;
  // True if its constraints were SLL rules: one with a priority is a size that yields where it would be below 0.
  bool isLowered = false;
  Size root;
  std::vector<View> views;  // 0 is the root; superviews before what they hold
  std::vector<Constraint> constraints;  // of those that read them
  std::vector<Box> boxes;               // of those that read css
  std::map<std::string, std::vector<Step>> scripts;
  std::map<std::string, std::vector<int>> probes;

  bool isWithin(int view, int ancestor) const {
    while (view > ancestor) view = views[view].superview;
    return view == ancestor;
  }
};

struct Unsupported : std::runtime_error { using runtime_error::runtime_error; };
struct NoLayout : std::runtime_error { using runtime_error::runtime_error; };

// A screen with its layout. Changes are applied at once or at the next pass, whichever is faster.
struct Plan {
  virtual ~Plan() = default;
  // Lays out, and writes every frame: 4 numbers a view, the root's first.
  virtual void pass(double* frames) = 0;
  virtual void apply(const Change&) = 0;
};

struct Engine {
  std::string name, version, about, license, reads = "linear";
  // The layouts that constraints are made of, the preferred first, in JSON; the host's choice if empty.
  std::string from;
  double grid = 0;
  bool measuresTexts = false;
  // Phases whose steps take views out are not timed where it cannot.
  bool takesViews = true;
  virtual ~Engine() = default;
  // Reads a scene, before the clock; throws Unsupported. It stays where it is as long as the program runs.
  virtual void load(const Scene&) {}
  virtual std::unique_ptr<Plan> plan(const Scene&) = 0;
};

inline std::vector<Change> changes(const Value& list) {
  std::vector<Change> found;
  for (auto& c : list.items) {
    if (auto& size = c["resize"]) {
      found.push_back({Change::resize, -1, {size.at(0).amount, size.at(1).amount}});
    } else if (auto& size = c["content"]) {
      found.push_back({Change::content, int(c["view"].amount), {size.at(0).orElse(NAN), size.at(1).orElse(NAN)}});
    } else if (auto& string = c["text"]) {
      found.push_back({Change::text, int(c["view"].amount), {NAN, NAN}, string.string});
    } else if (auto& views = c["take"]) {
      for (auto& view : views.items) found.push_back({Change::take, int(view.amount)});
    } else if (auto& views = c["put"]) {
      for (auto& view : views.items) found.push_back({Change::put, int(view.amount)});
    } else {
      throw Unsupported("a change that is none of size, content, text, views taken and put");
    }
  }
  return found;
}

inline Scene scene(const Value& request) {
  auto& v = request["as"];
  Scene s;
  s.name = v["name"].string;
  s.isLowered = v["layout"].string == "sll";
  s.root = {v["root"].at(0).amount, v["root"].at(1).amount};
  for (auto& view : v["views"].items) {
    auto& content = view["content"];
    s.views.push_back({view["id"].string, int(view["parent"].orElse(-1)),
                       {content ? content.at(0).orElse(NAN) : NAN, content ? content.at(1).orElse(NAN) : NAN}});
    if (auto& text = view["text"]) {
      s.views.back().hasText = true;
      s.views.back().text = {text["string"].string, text["advance"].orElse(8), text["line"].orElse(20),
                             int(text["lines"].orElse(0))};
    }
  }
  for (auto& box : v["css"].items) {
    s.boxes.push_back({int(box["view"].orElse(-1)), int(box["parent"].orElse(-1)), {}});
    for (auto& part : box["style"].items) s.boxes.back().style.emplace_back(part.at(0).string, part.at(1).string);
  }
  for (auto& c : v["constraints"].items) {
    Constraint k;
    for (auto& term : c["terms"].items) k.terms.push_back({int(term.at(0).amount), term.at(1).amount});
    k.constant = c["constant"].orElse(0);
    k.relation = c["relation"].string.empty() ? '=' : c["relation"].string[0];
    k.priority = c["priority"].orElse(1000);
    k.content = int(c["content"].orElse(-1));
    for (auto [key, item] : {std::pair("first", &k.first), std::pair("second", &k.second)})
      if (auto& pair = c[key]) *item = {int(pair.at(0).amount), pair.at(1).string};
    k.multiplier = c["multiplier"].orElse(1);
    k.offset = c["offset"].orElse(0);
    s.constraints.push_back(std::move(k));
  }
  for (auto& [phase, steps] : request["scripts"].fields)
    for (auto& step : steps.items) s.scripts[phase].push_back(changes(step));
  for (auto& [phase, views] : request["probes"].fields)
    for (auto& view : views.items) s.probes[phase].push_back(int(view.amount));
  return s;
}

// MARK: The clock

inline uint64_t now() {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return uint64_t(t.tv_sec) * 1000000000 + uint64_t(t.tv_nsec);
}

inline long switches() {
#if defined(__linux__)
  rusage usage;
  getrusage(RUSAGE_THREAD, &usage);
  return usage.ru_nivcsw;
#else
  return 0;
#endif
}

inline double share(const double* frame) { return frame[0] + 2 * frame[1] + 4 * frame[2] + 8 * frame[3]; }

struct Batch { uint64_t nanoseconds; double sum; bool wasSwitched; };

using Plans = std::vector<std::unique_ptr<Plan>>;

// Plans made from nothing, then the first pass of each into frames of its own.
inline Batch first(Engine& engine, const Scene& s, int count, Plans& plans) {
  plans.resize(count);
  std::vector<double> frames(count * 4 * s.views.size());
  long before = switches();
  uint64_t start = now();
  for (auto& plan : plans) plan = engine.plan(s);
  for (int k = 0; k < count; k++) plans[k]->pass(&frames[k * 4 * s.views.size()]);
  uint64_t end = now();
  const double* last = &frames[(count - 1) * 4 * s.views.size()];
  double sum = 0;
  for (size_t view = 1; view < s.views.size(); view++) sum += share(last + 4 * view);
  return {end - start, sum, before != switches()};
}

// Plans that have run once, each taken through the whole script.
inline Batch script(Engine& engine, const Scene& s, const std::string& phase, int count, Plans& plans) {
  auto& steps = s.scripts.at(phase);
  auto& probes = s.probes.at(phase);
  plans.resize(count);
  std::vector<std::vector<double>> frames(count, std::vector<double>(4 * s.views.size()));
  for (int k = 0; k < count; k++) {
    plans[k] = engine.plan(s);
    plans[k]->pass(frames[k].data());
  }
  double sum = 0;
  long before = switches();
  uint64_t start = now();
  for (int k = 0; k < count; k++) {
    double* own = frames[k].data();
    for (size_t step = 0; step < steps.size(); step++) {
      for (auto& change : steps[step]) plans[k]->apply(change);
      plans[k]->pass(own);
      sum += share(own + 4 * probes[step]);
    }
  }
  uint64_t end = now();
  return {end - start, sum, before != switches()};
}

// The clock read after each step of one plan.
inline std::vector<uint64_t> steps(Engine& engine, const Scene& s, const std::string& phase) {
  std::vector<double> frames(4 * s.views.size());
  auto plan = engine.plan(s);
  plan->pass(frames.data());
  std::vector<uint64_t> times;
  uint64_t before = now();
  for (auto& step : s.scripts.at(phase)) {
    for (auto& change : step) plan->apply(change);
    plan->pass(frames.data());
    uint64_t after = now();
    times.push_back(after - before);
    before = after;
  }
  return times;
}

// The bytes that the heap holds more with a plan that has run; negative where the system does not tell.
inline double retainedBytes(Engine& engine, const Scene& s) {
#if PEER_TELLS_BYTES
  auto held = [] { auto m = mallinfo2(); return double(m.uordblks + m.hblkhd); };
  std::vector<double> frames(4 * s.views.size());
  std::unique_ptr<Plan> plans[2];
  double before = held();
  for (auto& plan : plans) {
    plan = engine.plan(s);
    plan->pass(frames.data());
  }
  return (held() - before) / 2;
#else
  (void)engine;
  (void)s;
  return -1;
#endif
}

// MARK: Requests

inline void run(Engine& engine) {
  setvbuf(stdout, nullptr, _IOFBF, 1 << 16);
  printf("{\"layoutbenchPeer\":1,\"name\":%s,\"version\":%s,\"about\":%s,\"license\":%s,\"reads\":[%s],"
         "\"follows\":[\"resize\",\"content\"%s%s]",
         quoted(engine.name).c_str(), quoted(engine.version).c_str(), quoted(engine.about).c_str(),
         quoted(engine.license).c_str(), quoted(engine.reads).c_str(), engine.measuresTexts ? ",\"text\"" : "",
         engine.takesViews ? ",\"take\",\"put\"" : "");
  if (!engine.from.empty()) printf(",\"from\":[%s]", engine.from.c_str());
  if (engine.grid > 0) printf(",\"grid\":%.17g", engine.grid);
  printf("}\n");
  fflush(stdout);

  std::map<int, Scene> scenes;
  struct Living { int scene; std::unique_ptr<Plan> plan; };
  std::map<int, Living> plans;
  int last = 0;
  char* line = nullptr;
  size_t capacity = 0;
  ssize_t length;
  auto sceneOf = [&](const Value& v) -> Scene& {
    auto found = scenes.find(int(v["scene"].orElse(-1)));
    if (found == scenes.end()) throw std::runtime_error("no such scene was loaded");
    return found->second;
  };
  auto planOf = [&](const Value& v) -> Living& {
    auto found = plans.find(int(v["plan"].orElse(-1)));
    if (found == plans.end()) throw std::runtime_error("there is no such plan");
    return found->second;
  };
  while ((length = getline(&line, &capacity, stdin)) > 0) {
    // Freed after the answer: the host holds the clock against the time until then.
    Plans timed;
    try {
      Value v = Reader(line, line + length).value();
      const std::string& what = v["do"].string;
      if (what == "load") {
        int number = int(v["scene"].orElse(0));
        scenes[number] = scene(v);
        try {
          engine.load(scenes[number]);
        } catch (...) {
          scenes.erase(number);
          throw;
        }
        printf("{\"loaded\":%d,\"cannot\":{", number);
        const char* comma = "";
        for (auto& [phase, steps] : scenes[number].scripts) {
          bool takes = false;
          for (auto& step : steps)
            for (auto& change : step) takes |= change.kind == Change::take || change.kind == Change::put;
          if (engine.takesViews || !takes) continue;
          printf("%s%s:\"a view is taken out\"", comma, quoted(phase).c_str());
          comma = ",";
        }
        printf("}}\n");
      } else if (what == "plan") {
        int number = int(v["scene"].orElse(-1));
        auto plan = engine.plan(sceneOf(v));
        plans[++last] = {number, std::move(plan)};
        printf("{\"plan\":%d}\n", last);
      } else if (what == "pass") {
        Living& living = planOf(v);
        for (auto& change : changes(v["changes"])) living.plan->apply(change);
        std::vector<double> frames(4 * scenes.at(living.scene).views.size());
        living.plan->pass(frames.data());
        for (double number : frames)
          if (!std::isfinite(number)) throw std::runtime_error("a frame is not finite");
        printf("{\"frames\":[");
        for (size_t i = 4; i < frames.size(); i++) {
          printf(i > 4 ? ",%.17g" : "%.17g", frames[i]);
        }
        printf("]}\n");
      } else if (what == "time") {
        Scene& s = sceneOf(v);
        const std::string& phase = v["phase"].string;
        int count = std::max(1, int(v["plans"].orElse(1)));
        Batch b = phase == "first" ? first(engine, s, count, timed) : script(engine, s, phase, count, timed);
        printf("{\"ns\":%llu,\"sum\":%.17g,\"switched\":%s}\n", (unsigned long long)b.nanoseconds, b.sum,
               b.wasSwitched ? "true" : "false");
      } else if (what == "steps") {
        auto times = steps(engine, sceneOf(v), v["phase"].string);
        printf("{\"ns\":[");
        for (size_t i = 0; i < times.size(); i++) printf(i ? ",%llu" : "%llu", (unsigned long long)times[i]);
        printf("]}\n");
      } else if (what == "count") {
        double bytes = retainedBytes(engine, sceneOf(v));
        if (bytes >= 0) printf("{\"counters\":{\"retained bytes\":%.0f}}\n", bytes);
        else printf("{\"counters\":{}}\n");
      } else if (what == "drop") {
        int number = int(v["plan"].orElse(-1));
        planOf(v);
        plans.erase(number);
        printf("{\"dropped\":%d}\n", number);
      } else {
        printf("{\"unknown\":%s}\n", quoted(what).c_str());
      }
    } catch (const Unsupported& error) {
      printf("{\"unsupported\":%s}\n", quoted(error.what()).c_str());
    } catch (const NoLayout& error) {
      printf("{\"noLayout\":%s}\n", quoted(error.what()).c_str());
    } catch (const std::exception& error) {
      printf("{\"error\":%s}\n", quoted(error.what()).c_str());
    }
    fflush(stdout);
  }
  free(line);
}

}  // namespace peer
