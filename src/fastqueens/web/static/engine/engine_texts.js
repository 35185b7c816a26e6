// The texts about the engine inside the page.

export const T = {
  /** @param {number} percent */
  engineLoads: (percent) => `The engine is loading: ${percent} %`,
  engineReady: "The engine is ready.",
  engineBroken: "The engine has failed and starts again. Please try again.",
  noMemory: "The browser has too little memory for this. Close other pages, or choose a smaller task.",
};
