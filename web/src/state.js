// The user's settings: types of columns, how rows are related, background knowledge. Every change can be undone.

/**
 * Settings of a fresh table. `orders` has the labels of ordered categories, "low < high"; `rows` is how rows are related. What belongs to a column is
 * in Maps: a column may be called "constructor" or "__proto__".
 */
export const fresh = () => ({ types: new Map(), orders: new Map(), excluded: [], rows: { kind: "independent", column: null, id: null, lags: 1 }, target: null, tiers: new Map(), forbidden: [], required: [] });

export const kinds = [["", "as detected"], ["numeric", "numbers"], ["discrete", "categories"], ["ordered", "ordered categories"]];
export const relations = [["independent", "independent of each other"], ["clusters", "in clusters of"], ["series", "a time series, ordered by"]];
export const tiers = [1, 2, 3, 4, 5];
export const mostLags = 20; // a graph has all columns once more for each

export class Settings {
  #past = [];

  constructor(changed) {
    this.value = fresh();
    this.changed = changed;
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  /** `change` modifies a copy of the settings. */
  update(change) {
    const next = structuredClone(this.value);
    change(next);
    this.#past.push(this.value);
    this.value = next;
    this.changed();
  }

  undo() {
    this.value = this.#past.pop() ?? this.value;
    this.changed();
  }

  /** Starts again with fresh settings, for another table. */
  reset() {
    this.#past = [];
    this.value = fresh();
  }
}

/** Settings as the text of a file. */
export function settingsText(settings) {
  return JSON.stringify(settings, (_, value) => (value instanceof Map ? Object.fromEntries(value) : value), 2);
}

/** Settings from the text of a file, for a table with these columns. What the table or this page does not have is left out; null if the text holds no settings. */
export function settingsFrom(text, names) {
  let read;
  try {
    read = JSON.parse(text);
  } catch {
    return null;
  }
  const isObject = (one) => typeof one === "object" && one !== null && !Array.isArray(one);
  if (!isObject(read) || !Object.keys(fresh()).some((key) => Object.hasOwn(read, key))) return null;
  const known = (name) => names.includes(name);
  const list = (one) => (Array.isArray(one) ? one : []);
  const map = (one, valid) => new Map((isObject(one) ? Object.entries(one) : []).filter(([name, value]) => known(name) && valid(value)));
  const arrows = (one) => list(one).filter((pair) => Array.isArray(pair) && pair.length === 2 && pair.every(known) && pair[0] !== pair[1]);
  const column = (one) => (known(one) ? one : null);
  const rows = isObject(read.rows) ? read.rows : {};
  const lags = Number.isInteger(rows.lags) && rows.lags >= 1 && rows.lags <= mostLags ? rows.lags : 1;
  return {
    types: map(read.types, (value) => kinds.some(([kind]) => kind !== "" && kind === value)),
    orders: map(read.orders, (value) => typeof value === "string"),
    excluded: list(read.excluded).filter(known),
    rows: { kind: relations.some(([kind]) => kind === rows.kind) ? rows.kind : "independent", column: column(rows.column), id: column(rows.id), lags },
    target: column(read.target),
    tiers: map(read.tiers, (value) => tiers.includes(value)),
    forbidden: arrows(read.forbidden),
    required: arrows(read.required),
  };
}

/** Options of the command for the types of columns. */
export function tableOptions({ types, orders }) {
  const of = (kind) => [...types.keys()].filter((name) => types.get(name) === kind);
  return { discrete: of("discrete"), numeric: of("numeric"), ordered: of("ordered").filter((name) => orders.get(name)).map((name) => `${name}: ${orders.get(name)}`) };
}

/** Options of every command except describe: rows in clusters or in time order. */
export function rowOptions({ rows }) {
  if (rows.kind === "independent" || rows.column === null) return {};
  return rows.kind === "clusters" ? { cluster: rows.column } : { time: rows.column, id: rows.id, lags: rows.lags };
}

/** Names that a question can use: the columns and, in a time series, their lagged copies. */
export function questionNames(description, settings) {
  const { lags = 0 } = rowOptions(settings);
  return description.columns.flatMap(({ name }) => [name, ...Array.from({ length: lags }, (_, k) => `${name}@${k + 1}`)]);
}

const quoted = (name) => `"${name.replaceAll('"', '""')}"`;

/** The knowledge file of the settings; null without background knowledge. */
export function knowledgeText(settings) {
  const numbers = [...new Set(settings.tiers.values())].sort((a, b) => a - b);
  const lines = numbers.map((number, i) => `tier ${i + 1}: ${[...settings.tiers.keys()].filter((name) => settings.tiers.get(name) === number).map(quoted).join(", ")}`);
  const arrows = (word, list) => list.map(([from, to]) => `${word} ${quoted(from)} -> ${quoted(to)}`);
  const all = [...lines, ...arrows("forbid", settings.forbidden), ...arrows("require", settings.required)];
  return all.length > 0 ? `${all.join("\n")}\n` : null;
}
