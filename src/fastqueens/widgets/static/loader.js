// The module of each widget in a notebook. It loads the widget's code, which is stored only once
// in the notebook: as a trait of a model that all widgets of one kind share.

/** @typedef {import("./widget_shell.js").Model} Model */

/** @param {Model} model @returns {Promise<any>} */
async function findCode(model) {
  const id = model.get("_code").replace("IPY_MODEL_", "");
  return model.widget_manager.get_model(id);
}

/**
 * Asks the kernel for the code. This is for front ends that cannot find another model.
 * @param {Model} model
 * @returns {Promise<any>}
 */
function askForCode(model) {
  return new Promise((resolve) => {
    model.on("msg:custom", (message) => {
      if (message?.id === "code") resolve({ get: () => message.answer });
    });
    model.send({ id: "code", ask: "code" });
  });
}

/** @param {string} text */
async function importText(text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  try {
    return await import(address);
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** @param {Model} model */
async function load(model) {
  const code = await findCode(model).catch(() => askForCode(model));
  // All widgets of a page share the imported module, too.
  code.fastqueensModule ??= importText(code.get("text"));
  return (await code.fastqueensModule).default();
}

export default () => {
  /** @type {Promise<any> | null} */
  let widget = null;
  return {
    /** @param {{model: Model, el: HTMLElement}} cell */
    async render(cell) {
      widget ??= load(cell.model);
      return (await widget).render(cell);
    },
  };
};
