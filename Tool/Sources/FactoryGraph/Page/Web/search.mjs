// Factory, MIT licence; see LICENSE
//
// The search field, whose matches are in the list and have rings in the drawing.
import { bestMatch, matching, wordsOf } from "./finding.mjs";
import { counted } from "./model.mjs";

export class Search {
  #typing = 0;

  constructor(field, page) {
    this.field = field;
    this.page = page;
    field.addEventListener("input", () => {
      clearTimeout(this.#typing);
      this.#typing = setTimeout(() => {
        this.find();
        page.say(document.getElementById("matches").textContent);
      }, 60);
    });
    field.addEventListener("keydown", (event) => {
      if (event.key === "ArrowDown") {
        event.preventDefault();
        page.tree.focus();
      } else if (event.key === "Enter") this.#choose(this.find());
    });
  }

  /// Selects a match and shows it with its neighbours, unless it answers a question.
  #choose(node) {
    if (!node) return;
    this.page.select(node);
    if (!this.page.answer) this.page.zoomTo(node);
  }

  /// Shows the matches, and returns the best.
  find() {
    const { shown, tree, drawing } = this.page;
    const words = wordsOf(this.field.value);
    const matches = matching(shown, words);
    tree.show(matches);
    drawing.found = words.length > 0 ? matches : new Set();
    drawing.redraw();
    document.getElementById("matches").textContent = words.length === 0 ? ""
      : counted(matches.size, "match", "matches");
    document.getElementById("no-matches").hidden = matches.size > 0;
    // A narrow window then has the list where it has the panel.
    document.body.classList.toggle("is-searching", words.length > 0);
    return words.length > 0 ? bestMatch(matches) : null;
  }

  clear() {
    this.field.value = "";
    this.find();
  }
}
