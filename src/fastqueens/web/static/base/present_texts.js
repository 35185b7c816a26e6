// The texts of base/present.js, in English.

export const P = {
  back: "Back",
  next: "Next",
  leave: "Leave",
  controls: "Presentation",
  how: "Press Page Down or → for the next part, Page Up or ← for the part before, and Escape to end.",
};
