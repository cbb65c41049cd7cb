extension Suite {
  /// The screens that other people wrote, by source.
  static let screens = [
    File(
      "android-constraintlayout-advanced-chains.yaml",
      PackageResources.android_constraintlayout_advanced_chains_yaml,
      of: "android-constraintlayout",
      byHand: AndroidConstraintLayoutAdvancedChainsFrames.layout),
    File(
      "android-constraintlayout-aspect-ratio.yaml",
      PackageResources.android_constraintlayout_aspect_ratio_yaml, of: "android-constraintlayout",
      byHand: AndroidConstraintLayoutAspectRatioFrames.layout),
    File(
      "android-constraintlayout-basic-chains.yaml",
      PackageResources.android_constraintlayout_basic_chains_yaml, of: "android-constraintlayout",
      byHand: AndroidConstraintLayoutBasicChainsFrames.layout),
    File(
      "apple-collection-inset-grid.yaml", PackageResources.apple_collection_inset_grid_yaml,
      of: "apple-collection-views",
      byHand: AppleCollectionInsetGridFrames.layout),
    File(
      "apple-collection-nested-groups.yaml", PackageResources.apple_collection_nested_groups_yaml,
      of: "apple-collection-views",
      byHand: AppleCollectionNestedGroupsFrames.layout),
    File(
      "apple-guide-complex-widths.yaml", PackageResources.apple_guide_complex_widths_yaml,
      of: "apple-guide",
      byHand: AppleGuideComplexWidthsFrames.layout),
    File(
      "apple-guide-dynamic-height-columns.yaml",
      PackageResources.apple_guide_dynamic_height_columns_yaml, of: "apple-guide",
      byHand: AppleGuideDynamicHeightColumnsFrames.layout),
    File(
      "apple-guide-dynamic-stack.yaml", PackageResources.apple_guide_dynamic_stack_yaml,
      of: "apple-guide",
      byHand: AppleGuideDynamicStackFrames.layout),
    File(
      "apple-guide-equal-white-space.yaml", PackageResources.apple_guide_equal_white_space_yaml,
      of: "apple-guide",
      byHand: AppleGuideEqualWhiteSpaceFrames.layout),
    File(
      "apple-guide-nested-stacks-rtl.yaml", PackageResources.apple_guide_nested_stacks_rtl_yaml,
      of: "apple-guide",
      byHand: AppleGuideNestedStacksRightToLeftFrames.layout),
    File(
      "apple-guide-nested-stacks.yaml", PackageResources.apple_guide_nested_stacks_yaml,
      of: "apple-guide",
      byHand: AppleGuideNestedStacksFrames.layout),
    File(
      "apple-guide-self-sizing-cells.yaml", PackageResources.apple_guide_self_sizing_cells_yaml,
      of: "apple-guide",
      byHand: AppleGuideSelfSizingCellsFrames.layout),
    File(
      "coslayout-examples.yaml", PackageResources.coslayout_examples_yaml, of: "coslayout",
      byHand: CoslayoutExamplesFrames.layout),
    File(
      "coslayout-limits.yaml", PackageResources.coslayout_limits_yaml, of: "coslayout",
      byHand: CoslayoutLimitsFrames.layout),
    File(
      "css-card-grid.yaml", PackageResources.css_card_grid_yaml, of: "css-classics",
      byHand: CssCardGridFrames.layout),
    File(
      "css-flex-grid.yaml", PackageResources.css_flex_grid_yaml, of: "css-classics",
      byHand: CssFlexGridFrames.layout),
    File(
      "css-holy-grail.yaml", PackageResources.css_holy_grail_yaml, of: "css-classics",
      byHand: CssHolyGrailFrames.layout),
    File(
      "css-media-comments.yaml", PackageResources.css_media_comments_yaml, of: "css-classics",
      byHand: CssMediaCommentsFrames.layout),
    File(
      "css-search-page-rtl.yaml", PackageResources.css_search_page_rtl_yaml, of: "css-classics",
      byHand: CssSearchPageRtlFrames.layout),
    File(
      "css-search-page.yaml", PackageResources.css_search_page_yaml, of: "css-classics",
      byHand: CssSearchPageFrames.layout),
    File(
      "dereguide-data-list.yaml", PackageResources.dereguide_data_list_yaml, of: "dereguide",
      byHand: DereguideDataListFrames.layout),
    File(
      "dereguide-options.yaml", PackageResources.dereguide_options_yaml, of: "dereguide",
      byHand: DereguideOptionsFrames.layout),
    File(
      "dereguide-units.yaml", PackageResources.dereguide_units_yaml, of: "dereguide",
      byHand: DereguideUnitsFrames.layout),
    File(
      "emeus-details.yaml", PackageResources.emeus_details_yaml, of: "emeus",
      byHand: EmeusDetailsFrames.layout),
    File(
      "emeus-sidebar.yaml", PackageResources.emeus_sidebar_yaml, of: "emeus",
      byHand: EmeusSidebarFrames.layout),
    File(
      "emeus-simple-grid.yaml", PackageResources.emeus_simple_grid_yaml, of: "emeus",
      byHand: EmeusSimpleGridFrames.layout),
    File(
      "enaml-button-ring.yaml", PackageResources.enaml_button_ring_yaml, of: "enaml",
      byHand: EnamlButtonRingFrames.layout),
    File(
      "enaml-find-replace.yaml", PackageResources.enaml_find_replace_yaml, of: "enaml",
      byHand: EnamlFindReplaceFrames.layout),
    File(
      "enaml-fluid.yaml", PackageResources.enaml_fluid_yaml, of: "enaml",
      byHand: EnamlFluidFrames.layout),
    File(
      "fd-feed-list-rtl.yaml", PackageResources.fd_feed_list_rtl_yaml,
      of: "fd-template-layout-cell",
      byHand: FdFeedListRtlFrames.layout),
    File(
      "fd-feed-list.yaml", PackageResources.fd_feed_list_yaml, of: "fd-template-layout-cell",
      byHand: FdFeedListFrames.layout),
    File(
      "gtk-constraints-simple-rtl.yaml", PackageResources.gtk_constraints_simple_rtl_yaml,
      of: "gtk",
      byHand: GtkConstraintsSimpleRtlFrames.layout),
    File(
      "gtk-constraints-simple.yaml", PackageResources.gtk_constraints_simple_yaml, of: "gtk",
      byHand: GtkConstraintsSimpleFrames.layout),
    File(
      "gtk-constraints-words.yaml", PackageResources.gtk_constraints_words_yaml, of: "gtk",
      byHand: GtkConstraintsWordsFrames.layout),
    File(
      "hjcapple-layoutkit-around.yaml", PackageResources.hjcapple_layoutkit_around_yaml,
      of: "hjcapple-layoutkit",
      byHand: HjcappleLayoutkitAroundFrames.layout),
    File(
      "hjcapple-layoutkit-corners.yaml", PackageResources.hjcapple_layoutkit_corners_yaml,
      of: "hjcapple-layoutkit",
      byHand: HjcappleLayoutkitCornersFrames.layout),
    File(
      "hjcapple-layoutkit-edges.yaml", PackageResources.hjcapple_layoutkit_edges_yaml,
      of: "hjcapple-layoutkit",
      byHand: HjcappleLayoutkitEdgesFrames.layout),
    File(
      "jetcaster-player.yaml", PackageResources.jetcaster_player_yaml, of: "jetcaster",
      byHand: JetcasterPlayerFrames.layout),
    File(
      "jetnews-home.yaml", PackageResources.jetnews_home_yaml, of: "jetnews",
      byHand: JetnewsHomeFrames.layout),
    File(
      "kiwi-enaml-form.yaml", PackageResources.kiwi_enaml_form_yaml, of: "kiwi",
      byHand: KiwiEnamlFormFrames.layout),
    File(
      "linkedin-feed-item-rtl.yaml", PackageResources.linkedin_feed_item_rtl_yaml,
      of: "layout-framework-benchmark",
      byHand: LinkedinFeedItemRtlFrames.layout),
    File(
      "linkedin-feed-item-stack.yaml", PackageResources.linkedin_feed_item_stack_yaml,
      of: "layout-framework-benchmark",
      byHand: LinkedinFeedItemStackFrames.layout),
    File(
      "linkedin-feed-item.yaml", PackageResources.linkedin_feed_item_yaml,
      of: "layout-framework-benchmark",
      byHand: LinkedinFeedItemFrames.layout),
    File(
      "linkedin-feed-list.yaml", PackageResources.linkedin_feed_list_yaml,
      of: "layout-framework-benchmark",
      byHand: LinkedinFeedListFrames.layout),
    File(
      "linkedin-layoutkit-feed-item.yaml", PackageResources.linkedin_layoutkit_feed_item_yaml,
      of: "linkedin-layoutkit",
      byHand: LinkedinLayoutkitFeedItemFrames.layout),
    File(
      "linkedin-layoutkit-overlays.yaml", PackageResources.linkedin_layoutkit_overlays_yaml,
      of: "linkedin-layoutkit",
      byHand: LinkedinLayoutkitOverlaysFrames.layout),
    File(
      "linkedin-layoutkit-skills-rtl.yaml", PackageResources.linkedin_layoutkit_skills_rtl_yaml,
      of: "linkedin-layoutkit",
      byHand: LinkedinLayoutkitSkillsRtlFrames.layout),
    File(
      "linkedin-layoutkit-skills.yaml", PackageResources.linkedin_layoutkit_skills_yaml,
      of: "linkedin-layoutkit",
      byHand: LinkedinLayoutkitSkillsFrames.layout),
    File(
      "masonry-animated-wide.yaml", PackageResources.masonry_animated_wide_yaml, of: "masonry",
      byHand: MasonryAnimatedWideFrames.layout),
    File(
      "masonry-animated.yaml", PackageResources.masonry_animated_yaml, of: "masonry",
      byHand: MasonryAnimatedFrames.layout),
    File(
      "masonry-arrange.yaml", PackageResources.masonry_arrange_yaml, of: "masonry",
      byHand: MasonryArrangeFrames.layout),
    File(
      "masonry-array.yaml", PackageResources.masonry_array_yaml, of: "masonry",
      byHand: MasonryArrayFrames.layout),
    File(
      "masonry-aspect-fit.yaml", PackageResources.masonry_aspect_fit_yaml, of: "masonry",
      byHand: MasonryAspectFitFrames.layout),
    File(
      "masonry-basic.yaml", PackageResources.masonry_basic_yaml, of: "masonry",
      byHand: MasonryBasicFrames.layout),
    File(
      "masonry-chaining.yaml", PackageResources.masonry_chaining_yaml, of: "masonry",
      byHand: MasonryChainingFrames.layout),
    File(
      "masonry-distribute-length.yaml", PackageResources.masonry_distribute_length_yaml,
      of: "masonry",
      byHand: MasonryDistributeLengthFrames.layout),
    File(
      "masonry-distribute-spacing.yaml", PackageResources.masonry_distribute_spacing_yaml,
      of: "masonry",
      byHand: MasonryDistributeSpacingFrames.layout),
    File(
      "masonry-label.yaml", PackageResources.masonry_label_yaml, of: "masonry",
      byHand: MasonryLabelFrames.layout),
    File(
      "masonry-margin.yaml", PackageResources.masonry_margin_yaml, of: "masonry",
      byHand: MasonryMarginFrames.layout),
    File(
      "masonry-scroll.yaml", PackageResources.masonry_scroll_yaml, of: "masonry",
      byHand: MasonryScrollFrames.layout),
    File(
      "masonry-sides.yaml", PackageResources.masonry_sides_yaml, of: "masonry",
      byHand: MasonrySidesFrames.layout),
    File(
      "masonry-table.yaml", PackageResources.masonry_table_yaml, of: "masonry",
      byHand: MasonryTableFrames.layout),
    File(
      "masonry-update.yaml", PackageResources.masonry_update_yaml, of: "masonry",
      byHand: MasonryUpdateFrames.layout),
    File(
      "material-date-picker.yaml", PackageResources.material_date_picker_yaml, of: "material",
      byHand: MaterialDatePickerFrames.layout),
    File(
      "material-settings-rtl.yaml", PackageResources.material_settings_rtl_yaml, of: "material",
      byHand: MaterialSettingsRightToLeftFrames.layout),
    File(
      "material-settings.yaml", PackageResources.material_settings_yaml, of: "material",
      byHand: MaterialSettingsFrames.layout),
    File(
      "messagekit-chat.yaml", PackageResources.messagekit_chat_yaml, of: "messagekit",
      byHand: MessageKitChatFrames.layout),
    File(
      "purelayout-demo-1.yaml", PackageResources.purelayout_demo_1_yaml, of: "purelayout",
      byHand: PurelayoutDemo1Frames.layout),
    File(
      "purelayout-demo-10-vertical.yaml", PackageResources.purelayout_demo_10_vertical_yaml,
      of: "purelayout",
      byHand: PurelayoutDemo10VerticalFrames.layout),
    File(
      "purelayout-demo-10.yaml", PackageResources.purelayout_demo_10_yaml, of: "purelayout",
      byHand: PurelayoutDemo10Frames.layout),
    File(
      "purelayout-demo-2.yaml", PackageResources.purelayout_demo_2_yaml, of: "purelayout",
      byHand: PurelayoutDemo2Frames.layout),
    File(
      "purelayout-demo-3.yaml", PackageResources.purelayout_demo_3_yaml, of: "purelayout",
      byHand: PurelayoutDemo3Frames.layout),
    File(
      "purelayout-demo-4-rtl.yaml", PackageResources.purelayout_demo_4_rtl_yaml, of: "purelayout",
      byHand: PurelayoutDemo4RtlFrames.layout),
    File(
      "purelayout-demo-4.yaml", PackageResources.purelayout_demo_4_yaml, of: "purelayout",
      byHand: PurelayoutDemo4Frames.layout),
    File(
      "purelayout-demo-5.yaml", PackageResources.purelayout_demo_5_yaml, of: "purelayout",
      byHand: PurelayoutDemo5Frames.layout),
    File(
      "purelayout-demo-6.yaml", PackageResources.purelayout_demo_6_yaml, of: "purelayout",
      byHand: PurelayoutDemo6Frames.layout),
    File(
      "purelayout-demo-7-end.yaml", PackageResources.purelayout_demo_7_end_yaml, of: "purelayout",
      byHand: PurelayoutDemo7EndFrames.layout),
    File(
      "purelayout-demo-7.yaml", PackageResources.purelayout_demo_7_yaml, of: "purelayout",
      byHand: PurelayoutDemo7Frames.layout),
    File(
      "purelayout-demo-8.yaml", PackageResources.purelayout_demo_8_yaml, of: "purelayout",
      byHand: PurelayoutDemo8Frames.layout),
    File(
      "purelayout-demo-9.yaml", PackageResources.purelayout_demo_9_yaml, of: "purelayout",
      byHand: PurelayoutDemo9Frames.layout),
    File(
      "rally-overview.yaml", PackageResources.rally_overview_yaml, of: "rally",
      byHand: RallyOverviewFrames.layout),
    File(
      "reply-mail-list-rtl.yaml", PackageResources.reply_mail_list_rtl_yaml, of: "reply",
      byHand: ReplyMailListRightToLeftFrames.layout),
    File(
      "reply-mail-list.yaml", PackageResources.reply_mail_list_yaml, of: "reply",
      byHand: ReplyMailListFrames.layout),
    File(
      "shrine-login.yaml", PackageResources.shrine_login_yaml, of: "shrine",
      byHand: ShrineLoginFrames.layout),
    File(
      "shrine-product-grid.yaml", PackageResources.shrine_product_grid_yaml, of: "shrine",
      byHand: ShrineProductGridFrames.layout),
    File(
      "shrine-staggered-products.yaml", PackageResources.shrine_staggered_products_yaml,
      of: "shrine",
      byHand: ShrineStaggeredProductsFrames.layout),
    File(
      "snapkit-scroll-view.yaml", PackageResources.snapkit_scroll_view_yaml, of: "snapkit",
      byHand: SnapkitScrollViewFrames.layout),
    File(
      "snapkit-simple-layout.yaml", PackageResources.snapkit_simple_layout_yaml, of: "snapkit",
      byHand: SnapkitSimpleLayoutFrames.layout),
    File(
      "stevia-login.yaml", PackageResources.stevia_login_yaml, of: "stevia",
      byHand: SteviaLoginFrames.layout),
    File(
      "table-view-cell-list.yaml", PackageResources.table_view_cell_list_yaml,
      of: "table-view-cell",
      byHand: TableViewCellListFrames.layout),
    File(
      "taffy-deep-auto.yaml", PackageResources.taffy_deep_auto_yaml, of: "taffy",
      byHand: TaffyDeepAutoFrames.layout),
    File(
      "taffy-mixed.yaml", PackageResources.taffy_mixed_yaml, of: "taffy",
      byHand: TaffyMixedFrames.layout),
    File(
      "treehouse-form-rtl.yaml", PackageResources.treehouse_form_rtl_yaml, of: "treehouse",
      byHand: TreehouseFormRightToLeftFrames.layout),
    File(
      "treehouse-form.yaml", PackageResources.treehouse_form_yaml, of: "treehouse",
      byHand: TreehouseFormFrames.layout),
    File(
      "xlyautolayouteasy-simple-rtl.yaml", PackageResources.xlyautolayouteasy_simple_rtl_yaml,
      of: "xlyautolayouteasy",
      byHand: XlyautolayouteasySimpleRtlFrames.layout),
    File(
      "xlyautolayouteasy-simple.yaml", PackageResources.xlyautolayouteasy_simple_yaml,
      of: "xlyautolayouteasy",
      byHand: XlyautolayouteasySimpleFrames.layout),
    File(
      "xlyautolayouteasy-table.yaml", PackageResources.xlyautolayouteasy_table_yaml,
      of: "xlyautolayouteasy",
      byHand: XlyautolayouteasyTableFrames.layout),
    File(
      "yoga-huge-nested.yaml", PackageResources.yoga_huge_nested_yaml, of: "yoga",
      byHand: YogaHugeNestedFrames.layout),
    File(
      "yoga-nested-flex.yaml", PackageResources.yoga_nested_flex_yaml, of: "yoga",
      byHand: YogaNestedFlexFrames.layout),
    File(
      "yoga-profile.yaml", PackageResources.yoga_profile_yaml, of: "yoga",
      byHand: YogaProfileFrames.layout),
  ]
}
