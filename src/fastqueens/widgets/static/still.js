// The only wish of the system that the player needs of look.js.

export const still = matchMedia("(prefers-reduced-motion: reduce)");
