// A page of entries alone.

showList({
  name: data.name,
  items: data.entries,
  placeholder: "Filter: words of what is shown \u2026",
  empty: "There is nothing to show.",
  key: entry => entry.key,
  kinds: data.kinds,
  kind: entry => entry.kind,
  choices: [],
  row: entry => ({ what: entry.title, where: entry.about, isFaded: false }),
  words: entryWords,
  describe: describeEntry,
  printed: { head: ["", data.name[0], ""], cells: entry => [entry.kind, entry.title, entry.about.join(", ")] },
});
