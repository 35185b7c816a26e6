// Replaces board_style.js in the bundle: the player needs only this system setting.

export const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
