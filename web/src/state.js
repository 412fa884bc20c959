// What the user has settled: the table's file, what columns are taken for, what is known about causes. Every change can be undone.

/** Settings of a fresh table. `orders` are the labels of ordered categories, "low < high"; `rows` is how rows are related. */
export const fresh = () => ({ types: {}, orders: {}, excluded: [], rows: { kind: "independent", column: null, id: null, lags: 1 }, target: null, tiers: {}, forbidden: [], required: [] });

export class Settings {
  #past = [];

  constructor(changed) {
    this.value = fresh();
    this.changed = changed;
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  /** `change` gets a copy of the settings and changes it. */
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

  /** Starts anew, for another table or with settings from a file. */
  replace(value) {
    this.#past = [];
    this.value = { ...fresh(), ...value };
  }
}

/** Options of the command for what columns are taken for. */
export function tableOptions({ types, orders }) {
  const of = (kind) => Object.keys(types).filter((name) => types[name] === kind);
  return { discrete: of("discrete"), numeric: of("numeric"), ordered: of("ordered").filter((name) => orders[name]).map((name) => `${name}: ${orders[name]}`) };
}

/** Options of every command but describe: rows in clusters or in the order of time. */
export function rowOptions({ rows }) {
  if (rows.kind === "independent" || rows.column === null) return {};
  return rows.kind === "clusters" ? { cluster: rows.column } : { time: rows.column, id: rows.id, lags: rows.lags };
}

/** Names that a question can ask about: the columns, and in a series those of earlier rows. */
export function questionNames(description, settings) {
  const { lags = 0 } = rowOptions(settings);
  return description.columns.flatMap(({ name }) => [name, ...Array.from({ length: lags }, (_, k) => `${name}@${k + 1}`)]);
}

const quoted = (name) => `"${name.replaceAll('"', '""')}"`;

/** The knowledge file of the settings; null where nothing is known. */
export function knowledgeText(settings) {
  const numbers = [...new Set(Object.values(settings.tiers))].sort((a, b) => a - b);
  const lines = numbers.map((number, i) => `tier ${i + 1}: ${Object.keys(settings.tiers).filter((name) => settings.tiers[name] === number).map(quoted).join(", ")}`);
  const arrows = (word, list) => list.map(([from, to]) => `${word} ${quoted(from)} -> ${quoted(to)}`);
  const all = [...lines, ...arrows("forbid", settings.forbidden), ...arrows("require", settings.required)];
  return all.length > 0 ? `${all.join("\n")}\n` : null;
}
