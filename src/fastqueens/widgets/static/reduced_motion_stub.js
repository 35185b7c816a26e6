// The only wish of the system that the player needs of board_style.js.

export const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
