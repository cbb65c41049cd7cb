// Made by .ci/embed-screens.
#include "CScreens.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char s0[] = {
#embed "../../Benchmarks/Suite/screens/android-constraintlayout/android-constraintlayout-advanced-chains.yaml"
};
static const unsigned char s1[] = {
#embed "../../Benchmarks/Suite/screens/android-constraintlayout/android-constraintlayout-aspect-ratio.yaml"
};
static const unsigned char s2[] = {
#embed "../../Benchmarks/Suite/screens/android-constraintlayout/android-constraintlayout-basic-chains.yaml"
};
static const unsigned char s3[] = {
#embed "../../Benchmarks/Suite/screens/apple-collection-views/apple-collection-inset-grid.yaml"
};
static const unsigned char s4[] = {
#embed "../../Benchmarks/Suite/screens/apple-collection-views/apple-collection-nested-groups.yaml"
};
static const unsigned char s5[] = {
#embed "../../Benchmarks/Suite/screens/apple-guide/apple-guide-complex-widths.yaml"
};
static const unsigned char s6[] = {
#embed "../../Benchmarks/Suite/screens/apple-guide/apple-guide-dynamic-height-columns.yaml"
};
static const unsigned char s7[] = {
#embed "../../Benchmarks/Suite/screens/apple-guide/apple-guide-dynamic-stack.yaml"
};
static const unsigned char s8[] = {
#embed "../../Benchmarks/Suite/screens/apple-guide/apple-guide-equal-white-space.yaml"
};
static const unsigned char s9[] = {
#embed "../../Benchmarks/Suite/screens/apple-guide/apple-guide-nested-stacks-rtl.yaml"
};
static const unsigned char s10[] = {
#embed "../../Benchmarks/Suite/screens/apple-guide/apple-guide-nested-stacks.yaml"
};
static const unsigned char s11[] = {
#embed "../../Benchmarks/Suite/screens/apple-guide/apple-guide-self-sizing-cells.yaml"
};
static const unsigned char s12[] = {
#embed "../../Benchmarks/Suite/screens/coslayout/coslayout-examples.yaml"
};
static const unsigned char s13[] = {
#embed "../../Benchmarks/Suite/screens/coslayout/coslayout-limits.yaml"
};
static const unsigned char s14[] = {
#embed "../../Benchmarks/Suite/screens/css-classics/css-card-grid.yaml"
};
static const unsigned char s15[] = {
#embed "../../Benchmarks/Suite/screens/css-classics/css-flex-grid.yaml"
};
static const unsigned char s16[] = {
#embed "../../Benchmarks/Suite/screens/css-classics/css-holy-grail.yaml"
};
static const unsigned char s17[] = {
#embed "../../Benchmarks/Suite/screens/css-classics/css-media-comments.yaml"
};
static const unsigned char s18[] = {
#embed "../../Benchmarks/Suite/screens/css-classics/css-search-page-rtl.yaml"
};
static const unsigned char s19[] = {
#embed "../../Benchmarks/Suite/screens/css-classics/css-search-page.yaml"
};
static const unsigned char s20[] = {
#embed "../../Benchmarks/Suite/screens/dereguide/dereguide-data-list.yaml"
};
static const unsigned char s21[] = {
#embed "../../Benchmarks/Suite/screens/dereguide/dereguide-options.yaml"
};
static const unsigned char s22[] = {
#embed "../../Benchmarks/Suite/screens/dereguide/dereguide-units.yaml"
};
static const unsigned char s23[] = {
#embed "../../Benchmarks/Suite/screens/emeus/emeus-details.yaml"
};
static const unsigned char s24[] = {
#embed "../../Benchmarks/Suite/screens/emeus/emeus-sidebar.yaml"
};
static const unsigned char s25[] = {
#embed "../../Benchmarks/Suite/screens/emeus/emeus-simple-grid.yaml"
};
static const unsigned char s26[] = {
#embed "../../Benchmarks/Suite/screens/enaml/enaml-button-ring.yaml"
};
static const unsigned char s27[] = {
#embed "../../Benchmarks/Suite/screens/enaml/enaml-find-replace.yaml"
};
static const unsigned char s28[] = {
#embed "../../Benchmarks/Suite/screens/enaml/enaml-fluid.yaml"
};
static const unsigned char s29[] = {
#embed "../../Benchmarks/Suite/screens/fd-template-layout-cell/fd-feed-list-rtl.yaml"
};
static const unsigned char s30[] = {
#embed "../../Benchmarks/Suite/screens/fd-template-layout-cell/fd-feed-list.yaml"
};
static const unsigned char s31[] = {
#embed "../../Benchmarks/Suite/screens/gtk/gtk-constraints-simple-rtl.yaml"
};
static const unsigned char s32[] = {
#embed "../../Benchmarks/Suite/screens/gtk/gtk-constraints-simple.yaml"
};
static const unsigned char s33[] = {
#embed "../../Benchmarks/Suite/screens/gtk/gtk-constraints-words.yaml"
};
static const unsigned char s34[] = {
#embed "../../Benchmarks/Suite/screens/hjcapple-layoutkit/hjcapple-layoutkit-around.yaml"
};
static const unsigned char s35[] = {
#embed "../../Benchmarks/Suite/screens/hjcapple-layoutkit/hjcapple-layoutkit-corners.yaml"
};
static const unsigned char s36[] = {
#embed "../../Benchmarks/Suite/screens/hjcapple-layoutkit/hjcapple-layoutkit-edges.yaml"
};
static const unsigned char s37[] = {
#embed "../../Benchmarks/Suite/screens/jetcaster/jetcaster-player.yaml"
};
static const unsigned char s38[] = {
#embed "../../Benchmarks/Suite/screens/jetnews/jetnews-home.yaml"
};
static const unsigned char s39[] = {
#embed "../../Benchmarks/Suite/screens/kiwi/kiwi-enaml-form.yaml"
};
static const unsigned char s40[] = {
#embed "../../Benchmarks/Suite/screens/layout-framework-benchmark/linkedin-feed-item-rtl.yaml"
};
static const unsigned char s41[] = {
#embed "../../Benchmarks/Suite/screens/layout-framework-benchmark/linkedin-feed-item-stack.yaml"
};
static const unsigned char s42[] = {
#embed "../../Benchmarks/Suite/screens/layout-framework-benchmark/linkedin-feed-item.yaml"
};
static const unsigned char s43[] = {
#embed "../../Benchmarks/Suite/screens/layout-framework-benchmark/linkedin-feed-list.yaml"
};
static const unsigned char s44[] = {
#embed "../../Benchmarks/Suite/screens/linkedin-layoutkit/linkedin-layoutkit-feed-item.yaml"
};
static const unsigned char s45[] = {
#embed "../../Benchmarks/Suite/screens/linkedin-layoutkit/linkedin-layoutkit-overlays.yaml"
};
static const unsigned char s46[] = {
#embed "../../Benchmarks/Suite/screens/linkedin-layoutkit/linkedin-layoutkit-skills-rtl.yaml"
};
static const unsigned char s47[] = {
#embed "../../Benchmarks/Suite/screens/linkedin-layoutkit/linkedin-layoutkit-skills.yaml"
};
static const unsigned char s48[] = {
#embed "../../Benchmarks/Suite/screens/masonry/masonry-animated-wide.yaml"
};
static const unsigned char s49[] = {
#embed "../../Benchmarks/Suite/screens/masonry/masonry-animated.yaml"
};
static const unsigned char s50[] = {
#embed "../../Benchmarks/Suite/screens/masonry/masonry-arrange.yaml"
};
static const unsigned char s51[] = {
#embed "../../Benchmarks/Suite/screens/masonry/masonry-array.yaml"
};
static const unsigned char s52[] = {
#embed "../../Benchmarks/Suite/screens/masonry/masonry-aspect-fit.yaml"
};
static const unsigned char s53[] = {
#embed "../../Benchmarks/Suite/screens/masonry/masonry-basic.yaml"
};
static const unsigned char s54[] = {
#embed "../../Benchmarks/Suite/screens/masonry/masonry-chaining.yaml"
};
static const unsigned char s55[] = {
#embed "../../Benchmarks/Suite/screens/masonry/masonry-distribute-length.yaml"
};
static const unsigned char s56[] = {
#embed "../../Benchmarks/Suite/screens/masonry/masonry-distribute-spacing.yaml"
};
static const unsigned char s57[] = {
#embed "../../Benchmarks/Suite/screens/masonry/masonry-label.yaml"
};
static const unsigned char s58[] = {
#embed "../../Benchmarks/Suite/screens/masonry/masonry-margin.yaml"
};
static const unsigned char s59[] = {
#embed "../../Benchmarks/Suite/screens/masonry/masonry-scroll.yaml"
};
static const unsigned char s60[] = {
#embed "../../Benchmarks/Suite/screens/masonry/masonry-sides.yaml"
};
static const unsigned char s61[] = {
#embed "../../Benchmarks/Suite/screens/masonry/masonry-table.yaml"
};
static const unsigned char s62[] = {
#embed "../../Benchmarks/Suite/screens/masonry/masonry-update.yaml"
};
static const unsigned char s63[] = {
#embed "../../Benchmarks/Suite/screens/material/material-date-picker.yaml"
};
static const unsigned char s64[] = {
#embed "../../Benchmarks/Suite/screens/material/material-settings-rtl.yaml"
};
static const unsigned char s65[] = {
#embed "../../Benchmarks/Suite/screens/material/material-settings.yaml"
};
static const unsigned char s66[] = {
#embed "../../Benchmarks/Suite/screens/messagekit/messagekit-chat.yaml"
};
static const unsigned char s67[] = {
#embed "../../Benchmarks/Suite/screens/purelayout/purelayout-demo-1.yaml"
};
static const unsigned char s68[] = {
#embed "../../Benchmarks/Suite/screens/purelayout/purelayout-demo-10-vertical.yaml"
};
static const unsigned char s69[] = {
#embed "../../Benchmarks/Suite/screens/purelayout/purelayout-demo-10.yaml"
};
static const unsigned char s70[] = {
#embed "../../Benchmarks/Suite/screens/purelayout/purelayout-demo-2.yaml"
};
static const unsigned char s71[] = {
#embed "../../Benchmarks/Suite/screens/purelayout/purelayout-demo-3.yaml"
};
static const unsigned char s72[] = {
#embed "../../Benchmarks/Suite/screens/purelayout/purelayout-demo-4-rtl.yaml"
};
static const unsigned char s73[] = {
#embed "../../Benchmarks/Suite/screens/purelayout/purelayout-demo-4.yaml"
};
static const unsigned char s74[] = {
#embed "../../Benchmarks/Suite/screens/purelayout/purelayout-demo-5.yaml"
};
static const unsigned char s75[] = {
#embed "../../Benchmarks/Suite/screens/purelayout/purelayout-demo-6.yaml"
};
static const unsigned char s76[] = {
#embed "../../Benchmarks/Suite/screens/purelayout/purelayout-demo-7-end.yaml"
};
static const unsigned char s77[] = {
#embed "../../Benchmarks/Suite/screens/purelayout/purelayout-demo-7.yaml"
};
static const unsigned char s78[] = {
#embed "../../Benchmarks/Suite/screens/purelayout/purelayout-demo-8.yaml"
};
static const unsigned char s79[] = {
#embed "../../Benchmarks/Suite/screens/purelayout/purelayout-demo-9.yaml"
};
static const unsigned char s80[] = {
#embed "../../Benchmarks/Suite/screens/rally/rally-overview.yaml"
};
static const unsigned char s81[] = {
#embed "../../Benchmarks/Suite/screens/reply/reply-adaptive.yaml"
};
static const unsigned char s82[] = {
#embed "../../Benchmarks/Suite/screens/reply/reply-mail-list-rtl.yaml"
};
static const unsigned char s83[] = {
#embed "../../Benchmarks/Suite/screens/reply/reply-mail-list.yaml"
};
static const unsigned char s84[] = {
#embed "../../Benchmarks/Suite/screens/shrine/shrine-login.yaml"
};
static const unsigned char s85[] = {
#embed "../../Benchmarks/Suite/screens/shrine/shrine-product-grid.yaml"
};
static const unsigned char s86[] = {
#embed "../../Benchmarks/Suite/screens/shrine/shrine-staggered-products.yaml"
};
static const unsigned char s87[] = {
#embed "../../Benchmarks/Suite/screens/snapkit/snapkit-scroll-view.yaml"
};
static const unsigned char s88[] = {
#embed "../../Benchmarks/Suite/screens/snapkit/snapkit-simple-layout.yaml"
};
static const unsigned char s89[] = {
#embed "../../Benchmarks/Suite/screens/stevia/stevia-login.yaml"
};
static const unsigned char s90[] = {
#embed "../../Benchmarks/Suite/screens/table-view-cell/table-view-cell-list.yaml"
};
static const unsigned char s91[] = {
#embed "../../Benchmarks/Suite/screens/taffy/taffy-deep-auto.yaml"
};
static const unsigned char s92[] = {
#embed "../../Benchmarks/Suite/screens/taffy/taffy-mixed.yaml"
};
static const unsigned char s93[] = {
#embed "../../Benchmarks/Suite/screens/treehouse/treehouse-form-rtl.yaml"
};
static const unsigned char s94[] = {
#embed "../../Benchmarks/Suite/screens/treehouse/treehouse-form.yaml"
};
static const unsigned char s95[] = {
#embed "../../Benchmarks/Suite/screens/xlyautolayouteasy/xlyautolayouteasy-simple-rtl.yaml"
};
static const unsigned char s96[] = {
#embed "../../Benchmarks/Suite/screens/xlyautolayouteasy/xlyautolayouteasy-simple.yaml"
};
static const unsigned char s97[] = {
#embed "../../Benchmarks/Suite/screens/xlyautolayouteasy/xlyautolayouteasy-table.yaml"
};
static const unsigned char s98[] = {
#embed "../../Benchmarks/Suite/screens/yoga/yoga-huge-nested.yaml"
};
static const unsigned char s99[] = {
#embed "../../Benchmarks/Suite/screens/yoga/yoga-nested-flex.yaml"
};
static const unsigned char s100[] = {
#embed "../../Benchmarks/Suite/screens/yoga/yoga-profile.yaml"
};

const struct lb_screen lb_screens[] = {
    {"android-constraintlayout", "android-constraintlayout-advanced-chains.yaml", s0, sizeof s0},
    {"android-constraintlayout", "android-constraintlayout-aspect-ratio.yaml", s1, sizeof s1},
    {"android-constraintlayout", "android-constraintlayout-basic-chains.yaml", s2, sizeof s2},
    {"apple-collection-views", "apple-collection-inset-grid.yaml", s3, sizeof s3},
    {"apple-collection-views", "apple-collection-nested-groups.yaml", s4, sizeof s4},
    {"apple-guide", "apple-guide-complex-widths.yaml", s5, sizeof s5},
    {"apple-guide", "apple-guide-dynamic-height-columns.yaml", s6, sizeof s6},
    {"apple-guide", "apple-guide-dynamic-stack.yaml", s7, sizeof s7},
    {"apple-guide", "apple-guide-equal-white-space.yaml", s8, sizeof s8},
    {"apple-guide", "apple-guide-nested-stacks-rtl.yaml", s9, sizeof s9},
    {"apple-guide", "apple-guide-nested-stacks.yaml", s10, sizeof s10},
    {"apple-guide", "apple-guide-self-sizing-cells.yaml", s11, sizeof s11},
    {"coslayout", "coslayout-examples.yaml", s12, sizeof s12},
    {"coslayout", "coslayout-limits.yaml", s13, sizeof s13},
    {"css-classics", "css-card-grid.yaml", s14, sizeof s14},
    {"css-classics", "css-flex-grid.yaml", s15, sizeof s15},
    {"css-classics", "css-holy-grail.yaml", s16, sizeof s16},
    {"css-classics", "css-media-comments.yaml", s17, sizeof s17},
    {"css-classics", "css-search-page-rtl.yaml", s18, sizeof s18},
    {"css-classics", "css-search-page.yaml", s19, sizeof s19},
    {"dereguide", "dereguide-data-list.yaml", s20, sizeof s20},
    {"dereguide", "dereguide-options.yaml", s21, sizeof s21},
    {"dereguide", "dereguide-units.yaml", s22, sizeof s22},
    {"emeus", "emeus-details.yaml", s23, sizeof s23},
    {"emeus", "emeus-sidebar.yaml", s24, sizeof s24},
    {"emeus", "emeus-simple-grid.yaml", s25, sizeof s25},
    {"enaml", "enaml-button-ring.yaml", s26, sizeof s26},
    {"enaml", "enaml-find-replace.yaml", s27, sizeof s27},
    {"enaml", "enaml-fluid.yaml", s28, sizeof s28},
    {"fd-template-layout-cell", "fd-feed-list-rtl.yaml", s29, sizeof s29},
    {"fd-template-layout-cell", "fd-feed-list.yaml", s30, sizeof s30},
    {"gtk", "gtk-constraints-simple-rtl.yaml", s31, sizeof s31},
    {"gtk", "gtk-constraints-simple.yaml", s32, sizeof s32},
    {"gtk", "gtk-constraints-words.yaml", s33, sizeof s33},
    {"hjcapple-layoutkit", "hjcapple-layoutkit-around.yaml", s34, sizeof s34},
    {"hjcapple-layoutkit", "hjcapple-layoutkit-corners.yaml", s35, sizeof s35},
    {"hjcapple-layoutkit", "hjcapple-layoutkit-edges.yaml", s36, sizeof s36},
    {"jetcaster", "jetcaster-player.yaml", s37, sizeof s37},
    {"jetnews", "jetnews-home.yaml", s38, sizeof s38},
    {"kiwi", "kiwi-enaml-form.yaml", s39, sizeof s39},
    {"layout-framework-benchmark", "linkedin-feed-item-rtl.yaml", s40, sizeof s40},
    {"layout-framework-benchmark", "linkedin-feed-item-stack.yaml", s41, sizeof s41},
    {"layout-framework-benchmark", "linkedin-feed-item.yaml", s42, sizeof s42},
    {"layout-framework-benchmark", "linkedin-feed-list.yaml", s43, sizeof s43},
    {"linkedin-layoutkit", "linkedin-layoutkit-feed-item.yaml", s44, sizeof s44},
    {"linkedin-layoutkit", "linkedin-layoutkit-overlays.yaml", s45, sizeof s45},
    {"linkedin-layoutkit", "linkedin-layoutkit-skills-rtl.yaml", s46, sizeof s46},
    {"linkedin-layoutkit", "linkedin-layoutkit-skills.yaml", s47, sizeof s47},
    {"masonry", "masonry-animated-wide.yaml", s48, sizeof s48},
    {"masonry", "masonry-animated.yaml", s49, sizeof s49},
    {"masonry", "masonry-arrange.yaml", s50, sizeof s50},
    {"masonry", "masonry-array.yaml", s51, sizeof s51},
    {"masonry", "masonry-aspect-fit.yaml", s52, sizeof s52},
    {"masonry", "masonry-basic.yaml", s53, sizeof s53},
    {"masonry", "masonry-chaining.yaml", s54, sizeof s54},
    {"masonry", "masonry-distribute-length.yaml", s55, sizeof s55},
    {"masonry", "masonry-distribute-spacing.yaml", s56, sizeof s56},
    {"masonry", "masonry-label.yaml", s57, sizeof s57},
    {"masonry", "masonry-margin.yaml", s58, sizeof s58},
    {"masonry", "masonry-scroll.yaml", s59, sizeof s59},
    {"masonry", "masonry-sides.yaml", s60, sizeof s60},
    {"masonry", "masonry-table.yaml", s61, sizeof s61},
    {"masonry", "masonry-update.yaml", s62, sizeof s62},
    {"material", "material-date-picker.yaml", s63, sizeof s63},
    {"material", "material-settings-rtl.yaml", s64, sizeof s64},
    {"material", "material-settings.yaml", s65, sizeof s65},
    {"messagekit", "messagekit-chat.yaml", s66, sizeof s66},
    {"purelayout", "purelayout-demo-1.yaml", s67, sizeof s67},
    {"purelayout", "purelayout-demo-10-vertical.yaml", s68, sizeof s68},
    {"purelayout", "purelayout-demo-10.yaml", s69, sizeof s69},
    {"purelayout", "purelayout-demo-2.yaml", s70, sizeof s70},
    {"purelayout", "purelayout-demo-3.yaml", s71, sizeof s71},
    {"purelayout", "purelayout-demo-4-rtl.yaml", s72, sizeof s72},
    {"purelayout", "purelayout-demo-4.yaml", s73, sizeof s73},
    {"purelayout", "purelayout-demo-5.yaml", s74, sizeof s74},
    {"purelayout", "purelayout-demo-6.yaml", s75, sizeof s75},
    {"purelayout", "purelayout-demo-7-end.yaml", s76, sizeof s76},
    {"purelayout", "purelayout-demo-7.yaml", s77, sizeof s77},
    {"purelayout", "purelayout-demo-8.yaml", s78, sizeof s78},
    {"purelayout", "purelayout-demo-9.yaml", s79, sizeof s79},
    {"rally", "rally-overview.yaml", s80, sizeof s80},
    {"reply", "reply-adaptive.yaml", s81, sizeof s81},
    {"reply", "reply-mail-list-rtl.yaml", s82, sizeof s82},
    {"reply", "reply-mail-list.yaml", s83, sizeof s83},
    {"shrine", "shrine-login.yaml", s84, sizeof s84},
    {"shrine", "shrine-product-grid.yaml", s85, sizeof s85},
    {"shrine", "shrine-staggered-products.yaml", s86, sizeof s86},
    {"snapkit", "snapkit-scroll-view.yaml", s87, sizeof s87},
    {"snapkit", "snapkit-simple-layout.yaml", s88, sizeof s88},
    {"stevia", "stevia-login.yaml", s89, sizeof s89},
    {"table-view-cell", "table-view-cell-list.yaml", s90, sizeof s90},
    {"taffy", "taffy-deep-auto.yaml", s91, sizeof s91},
    {"taffy", "taffy-mixed.yaml", s92, sizeof s92},
    {"treehouse", "treehouse-form-rtl.yaml", s93, sizeof s93},
    {"treehouse", "treehouse-form.yaml", s94, sizeof s94},
    {"xlyautolayouteasy", "xlyautolayouteasy-simple-rtl.yaml", s95, sizeof s95},
    {"xlyautolayouteasy", "xlyautolayouteasy-simple.yaml", s96, sizeof s96},
    {"xlyautolayouteasy", "xlyautolayouteasy-table.yaml", s97, sizeof s97},
    {"yoga", "yoga-huge-nested.yaml", s98, sizeof s98},
    {"yoga", "yoga-nested-flex.yaml", s99, sizeof s99},
    {"yoga", "yoga-profile.yaml", s100, sizeof s100},
};

const int lb_screen_count = sizeof lb_screens / sizeof lb_screens[0];
