"use strict";
// The list draws only the rows in sight; the details are made when a finding is opened. All texts become text nodes, never markup.

const data = JSON.parse(document.getElementById("data").textContent);
const findings = data.findings;
const rules = new Map(data.rules.map(rule => [rule.id, rule]));
const byFingerprint = new Map(findings.map((finding, number) => [finding.fingerprint, number]));
const IMPORTANCES = ["bug", "likely", "possible"];
const ROW_HEIGHT = 46, ROWS_BESIDE_WINDOW = 10;
const LINES_AROUND_FINDING = 4, LINES_AROUND_STEP = 1;
const MAX_CONDITIONS_PER_LINE = 4, MAX_OWN_FRAMES = 10;
const byId = id => document.getElementById(id);
const list = byId("list"), rows = byId("rows"), details = byId("details"), search = byId("search");

/** Numbers of the findings that pass the filters, in the order of the report. */
let passing = [];
/** Number of the finding whose details are shown, or -1. */
let opened = -1;

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
const plural = (count, one, many) => count + " " + (count === 1 ? one : many);

// Filters

const words = [];

/** What the text filter looks at. */
function wordsOf(number) {
  const f = findings[number];
  return words[number] ??= [
    f.message, f.rule, f.importance, f.class + "." + f.method, f.place?.file, f.fingerprint, ...f.why,
    ...f.inputs.map(input => input.name + " = " + input.value), ...f.path.map(step => step.condition),
    ...f.stack.map(frame => frame.method),
  ].join("\n").toLowerCase();
}

function filter() {
  const wanted = search.value.toLowerCase().split(/\s+/).filter(word => word);
  const importances = new Set(IMPORTANCES.filter(importance => byId("importance-" + importance).checked));
  const rule = byId("rule").value, state = byId("state").value;
  passing = [];
  findings.forEach((finding, number) => {
    const passes = importances.has(finding.importance) && (!rule || finding.rule === rule)
      && (!state || finding.known === (state === "known"));
    if (passes && wanted.every(word => wordsOf(number).includes(word))) passing.push(number);
  });
  byId("count").textContent = passing.length + " of " + findings.length;
  rows.style.height = passing.length * ROW_HEIGHT + "px";
  if (!passing.includes(opened)) {
    list.scrollTop = 0;
    open(passing.length ? passing[0] : -1);
  }
  draw();
}

function countBy(of) {
  const counts = new Map();
  for (const finding of findings) counts.set(of(finding), (counts.get(of(finding)) ?? 0) + 1);
  return counts;
}

function makeFilters() {
  const importances = countBy(finding => finding.importance);
  for (const importance of IMPORTANCES) {
    const box = make("input", { type: "checkbox", id: "importance-" + importance, checked: "", onchange: filter });
    byId("importance").append(make("label", { class: importance }, box, importance + " " + (importances.get(importance) ?? 0)));
  }
  const counted = countBy(finding => finding.rule);
  byId("rule").append(make("option", { value: "" }, "every rule"));
  for (const { id } of data.rules) {
    if (counted.has(id)) byId("rule").append(make("option", { value: id }, id + " (" + counted.get(id) + ")"));
  }
  const known = findings.filter(finding => finding.known).length;
  byId("state").append(
    make("option", { value: "" }, "new and known"),
    make("option", { value: "new" }, "new (" + (findings.length - known) + ")"),
    make("option", { value: "known" }, "known (" + known + ")"));
}

// The list

/** Draws the rows in sight and a few beside them. */
function draw() {
  const first = Math.max(0, Math.floor(list.scrollTop / ROW_HEIGHT) - ROWS_BESIDE_WINDOW);
  const end = Math.min(passing.length, Math.ceil((list.scrollTop + list.clientHeight) / ROW_HEIGHT) + ROWS_BESIDE_WINDOW);
  const drawn = [];
  for (let at = first; at < end; at++) drawn.push(row(at));
  if (!passing.length) {
    drawn.push(make("div", { class: "empty" }, findings.length ? "No finding passes the filters." : "Nothing was found."));
  }
  rows.replaceChildren(...drawn);
  const at = passing.indexOf(opened);
  if (at >= first && at < end) list.setAttribute("aria-activedescendant", "row-" + at);
  else list.removeAttribute("aria-activedescendant");
}

function row(at) {
  const finding = findings[passing[at]];
  const where = [finding.rule, simpleClass(finding.class) + "." + finding.method, shortPlace(finding.place), finding.known ? "known" : ""];
  return make("div", {
    id: "row-" + at, role: "option", class: "row " + finding.importance + (finding.known ? " known" : ""),
    style: "top:" + at * ROW_HEIGHT + "px", "aria-selected": String(passing[at] === opened),
    "aria-setsize": passing.length, "aria-posinset": at + 1, title: finding.message, "data-number": passing[at],
  },
  make("div", { class: "what" }, make("span", { class: "dot", role: "img", "aria-label": finding.importance }), finding.message),
  make("div", { class: "where" }, where.filter(part => part).join("  \u00b7  ")));
}

function move(by) {
  if (!passing.length) return;
  const at = passing.indexOf(opened);
  const next = Math.min(passing.length - 1, Math.max(0, at + by));
  open(passing[next]);
}

function reveal() {
  const at = passing.indexOf(opened);
  if (at < 0) return;
  const top = at * ROW_HEIGHT;
  if (top < list.scrollTop) list.scrollTop = top;
  else if (top + ROW_HEIGHT > list.scrollTop + list.clientHeight) list.scrollTop = top + ROW_HEIGHT - list.clientHeight;
}

/** Browsers refuse many changes of the address in a row, so only the finding where somebody stays gets there. */
let addressing;

/** Shows a finding and makes it the address of the page. */
function open(number) {
  opened = number;
  details.replaceChildren(...(number < 0 ? [] : describe(findings[number])));
  details.scrollTop = 0;
  reveal();
  draw();
  clearTimeout(addressing);
  if (number >= 0) addressing = setTimeout(() => history.replaceState(null, "", "#" + findings[number].fingerprint), 200);
}

/** Opens the finding of the address, even if the filters hide it. */
function openLinked() {
  const number = byFingerprint.get(location.hash.slice(1));
  if (number === undefined || number === opened) return;
  if (!passing.includes(number)) clearFilters();
  open(number);
}

function clearFilters() {
  search.value = byId("rule").value = byId("state").value = "";
  for (const importance of IMPORTANCES) byId("importance-" + importance).checked = true;
  filter();
}

// Details

function describe(finding) {
  const rule = rules.get(finding.rule);
  const parts = [
    make("div", { class: "tags" },
      make("span", { class: "tag " + finding.importance }, finding.importance),
      make("span", { class: "tag", title: rule.about }, finding.rule),
      make("span", { class: "tag" }, finding.known ? "known" : "new")),
    make("h2", {}, finding.message),
    make("p", { class: "call" }, finding.class + "." + finding.method),
    make("p", { class: "call" }, finding.place ? finding.place.file + ":" + finding.place.line : "no line of the project is known"),
  ];
  const section = (title, ...content) => parts.push(make("h3", {}, ...[title].flat()), ...content);
  if (finding.why.length) section("Why it matters", make("ul", {}, ...finding.why.map(why => make("li", {}, why))));
  if (finding.inputs.length) section("Inputs", inputs(finding.inputs));
  const boxes = sourceBoxes(finding);
  if (boxes.length) section(finding.path.length ? "Source, with the branches on the path" : "Source", ...boxes);
  if (finding.stack.length) section("Stack", stack(finding.stack));
  if (finding.test) {
    const { file, name, source } = finding.test;
    section(["Test ", make("span", { class: "file" }, name + " in " + file), copyButton(source, "Copy test")],
      make("div", { class: "box" }, make("pre", { class: "test" }, ...coloured(source))));
  }
  section("About " + finding.rule, make("p", { class: "advice" }, rule.about + " " + rule.advice));
  section(["Fingerprint ", make("a", { class: "file print-mark", href: "#" + finding.fingerprint }, finding.fingerprint),
    copyButton(finding.fingerprint, "Copy")]);
  return parts;
}

function inputs(values) {
  return make("table", { class: "inputs" }, ...values.map(input =>
    make("tr", {}, make("th", { scope: "row" }, input.name), make("td", {}, input.value))));
}

/** For each file the lines that the finding refers to, those of the path with their conditions. */
function sourceBoxes(finding) {
  const files = new Map();
  const mark = place => {
    if (!files.has(place.file)) files.set(place.file, new Map());
    const lines = files.get(place.file);
    if (!lines.has(place.line)) lines.set(place.line, { conditions: [], isHere: false });
    return lines.get(place.line);
  };
  if (finding.place) mark(finding.place).isHere = true;
  finding.path.forEach((step, at) => mark(step.place).conditions.push([at + 1, step.condition]));
  for (const frame of finding.stack) if (frame.is_own && frame.place?.has_source) mark(frame.place);
  return [...files].map(([file, marks]) => make("div", { class: "box" },
    make("div", { class: "name" }, file), codeTable(data.sources[file] ?? {}, marks)));
}

function codeTable(texts, marks) {
  const shown = new Set();
  for (const [line, { isHere }] of marks) {
    const around = isHere ? LINES_AROUND_FINDING : LINES_AROUND_STEP;
    for (let near = line - around; near <= line + around; near++) if (near === line || near in texts) shown.add(near);
  }
  const table = make("table", { class: "code" });
  let last = null;
  for (const line of [...shown].sort((a, b) => a - b)) {
    if (last !== null && line > last + 1) {
      table.append(make("tr", { class: "gap" }, make("td", { class: "number" }, "\u22ee"), make("td", {})));
    }
    last = line;
    const mark = marks.get(line);
    const kind = !mark ? null : mark.isHere ? "here" : "step";
    table.append(make("tr", { class: kind }, make("td", { class: "number" }, String(line)),
      make("td", { class: "text" }, ...coloured(texts[line] ?? ""), ...conditions(mark?.conditions ?? []))));
  }
  return table;
}

function conditions(all) {
  const shown = all.slice(0, MAX_CONDITIONS_PER_LINE).map(([order, condition]) =>
    make("span", { class: "condition" }, make("span", { class: "order", title: "branch " + order + " of the path" }, String(order)), condition));
  if (all.length > shown.length) shown.push(make("span", { class: "condition" }, "and " + plural(all.length - shown.length, "more time", "more times")));
  return shown;
}

/** Own frames one by one, neighbouring frames of others and long recursion folded. */
function stack(frames) {
  const item = frame => make("li", {}, frame.method, make("span", { class: "at" }, frame.place ? "  " + shortPlace(frame.place) : ""));
  const items = [];
  const fold = (run, what) => run.length && items.push(
    make("li", {}, make("details", {}, make("summary", {}, run.length + " " + what), make("ol", {}, ...run.map(item)))));
  for (let at = 0; at < frames.length;) {
    let end = at + 1;
    while (end < frames.length && frames[end].is_own === frames[at].is_own) end++;
    const run = frames.slice(at, end);
    if (frames[at].is_own) {
      items.push(...run.slice(0, MAX_OWN_FRAMES).map(item));
      fold(run.slice(MAX_OWN_FRAMES), "more of the project");
    } else fold(run, "of the JDK or of libraries");
    at = end;
  }
  return make("ol", { class: "stack" }, ...items);
}

const TOKENS = new RegExp([
  /(?<comment>\/\/.*|\/\*[^]*?(?:\*\/|$))/, /(?<string>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')/,
  /(?<keyword>\b(?:abstract|assert|boolean|break|byte|case|catch|char|class|continue|default|do|double|else|enum|extends|final|finally|float|for|if|implements|import|instanceof|int|interface|long|native|new|package|private|protected|public|record|return|short|static|strictfp|super|switch|synchronized|this|throw|throws|transient|try|var|void|volatile|while|yield)\b|@\w+)/,
  /(?<literal>\b(?:\d[\w.]*|true|false|null)\b)/].map(part => part.source).join("|"), "g");

/** Java with its keywords, texts and comments in colours. */
function coloured(code) {
  const parts = [];
  let last = 0;
  for (const match of code.matchAll(TOKENS)) {
    const [kind] = Object.entries(match.groups).find(([, found]) => found !== undefined);
    parts.push(code.slice(last, match.index), make("span", { class: kind }, match[0]));
    last = match.index + match[0].length;
  }
  parts.push(code.slice(last));
  return parts;
}

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

// The page

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
  document.title = [data.project, "Jacana scan"].filter(part => part).join(": ");
  byId("project").textContent = data.project;
  byId("figures").textContent = [data.counts, data.baseline].filter(part => part).join("; ");
  const seconds = data.seconds === null ? null : "took " + data.seconds.toFixed(1) + " s";
  const run = ["Jacana " + data.version, data.jdk && "JDK " + data.jdk, seconds].filter(part => part).join(", ");
  byId("about-text").append(make("p", {}, data.work), make("p", {}, run));
  if (data.notes.length) byId("about-text").append(make("ul", {}, ...data.notes.map(note => make("li", {}, note))));
}

/** On paper the list is a table of all findings that pass the filters. */
function makePrinted() {
  const cells = finding => [finding.importance, finding.rule, finding.message, shortPlace(finding.place), finding.known ? "known" : "new", finding.fingerprint];
  const line = (kind, texts) => make("tr", {}, ...texts.map(text => make(kind, {}, text)));
  const head = make("thead", {}, line("th", ["importance", "rule", "finding", "place", "state", "fingerprint"]));
  const body = make("tbody", {}, ...passing.map(number => line("td", cells(findings[number]))));
  byId("printed").replaceChildren(make("h3", {}, plural(passing.length, "finding", "findings")), make("table", {}, head, body));
}

const pageOfRows = () => Math.max(1, Math.floor(list.clientHeight / ROW_HEIGHT) - 1);
const KEYS = {
  j: () => move(1), k: () => move(-1), ArrowDown: () => move(1), ArrowUp: () => move(-1),
  PageDown: () => move(pageOfRows()), PageUp: () => move(-pageOfRows()),
  Home: () => move(-findings.length), End: () => move(findings.length), Enter: () => details.focus(),
};
const KEYS_OF_LIST_ONLY = new Set(["ArrowDown", "ArrowUp", "PageDown", "PageUp", "Home", "End", "Enter"]);

document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const isTyping = event.target.matches("input[type=search], select");
  const isElsewhere = event.target !== list && event.target !== document.body;
  if (event.key === "Escape") list.focus();
  else if (event.target === search && (event.key === "ArrowDown" || event.key === "Enter")) list.focus();
  else if (isTyping || (isElsewhere && KEYS_OF_LIST_ONLY.has(event.key))) return;
  else if (event.key === "/") search.select();
  else if (Object.hasOwn(KEYS, event.key)) KEYS[event.key]();
  else return;
  event.preventDefault();
});
list.addEventListener("scroll", () => requestAnimationFrame(draw), { passive: true });
list.addEventListener("click", event => {
  const row = event.target.closest(".row");
  if (row) open(Number(row.dataset.number));
});
search.addEventListener("input", filter);
byId("rule").addEventListener("change", filter);
byId("state").addEventListener("change", filter);
document.querySelector(".filters").addEventListener("submit", event => event.preventDefault());
addEventListener("resize", draw);
addEventListener("hashchange", openLinked);
addEventListener("beforeprint", makePrinted);

makeHeader();
makeFilters();
filter();
openLinked();
list.focus();
document.documentElement.dataset.ready = Math.round(performance.now());
