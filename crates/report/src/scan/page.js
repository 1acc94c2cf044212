// The findings of a scan.

const rules = new Map(data.rules.map(rule => [rule.id, rule]));
const stateOf = finding => finding.known ? "known" : "new";
const calledOf = finding => finding.class + "." + finding.method;

function describe(finding) {
  const rule = rules.get(finding.rule);
  const parts = [
    make("div", { class: "tags" },
      make("span", { class: "tag " + finding.importance }, finding.importance),
      make("span", { class: "tag", title: rule.about }, finding.rule),
      make("span", { class: "tag" }, stateOf(finding))),
    make("h2", {}, finding.message),
    make("p", { class: "call" }, calledOf(finding)),
    make("p", { class: "call" }, finding.place ? wholePlace(finding.place) : "no line of the project is known"),
  ];
  const section = (title, ...content) => parts.push(make("h3", {}, ...[title].flat()), ...content);
  if (finding.why.length) section("Why it matters", make("ul", {}, ...finding.why.map(why => make("li", {}, why))));
  if (finding.inputs.length) section("Inputs", inputTable(finding.inputs));
  const boxes = excerpts(marksOf(finding));
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

function marksOf(finding) {
  const marks = lineMarks();
  if (finding.place) marks.mark(finding.place).isHere = true;
  finding.path.forEach((step, at) => marks.mark(step.place).conditions.push([at + 1, step.condition]));
  for (const frame of finding.stack) if (frame.is_own && frame.place?.has_source) marks.mark(frame.place);
  return marks;
}

showList({
  name: ["finding", "findings"],
  items: data.findings,
  placeholder: "Filter: words of message, class, input, condition \u2026",
  empty: "Nothing was found.",
  key: finding => finding.fingerprint,
  kinds: ["bug", "likely", "possible"],
  kind: finding => finding.importance,
  choices: [
    { id: "rule", every: "every rule", values: data.rules.map(rule => rule.id), of: finding => finding.rule },
    { id: "state", every: "new and known", values: ["new", "known"], of: stateOf },
  ],
  row: finding => ({
    what: finding.message,
    where: [finding.rule, simpleClass(finding.class) + "." + finding.method, shortPlace(finding.place), finding.known ? "known" : ""],
    isFaded: finding.known,
  }),
  words: finding => [
    finding.message, finding.rule, finding.importance, calledOf(finding), finding.place?.file, finding.fingerprint, ...finding.why,
    ...finding.inputs.map(input => input.name + " = " + input.value), ...finding.path.map(step => step.condition),
    ...finding.stack.map(frame => frame.method),
  ],
  describe,
  printed: {
    head: ["importance", "rule", "finding", "place", "state", "fingerprint"],
    cells: finding => [finding.importance, finding.rule, finding.message, shortPlace(finding.place), stateOf(finding), finding.fingerprint],
  },
});
