// One question: are X and Y dependent given Z, and how strongly? Shows the command's output and its picture.

import { h, put } from "../../report/src/dom.js";
import { shown } from "../../report/src/format.js";
import { questionNames } from "./state.js";

const shellWord = (word) => (/^[\w./,=:@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

function columnList(app, key, title) {
  const { asked } = app;
  return h("fieldset", { class: "pick" }, h("legend", {}, title), questionNames(app.description, app.settings.value).map((name) => {
    const box = h("input", { type: "checkbox", onchange: () => {
      asked[key] = asked[key].filter((one) => one !== name);
      if (box.checked) asked[key].push(name);
    } });
    box.checked = asked[key].includes(name);
    return h("label", {}, box, " ", h("bdi", {}, shown(name)));
  }));
}

export function questionView(app) {
  return ({ say }) => {
    const answer = h("div", { class: "answer", "aria-live": "polite" });
    const ask = async () => {
      const { x, y, z } = app.asked;
      if (x.length === 0 || y.length === 0) {
        put(answer, h("p", { class: "box" }, "Choose at least one column for X and one for Y."));
        return;
      }
      const command = app.arguments("test", { x, y, z });
      put(answer, h("p", { class: "faint" }, "Computing …"));
      try {
        const text = await app.mixmi.run(command, { files: app.files });
        const drawn = await app.mixmi.run([...app.arguments("cmi", { x, y, z }), "--plot", "/tmp/answer.svg"], { files: app.files, wanted: ["/tmp/answer.svg"] });
        const picture = drawn.files["/tmp/answer.svg"] && URL.createObjectURL(new Blob([drawn.files["/tmp/answer.svg"]], { type: "image/svg+xml" }));
        put(answer,
          h("pre", { class: text.code === 0 ? "output" : "output box" }, (text.code === 0 ? text.out : text.err).trimEnd().split("\n").map(shown).join("\n")),
          picture && h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Picture" }, h("img", { class: "picture", src: picture, alt: "X and Y with the cells of the fitted grid, coloured by observed versus expected rows" })),
          h("details", {}, h("summary", {}, "The same on the command line"), h("pre", {}, `mixmi ${command.map(shellWord).join(" ")}`)));
        say("The answer is ready.");
      } catch (error) {
        put(answer, h("p", { class: "box" }, error.message));
      }
    };
    return { element: h("div", {},
      h("h2", {}, "Question"),
      h("p", { class: "lead" }, "Are X and Y dependent given Z? Several columns may be chosen for each; Z may be empty."),
      h("div", { class: "picks" }, columnList(app, "x", "X"), columnList(app, "y", "Y"), columnList(app, "z", "Z, given")),
      h("p", {}, h("button", { type: "button", class: "main", onclick: ask }, "Ask")), answer) };
  };
}
