// A list with filters, and the details of the item that is open. The list draws only the rows in sight, the details are made when an item
// is opened, so thousands of items open at once.
//
// showList({ name: [one, many], items, placeholder, empty,
//   key: item => address of the item in the page,
//   kinds: [names], kind: item => one of them,
//   choices: [{ id, every, values, of: item => one of the values }],
//   row: item => { what, where: [texts], isFaded }, words: item => [texts], describe: item => [elements],
//   printed: { head: [texts], cells: item => [texts] } })

const ROW_HEIGHT = 46, ROWS_BESIDE_WINDOW = 10;
/** Fewer items without choices need no filters. */
const ITEMS_FOR_FILTERS = 6;
const list = byId("list"), rows = byId("rows"), details = byId("details"), search = byId("search");

let contents;
/** Numbers of the items that pass the filters, in the order of the report. */
let passing = [];
/** Number of the item whose details are shown, or -1. */
let opened = -1;
let numberOfKey;
const words = [];

/** What the text filter looks at. */
const wordsOf = number => words[number] ??= contents.words(contents.items[number]).join("\n").toLowerCase();

function filter() {
  const wanted = search.value.toLowerCase().split(/\s+/).filter(word => word);
  const kinds = new Set(contents.kinds.filter(kind => byId("kind-" + kind)?.checked ?? true));
  const chosen = contents.choices.map(({ id, of }) => ({ of, value: byId(id).value }));
  passing = [];
  contents.items.forEach((item, number) => {
    const passes = kinds.has(contents.kind(item)) && chosen.every(({ of, value }) => !value || of(item) === value);
    if (passes && wanted.every(word => wordsOf(number).includes(word))) passing.push(number);
  });
  byId("count").textContent = passing.length + " of " + contents.items.length;
  rows.style.height = passing.length * ROW_HEIGHT + "px";
  if (!passing.includes(opened)) {
    list.scrollTop = 0;
    open(passing.length ? passing[0] : -1);
  }
  draw();
}

function countBy(of) {
  const counts = new Map();
  for (const item of contents.items) counts.set(of(item), (counts.get(of(item)) ?? 0) + 1);
  return counts;
}

function makeFilters() {
  search.placeholder = contents.placeholder;
  const kinds = countBy(contents.kind);
  const used = contents.kinds.filter(kind => kinds.has(kind));
  for (const kind of used.length > 1 ? used : []) {
    const box = make("input", { type: "checkbox", id: "kind-" + kind, checked: "", onchange: filter });
    byId("kinds").append(make("label", { class: kind }, box, kind + " " + kinds.get(kind)));
  }
  for (const { id, every, values, of } of contents.choices) {
    const counted = countBy(of);
    const options = values.filter(value => counted.has(value));
    byId("choices").append(make("select", { id, "aria-label": id, onchange: filter }, make("option", { value: "" }, every),
      ...options.map(value => make("option", { value }, value + " (" + counted.get(value) + ")"))));
  }
  document.querySelector(".filters").hidden = !contents.choices.length && contents.items.length < ITEMS_FOR_FILTERS;
}

/** Draws the rows in sight and a few beside them. */
function draw() {
  const first = Math.max(0, Math.floor(list.scrollTop / ROW_HEIGHT) - ROWS_BESIDE_WINDOW);
  const end = Math.min(passing.length, Math.ceil((list.scrollTop + list.clientHeight) / ROW_HEIGHT) + ROWS_BESIDE_WINDOW);
  const drawn = [];
  for (let at = first; at < end; at++) drawn.push(row(at));
  if (!passing.length) {
    drawn.push(make("div", { class: "empty" }, contents.items.length ? "No " + contents.name[0] + " passes the filters." : contents.empty));
  }
  rows.replaceChildren(...drawn);
  const at = passing.indexOf(opened);
  if (at >= first && at < end) list.setAttribute("aria-activedescendant", "row-" + at);
  else list.removeAttribute("aria-activedescendant");
}

function row(at) {
  const item = contents.items[passing[at]], kind = contents.kind(item);
  const { what, where, isFaded } = contents.row(item);
  return make("div", {
    id: "row-" + at, role: "option", class: "row " + kind + (isFaded ? " faded" : ""),
    style: "top:" + at * ROW_HEIGHT + "px", "aria-selected": String(passing[at] === opened),
    "aria-setsize": passing.length, "aria-posinset": at + 1, title: visible(what), "data-number": passing[at],
  },
  make("div", { class: "what" }, make("span", { class: "dot", role: "img", "aria-label": kind }), what),
  make("div", { class: "where" }, where.filter(part => part).join("  \u00b7  ")));
}

function move(by) {
  if (!passing.length) return;
  const at = passing.indexOf(opened);
  open(passing[Math.min(passing.length - 1, Math.max(0, at + by))]);
}

function reveal() {
  const at = passing.indexOf(opened);
  if (at < 0) return;
  const top = at * ROW_HEIGHT;
  if (top < list.scrollTop) list.scrollTop = top;
  else if (top + ROW_HEIGHT > list.scrollTop + list.clientHeight) list.scrollTop = top + ROW_HEIGHT - list.clientHeight;
}

/** Browsers refuse many changes of the address in a row, so only the item where somebody stays gets there. */
let addressing;

/** Shows an item and makes it the address of the page. */
function open(number) {
  opened = number;
  details.replaceChildren(...(number < 0 ? [] : contents.describe(contents.items[number])));
  details.scrollTop = 0;
  reveal();
  draw();
  clearTimeout(addressing);
  const address = () => history.replaceState(null, "", "#" + encodeURIComponent(contents.key(contents.items[number])));
  if (number >= 0) addressing = setTimeout(address, 200);
}

function addressed() {
  try {
    return numberOfKey.get(decodeURIComponent(location.hash.slice(1)));
  } catch {
    return undefined;
  }
}

/** Opens the item of the address, even if the filters hide it. */
function openLinked() {
  const number = addressed();
  if (number === undefined || number === opened) return;
  if (!passing.includes(number)) clearFilters();
  open(number);
}

function clearFilters() {
  search.value = "";
  for (const { id } of contents.choices) byId(id).value = "";
  for (const box of byId("kinds").querySelectorAll("input")) box.checked = true;
  filter();
}

/** On paper the list is a table of all items that pass the filters. */
function makePrinted() {
  const { head, cells } = contents.printed;
  const line = (kind, texts) => make("tr", {}, ...texts.map(text => make(kind, {}, text)));
  const body = make("tbody", {}, ...passing.map(number => line("td", cells(contents.items[number]))));
  byId("printed").replaceChildren(make("h3", {}, plural(passing.length, ...contents.name)),
    make("table", {}, make("thead", {}, line("th", head)), body));
}

const pageOfRows = () => Math.max(1, Math.floor(list.clientHeight / ROW_HEIGHT) - 1);
const KEYS = {
  j: () => move(1), k: () => move(-1), ArrowDown: () => move(1), ArrowUp: () => move(-1),
  PageDown: () => move(pageOfRows()), PageUp: () => move(-pageOfRows()),
  Home: () => move(-contents.items.length), End: () => move(contents.items.length), Enter: () => details.focus(),
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
document.querySelector(".filters").addEventListener("submit", event => event.preventDefault());
addEventListener("resize", draw);
addEventListener("hashchange", openLinked);
addEventListener("beforeprint", makePrinted);

function showList(options) {
  contents = options;
  numberOfKey = new Map(contents.items.map((item, number) => [contents.key(item), number]));
  makeFilters();
  const linked = addressed();
  filter();
  if (linked !== undefined) open(linked);
  list.focus();
  document.documentElement.dataset.ready = Math.round(performance.now());
}
