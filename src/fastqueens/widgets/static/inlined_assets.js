// What files hold: scripts.py writes it into the joined module, in place of this one.

/** The symbols that buttons show, an SVG document. */
export const PICTURES = "<svg/>";

/** @type {any} the content of palette.json */
export const PALETTE = null;
