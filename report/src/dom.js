// Elements made from plain values. Text only becomes text nodes and attributes, never markup, so that names of columns
// cannot inject anything.

const svgSpace = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "style") for (const [name, one] of Object.entries(value)) element.style.setProperty(name, one);
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  append(element, attributes?.class === "name" ? children.flatMap((one) => (typeof one === "string" ? breakable(one) : [one])) : children);
  return element;
}

/** A name with optional line breaks after _, . and -. */
const breakable = (text) => text.split(/(?<=[_.-])(?=[^_.-])/u).flatMap((part, i) => (i === 0 ? [part] : [document.createElement("wbr"), part]));

function append(element, children) {
  for (const child of children.flat(Infinity))
    if (child !== null && child !== undefined && child !== false) element.append(child);
}

/** An HTML element: h("p", { class: "note" }, "text", otherElement). */
export const h = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);

/** An SVG element. */
export const s = (tag, attributes, ...children) => fill(document.createElementNS(svgSpace, tag), attributes, children);

/** Replaces the contents of an element. */
export function put(element, ...children) {
  element.replaceChildren();
  append(element, children);
  return element;
}

/** A table with a caption for screen readers; cells are texts or elements, heads are texts or [text, class]. */
export function table(caption, heads, rows, attributes) {
  const head = heads.map((one) => (Array.isArray(one) ? h("th", { scope: "col", class: one[1] }, one[0]) : h("th", { scope: "col" }, one)));
  return h(
    "table",
    attributes,
    h("caption", {}, caption),
    h("thead", {}, h("tr", {}, head)),
    h("tbody", {}, rows),
  );
}

/** A group of buttons of which one is pressed. */
export function choices(label, options, chosen, choose) {
  const group = h("div", { class: "choices", role: "group", "aria-label": label });
  const buttons = options.map(([key, text]) =>
    h("button", { type: "button", "aria-pressed": String(key === chosen), onclick: () => { mark(key); choose(key); } }, text),
  );
  const mark = (key) => buttons.forEach((button, i) => button.setAttribute("aria-pressed", options[i][0] === key));
  group.append(h("span", { class: "choices-label", "aria-hidden": "true" }, label), ...buttons);
  return group;
}

/** "a, b and c", with text direction isolated for each name. */
export const nameList = (names) =>
  names.map((name, i) => [i === 0 ? "" : i === names.length - 1 ? " and " : ", ", h("bdi", { class: "name" }, name)]);
