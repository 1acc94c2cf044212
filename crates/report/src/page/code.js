// Source lines with what is known of them, stacks and inputs.

const LINES_AROUND_PLACE = 4, LINES_AROUND_STEP = 1;
const MAX_CONDITIONS_PER_LINE = 4, MAX_OWN_FRAMES = 10;

function inputTable(values) {
  return make("table", { class: "inputs" }, ...values.map(input =>
    make("tr", {}, make("th", { scope: "row" }, input.name), make("td", {}, input.value))));
}

/** Lines of files that something refers to: `mark(place)` answers with what is known of a line. */
function lineMarks() {
  const files = new Map();
  return {
    files,
    mark(place) {
      if (!files.has(place.file)) files.set(place.file, new Map());
      const lines = files.get(place.file);
      if (!lines.has(place.line)) lines.set(place.line, { conditions: [], remarks: [], isHere: false });
      return lines.get(place.line);
    },
  };
}

/** For each file the lines that are referred to, those of the path with their conditions, and some around them. */
function excerpts({ files }) {
  return [...files].map(([file, marks]) => {
    const texts = data.sources[file] ?? {};
    const shown = new Set();
    for (const [line, { isHere }] of marks) {
      const around = isHere ? LINES_AROUND_PLACE : LINES_AROUND_STEP;
      for (let near = line - around; near <= line + around; near++) if (near === line || near in texts) shown.add(near);
    }
    return codeBox(file, texts, [...shown].sort((a, b) => a - b), marks);
  });
}

function codeBox(file, texts, shown, marks) {
  return make("div", { class: "box" }, make("div", { class: "name" }, file), codeTable(texts, shown, marks));
}

function codeTable(texts, shown, marks) {
  const table = make("table", { class: "code" });
  let last = null;
  for (const line of shown) {
    if (last !== null && line > last + 1) {
      table.append(make("tr", { class: "gap" }, make("td", { class: "number" }, "\u22ee"), make("td", {})));
    }
    last = line;
    const mark = marks.get(line);
    const kind = !mark ? null : mark.kind ?? (mark.isHere ? "here" : "step");
    table.append(make("tr", { class: kind, title: mark?.title ?? null }, make("td", { class: "number" }, String(line)),
      make("td", { class: "text" }, ...coloured(texts[line] ?? ""), ...conditions(mark?.conditions ?? []),
        ...(mark?.remarks ?? []).map(remark => make("span", { class: "remark" }, remark)))));
  }
  return table;
}

function conditions(all) {
  const shown = all.slice(0, MAX_CONDITIONS_PER_LINE).map(([order, condition]) =>
    make("span", { class: "condition" }, make("span", { class: "order", title: "branch " + order + " of the path" }, String(order)), condition));
  const left = all.length - shown.length;
  if (left > 0) shown.push(make("span", { class: "condition" }, "and " + plural(left, "more time", "more times")));
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
