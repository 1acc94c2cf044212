// Entries: each is a row of the list, and blocks that are shown when it is open.

/** What the text filter looks at, and what is shown of a block: elements below its title. */
const BLOCKS = {
  words: {
    words: block => block.lines,
    draw: block => block.lines.map(line => make("p", {}, line)),
  },
  lines: {
    words: block => block.lines,
    draw: block => [make("ul", { class: "lines" }, ...block.lines.map(line => make("li", {}, line)))],
  },
  table: {
    words: block => block.rows.flat().map(cellWords),
    draw: block => [make("div", { class: "scrolls" }, table(block))],
  },
  inputs: {
    words: block => block.inputs.map(input => input.name + " = " + input.value),
    draw: block => [inputTable(block.inputs)],
  },
  code: {
    words: block => [...block.steps.map(step => step.condition), ...block.remarks.map(remark => remark.text)],
    draw: block => excerpts(codeMarks(block)),
  },
  stack: {
    words: block => block.frames.map(frame => frame.method),
    draw: block => [stack(block.frames)],
  },
  heap: {
    words: block => JSON.stringify(block.heap),
    draw: block => [make("div", { class: "scrolls" }, drawHeap(block.heap.arguments, block.heap.objects, null))],
  },
  java: {
    words: block => [block.java],
    draw: block => [make("div", { class: "box" }, make("pre", { class: "test" }, ...coloured(block.java)))],
    head: block => [make("span", { class: "file" }, block.name), copyButton(block.java, "Copy")],
  },
  coverage: {
    words: block => [block.file],
    draw: block => [covered(block)],
  },
};

const cellWords = cell => typeof cell === "string" ? cell : cell.figure ?? cell.text;

function table({ head, rows }) {
  const cell = value => typeof value === "string" ? make("td", {}, value)
    : value.figure !== undefined ? make("td", { class: "figure" }, value.figure)
    : make("td", {}, make("a", { href: value.link }, value.text));
  const isFigure = column => rows.length > 0 && rows.every(row => row[column]?.figure !== undefined);
  const heads = head.map((text, column) => make("th", { class: isFigure(column) ? "figure" : null }, text));
  return make("table", { class: "cells" }, make("thead", {}, make("tr", {}, ...heads)),
    make("tbody", {}, ...rows.map(row => make("tr", {}, ...row.map(cell)))));
}

function codeMarks({ here, steps, remarks }) {
  const marks = lineMarks();
  if (here) marks.mark(here).isHere = true;
  steps.forEach((step, at) => marks.mark(step.place).conditions.push([at + 1, step.condition]));
  for (const { place, text } of remarks) marks.mark(place).remarks.push(text);
  return marks;
}

const COVERED = { covered: "all of it ran", partly: "some of it ran", missed: "nothing of it ran" };

function covered({ file, lines }) {
  const texts = {}, marks = new Map();
  for (const { line, text, covered } of lines) {
    texts[line] = text;
    if (covered) marks.set(line, { kind: covered, title: COVERED[covered] });
  }
  return codeBox(file, texts, lines.map(({ line }) => line), marks);
}

function describeEntry(entry) {
  const parts = [
    make("div", { class: "tags" }, make("span", { class: "tag " + entry.kind }, entry.kind)),
    make("h2", {}, entry.title),
    ...entry.about.map(line => make("p", { class: "call" }, line)),
  ];
  for (const block of entry.blocks) {
    const { draw, head } = BLOCKS[block.block];
    const drawn = draw(block);
    if (!drawn.length) continue;
    if (block.title) parts.push(make("h3", {}, block.title, ...(head?.(block) ?? [])));
    parts.push(...drawn);
  }
  return parts;
}

/** What the text filter looks at. */
const entryWords = entry =>
  [entry.title, entry.kind, ...entry.about, ...entry.blocks.flatMap(block => [block.title, BLOCKS[block.block].words(block)].flat())];
