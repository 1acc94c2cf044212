"use strict";
// What all pages share: the data, elements, the head with its theme. All texts become text nodes, never markup.

const data = JSON.parse(document.getElementById("data").textContent);
const byId = id => document.getElementById(id);

/** Control characters and marks of writing direction as Java escapes, so that nothing is hidden or turned around. */
function visible(text) {
  return text.replace(/[\0-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    found => "\\u" + found.charCodeAt(0).toString(16).padStart(4, "0"));
}

/** An element with attributes and children; `class` and listeners are attributes like any other. */
function make(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value !== null) made.setAttribute(key, value);
  }
  made.append(...children.map(child => typeof child === "string" ? visible(child) : child));
  return made;
}

const fileName = file => file.slice(file.lastIndexOf("/") + 1);
const shortPlace = place => place ? fileName(place.file) + ":" + place.line : "";
const simpleClass = name => name.slice(name.lastIndexOf(".") + 1);
const wholePlace = place => place.file + ":" + place.line;
const plural = (count, one, many) => count + " " + (count === 1 ? one : many);

function copyButton(content, label) {
  return make("button", { type: "button", class: "copy", onclick: async event => {
    const button = event.currentTarget;
    button.textContent = await copied(content) ? "Copied" : "Not copied";
    setTimeout(() => button.textContent = label, 1500);
  } }, label);
}

/** Browsers without a clipboard for local files still copy what is selected. */
async function copied(content) {
  try {
    await navigator.clipboard.writeText(content);
    return true;
  } catch {
    const area = make("textarea", {});
    area.value = content;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}

const THEMES = ["auto", "light", "dark"];

function showTheme(theme) {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  byId("theme").textContent = "Theme: " + theme;
}

/** Local files have no storage in some browsers: then the theme lasts as long as the page. */
function storedTheme() {
  try {
    const theme = localStorage.getItem("jacana-theme");
    return THEMES.includes(theme) ? theme : "auto";
  } catch {
    return "auto";
  }
}

let theme = storedTheme();
showTheme(theme);
byId("theme").addEventListener("click", () => {
  theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
  showTheme(theme);
  try { localStorage.setItem("jacana-theme", theme); } catch { /* see storedTheme */ }
});

function makeHeader() {
  const { command, subject, figures, about, notes } = data.head;
  document.title = [visible(subject), "Jacana " + command].filter(part => part).join(": ");
  byId("command").textContent = command;
  byId("subject").textContent = visible(subject);
  byId("figures").textContent = visible(figures);
  byId("about-text").append(...about.map(line => make("p", {}, line)));
  if (notes.length) byId("about-text").append(make("ul", {}, ...notes.map(note => make("li", {}, note))));
}

makeHeader();
