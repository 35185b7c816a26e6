// What a page does by itself. The theme's own script, 114 kB, is asked for when somebody searches.
"use strict";
{
  const { body, documentElement: root } = document;
  const bundle = document.currentScript.dataset.bundle;
  root.classList.replace("no-js", "js");

  // Light or dark, as chosen here or else as the system says; kept where the theme keeps it.
  const choices = [...document.querySelectorAll(".md-option")];
  const show = () => {
    for (const choice of choices) {
      choice.checked = choice.dataset.mdColorScheme === body.dataset.mdColorScheme;
      choice.nextElementSibling.hidden = !choice.checked;
    }
  };
  choices.forEach((choice, index) =>
    choice.addEventListener("change", () => {
      const { mdColorMedia: media, mdColorScheme: scheme, mdColorPrimary: primary, mdColorAccent: accent } =
        choice.dataset;
      body.dataset.mdColorScheme = scheme;
      __md_set("__palette", { index, color: { media, scheme, primary, accent } });
      show();
    }),
  );
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", ({ matches }) => {
    if (!__md_get("__palette")) body.dataset.mdColorScheme = matches ? "slate" : "default";
    show();
  });
  show();

  // Search: the first touch fetches the theme's script, which takes over from there.
  const query = document.querySelector(".md-search__input");
  let asked = false;
  const search = () => {
    if (asked) return;
    asked = true;
    const script = document.createElement("script");
    script.src = bundle;
    script.onload = () => {
      if (document.activeElement !== query) return;
      query.blur(); // the theme opens the list when the field is focused
      query.focus();
    };
    body.append(script);
  };
  query.addEventListener("focus", search);
  document.getElementById("__search").addEventListener("change", search);
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input:not([type=radio], [type=checkbox]), textarea, select");
    if (asked || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!["f", "s", "/"].includes(event.key)) return;
    event.preventDefault();
    query.focus();
  });

  // Code wider than its box can be scrolled with keys.
  const reach = () => {
    for (const code of document.querySelectorAll("pre > code")) {
      if (code.scrollWidth > code.clientWidth) code.tabIndex = 0;
      else code.removeAttribute("tabindex");
    }
  };
  addEventListener("resize", reach);
  reach();

  // Each block of code has a button that copies it. Of an interactive session it copies only what
  // a reader would type: without prompts (>>> and ...), and without what Python answered.
  const typed = (text) => {
    if (!text.startsWith(">>> ")) return text;
    return text
      .split("\n")
      .filter((line) => /^(>>>|\.\.\.)( |$)/.test(line))
      .map((line) => line.slice(4))
      .join("\n");
  };
  for (const code of document.querySelectorAll("pre > code")) {
    const block = code.closest(".highlight") ?? code.parentElement;
    if (block.matches(".said, .doc-signature") || block.parentElement.matches(".said")) continue;
    const button = document.createElement("button");
    button.className = "copy";
    button.type = "button";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(typed(code.textContent.trimEnd()));
        button.textContent = "Copied";
      } catch {
        button.textContent = "Not allowed"; // the browser allows it only on https and localhost
      }
      setTimeout(() => (button.textContent = "Copy"), 1500);
    });
    block.classList.add("copyable");
    block.append(button);
  }

  // The heading that is read is marked in the contents.
  const links = [...document.querySelectorAll(".md-nav--secondary .md-nav__link")];
  const heads = links.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))));
  let waiting = false;
  const mark = () => {
    waiting = false;
    const at = heads.findLastIndex((head) => head && head.getBoundingClientRect().top < 96);
    links.forEach((link, k) => link.classList.toggle("md-nav__link--active", k === at));
  };
  addEventListener(
    "scroll",
    () => {
      if (!waiting) requestAnimationFrame(mark);
      waiting = true;
    },
    { passive: true },
  );
}
