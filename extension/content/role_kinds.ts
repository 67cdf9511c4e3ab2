/** Kinds of roles that several steps ask for. */

/** Roles whose name may come from what they contain. */
export const NAMED_BY_CONTENT = new Set(
  "button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox menuitemradio option radio row rowheader switch tab tooltip treeitem".split(" "),
);

/** Roles that a person operates. */
export const CONTROLS = new Set(
  ("button link textbox searchbox combobox listbox checkbox radio switch slider spinbutton tab menuitem menuitemcheckbox " +
    "menuitemradio option treeitem scrollbar color date datetime file").split(" "),
);
