// Pictures of heaps. An object is its class and its cells, no cells if nobody looked into it. A value of a cell is the position of an
// object, null, text, or true where nobody looked.

const cellText = value => value === null ? "null" : value === true ? "?" : String(value);

const CHAR = 7.3, ROW = 18, GAP_X = 56, GAP_Y = 16;

// Layers from left to right: an object stands one behind the first that refers to it.
function drawHeap(args, objects, before) {
  const roots = { name: "arguments", cells: args, root: true };
  const nodes = objects.map((o, at) => ({ at, name: o[0] + "#" + at, cells: o[1], refs: 0 }));
  const layers = [[roots]];
  const seen = new Set();
  for (let layer = layers[0]; layer.length;) {
    const next = [];
    for (const node of layer) for (const [, value] of node.cells || []) {
      if (typeof value !== "number") continue;
      nodes[value].refs++;
      if (!seen.has(value)) {
        seen.add(value);
        next.push(nodes[value]);
      }
    }
    if (next.length) layers.push(next);
    layer = next;
  }
  // What nothing refers to any more stays in sight.
  const lost = nodes.filter(n => !seen.has(n.at));
  for (const n of lost) n.lost = true;
  if (lost.length) layers.push(lost);
  let x = 8, height = 0;
  for (const layer of layers) {
    let y = 8, width = 0;
    for (const node of layer) {
      const cells = node.cells || [["", true]];
      node.label = node.name + (node.refs > 1 ? "  \u00d7" + node.refs : "");
      node.w = Math.max(node.label.length, ...cells.map(c => c[0].length + (typeof c[1] === "number" ? 2 : cellText(c[1]).length) + 3)) * CHAR + 16;
      node.h = (cells.length + 1) * ROW + 6;
      node.x = x;
      node.y = y;
      y += node.h + GAP_Y;
      width = Math.max(width, node.w);
      height = Math.max(height, y);
    }
    x += width + GAP_X;
  }
  const svg = element("svg", { width: x, height, class: "heap" });
  svg.append(marker());
  const everything = layers.flat();
  for (const node of everything) {
    const g = element("g", node.lost ? { class: "lost" } : {});
    const old = before && !node.root ? before[node.at] : null;
    const kind = node.cells === null ? " unexplored" : before && !node.root && !old ? " made" : "";
    g.append(element("rect", { x: node.x, y: node.y, width: node.w, height: node.h, rx: 4, class: "box" + kind }));
    g.append(label(node.x + 8, node.y + 15, node.label, "head" + (node.root ? " soft" : "")));
    (node.cells || [["", true]]).forEach(([name, value], row) => {
      const y = node.y + (row + 1) * ROW + 3;
      const changed = old && old[1] && JSON.stringify((old[1][row] || [])[1]) !== JSON.stringify(value);
      if (changed) g.append(element("rect", { x: node.x + 1, y, width: node.w - 2, height: ROW, class: "changed cell" }));
      const isReference = typeof value === "number";
      const shown = name + (isReference ? " \u2022" : (name ? " = " : "") + cellText(value));
      g.append(label(node.x + 8, y + 13, shown, value === null || value === true ? "soft" : ""));
      if (isReference) edge(g, node, y + ROW / 2, nodes[value], changed);
    });
    svg.append(g);
  }
  return svg;
}

function edge(g, from, y, to, changed) {
  const x = from.x + from.w, target = to.y + 10;
  const path = to.x > from.x
    ? `M${x} ${y} C${x + 30} ${y} ${to.x - 30} ${target} ${to.x - 2} ${target}`
    : `M${x} ${y} C${x + 40} ${y} ${x + 40} ${to.y - 10} ${to.x + to.w / 2} ${to.y - 2}`;
  g.append(element("path", { d: path, class: "edge" + (changed ? " changed" : ""), "marker-end": "url(#tip)" }));
}

function marker() {
  const defs = element("defs", {});
  const tip = element("marker", {
    id: "tip", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 8, markerHeight: 8, markerUnits: "userSpaceOnUse", orient: "auto",
  });
  tip.append(element("path", { d: "M0 0 L8 4 L0 8 z", class: "tip" }));
  defs.append(tip);
  return defs;
}

function label(x, y, content, kind) {
  const made = element("text", { x, y, class: kind });
  made.textContent = visible(content);
  return made;
}

function element(name, attributes) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

/** The key to marks in pictures of a heap after a method. */
function heapKey() {
  const mark = (kind, content) => make("span", { class: kind }, content);
  const marks = [mark("changed", "changed"), mark("made", "made by the method"), mark("unexplored", "unexplored")];
  return make("p", { class: "key" }, ...marks, "? nobody looked");
}
