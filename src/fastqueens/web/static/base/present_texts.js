// The texts of base/present.js, in English.

export const P = {
  back: "Back",
  next: "Next",
  leave: "Leave",
  controls: "Presentation",
  how: "Page Down and Right go on, Page Up and Left go back, Escape leaves.",
};
