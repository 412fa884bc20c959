// What the user has settled: the table's file, what columns are taken for, what is known about causes. Every change can be undone.

/** Settings of a fresh table. */
export const fresh = () => ({ types: {}, excluded: [], target: null, alpha: 0.01, tiers: {}, forbidden: [], required: [] });

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

const kinds = ["discrete", "numeric", "ordered"];

/** Options of the command that the settings stand for; knowledge goes into a file. */
export function tableOptions(settings) {
  const options = {};
  for (const kind of kinds) {
    const names = Object.keys(settings.types).filter((name) => settings.types[name] === kind);
    if (names.length > 0) options[kind] = names;
  }
  return options;
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
