// Placeholders for the icons and the palette; bundler.py writes their real content into the bundle.

/** The icons of the buttons, as an SVG document. */
export const PICTURES = "<svg/>";

/** The content of palette.json. @type {any} */
export const PALETTE = null;
