"""A notebook cell in a real browser, connected to a widget in this process.

The widget's module is loaded as notebooks load it, from a text in a blob. A small model replaces
the notebook's model. Messages in both directions use the widget protocol.
"""

from __future__ import annotations

import json

STUB = """
async ([name, source, state]) => {
  const events = new Map();
  const values = { ...state };
  const changed = new Set();
  const fire = (event, ...rest) => [...(events.get(event) ?? [])].forEach((then) => then(...rest));
  const model = {
    get: (key) => values[key],
    set: (key, value) => {
      if (JSON.stringify(values[key]) === JSON.stringify(value)) return;
      values[key] = value;
      changed.add(key);
      fire(`change:${key}`);
    },
    on: (event, then) => events.set(event, [...(events.get(event) ?? []), then]),
    off: (event, then) => events.set(event, (events.get(event) ?? []).filter((x) => x !== then)),
    save_changes: () => {
      const state = Object.fromEntries([...changed].map((key) => [key, values[key]]));
      changed.clear();
      if (Object.keys(state).length) talk({ method: "update", state });
    },
    send: (content) => talk({ method: "custom", content }),
  };
  const heard = (messages) => {
    for (const { method, state, content } of messages) {
      if (method === "custom") fire("msg:custom", content);
      else if (method === "update") {
        // as notebooks do: all values first, then who is to know
        const text = JSON.stringify;
        const news = Object.keys(state).filter((x) => text(values[x]) !== text(state[x]));
        for (const key of news) values[key] = state[key];
        for (const key of news) fire(`change:${key}`);
      }
    }
  };
  window.silent ??= {};
  window.asked ??= 0; // messages on their way
  const talk = async (data) => {
    if (silent[name]) return;
    asked += 1;
    heard(JSON.parse(await kernel(name, JSON.stringify(data))));
    asked -= 1;
  };
  const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const module = await import(address);
  const widget = await module.default();
  window.cells ??= {};
  const show = () => {
    const el = document.createElement("div");
    el.dataset.cell = name;
    document.querySelector("main").append(el);
    return widget.render({ model, el });
  };
  cells[name] = { model, heard, show, end: show() };
}
"""


REOPEN = """
async (states) => {
  const model_of = (id) => ({
    get: (key) => states[id].state[key],
    on: () => {}, off: () => {}, set: () => {}, save_changes: () => {}, send: () => {},
    widget_manager: { get_model: async (id) => states[id] && model_of(id) },
  });
  for (const [id, { model_name, state }] of Object.entries(states)) {
    if (model_name !== "AnyModel") continue;
    const address = URL.createObjectURL(new Blob([state._esm], { type: "text/javascript" }));
    const widget = (await import(address)).default();
    const el = document.createElement("div");
    document.querySelector("main").append(el);
    await widget.render({ model: model_of(id), el });
  }
}
"""


SHOWN = ("_picture_name",)  # the private traits that the page needs


class Notebook:
    """A page with cells; each cell shows one widget."""

    def __init__(self, browser, *, style="", body="", **options):
        context = browser.new_context(**{"viewport": {"width": 1100, "height": 900}, **options})
        context.set_default_timeout(15000)
        self.context, self.page = context, context.new_page()
        self.widgets, self.sent, self.messages = {}, {}, []
        self.page.on("pageerror", lambda error: self.messages.append(str(error)))
        self.page.on("console", lambda message: self.messages.append(message.text))
        self.page.expose_function("kernel", self._kernel)
        html = "<!doctype html><html lang=en><title>Notebook</title>"
        self.page.set_content(f"{html}<style>{style}</style><body {body}><main></main>")

    def _kernel(self, name, data):
        """Pass a message to a widget, and return the messages that the widget sends."""
        widget, sent = self.widgets[name], self.sent[name]
        sent.clear()
        widget._handle_msg({"content": {"data": json.loads(data)}, "buffers": []})
        return json.dumps(sent)

    def show(self, name, widget):
        """Show a widget in a new cell."""
        sent = self.sent[name] = []
        self.widgets[name] = widget

        def publish(_kind, data=None, **_more):
            if data and data.get("method") in ("update", "custom"):
                sent.append(json.loads(json.dumps(data)))

        widget.comm.publish_msg = publish
        state = json.loads(
            json.dumps({k: v for k, v in widget.get_state().items() if k in SHOWN or k[0] != "_"})
        )
        self.page.evaluate(STUB, [name, widget._esm, state])
        return self.page.locator(f"[data-cell={name}]").last

    def reopen(self, states):
        """Show all widgets of a saved notebook, without a kernel."""
        self.page.evaluate(REOPEN, states)

    def from_python(self, name, **traits):
        """Set traits of a widget and send them to the page."""
        self.sent[name].clear()
        for key, value in traits.items():
            setattr(self.widgets[name], key, value)
        self.page.evaluate("([name, sent]) => cells[name].heard(sent)", [name, self.sent[name]])

    def settled(self):
        """Wait until Python and the page have exchanged all messages."""
        self.page.wait_for_function("() => !asked")

    def until(self, expression, what=None):
        self.page.wait_for_function(expression, arg=what)

    def close(self):
        self.context.close()
        assert self.messages == []
