// Completions in the search boxes: a list box for arrow keys, Enter and Escape.
// Without this script the boxes are plain inputs.
"use strict";

const WAIT = 120; // milliseconds without a key press before a request
const MIN_LETTERS = 2;

function addCompletions(box) {
  const list = document.createElement("ul");
  list.id = `${box.id}-completions`;
  list.className = "completions";
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", "Completions");
  list.hidden = true;
  box.after(list);
  box.setAttribute("role", "combobox");
  box.setAttribute("aria-autocomplete", "list");
  box.setAttribute("aria-controls", list.id);
  box.setAttribute("aria-expanded", "false");
  let typed = box.value;
  let chosen = -1;
  let timer = 0;
  let requests = 0;

  function show(texts) {
    list.replaceChildren(...texts.map((text, at) => {
      const option = document.createElement("li");
      option.id = `${list.id}-${at}`;
      option.setAttribute("role", "option");
      option.setAttribute("aria-selected", "false");
      option.dir = "auto";
      option.textContent = text;
      return option;
    }));
    chosen = -1;
    list.hidden = texts.length === 0;
    box.setAttribute("aria-expanded", String(!list.hidden));
    box.removeAttribute("aria-activedescendant");
  }

  async function complete() {
    const number = ++requests;
    typed = box.value;
    if (typed.trim().length < MIN_LETTERS) return show([]);
    let found = [];
    try {
      const answer = await fetch(`/api/complete?limit=8&q=${encodeURIComponent(typed.slice(0, 200))}`);
      if (answer.ok) found = await answer.json();
    } catch {
      // the server is down
    }
    if (number === requests && document.activeElement === box) show(found.map((each) => each.text));
  }

  function choose(at) {
    const options = list.children;
    if (chosen >= 0) options[chosen].setAttribute("aria-selected", "false");
    chosen = at;
    if (at < 0) {
      box.value = typed;
      box.removeAttribute("aria-activedescendant");
      return;
    }
    options[at].setAttribute("aria-selected", "true");
    box.setAttribute("aria-activedescendant", options[at].id);
    box.value = options[at].textContent;
  }

  box.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(complete, WAIT);
  });
  box.addEventListener("keydown", (event) => {
    if (list.hidden || event.isComposing) return;
    const count = list.children.length + 1; // plus the typed text
    if (event.key === "ArrowDown") choose(((chosen + 2) % count) - 1);
    else if (event.key === "ArrowUp") choose(((chosen + count) % count) - 1);
    else if (event.key === "Escape") {
      choose(-1);
      show([]);
    } else return;
    event.preventDefault();
  });
  box.addEventListener("blur", () => {
    requests += 1; // answers that arrive now are too late
    show([]);
  });
  // On mousedown, before the box loses the focus and the list with it.
  list.addEventListener("mousedown", (event) => {
    const at = [...list.children].indexOf(event.target.closest("li"));
    event.preventDefault();
    if (at < 0) return;
    choose(at);
    box.form.requestSubmit();
  });
}

for (const box of document.querySelectorAll("input[type=search][data-complete]")) addCompletions(box);
