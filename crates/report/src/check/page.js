// The cases of a check, with pictures of the heap before and after each; for each method what was found out comes first.
// A case: [outcome, arguments, objects before, objects after, conditions, lines].

const items = data.methods.flatMap((method, at) => [
  { method, key: String(at), overview: method.overview },
  ...method.cases.map((of, number) => ({ method, key: at + "." + (number + 1), number, of })),
]);

const outcomeOf = item => item.of?.[0];
const CASE_KINDS = { returns: "returns", keeps: "returns", throws: "throws" };
const kindOf = item => item.overview?.kind ?? CASE_KINDS[outcomeOf(item).split(" ")[0]] ?? "breaks";

/** Arguments but for the receiver; objects by their classes. */
function summary([, args, before]) {
  const told = args.filter(([name]) => name !== "this");
  return told.map(([name, value]) => name + " = " + (typeof value === "number" ? before[value][0] : cellText(value))).join(", ");
}

const titleOf = item => item.overview?.title ?? "Case " + (item.number + 1) + ": " + outcomeOf(item);
const cellsOf = objects => objects.flatMap(([name, cells]) => [name, ...(cells ?? []).map(([field, value]) => field + " = " + cellText(value))]);

function wordsOfItem({ method, overview, of }) {
  if (overview) return entryWords(overview);
  const [outcome, , before, after, conditions, lines] = of;
  return [method.overview.title, outcome, summary(of), ...cellsOf(before), ...cellsOf(after), ...conditions, ...lines.flatMap(n => method.lines[n])];
}

function describeItem(item) {
  if (item.overview) return describeEntry(item.overview);
  const [outcome, args, before, after, conditions, lines] = item.of;
  const picture = (...heap) => make("div", { class: "scrolls" }, drawHeap(...heap));
  const trace = lines.map(n => item.method.lines[n]).map(([place, code]) =>
    make("tr", {}, make("td", { class: "place" }, place), make("td", { class: "text" }, ...coloured(code ?? ""))));
  return [
    make("div", { class: "tags" }, make("span", { class: "tag " + kindOf(item) }, outcome)),
    make("h2", {}, titleOf(item)),
    make("p", { class: "call" }, item.method.overview.title),
    make("h3", {}, "Heap before"), picture(args, before, null),
    make("h3", {}, "Heap after"), picture(args, after, before), heapKey(),
    make("h3", {}, "Condition"), make("ul", { class: "lines" }, ...(conditions.length ? conditions : ["none"]).map(line => make("li", {}, line))),
    ...(trace.length ? [make("h3", {}, "Trace"), make("div", { class: "box scrolls" }, make("table", { class: "code trace" }, ...trace))] : []),
  ];
}

showList({
  name: ["case", "cases"],
  items,
  placeholder: "Filter: class, value, condition, line \u2026",
  empty: "Nothing was checked.",
  key: item => item.key,
  kinds: ["violated", "unknown", "holds", "breaks", "throws", "returns"],
  kind: kindOf,
  choices: [
    { id: "method", every: "every method", values: [...new Set(data.methods.map(method => method.name))], of: item => item.method.name },
    { id: "outcome", every: "every outcome", values: [...new Set(items.map(outcomeOf))].filter(outcome => outcome).sort(), of: outcomeOf },
  ],
  row: item => ({
    what: titleOf(item),
    where: item.overview?.about ?? [summary(item.of), plural(item.of[2].length, "object", "objects")],
    isFaded: false,
  }),
  words: wordsOfItem,
  describe: describeItem,
  printed: { head: ["", "case", "arguments"], cells: item => [kindOf(item), titleOf(item), item.of ? summary(item.of) : ""] },
});
